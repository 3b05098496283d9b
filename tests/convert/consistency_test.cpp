#include "convert/check/consistency.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "convert/rapfi/rapfi_db.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/results.hpp"
#include "tests/nested_tree.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;

namespace {

std::uint64_t times_of(const std::vector<Inconsistency>& found, const std::string& what) {
  for (const Inconsistency& one : found)
    if (one.what == what) return one.times;
  return 0;
}

/// What is wrong with the moves of a tree, found by writing down all images of every position.
class SlowTwins {
 public:
  explicit SlowTwins(int size) : size_(size) {}

  std::uint64_t occupied = 0, equal = 0, mirrored = 0;

  void look(const test::NestedNode& node, const std::string& board, char color) {
    std::set<int> squares;
    std::set<std::string> images;
    for (const auto& child : node.children) {
      const int square = child.move.number();
      std::string next = board;
      if (board[static_cast<std::size_t>(square)] != '.') {
        ++occupied;
        continue;
      }
      next[static_cast<std::size_t>(square)] = color;
      const std::string image = smallest(next);
      const bool is_equal = !squares.insert(square).second;
      equal += is_equal;
      const bool is_new = images.insert(image).second;
      mirrored += !is_equal && !is_new;
      look(child, next, color == 'x' ? 'o' : 'x');
    }
  }

 private:
  [[nodiscard]] std::string smallest(std::string board) const {
    std::string best = board;
    const auto n = static_cast<std::size_t>(size_);
    for (int i = 0; i < 8; ++i) {
      std::string turned = board, mirrored_board = board;
      for (std::size_t x = 0; x < n; ++x)
        for (std::size_t y = 0; y < n; ++y) {
          turned[y * n + (n - 1 - x)] = board[x * n + y];
          mirrored_board[x * n + (n - 1 - y)] = board[x * n + y];
        }
      best = std::min(best, board);
      board = i == 3 ? mirrored_board : turned;
    }
    return std::min(best, board);
  }

  int size_;
};

std::vector<Inconsistency> of_database(const std::string& hex) {
  const auto bytes = test::from_hex(hex);
  return test::value_of(inconsistencies_of(test::value_of(read_rapfi_db(bytes)).tree));
}

}  // namespace

TEST_CASE("consistency: moves on stones, equal siblings and mirror images are counted", "[convert]") {
  std::uint64_t all_mirrored = 0, all_equal = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    TreeBuilder builder(5, "");
    for (std::size_t i = 0; i < 60; ++i) {
      const std::size_t deepest = std::min<std::size_t>(builder.line().size(), 6);
      builder.add(random() % 2 != 0 ? deepest : random() % (deepest + 1),
                  TreeMove::from_number(static_cast<std::uint16_t>(random() % 25)));
    }
    const GameTree tree = std::move(builder).finish();
    SlowTwins slow(5);
    slow.look(test::nested(tree), std::string(25, '.'), 'x');
    const auto found = test::value_of(inconsistencies_of(tree));
    CAPTURE(seed);
    CHECK(times_of(found, "move onto an occupied square") == slow.occupied);
    CHECK(times_of(found, "move that a sibling is, too") == slow.equal);
    CHECK(times_of(found, "move that is the mirror image of a sibling") == slow.mirrored);
    all_mirrored += slow.mirrored;
    all_equal += slow.equal;
  }
  CHECK(all_mirrored > 500);
  CHECK(all_equal > 100);
}

TEST_CASE("consistency: the first place is a line of moves", "[convert]") {
  TreeBuilder builder(15, "");
  for (const std::size_t depth : {0u, 1u, 2u})
    builder.add(depth, TreeMove::at(Square(7, depth == 1 ? 8 : 7), 15));
  const auto found = test::value_of(inconsistencies_of(std::move(builder).finish()));
  REQUIRE(found.size() == 1);
  CHECK(found[0].times == 1);
  CHECK(found[0].first == "after \"h8 h9 h8\"");
}

TEST_CASE("consistency: entries of a database against each other and those a move later", "[convert]") {
  const std::string lost_for_white = "05 00 01 0F 0F 07 07 01 00 77 ";
  const std::string after_i9 = "07 00 01 0F 0F 07 07 06 06 01 00 ";
  const std::string below =
      "position said to be lost, from which a move leads to one that the other side loses";
  CHECK(times_of(of_database("02 00 00 00 " + lost_for_white + after_i9 + "77"), below) == 1);
  CHECK(times_of(of_database("02 00 00 00 " + lost_for_white + after_i9 + "6C"), below) == 0);
  CHECK(times_of(of_database("02 00 00 00 05 00 01 0F 0F 07 07 01 00 6C " + after_i9 + "77"), below) == 0);
  // By another rule set it is another position.
  CHECK(times_of(of_database("02 00 00 00 05 00 00 0F 0F 07 07 01 00 77 " + after_i9 + "77"), below) == 0);
  // An image of the same position counts, too.
  CHECK(times_of(of_database("02 00 00 00 " + lost_for_white + "07 00 01 0F 0F 07 07 08 08 01 00 77"),
                 below) == 1);

  const std::string both = "position said to be won and to be lost";
  CHECK(times_of(of_database("02 00 00 00 " + lost_for_white + "05 00 01 0F 0F 07 07 01 00 6C"), both) == 1);
  CHECK(of_database("01 00 00 00 " + lost_for_white).empty());
  CHECK(times_of(of_database("02 00 00 00 " + lost_for_white + lost_for_white),
                 "record of a position that was there before, which says the same") == 1);
}

TEST_CASE("consistency: texts are held against the charset that is said, or all that are known",
          "[convert]") {
  const auto with_text = [](const std::string& text) {
    TreeBuilder builder(15, "");
    builder.add(0, TreeMove::at(Square(7, 7), 15));
    builder.add_text(TextKind::comment, test::bytes_of(text));
    return std::move(builder).finish();
  };
  const GameTree chinese = with_text("\xBA\xDA\xCA\xA4");
  CHECK(test::value_of(inconsistencies_of(chinese)).empty());
  CHECK(test::value_of(inconsistencies_of(chinese, "gbk")).empty());
  CHECK(times_of(test::value_of(inconsistencies_of(chinese, "utf-8")), "text that is not in its charset") ==
        1);
  CHECK(test::code_of(inconsistencies_of(chinese, "no such")) == ErrorCode::usage);
  CHECK(test::value_of(inconsistencies_of(with_text("\xFF"))).size() == 1);
}
