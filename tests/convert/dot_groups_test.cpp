// Replies that fold into one node: each is told once, and what is told is what unfolded nodes tell.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "convert/pictures/group_text.hpp"
#include "tests/convert/dot_pictures.hpp"
#include "tests/convert/proof_fixtures.hpp"

namespace fiveproof::convert {
namespace {

using test::dot_of;
using test::Picture;
using test::position_in;
using test::read_picture;
using test::tangled_proof;
using End = ReplyGroup::End;

std::vector<Square> squares(const std::string& text) { return parse_squares(text, 15).value(); }

/// "a1 b2 (2 replies): ..."
std::vector<Square> told_in(const std::string& tooltip) {
  const auto end = tooltip.find(" (");
  const auto found = squares(tooltip.substr(0, end));
  REQUIRE(std::stoul(tooltip.substr(end + 2)) == found.size());
  return found;
}

/// The first record of the position after the reply, if it is stored.
std::optional<std::size_t> record_after(const Proof& proof, Position position, Square reply) {
  position.play(reply);
  const auto [first, last] = proof.records.find(canonical_form(position).position);
  if (first == last) return std::nullopt;
  return first;
}
bool has_move_after(const Proof& proof, Position position, Square reply) {
  position.play(reply);
  const auto [first, last] = proof.records.find(canonical_form(position).position);
  for (std::size_t i = first; i < last; ++i)
    if (proof.records.move(i)) return true;
  return false;
}

/// Somebody who knows of every reply but some, and says the same whenever he is asked.
struct Oracle {
  const Proof& proof;
  bool is_folded = true;

  std::vector<ReplyGroup> operator()(const Position& position) const {
    std::vector<ReplyGroup> groups;
    for (const Square reply : position.empties()) {
      const int kind = (reply.column() * 3 + reply.row() * 5 + position.stone_count()) % 7;
      if (kind == 0 || has_move_after(proof, position, reply)) continue;
      const End end = kind == 1 ? End::open : kind == 2 ? End::five : End::sequence;
      const std::string moves = end == End::sequence ? "z" + std::to_string(kind) : "";
      const auto found = std::ranges::find_if(
          groups, [&](const ReplyGroup& group) { return group.end == end && group.moves == moves; });
      if (is_folded && found != groups.end())
        found->replies.push_back(reply);
      else
        groups.push_back({end, {reply}, moves, moves.empty() ? "" : "a long story of " + moves});
    }
    return groups;
  }
};

/// What a picture tells of the replies below each position with the defender to move, by the name of its
/// node.
struct Told {
  std::map<std::string, std::set<std::pair<Square, std::string>>> replies;  ///< with what becomes of them
  std::map<std::string, int> nodes;
  std::set<std::string> rest;  ///< nodes and edges that have nothing to do with it

