// A worker that lies, in all ways that are known.
//
//     liar URL SEED [KIND...]      takes jobs until it is killed
//
// It is allowed what any worker is, and says nothing true but by accident.
#include <chrono>
#include <iostream>
#include <random>
#include <thread>

#include "game/legal_moves.hpp"
#include "remote/fragment.hpp"
#include "remote/link.hpp"
#include "remote/schema.hpp"
#include "remote/task.hpp"
#include "solve/jobs/job_search.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::remote {
namespace {

using solve::Bytes;
using solve::SearchOutcome;

constexpr const char* kinds[] = {"false",   "other-job", "other-rule", "stale",   "garbage",     "huge",
                                 "illegal", "failed",    "limit",      "nothing", "other-token", "moves"};

class Liar {
 public:
  Liar(std::string url, unsigned seed, std::vector<std::string> said)
      : link_(std::move(url)), random_(seed), kinds_(std::move(said)) {
    if (kinds_.empty()) kinds_.assign(std::begin(kinds), std::end(kinds));
  }

  int lie_for_ever() {
    for (;;) {
      const bool was_there = lie(kinds_[random_() % kinds_.size()]);
      std::this_thread::sleep_for(std::chrono::milliseconds(was_there ? 20 : 200));
    }
  }

 private:
  bool ask(const Link::Work& work) { return !link_.attempt(work); }

  bool lie(const std::string& kind) {
    std::string id, token;
    Bytes bytes;
    std::optional<solve::StoreIdentity> game;
    const bool is_there = ask([&](pqxx::transaction_base& work) {
      game = game_of(work).value();
      if (!game) return;
      const auto row = work.exec("SELECT id, token, task FROM take_job('liar')")[0];
      if (row[0].is_null()) return;
      id = row[0].as<std::string>();
      token = row[1].as<std::string>();
      bytes = bytes_of(row[2]);
    });
    if (!is_there || id.empty()) return false;
    const auto task = decode_task(bytes, *game);
    if (!task.ok() || kind == "nothing") return true;  // it keeps the lease
    if (kind == "stale") {
      ask([&](pqxx::transaction_base& work) { work.exec_params("SELECT give_back($1, $2)", id, token); });
      hand_in(id, token, encode(false_proof(task.value().work), *game));
      return true;
    }
    if (kind == "other-token") {
      hand_in(id, "00000000-0000-4000-8000-000000000000", encode(false_proof(task.value().work), *game));
      ask([&](pqxx::transaction_base& work) { work.exec_params("SELECT give_back($1, $2)", id, token); });
      return true;
    }
    hand_in(id, token, fragment(kind, task.value(), *game));
    return true;
  }

  void hand_in(const std::string& id, const std::string& token, const Bytes& bytes) {
    ask([&](pqxx::transaction_base& work) {
      work.exec_params("SELECT hand_in($1, $2, $3)", id, token, bytea(bytes));
    });
  }

  Square any_move(const Position& position) {
    std::vector<Square> moves;
    for (Square s : legal_moves(position, RuleSet::freestyle, position.to_move())) moves.push_back(s);
    return moves[random_() % moves.size()];
  }

  /// Any move wins.
  Fragment false_proof(const solve::Work& work) {
    Fragment fragment;
    fragment.outcome = SearchOutcome::proved;
    fragment.searches = random_();
    fragment.answers = {{work.job.position, any_move(work.job.position)}};
    Position below = work.job.position;
    for (int i = 0; i < 20 && below.stone_count() + 2 < below.size() * below.size(); ++i) {
      below.play(any_move(below));
      below.play(any_move(below));
      fragment.answers.push_back({canonical_form(below).position, any_move(canonical_form(below).position)});
    }
    return fragment;
  }

  Bytes fragment(const std::string& kind, const Task& task, const solve::StoreIdentity& game) {
    Fragment lie = false_proof(task.work);
    if (kind == "false") return encode(lie, game);
    if (kind == "garbage") {
      Bytes bytes = encode(lie, game);
      for (int i = 0; i < 8; ++i) bytes[random_() % bytes.size()] = static_cast<std::uint8_t>(random_());
      return bytes;
    }
    if (kind == "huge")
      return Bytes(most_bytes(task.work.budget) - random_() % 2, static_cast<std::uint8_t>(1));
    if (kind == "illegal") {
      for (auto& answer : lie.answers)
        for (Square s : answer.position.stones(opponent(game.attacker))) answer.move = s;
      return encode(lie, game);
    }
    if (kind == "failed") {
      lie.outcome = SearchOutcome::failed;
      return encode(lie, game);
    }
    if (kind == "limit" || kind == "moves") {
      lie.outcome = SearchOutcome::limit;
      if (kind == "moves")
        for (int i = 0; i < 12; ++i) lie.moves.push_back(any_move(task.work.job.position));
      return encode(lie, game);
    }
    if (kind == "other-job") {
      const Fragment before = last_;
      last_ = lie;
      return encode(before, game);
    }
    return search(task, game);
  }

  /// What is true by other rules.
  Bytes search(const Task& task, solve::StoreIdentity game) {
    const solve::StoreIdentity asked = game;
    game.rule = game.rule == RuleSet::freestyle ? RuleSet::standard : RuleSet::freestyle;
    const test::TemporaryFolder folder;
    const solve::Store store =
        solve::Store::open(folder.file("l.fvs"), game, solve::Store::Mode::create).value();
    const auto view = store.view();
    const solve::WorkOptions how;
    const solve::Yield yield = solve::JobSearch(game, view.value(), how).run(task.work);
    Fragment fragment;
    fragment.outcome = yield.report.outcome;
    fragment.searches = yield.report.searches;
    fragment.answers = yield.answers;
    return encode(fragment, asked);
  }

  Link link_;
  std::mt19937 random_;
  std::vector<std::string> kinds_;
  Fragment last_;
};

}  // namespace
}  // namespace fiveproof::remote

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: liar URL SEED [KIND...]\n";
    return 2;
  }
  return fiveproof::remote::Liar(argv[1], static_cast<unsigned>(std::stoul(argv[2])), {argv + 3, argv + argc})
      .lie_for_ever();
}
