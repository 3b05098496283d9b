#include "convert/pictures/dot.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/convert/dot_pictures.hpp"
#include "tests/convert/proof_fixtures.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using fiveproof::test::dot_of;
using fiveproof::test::Picture;
using fiveproof::test::position_in;
using fiveproof::test::read_picture;
using fiveproof::test::tangled_proof;

TEST_CASE("dot: a small proof, as it is drawn", "[convert]") {
  Proof proof(RuleSet::freestyle, 15, Color::black);
  proof.records.add(after("h8 a2"), Square(9, 8));
  proof.records.add(after("h8 a2 j9 c2"), std::nullopt);
  proof.records.add(after("h8 d7"), std::nullopt);
  proof.roots = {root_after("h8 a2"), root_after("h8 a3")};
  proof.records.finish();
  const Picture picture = read_picture(dot_of(proof));
  REQUIRE(picture.nodes.size() == 5);
  CHECK(picture.nodes.at("r0").label == "black wins from h8 a2");
  CHECK(picture.nodes.at("r1").label == "black wins from h8 a3\\nnot stored");
  std::string edges;
  for (const auto& e : picture.edges) {
    const auto& to = picture.nodes.at(e.to);
    edges += e.label + (e.is_dashed ? "! " : " ") + to.label + ": " + to.tooltip + "\n";
  }
  CHECK(edges ==
        " 2: black h8, white a2, black to move\n"
        "j9 3: black h8 j9, white a2, white to move\n"
        "c2 4 threats: black h8 j9, white a2 c2, black to move\n");
  const auto writing = write_dot(proof);
  CHECK(writing.value().losses == std::vector<std::string>{"1 record that no claim leads to"});
}

TEST_CASE("dot: every edge is a move, every position there once", "[convert]") {
  std::size_t dashed = 0, several = 0, fives = 0, illegal = 0;
  for (unsigned seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const Color attacker = seed % 2 == 0 ? Color::black : Color::white;
    const Proof proof = tangled_proof({.seed = seed,
                                       .size = 5 + static_cast<int>(seed % 3),
                                       .attacker = attacker,
                                       .positions = 200,
                                       .replies = 8});
    const Picture picture = read_picture(dot_of(proof));
    std::set<std::pair<std::vector<std::uint8_t>, Color>> seen;
    std::map<std::string, Position> positions;
    for (const auto& [name, node] : picture.nodes) {
      if (name[0] != 'o' && name[0] != 'a') continue;
      const Position position = position_in(node.tooltip, proof.size);
      REQUIRE((position.to_move() == attacker) == (name[0] == 'o'));
      REQUIRE(std::stoi(node.label) == position.stone_count());
      REQUIRE(seen.emplace(pack(canonical_form(position).position), position.to_move()).second);
      positions.emplace(name, position);
    }
    std::map<std::string, int> replies;
    for (const auto& edge : picture.edges) {
      Position next(proof.size);
      if (edge.from[0] == 'r') {
        next = proof.roots[static_cast<std::size_t>(std::stoi(edge.from.substr(1)))].position;
      } else {
        next = positions.at(edge.from);
        const Square move = parse_square(edge.label.substr(0, edge.label.find(' ')), proof.size).value();
        if (edge.to[0] == 'x') {
          ++illegal;
          REQUIRE_FALSE(next.is_empty(move));
          continue;
        }
        REQUIRE(next.is_empty(move));
        if (edge.to[0] == 'f') {
          ++fives;
          REQUIRE(makes_five(next, proof.rule, attacker, move));
          continue;
        }
        next.play(move);
      }
      const Position& there = positions.at(edge.to);
      REQUIRE(canonical_form(next).position == canonical_form(there).position);
      REQUIRE(edge.is_dashed == (next != there));
      dashed += edge.is_dashed;
      if (edge.from[0] != 'a') continue;
      const auto bracket = edge.label.find('(');
      const int count = bracket == std::string::npos ? 1 : std::stoi(edge.label.substr(bracket + 1));
      replies[edge.from] += count;
      several += count > 1;
    }
    for (const auto& [name, position] : positions) {
      if (name[0] != 'a') continue;
      int stored = 0;
      for (const Square s : position.empties()) {
        Position next = position;
        next.play(s);
        const auto [first, last] = proof.records.find(canonical_form(next).position);
        stored += first < last;
      }
      REQUIRE(replies[name] == stored);
    }
  }
  CHECK(dashed > 5);
  CHECK(several > 20);
  CHECK(fives > 0);
  CHECK(illegal > 10);
}

