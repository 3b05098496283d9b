#include "solve/jobs/job_tree.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve {
namespace {

using test::TemporaryFolder;

/// A store without anything in it, and a tree over it.
struct Fixture {
  TemporaryFolder folder;
  Store store =
      Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::black}, Store::Mode::create).value();
  /// Told by the replies' squares, for those that it is asked about.
  std::map<Square, double> hard;
  JobTree tree{Color::black, {1'000, 4, 16'000, 64'000}, [this](const Position& position) {
                 double prediction = 3'000;
                 for (Square s : position.stones(Color::white))
                   if (const auto found = hard.find(s); found != hard.end()) prediction = found->second;
                 return prediction;
               }};

  /// Of all positions in which White has the last stone of `line`.
  void predict(const char* line, double cost) {
    const Canonical canonical = canonical_form(after(line));
    const auto reply = parse_squares(line, 15).value().back();
    hard[canonical.to_canonical.apply(reply, 15)] = cost;
  }
  JobId add(const char* moves) { return tree.add(after(moves), store.view().value()); }
  /// `moves` in the orientation of the line that `id` was added with.
  /// By default after so many rounds that it is no longer searched as a whole.
  void split(JobId id, const char* line, const char* moves, std::uint8_t round = 4,
             std::uint64_t searches = 0) {
    const Canonical canonical = canonical_form(after(line));
    JobEntry entry{JobState::split, round, searches, {}};
    const auto squares = parse_squares(moves, 15).value();
    for (Square s : squares) entry.moves.push_back(canonical.to_canonical.apply(s, 15));
    tree.set(id, entry, store.view().value());
  }
  /// The job at the end of `line`.
  void split(const char* line, const char* moves) { split(add(line), line, moves); }
  /// "h8 a1 g8 o8 k12 n13", split into i9 and i8, each with its replies.
  JobId split_in_two(const char* replies_to_i9, const char* replies_to_i8, std::uint64_t searches = 0) {
    const JobId root = add("h8 a1 g8 o8 k12 n13");
    split(root, "h8 a1 g8 o8 k12 n13", "i9 i8", 4, searches);
    split("h8 a1 g8 o8 k12 n13 i9", replies_to_i9);
    split("h8 a1 g8 o8 k12 n13 i8", replies_to_i8);
    return root;
  }
  void spend(const char* line, std::uint64_t searches, JobState state = JobState::open) {
    tree.set(add(line), {state, 1, searches, {}}, store.view().value());
  }
  auto pick(JobId root) {
    tree.set_roots(std::array{root});
    return tree.pick();
  }
  void finish(JobId id, JobState state) { tree.set(id, {state, 0, 0, {}}, store.view().value()); }
};