  explicit Told(const Picture& picture) {
    for (const auto& [name, node] : picture.nodes)
      if (!is_group(name)) rest.insert(name + node.label + node.tooltip);
    for (const auto& edge : picture.edges) {
      if (!is_group(edge.to)) {
        rest.insert(edge.from + ">" + edge.to + edge.label);
        continue;
      }
      REQUIRE(edge.from[0] == 'a');
      REQUIRE(edge.to.substr(1, edge.to.find('_') - 1) == edge.from.substr(1));
      ++nodes[edge.from];
      const auto& node = picture.nodes.at(edge.to);
      const std::string end = edge.to[0] + node.label.substr(node.label.rfind("\\n"));
      for (const Square reply : told_in(node.tooltip)) REQUIRE(replies[edge.from].emplace(reply, end).second);
    }
  }
  static bool is_group(const std::string& name) {
    return std::string("sdgt").find(name[0]) != std::string::npos;
  }
};

Proof some_proof(unsigned seed) {
  return tangled_proof({.seed = seed,
                        .size = 5 + static_cast<int>(seed % 3),
                        .attacker = seed % 2 == 0 ? Color::black : Color::white,
                        .positions = 150,
                        .replies = 8});
}

TEST_CASE("dot: a group of replies is a node, with all of them in its tooltip", "[convert]") {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.records.add(after("h8 a2"), Square(9, 8));
  proof.records.add(after("h8 a2 j9 c2"), std::nullopt);
  proof.roots = {root_after("h8 a2")};
  proof.records.finish();
  const Picture picture = read_picture(dot_of(proof, {}, [](const Position& position) {
    CHECK(position == after("h8 a2 j9"));
    return std::vector<ReplyGroup>{
        {End::sequence, squares("a1 b1 c2 i9 o15 k10 h9 g7"), "i10 k11", "three i10 (h11), five k11"},
        {End::five, squares("d4")},
        {End::open, squares("e5 e6")}};
  }));
  // The position after c2 is in the group.
  CHECK(picture.nodes.size() == 6);
  CHECK(picture.nodes.at("s0_0").label == "a1 b1 i9 k10 h9 and 3 more\\nlost to i10 k11");
  CHECK(picture.nodes.at("s0_0").tooltip ==
        "a1 b1 c2 i9 o15 k10 h9 g7 (8 replies): three i10 (h11), five k11");
  CHECK(picture.nodes.at("d0_1").label == "d4\\na five");
  CHECK(picture.nodes.at("d0_1").tooltip == "d4 (1 reply)");
  CHECK(picture.nodes.at("g0_2").label == "e5 e6\\nopen");
  CHECK(write_dot(proof).value().records == 2);
  CHECK(write_dot(proof, {},
                  [](const Position&) {
                    return std::vector<ReplyGroup>{{End::sequence, squares("c2"), "i10", "five i10"}};
                  })
            .value()
            .records == 2);
}

TEST_CASE("dot: labels name what is near, count what is more, and break where a line is full", "[convert]") {
  const Position position = after("h8 o15");
  const auto label = [&](const std::string& replies, const std::string& moves) {
    return label_of({End::sequence, squares(replies), moves, ""}, position);
  };
  CHECK(label("a1 b1 c1 d1 e1 f1", "g7") == "a1 b1 c1 d1 e1 f1\\nlost to g7");
  CHECK(label("a1 b1 c1 d1 e1 f1 g9", "g7") == "g9 a1 b1 c1 d1 and 2 more\\nlost to g7");
  CHECK(label("a1 n14", "g7") == "n14 a1\\nlost to g7");
  CHECK(label("a1", "b11 b12 b13 b14 b15 c11 c12 c13 c14 c15") ==
        "a1\\nlost to b11 b12 b13 b14 b15 c11 c12 c13\\nc14 c15");
  CHECK(label_of({{End::sequence, squares("a1 a2")}, {End::sequence, squares("a3")}}) ==
        "2 more sequences\\n3 replies");
  CHECK(label_of({{End::sequence, squares("a3")}}) == "1 more sequence\\n1 reply");
}

TEST_CASE("dot: every reply is told once, folded or not", "[convert]") {
  std::size_t several = 0, stored = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Proof proof = some_proof(seed);
    const Picture picture = read_picture(dot_of(proof, {}, Oracle{proof}));
    const Told told(picture);
    for (const auto& [name, node] : picture.nodes) {
      if (name[0] != 'a') continue;
      const Position position = position_in(node.tooltip, proof.size);
      std::set<Square> expected, seen;
      const auto groups = Oracle{proof}(position);
      for (const ReplyGroup& group : groups) expected.insert(group.replies.begin(), group.replies.end());
      const auto found = told.replies.find(name);
      if (found != told.replies.end())
        for (const auto& [reply, end] : found->second) seen.insert(reply);
      REQUIRE(seen == expected);
      REQUIRE((groups.empty() ? 0 : told.nodes.at(name)) == static_cast<int>(groups.size()));
      several += groups.size() < expected.size();
      // What is in a group has no edge to its position besides.
      int edges = 0, others = 0;
      for (const auto& edge : picture.edges)
        if (edge.from == name && edge.to[0] == 'o')
          edges += edge.label.find('(') == std::string::npos
                       ? 1
                       : std::stoi(edge.label.substr(edge.label.find('(') + 1));
      for (const Square reply : position.empties()) {
        const bool is_stored = record_after(proof, position, reply).has_value();
        others += is_stored && !expected.contains(reply);
        stored += is_stored && expected.contains(reply);
      }
      REQUIRE(edges == others);
    }
    const Told unfolded(read_picture(dot_of(proof, {}, Oracle{proof, false})));
    REQUIRE(unfolded.replies == told.replies);
    REQUIRE(unfolded.rest == told.rest);
  }
  CHECK(several > 500);
  CHECK(stored > 50);
}

TEST_CASE("dot: a position without a move has a node where an edge leads to it", "[convert]") {
  std::size_t drawn = 0, folded = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const Proof proof = some_proof(seed);
    const Picture all = read_picture(dot_of(proof)), picture = read_picture(dot_of(proof, {}, Oracle{proof}));
    std::set<std::string> led_to;
    for (const auto& edge : picture.edges) led_to.insert(edge.to);
    for (const auto& [name, node] : picture.nodes) REQUIRE((name[0] == 'r' || led_to.contains(name)));
    for (const auto& [name, node] : all.nodes) {
      const bool is_alone =
          name[0] == 'o' && node.label.ends_with(" threats") &&
          std::ranges::none_of(all.edges, [&from = name](const auto& e) { return e.from == from; });
      if (!is_alone)
        REQUIRE(picture.nodes.contains(name));
      else
        ++(picture.nodes.contains(name) ? drawn : folded);
    }
    CHECK(write_dot(proof, {}, Oracle{proof}).value().records == write_dot(proof).value().records);
  }
  CHECK(drawn > 5);
  CHECK(folded > 20);
}

TEST_CASE("dot: a width bounds the sequences, and hides neither a five nor what is open", "[convert]") {
  std::size_t bounded = 0;
  for (unsigned seed = 1; seed <= 12; ++seed)
    for (std::size_t width = 0; width < 4; ++width) {
      CAPTURE(seed, width);
      const Proof proof = some_proof(seed);
      const Picture picture = read_picture(dot_of(proof, {.max_width = width}, Oracle{proof}));
      const Told told(picture);
      for (const auto& [name, node] : picture.nodes) {
        if (name[0] != 'a') continue;
        std::size_t sequences = 0, others = 0, replies = 0;
        for (const ReplyGroup& group : Oracle{proof}(position_in(node.tooltip, proof.size))) {
          replies += group.replies.size();
          ++(group.end == End::sequence ? sequences : others);
        }
        const std::string number = name.substr(1);
        const auto drawn = std::ranges::count_if(
            picture.nodes, [&](const auto& n) { return n.first.starts_with("s" + number + "_"); });
        REQUIRE(static_cast<std::size_t>(drawn) == std::min(width, sequences));
        REQUIRE(picture.nodes.contains("t" + number) == (sequences > width));
        if (replies > 0) REQUIRE(told.replies.at(name).size() == replies);
        if (sequences <= width) continue;
        ++bounded;
        const auto& more = picture.nodes.at("t" + number);
        REQUIRE(more.label.starts_with(std::to_string(sequences - width) + " more sequence"));
        REQUIRE(more.label.find("\\n" + std::to_string(told_in(more.tooltip).size()) + " repl") !=
                std::string::npos);
      }
    }
  CHECK(bounded > 100);
}

}  // namespace
}  // namespace fiveproof::convert