TEST_CASE("dot: less of it, and no more than was asked for", "[convert]") {
  const Proof proof = tangled_proof({.seed = 8, .positions = 200});
  const auto count = [](const Picture& picture) {
    return std::ranges::count_if(picture.nodes,
                                 [](const auto& n) { return n.first[0] == 'o' || n.first[0] == 'a'; });
  };
  const auto all = static_cast<std::uint64_t>(count(read_picture(dot_of(proof))));
  CHECK(dot_of(proof, {.max_positions = all}) == dot_of(proof));
  const Error refused = test::error_of(write_dot(proof, {.max_positions = all - 1}), "");
  CHECK(refused.code == ErrorCode::limit);
  CHECK(refused.message == "the picture would have more than " + std::to_string(all - 1) +
                               " positions: show less of it with a root, a depth or a width");
  CHECK(dot_of(proof, {.max_depth = 100}) == dot_of(proof));
  std::uint64_t before = 0;
  for (std::size_t depth = 0; depth < 5; ++depth) {
    const Picture picture = read_picture(dot_of(proof, {.max_depth = depth}));
    const auto now = static_cast<std::uint64_t>(count(picture));
    CHECK(now > before);
    before = now;
    std::set<std::string> has_edge;
    for (const auto& edge : picture.edges) has_edge.insert(edge.from);
    for (const auto& [name, node] : picture.nodes)
      if (!node.style.empty()) CHECK_FALSE(has_edge.contains(name));
    CHECK(std::ranges::any_of(picture.nodes, [](const auto& n) { return !n.second.style.empty(); }));
  }
  const Root root{proof.records.at(proof.records.count() / 2).position, std::nullopt};
  const Picture part = read_picture(dot_of(proof, {.root = root}));
  CHECK(static_cast<std::uint64_t>(count(part)) < all);
  CHECK(part.nodes.at("r0").label == "black wins from " + root.text());
  Proof nothing(RuleSet::standard, 9, Color::white);
  nothing.records.finish();
  CHECK(write_dot(nothing).error().code == ErrorCode::usage);
}

namespace {

/// A picture by its positions in canonical form, as the numbers of nodes say nothing between two pictures.
class Read {
 public:
  using Key = std::pair<std::vector<std::uint8_t>, Color>;
  struct Below {
    std::map<Key, int> next;  ///< with the number of moves that lead there
    std::string left_out;     ///< the label of what is not drawn
  };

  Read(const Proof& proof, const Picture& picture) {
    std::map<std::string, Key> keys;
    for (const auto& [name, node] : picture.nodes) {
      if (name[0] != 'o' && name[0] != 'a') continue;
      const Position position = position_in(node.tooltip, proof.size);
      keys[name] = {pack(canonical_form(position).position), position.to_move()};
      (name[0] == 'o' ? or_ : and_).emplace(keys[name], Below{});
    }
    for (const auto& edge : picture.edges) {
      if (!keys.contains(edge.from)) continue;
      Below& below = (edge.from[0] == 'o' ? or_ : and_).at(keys[edge.from]);
      if (edge.to[0] == 'm') below.left_out = picture.nodes.at(edge.to).label;
      if (!keys.contains(edge.to)) continue;
      const auto bracket = edge.label.find('(');
      below.next[keys[edge.to]] +=
          bracket == std::string::npos ? 1 : std::stoi(edge.label.substr(bracket + 1));
    }
  }

  [[nodiscard]] const std::map<Key, Below>& and_positions() const { return and_; }
  /// How many OR positions can be reached.
  [[nodiscard]] std::size_t reach(const std::set<Key>& from) const {
    std::set<Key> met;
    std::vector<Key> waiting(from.begin(), from.end());
    while (!waiting.empty()) {
      const Key key = waiting.back();
      waiting.pop_back();
      if (!met.insert(key).second) continue;
      for (const auto& [move, count] : or_.at(key).next)
        for (const auto& [reply, number] : and_.at(move).next) waiting.push_back(reply);
    }
    return met.size();
  }

 private:
  std::map<Key, Below> or_, and_;
};

}  // namespace

TEST_CASE("dot: of many replies those that most hangs below, and the others are counted", "[convert]") {
  std::size_t left_out = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const Proof proof = tangled_proof({.seed = seed, .size = 5, .positions = 200, .replies = 8});
    const Read all(proof, read_picture(dot_of(proof)));
    for (std::size_t width = 0; width < 4; ++width) {
      CAPTURE(seed, width);
      const Read narrow(proof, read_picture(dot_of(proof, {.max_width = width})));
      for (const auto& [key, drawn] : narrow.and_positions()) {
        std::set<Read::Key> others;
        int count = 0;
        std::vector<std::size_t> weights;
        for (const auto& [next, number] : all.and_positions().at(key).next) {
          weights.push_back(all.reach({next}));
          if (drawn.next.contains(next)) {
            REQUIRE(drawn.next.at(next) == number);
            continue;
          }
          others.insert(next);
          count += number;
        }
        REQUIRE(drawn.next.size() >= std::min(width, weights.size()));
        if (others.empty()) {
          REQUIRE(drawn.left_out.empty());
          continue;
        }
        const std::size_t positions = all.reach(others);
        REQUIRE(drawn.left_out == std::to_string(count) + " more\\n" + std::to_string(positions) +
                                      (positions == 1 ? " position" : " positions"));
        std::ranges::sort(weights, std::greater());
        for (const Read::Key& other : others)
          if (width > 0) REQUIRE(all.reach({other}) <= weights[width - 1]);
        ++left_out;
      }
    }
  }
  CHECK(left_out > 100);
}