TEST_CASE("budgets grow by rounds, within reason", "[jobs]") {
  const JobTree tree(Color::black, {1'000, 4, 16'000, 64'000});
  const auto budget = [&](std::uint8_t round) {
    return tree.budget(
        {.position = Position(15), .entry = {JobState::open, round, 0, {}}, .children = {}, .parents = {}});
  };
  CHECK(budget(0) == 1'000);
  CHECK(budget(1) == 4'000);
  CHECK(budget(2) == 16'000);
  CHECK(budget(3) == 64'000);
  CHECK(budget(255) == 1'073'741'824'000);
}

TEST_CASE("an AND position costs the sum, an OR position the least", "[jobs]") {
  Fixture f;
  const JobId root = f.split_in_two("a2 b7 c9 d3 e2", "a2 b7");
  const JobId and_1 = f.add("h8 a1 g8 o8 k12 n13 i9");
  const JobId and_2 = f.add("h8 a1 g8 o8 k12 n13 i8");
  CHECK(f.tree.at(and_1).cost == 15'000);
  CHECK(f.tree.at(and_2).cost == 6'000);
  CHECK(f.tree.at(root).cost == 12'000);
  const auto pick = f.pick(root);
  REQUIRE(pick);
  CHECK(pick->parent == and_2);
  CHECK(f.tree.at(pick->job).is_or);
}

TEST_CASE("the first move is left only for one that costs less than half", "[jobs]") {
  Fixture f;
  const JobId root = f.split_in_two("a2 b7 c9", "a2 b7");
  const JobId and_1 = f.add("h8 a1 g8 o8 k12 n13 i9");
  CHECK(f.tree.at(root).cost == 9'000);
  CHECK(f.pick(root)->parent == and_1);
}

TEST_CASE("a move costs its place times what it seems to", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9 i8 j8");
  f.split("h8 a1 g8 o8 k12 n13 i9", "a2 b7 c9 d3 e2 f2 g1 h1 i1 j1");
  f.split("h8 a1 g8 o8 k12 n13 i8", "a2 b7 c9 d3");
  f.split("h8 a1 g8 o8 k12 n13 j8", "a2 b7");
  const auto place = [&] { return f.tree.best_move(f.tree.at(root)); };
  CHECK(f.tree.at(root).cost == 2 * 3'000 * 3);
  CHECK(place() == 2);
  f.spend("h8 a1 g8 o8 k12 n13 j8 a2", 10'001);
  CHECK(f.tree.at(root).cost == 4 * 3'000 * 2);
  CHECK(place() == 1);
  f.spend("h8 a1 g8 o8 k12 n13 i8 a2", 15'001);
  CHECK(f.tree.at(root).cost == 10 * 3'000);
  CHECK(place() == 0);
}

TEST_CASE("moves beyond the tenth cost more than their place", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9 i8 j8 j9 k8 k9 l8 l9 m8 m9 n8 n9");
  const char* moves[] = {"i9", "i8", "j8", "j9", "k8", "k9", "l8", "l9", "m8", "m9", "n8", "n9"};
  const auto cost_when_only = [&](std::size_t open) {
    for (std::size_t i = 0; i < std::size(moves); ++i) {
      const std::string line = std::string("h8 a1 g8 o8 k12 n13 ") + moves[i];
      f.split(line.c_str(), "a2");
      f.spend((line + " a2").c_str(), i == open ? 0 : 1'000'000);
    }
    return f.tree.at(root).cost;
  };
  CHECK(cost_when_only(9) == Approx(10 * 4'000));
  CHECK(cost_when_only(10) == Approx(11 * 1.1 * 4'000));
  CHECK(cost_when_only(11) == Approx(12 * 1.2 * 4'000));
}

TEST_CASE("the fewer stones, the later the first move is left", "[jobs]") {
  const auto [line, weight] =
      GENERATE(table<const char*, double>({{"h8 a1", std::pow(2, 1.5)},
                                           {"h8 a1 g8 o8", 2},
                                           {"h8 a1 g8 o8 k12 n13", 2},
                                           {"h8 a1 g8 o8 k12 n13 l3 d11", std::pow(2, 0.6)}}));
  CAPTURE(line);
  Fixture f;
  const JobId root = f.add(line);
  const std::string first = std::string(line) + " i9";
  const std::string second = std::string(line) + " i8";
  f.split(root, line, "i9 i8");
  f.split(first.c_str(), "a2 b7 c9 d3 e2 f2 g1 h1 i1 j1");
  f.split(second.c_str(), "a2 b7");
  CHECK(f.tree.at(root).cost == Approx(weight * 6'000));
}

TEST_CASE("a move costs the less the more of its replies are answered", "[jobs]") {
  Fixture f;
  const JobId root = f.split_in_two("a2 b7 c9 d3", "a2 b7 c9 d3 e2 f2 g1 h1");
  CHECK(f.tree.at(root).cost == 12'000);
  f.spend("h8 a1 g8 o8 k12 n13 i8 a2", 20'000);
  for (const char* reply : {"b7", "c9", "d3", "e2", "f2", "g1", "h1"})
    f.finish(f.add((std::string("h8 a1 g8 o8 k12 n13 i8 ") + reply).c_str()), JobState::proved);
  f.spend("h8 a1 g8 o8 k12 n13 i9 a2", 20'000);
  CHECK(f.tree.at(root).cost == Approx(2 * 20'000 * std::pow(1.0 / 8, 0.45)));
  CHECK(f.tree.best_move(f.tree.at(root)) == 1);
}

TEST_CASE("parents share what was spent on a job", "[jobs]") {
  Fixture f;
  // Two orders of the same moves lead to one position.
  const JobId root = f.add("h8 a1");
  f.split(root, "h8 a1", "i9 i8");
  const JobId first = f.add("h8 a1 i9");
  const JobId second = f.add("h8 a1 i8");
  f.split(first, "h8 a1 i9", "a2");
  f.split(second, "h8 a1 i8", "a2");
  f.split("h8 a1 i9 a2", "i8");
  f.split("h8 a1 i9 a2 i8", "b7");
  f.spend("h8 a1 i9 a2 i8 b7", 5'000);
  const auto spent = [&](JobId id) { return f.tree.at(id).spent; };
  CHECK(spent(first) == 5'000);
  CHECK(spent(second) == 0);
  CHECK(spent(root) == 5'000);
  f.split("h8 a1 i8 a2", "i9");
  CHECK(spent(first) == 2'500);
  CHECK(spent(second) == 2'500);
  CHECK(f.tree.at(second).open_spent == 2'500);
  CHECK(spent(root) == 5'000);
  f.spend("h8 a1 i9 a2 i8 b7", 7'000);
  CHECK(spent(first) == 3'500);
  CHECK(spent(second) == 3'500);
  CHECK(spent(root) == 7'000);
}

TEST_CASE("a move costs at least what was spent on its open replies, first or not", "[jobs]") {
  Fixture f;
  const JobId root = f.split_in_two("a2 b7 c9 d3 e2 f2 g1 h1 i1 j1", "a2 b7");
  CHECK(f.tree.at(root).cost == 12'000);
  f.spend("h8 a1 g8 o8 k12 n13 i8 a2", 13'000);
  CHECK(f.tree.at(root).cost == 26'000);
  f.spend("h8 a1 g8 o8 k12 n13 i8 a2", 200'000);
  CHECK(f.tree.at(root).cost == 30'000);  // the first move
  f.spend("h8 a1 g8 o8 k12 n13 i9 a2", 150'000);
  CHECK(f.tree.at(root).cost == 150'000);
  f.spend("h8 a1 g8 o8 k12 n13 i8 a2", 200'000, JobState::proved);
  CHECK(f.tree.at(f.add("h8 a1 g8 o8 k12 n13 i8")).open_spent == 0);
}

TEST_CASE("no reply costs less than its share of what was searched before the move", "[jobs]") {
  Fixture f;
  const JobId root = f.split_in_two("a2 b7", "a2 b7 c9 d3 e2", 40'000);
  const JobId threat = f.add("h8 a1 g8 o8 k12 n13 i9");
  CHECK(f.tree.at(threat).cost == 6'000);
  CHECK(f.tree.at(root).cost == 40'000);
  f.finish(f.add("h8 a1 g8 o8 k12 n13 i9 a2"), JobState::proved);
  CHECK(f.tree.at(threat).open_replies == 1);
  CHECK(f.tree.at(root).cost == Approx(20'000 * std::pow(0.5, 0.45)));
}

TEST_CASE("a job costs what it looks like, or its next budget if that is more", "[jobs]") {
  Fixture f;
  const JobId job = f.add("i8 a2");
  f.split(job, "i8 a2", "i9");
  f.split("i8 a2 i9", "b7 c9");
  CHECK(f.tree.at(job).cost == 6'000);
  f.spend("i8 a2 i9 b7", 1'000);
  CHECK(f.tree.at(job).cost == 4'000 + 3'000);
  CHECK(f.tree.at(job).spent == 1'000);
}

TEST_CASE("the reply comes first where most of what it looks like is still to be seen", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9 o15");
  f.split("h8 a1 g8 o8 k12 n13 o15", "a2 b7 c9 d3 e2 f2 g1 h1 i1 j1 k1 l1 m1 n1 o1 a3 a4 a5");
  const JobId job = f.add("h8 a1 g8 o8 k12 n13 i9");
  f.predict("h8 a1 g8 o8 k12 n13 i9 c9", 40'000);
  f.predict("h8 a1 g8 o8 k12 n13 i9 b7", 5'000);
  f.split(job, "h8 a1 g8 o8 k12 n13 i9", "a2 b7 c9");
  CHECK(f.tree.at(job).cost == 3'000 + 5'000 + 40'000);
  CHECK(f.pick(root)->job == f.add("h8 a1 g8 o8 k12 n13 i9 c9"));
  const auto search_in_vain = [&](const char* line, std::uint8_t round) {
    f.tree.set(f.add(line), {JobState::open, round, 0, {}}, f.store.view().value());
  };
  search_in_vain("h8 a1 g8 o8 k12 n13 i9 c9", 1);  // 40 to 4, 5 to 1, 3 to 1
  CHECK(f.pick(root)->job == f.add("h8 a1 g8 o8 k12 n13 i9 c9"));
  search_in_vain("h8 a1 g8 o8 k12 n13 i9 c9", 2);  // 40 to 16, 5 to 1, 3 to 1
  CHECK(f.pick(root)->job == f.add("h8 a1 g8 o8 k12 n13 i9 b7"));
  search_in_vain("h8 a1 g8 o8 k12 n13 i9 b7", 1);  // 40 to 16, 5 to 4, 3 to 1
  CHECK(f.pick(root)->job == f.add("h8 a1 g8 o8 k12 n13 i9 a2"));
}

TEST_CASE("what costs little beside what the other replies have got is done at once", "[jobs]") {
  Fixture f;
  f.predict("h8 a1 g8 o8 k12 n13 i9 a2", 2'000);
  f.predict("h8 a1 g8 o8 k12 n13 i9 b7", 200'000);
  f.predict("h8 a1 g8 o8 k12 n13 i9 c9", 30'000);
  const JobId root =
      f.split_in_two("a2 b7 c9", "a2 b7 c9 d3 e2 f2 g1 h1 i1 j1 k1 l1 m1 n1 o1 a3 a4 a5 a6 a7 a8 a9");
  const auto next_after = [&](std::uint64_t searches) {
    f.tree.set(f.add("h8 a1 g8 o8 k12 n13 i9 c9"), {JobState::open, 2, searches, {}}, f.store.view().value());
    return f.pick(root)->job;
  };
  CHECK(next_after(19'999) == f.add("h8 a1 g8 o8 k12 n13 i9 b7"));
  CHECK(next_after(20'000) == f.add("h8 a1 g8 o8 k12 n13 i9 a2"));
}

TEST_CASE("roots take turns, whatever they were expected to cost", "[jobs]") {
  Fixture f;
  f.predict("h8 a1 g8 o8 k12 n13 i9 a2", 100);
  f.predict("h8 a1 g8 o8 k12 n13 i9 b7", 40'000);
  const std::array roots{f.add("h8 a1 g8 o8 k12 n13 i9 b7"), f.add("h8 a1 g8 o8 k12 n13 i9 a2")};
  f.tree.set_roots(roots);
  const auto next = [&] { return f.tree.pick()->job; };
  CHECK(next() == roots[1]);
  f.spend("h8 a1 g8 o8 k12 n13 i9 a2", 900);  // the next budget is 4,000
  CHECK(next() == roots[0]);
  f.spend("h8 a1 g8 o8 k12 n13 i9 b7", 4'001);
  CHECK(next() == roots[1]);
}

TEST_CASE("whose turn it is does not depend on when that was last asked", "[jobs]") {
  Fixture f;
  std::mt19937 random(5);
  std::vector<JobId> roots;
  std::vector<std::string> lines;
  for (const char* reply : {"a2", "b7", "c9", "d3", "e2", "f2", "g1", "h1", "i1", "j1", "k1", "l1"}) {
    lines.push_back(std::string("h8 a1 g8 o8 k12 n13 i9 ") + reply);
    f.predict(lines.back().c_str(), 100 + static_cast<double>(random() % 50'000));
    roots.push_back(f.add(lines.back().c_str()));
  }
  roots.push_back(roots.front());  // asked for twice
  f.tree.set_roots(roots);
  std::set<JobId> picked;
  for (int step = 0; step < 2'000; ++step) {
    const std::size_t i = random() % lines.size();
    switch (random() % 4) {
      case 0:
        f.spend(lines[i].c_str(), random() % 100'000, random() % 20 == 0 ? JobState::failed : JobState::open);
        break;
      case 1:
        f.tree.hold(roots[i], random() % 2 == 0);
        break;
      case 2:
        f.tree.mark_elsewhere(roots[i]);
        break;
      default:
        if (random() % 20 == 0) f.tree.refresh(f.store.view().value());
    }
    JobTree anew = f.tree;
    anew.set_roots(roots);
    const auto pick = f.tree.pick();
    REQUIRE(pick.has_value() == anew.pick().has_value());
    if (!pick) continue;
    REQUIRE(pick->job == anew.pick()->job);
    picked.insert(pick->job);
  }
  CHECK(picked.size() > 6);
}

TEST_CASE("where there is no other move the cheapest reply comes first", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  f.predict("h8 a1 g8 o8 k12 n13 i9 c9", 40'000);
  f.predict("h8 a1 g8 o8 k12 n13 i9 b7", 2'000);
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9");
  f.split("h8 a1 g8 o8 k12 n13 i9", "a2 b7 c9");
  CHECK(f.pick(root)->job == f.add("h8 a1 g8 o8 k12 n13 i9 b7"));
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9 i8");
  f.split("h8 a1 g8 o8 k12 n13 i8", "a2 b7 c9 d3 e2 f2 g1 h1 i1 j1 k1 l1 m1 n1 o1 a3 a4 a5");
  CHECK(f.pick(root)->job == f.add("h8 a1 g8 o8 k12 n13 i9 c9"));
}

TEST_CASE("a split position is searched as a whole again when that is cheaper", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9", 3);
  const JobId after = f.add("h8 a1 g8 o8 k12 n13 i9");
  f.split(after, "h8 a1 g8 o8 k12 n13 i9", "a2 b7");
  CHECK(f.tree.at(root).cost == 6'000);
  CHECK(f.pick(root)->parent == after);
  f.tree.set(f.add("h8 a1 g8 o8 k12 n13 i9 a2"), {JobState::open, 4, 100'000, {}}, f.store.view().value());
  CHECK(f.tree.at(root).cost == 64'000);
  CHECK(f.pick(root)->job == root);
  f.tree.hold(root, true);
  CHECK(f.pick(root)->parent == after);
}

TEST_CASE("a position below which much was spent is searched as a whole again, now and then", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9", 4);
  f.split("h8 a1 g8 o8 k12 n13 i9", "a2 b7");
  const auto spend = [&](std::uint64_t searches) {
    f.tree.set(f.add("h8 a1 g8 o8 k12 n13 i9 a2"), {JobState::open, 7, searches, {}}, f.store.view().value());
  };
  spend(511'000);
  CHECK(f.pick(root)->job != root);
  spend(512'000);
  CHECK(f.pick(root)->job == root);
  CHECK(f.tree.budget(f.tree.at(root)) == 64'000);
  CHECK(f.tree.second_thought(f.tree.at(root)) == 1);

  f.split(root, "h8 a1 g8 o8 k12 n13", "i9", 5, 64'000);
  CHECK(f.pick(root)->job != root);
  spend(2'048'000 - 64'000);
  CHECK(f.pick(root)->job == root);
  CHECK(f.tree.second_thought(f.tree.at(root)) == 2);
  CHECK(f.tree.second_thought(f.tree.at(f.add("h8 a1 g8 o8 k12 n13 i9 a2"))) == 0);
}

TEST_CASE("the empty board is split at once, and not searched as a whole again", "[jobs]") {
  Fixture f;
  const JobId root = f.add("");
  const JobId second = f.add("h8 a1");
  CHECK(f.tree.is_last_chance(f.tree.at(root)));
  CHECK_FALSE(f.tree.is_last_chance(f.tree.at(second)));
  CHECK(f.pick(root)->job == root);
  f.split(root, "", "h8", 1);
  CHECK_FALSE(f.tree.is_last_chance(f.tree.at(root)));
  f.split("h8", "a1 a2");
  f.spend("h8 a2", 100'000'000);
  CHECK(f.pick(root)->job == second);
  f.tree.hold(second, true);
  f.tree.hold(f.add("h8 a2"), true);
  CHECK_FALSE(f.pick(root));
  // Any other position in its place would be.
  f.tree.set(second, {JobState::open, 2, 21'000, {}}, f.store.view().value());
  CHECK(f.tree.is_last_chance(f.tree.at(second)));
}

TEST_CASE("what is held is not picked, and comes back", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  CHECK(f.pick(root)->job == root);
  f.tree.hold(root, true);
  CHECK_FALSE(f.pick(root));
  f.tree.hold(root, false);
  CHECK(f.pick(root));
  f.tree.mark_elsewhere(root);
  CHECK_FALSE(f.pick(root));
  f.tree.refresh(f.store.view().value());
  CHECK(f.pick(root));
}

TEST_CASE("proofs and failures go upwards", "[jobs]") {
  Fixture f;
  const JobId root = f.split_in_two("a2 b7", "a2 b7");
  const JobId and_1 = f.add("h8 a1 g8 o8 k12 n13 i9");
  const JobId and_2 = f.add("h8 a1 g8 o8 k12 n13 i8");
  f.finish(f.add("h8 a1 g8 o8 k12 n13 i9 a2"), JobState::proved);
  CHECK(f.tree.at(root).entry.state == JobState::split);
  SECTION("one reply that fails fails the move, not the position") {
    f.finish(f.add("h8 a1 g8 o8 k12 n13 i9 b7"), JobState::failed);
    CHECK(f.tree.at(and_1).entry.state == JobState::failed);
    CHECK(f.tree.at(root).entry.state == JobState::split);
    f.finish(f.add("h8 a1 g8 o8 k12 n13 i8 b7"), JobState::failed);
    CHECK(f.tree.take_settled() == std::vector<JobId>{and_1, and_2, root});
    // Other moves were not tried.
    CHECK(f.tree.at(root).entry.state == JobState::open);
    CHECK(f.tree.at(root).children.empty());
    CHECK(f.pick(root)->job == root);
  }
  SECTION("all replies proved prove the move, and that the position") {
    f.finish(f.add("h8 a1 g8 o8 k12 n13 i9 b7"), JobState::proved);
    CHECK(f.tree.at(root).entry.state == JobState::proved);
    CHECK(f.tree.at(root).cost == 0);
    CHECK_FALSE(f.pick(root));
    CHECK(f.tree.take_settled() == std::vector<JobId>{and_1, root});
    CHECK(f.tree.take_settled().empty());
  }
}

TEST_CASE("a position whose moves have failed goes on where it was", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1 g8 o8 k12 n13");
  f.split(root, "h8 a1 g8 o8 k12 n13", "i9", 4, 100);
  f.split("h8 a1 g8 o8 k12 n13 i9", "a2 b7");
  f.spend("h8 a1 g8 o8 k12 n13 i9 b7", 900, JobState::failed);
  CHECK(f.tree.at(root).entry == JobEntry{JobState::open, 4, 1'000, {}});
}

TEST_CASE("what another process has proved on its way is seen at a refresh", "[jobs]") {
  Fixture f;
  const JobId root = f.split_in_two("a2 b7", "a2 b7");
  const JobId reply = f.add("h8 a1 g8 o8 k12 n13 i9 a2");
  put_answer(f.store, after("h8 a1 g8 o8 k12 n13 i9 a2"), parse_square("j9", 15).value());
  CHECK(f.tree.at(reply).entry.state == JobState::open);
  f.tree.refresh(f.store.view().value());
  CHECK(f.tree.at(reply).entry.state == JobState::proved);
  CHECK(f.tree.at(root).entry.state == JobState::split);
}

TEST_CASE("a job that was searched in vain more than once counts as hard", "[jobs]") {
  Fixture f;
  const auto hard_after = [&](std::uint8_t round) {
    f.tree.set(f.add("h8 a1"), {JobState::open, round, 100, {}}, f.store.view().value());
    CHECK(f.tree.counts().open == 1);
    return f.tree.counts().hard;
  };
  CHECK(hard_after(1) == 0);
  CHECK(hard_after(2) == 1);
}

TEST_CASE("an AND position with replies to come is not proved by those that are there", "[jobs]") {
  Fixture f;
  put_answer(f.store, after("h8 a1 g8 o8 k12 n13 i9 a2"), parse_square("j9", 15).value());
  put_job(f.store, canonical_form(after("h8 a1 g8 o8 k12 n13 i9 b7")).position,
          {JobState::open, 1, 5'000, {}});
  const JobId job = f.add("h8 a1 g8 o8 k12 n13 i9");
  f.split(job, "h8 a1 g8 o8 k12 n13 i9", "a2 b7 c9");
  CHECK(f.tree.at(job).entry.state == JobState::split);
  CHECK(f.tree.at(job).children.size() == 3);
}

TEST_CASE("positions equal up to symmetry are one job", "[jobs]") {
  Fixture f;
  CHECK(f.add("h8 a1") == f.add("h8 o15"));
  CHECK(f.add("h8 a1") != f.add("h8 a2"));
}

TEST_CASE("a tree is rebuilt from its store", "[jobs]") {
  Fixture f;
  const JobId root = f.add("h8 a1");
  f.split(root, "h8 a1", "i9 i8");
  f.split("h8 a1 i9", "a2 b7");
  for (JobId id = 0; id < f.tree.size(); ++id) put_job(f.store, f.tree.at(id).position, f.tree.at(id).entry);
  put_answer(f.store, after("h8 a1 i9 b7"), parse_square("j9", 15).value());
  JobTree again(Color::black, {1'000, 4, 16'000, 64'000}, [](const Position&) { return 3'000; });
  const auto view = f.store.view();
  const JobId top = again.add(after("h8 a1"), view.value());
  CHECK(again.size() == f.tree.size());
  CHECK(again.counts().proved == 1);
  CHECK(again.at(top).cost == Approx(3'000 * std::pow(0.5, 0.45)));  // i9, one of its two replies answered
}

}  // namespace
}  // namespace fiveproof::solve
