#include "convert/check/repair.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "convert/formats.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/tree_merge.hpp"
#include "game/notation.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/results.hpp"
#include "tests/nested_tree.hpp"
#include "tests/random_tree.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::bytes_of;
using test::value_of;

namespace {

std::uint64_t times_of(const std::vector<Inconsistency>& found, const std::string& what) {
  for (const Inconsistency& one : found)
    if (one.what == what) return one.times;
  return 0;
}
std::uint64_t times_of(const std::vector<Repair>& done, const std::string& what) {
  std::uint64_t times = 0;
  for (const Repair& one : done)
    if (one.what == what) times += one.times;
  return times;
}

// -- a game that is solved by trying everything --

using Board = std::string;  ///< 25 letters, . x o; a1, b1, ...

/// The end of a game of free-style on 5x5, where a five is a whole row, column or diagonal.
class SlowGame {
 public:
  /// 0: nobody wins. n > 0: the side to move wins in n plies. n < 0: it loses in -n - 1 plies.
  int value(const Board& board) {
    const auto known = values_.find(board);
    if (known != values_.end()) return known->second;
    int value = 0;
    if (has_five(board)) {
      value = -1;
    } else {
      bool is_lost = board.find('.') != Board::npos;
      int longest = 0, shortest = 0;
      for (const Board& next : moves(board)) {
        const int after = this->value(next);
        is_lost = is_lost && after > 0;
        longest = std::max(longest, after + 1);
        if (after < 0 && (shortest == 0 || -after < shortest)) shortest = -after;
      }
      value = shortest > 0 ? shortest : is_lost ? -longest - 1 : 0;
    }
    return values_[board] = value;
  }
  [[nodiscard]] const std::map<Board, int>& values() const { return values_; }

  static char mover(const Board& board) {
    return std::ranges::count(board, 'x') == std::ranges::count(board, 'o') ? 'x' : 'o';
  }
  static bool has_five(const Board& board) {
    for (const char color : {'x', 'o'})
      for (int i = 0; i < 12; ++i) {
        bool is_five = true;
        for (int k = 0; k < 5; ++k) {
          const int at = i < 5 ? 5 * i + k : i < 10 ? 5 * k + i - 5 : i == 10 ? 6 * k : 4 + 4 * k;
          is_five = is_five && board[static_cast<std::size_t>(at)] == color;
        }
        if (is_five) return true;
      }
    return false;
  }
  static std::vector<Board> moves(const Board& board) {
    std::vector<Board> all;
    for (std::size_t i = 0; i < board.size(); ++i)
      if (board[i] == '.') (all.emplace_back(board))[i] = mover(board);
    return all;
  }

 private:
  std::map<Board, int> values_;
};

Bytes key_of_board(const Board& board) {
  Bytes key = {0, 5, 5};
  for (const char color : {'x', 'o'})
    for (std::uint8_t x = 0; x < 5; ++x)
      for (std::uint8_t y = 0; y < 5; ++y)
        if (board[static_cast<std::size_t>(5 * y + x)] == color) key.insert(key.end(), {x, y});
  return key;
}

using Records = std::map<Bytes, Bytes>;  ///< by key

enum class Said { label, value };

Bytes body_of(int value, Said said) {
  if (value == 0) return {'d'};
  if (said == Said::label) return {static_cast<std::uint8_t>(value > 0 ? 'l' : 'w')};
  const int score = value > 0 ? 30000 - value : -(30001 + value);
  return {0, static_cast<std::uint8_t>(score), static_cast<std::uint8_t>(score >> 8), exact_bound, 0};
}

/// Every position of the end of a game, with what is true of it.
struct TrueDatabase {
  Records records;
  Records wins, losses;  ///< of these it follows from others
};

TrueDatabase true_database(std::uint32_t seed, Said said) {
  std::mt19937 random(seed);
  for (;;) {
    Board board = "xxxxxxxxxxoooooooooo.....";  // 20 stones
    std::ranges::shuffle(board, random);
    if (SlowGame::has_five(board)) continue;
    SlowGame game;
    game.value(board);
    // Losses without a five on the board need two fours at once, which are rare.
    const auto losses = std::ranges::count_if(game.values(), [](const auto& one) { return one.second < -1; });
    if (losses < 2) continue;
    TrueDatabase all;
    for (const auto& [position, value] : game.values()) {
      const Bytes key = canonical_key(*DbKey::parse(key_of_board(position))).bytes;
      all.records[key] = body_of(value, said);
      if (value > 0) all.wins[key] = body_of(value, said);
      if (value < -1) all.losses[key] = body_of(value, said);
    }
    return all;
  }
}

RapfiDatabase database_of(const Records& records) {
  std::vector<Bytes> keys;
  for (const auto& [key, body] : records) keys.push_back(key);
  std::ranges::sort(keys, [](const Bytes& a, const Bytes& b) { return compare_keys(a, b) < 0; });
  RapfiDatabase db;
  for (const Bytes& key : keys) REQUIRE(db.add(key, records.at(key)));
  return db;
}
Records records_of(const RapfiDatabase& db) {
  Records records;
  for (std::size_t i = 0; i < db.count(); ++i) {
    const DbRecord record = db.record(i);
    const Bytes key(record.key().begin(), record.key().end());
    CHECK_FALSE(records.contains(key));
    records[key] = {record.body().begin(), record.body().end()};
  }
  return records;
}

Repaired repaired_db(const RapfiDatabase& db) { return value_of(repaired(value_of(tree_of_db(db)))); }
RapfiDatabase db_in(const Repaired& repaired) { return value_of(db_of_tree(repaired.tree)); }

/// Another image of a key, its stones in order.
Bytes image_of_key(const Bytes& key, int symmetry) {
  const DbKey parsed = *DbKey::parse(key);
  std::vector<DbPoint> points;
  for (std::size_t i = 0; i < parsed.count(); ++i)
    points.push_back(image_of(parsed.point(i), symmetry, parsed.board()));
  const auto middle = points.begin() + static_cast<std::ptrdiff_t>(parsed.black_count());
  std::sort(points.begin(), middle);
  std::sort(middle, points.end());
  Bytes image(key.begin(), key.begin() + 3);
  for (const DbPoint point : points) image.insert(image.end(), {point.x, point.y});
  return image;
}

}  // namespace

TEST_CASE("repair: of a database that says what is true nothing is changed", "[convert]") {
  std::size_t decided = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(20); ++seed)
    for (const Said said : {Said::label, Said::value}) {
      const TrueDatabase all = true_database(seed, said);
      const RapfiDatabase db = database_of(all.records);
      decided += all.wins.size() + all.losses.size();
      CAPTURE(seed);
      CHECK(value_of(inconsistencies_of(value_of(tree_of_db(db)))).empty());
      const Repaired same = repaired_db(db);
      CHECK(same.done.empty());
      CHECK((db_in(same) == db));
    }
  CHECK(decided > 10 * test::rounds(20));
}

TEST_CASE("repair: who wins is found again wherever it follows", "[convert]") {
  std::uint64_t all_wrong = 0, not_lost = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(40); ++seed) {
    const TrueDatabase all = true_database(seed, Said::label);
    std::mt19937 random(seed);
    Records wrong = all.records;
    std::uint64_t number = 0, unsaid = 0;
    for (const auto& [key, body] : all.wins)
      if (random() % 3 == 0) wrong[key] = {'w'}, ++number;
    for (const auto& [key, body] : all.losses) {
      if (random() % 2 == 0) continue;
      const bool is_unsaid = random() % 2 == 0;
      wrong[key] = {static_cast<std::uint8_t>(is_unsaid ? 0 : 'l')};
      ++number;
      unsaid += is_unsaid;
    }
    const Repaired made = repaired_db(database_of(wrong));
    CAPTURE(seed);
    CHECK((db_in(made) == database_of(all.records)));
    CHECK(made.left.empty());
    std::uint64_t done = 0;
    for (const Repair& one : made.done) done += one.times;
    CHECK(done == number);
    CHECK(
        times_of(made.done,
                 "position not said to be lost, from which every legal move leads to one that the other side "
                 "wins") == unsaid);
    CHECK(value_of(inconsistencies_of(made.tree)).empty());
    all_wrong += number;
    not_lost += unsaid;
  }
  CHECK(all_wrong > 7 * test::rounds(40));
  CHECK(not_lost > test::rounds(40) / 2);
}

TEST_CASE("repair: lengths follow from those of the moves", "[convert]") {
  std::uint64_t shorter = 0, all_wrong = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(40); ++seed) {
    const TrueDatabase all = true_database(seed, Said::value);
    std::mt19937 random(seed);
    Records wrong = all.records;
    for (const auto* some : {&all.wins, &all.losses})
      for (const auto& [key, body] : *some) {
        if (random() % 3 != 0) continue;
        const int value = static_cast<std::int16_t>(body[1] | body[2] << 8);
        const bool is_longer = value > 0 && random() % 2 == 0;
        const int other = is_longer ? value - 2 : -value;
        wrong[key][1] = static_cast<std::uint8_t>(other);
        wrong[key][2] = static_cast<std::uint8_t>(other >> 8);
        shorter += is_longer;
        ++all_wrong;
      }
    const Repaired made = repaired_db(database_of(wrong));
    CAPTURE(seed);
    CHECK(made.left.empty());
    Records found = records_of(db_in(made));
    for (auto& [key, body] : found) {  // a bound on the right side is all that is known of some
      const DbRecord record(key, body);
      if (all.wins.contains(key) || all.losses.contains(key))
        CHECK(record.claims() == (all.wins.contains(key) ? claims_win : claims_loss));
      if (body.size() == 5) body[3] = exact_bound;
    }
    CHECK(found == all.records);
  }
  CHECK(shorter > test::rounds(40) * 5 / 4);
  CHECK(all_wrong > 5 * test::rounds(40));
}

namespace {

/// The position and those of the records that are a move later, up to symmetry.
Records with_replies(const Bytes& key, const Records& all) {
  RapfiDatabase db;
  REQUIRE(db.add(key, {}));
  const DbIndex index(db, DbKey::parse(key)->board());
  Records some = {{key, {}}};
  for (const auto& [other, body] : all) {
    if (other.size() != key.size() + 2) continue;
    DbStones stones(index.hashes(), *DbKey::parse(other));
    stones.set_to_move(DbKey::parse(key)->to_move());
    for (std::size_t i = 0; i < stones.stones().size(); ++i) {
      if (stones.stones()[i].color != stones.to_move()) continue;
      const auto stone = stones.take(i);
      if (index.find(stones)) some[other] = body;
      stones.put_back(i, stone);
    }
  }
  return some;
}

}  // namespace

TEST_CASE("repair: where one legal move is missing nothing is concluded", "[convert]") {
  std::size_t looked = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(30); ++seed) {
    const TrueDatabase all = true_database(seed, Said::label);
    std::mt19937 random(seed);
    for (const auto& loss : all.losses) {
      Records some = with_replies(loss.first, all.records);
      CHECK(repaired_db(database_of(some)).done.size() == 1);
      std::vector<Bytes> replies;
      for (const auto& one : some)
        if (one.first != loss.first) replies.push_back(one.first);
      some.erase(replies[random() % replies.size()]);
      CHECK(repaired_db(database_of(some)).done.empty());
      ++looked;
    }
  }
  CHECK(looked > test::rounds(30) * 5 / 3);
}

TEST_CASE("repair: a move that the rules forbid wins nothing", "[convert]") {
  // h8 makes two threes at once.
  Position before = value_of(position_after(value_of(parse_squares("f8 a1 g8 c1 h9 e1 h10 g1", 15)), 15));
  Position after = before;
  after.play(value_of(parse_squares("h8", 15))[0]);
  for (const RuleSet rule : {RuleSet::freestyle, RuleSet::renju}) {
    CAPTURE(name_of(rule));
    Records records;
    for (const Position& position : {before, after})
      records[canonical_key(*DbKey::parse(key_of(position, rule).value())).bytes] = {'w'};
    const RapfiDatabase db = database_of(records);
    const bool is_wrong = rule == RuleSet::freestyle;
    CHECK(value_of(inconsistencies_of(value_of(tree_of_db(db)))).empty() != is_wrong);
    const Repaired made = repaired_db(db);
    CHECK(made.done.empty() != is_wrong);
    CHECK(((db_in(made) == db) != is_wrong));
  }
}

TEST_CASE("repair: keys become smallest images, and equal records one", "[convert]") {
  std::uint64_t turned = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(20); ++seed) {
    const TrueDatabase all = true_database(seed, Said::label);
    std::mt19937 random(seed);
    RapfiDatabase wrong;
    for (const auto& [key, body] : all.records) {
      const Bytes image = image_of_key(key, static_cast<int>(random() % 8));
      turned += image != key;
      REQUIRE(wrong.add(image, body));
      if (random() % 5 == 0) REQUIRE(wrong.add(image_of_key(key, static_cast<int>(random() % 8)), body));
      // A record that says the contrary is overruled by others, and says the same then.
      if (random() % 5 == 0 && all.wins.contains(key)) {
        const std::uint8_t contrary = 'w';
        REQUIRE(wrong.add(key, View(&contrary, 1)));
      }
    }
    const std::uint8_t twice[] = {0, 5, 5, 1, 1, 1, 1}, lost = 'w';
    REQUIRE(wrong.add(twice, View(&lost, 1)));
    const Repaired made = repaired_db(wrong);
    CAPTURE(seed);
    CHECK(made.left.empty());
    CHECK(records_of(db_in(made)) == all.records);
    CHECK(times_of(made.done, "a stone off the board, or two on one point") == 1);
  }
  CHECK(turned > 10 * test::rounds(20));
}

TEST_CASE("repair: records of one position become one unless they differ in what both say", "[convert]") {
  const std::string key("\0\17\17\7\7", 5);
  const auto merged = [&](std::string_view a, std::string_view b) {
    RapfiDatabase db;
    REQUIRE(db.add(bytes_of(key), bytes_of(a)));
    REQUIRE(db.add(bytes_of(key), bytes_of(b)));
    const RapfiDatabase made = db_in(repaired_db(db));
    if (made.count() == 2) CHECK((made == db));
    return made.count() == 1 ? test::text_of({made.record(0).body().begin(), made.record(0).body().end()})
                             : std::string("both");
  };
  using namespace std::string_literals;
  CHECK(merged("l", "l") == "l");
  CHECK(merged("l", ""s) == "l");
  CHECK(merged("l", "\0\x30\x75\4\0"s) == "l\x30\x75\4\0"s);
  CHECK(merged("l\x30\x75\4\0a"s, "\0\0\0\0\0b"s) == "l\x30\x75\4\0a\bb"s);
  CHECK(merged("l\0\0\0\0a"s, "l\0\0\0\0a"s) == "l\0\0\0\0a"s);
  CHECK(merged("l\0\0\0\0@BTXT@11x"s, "\0\0\0\0\0@BTXT@12y"s) == "l\0\0\0\0@BTXT@11x\n12y"s);
  CHECK(merged("l", "w") == "both");
  CHECK(merged("l", "d") == "both");
  CHECK(merged("l", "\0\xD0\x8A\4\0"s) == "both");  // lost at once, by its value
  CHECK(merged("l\1\0\4\0"s, "l\2\0\4\0"s) == "both");
  CHECK(merged("l\0\0\0\0@BTXT@11x"s, "l\0\0\0\0@BTXT@11y"s) == "both");
}

TEST_CASE("repair: texts are turned with the key, half numbers dropped, other rules left", "[convert]") {
  using namespace std::string_literals;
  RapfiDatabase db;
  // o15 in the corner at the right; the label stands beside it.
  REQUIRE(db.add(bytes_of("\0\17\17\16\0"s), bytes_of("w\0\0\0\0@BTXT@D0x"s)));
  REQUIRE(db.add(bytes_of("\0\17\17\7\7"s), bytes_of("w\1"s)));
  REQUIRE(db.add(bytes_of("\7\17\17\16\0"s), bytes_of("w"s)));
  const Repaired made = repaired_db(db);
  const RapfiDatabase sound = db_in(made);
  REQUIRE(sound.count() == 3);
  CHECK(test::text_of({sound.record(0).key().begin(), sound.record(0).key().end()}) == "\0\17\17\0\0"s);
  CHECK(test::text_of({sound.record(0).body().begin(), sound.record(0).body().end()}) ==
        "w\0\0\0\0@BTXT@01x"s);
  CHECK(test::text_of({sound.record(1).body().begin(), sound.record(1).body().end()}) == "w");
  CHECK(times_of(made.left, "a rule other than 0, 1 and 2") == 1);
}

// -- trees --

namespace {

/// Nodes that stand for one another united, blocked ones dropped, by calling itself.
void put_right(test::NestedNode& node, const std::string& board, char color, std::uint64_t& dropped) {
  std::vector<test::NestedNode> sound;
  for (test::NestedNode& child : node.children) {
    if (board[child.move.number()] != '.') {
      ++dropped;
      continue;
    }
    const auto same =
        std::ranges::find_if(sound, [&](const auto& other) { return other.move == child.move; });
    if (same == sound.end())
      sound.push_back(child);
    else
      same->children.insert(same->children.end(), child.children.begin(), child.children.end());
  }
  node.children = std::move(sound);
  for (test::NestedNode& child : node.children) {
    std::string next = board;
    next[child.move.number()] = color;
    put_right(child, next, color == 'x' ? 'o' : 'x', dropped);
  }
}

bool is_same(const test::NestedNode& a, const test::NestedNode& b) {
  return a.move == b.move && a.children.size() == b.children.size() &&
         std::ranges::equal(a.children, b.children, is_same);
}

/// Any moves on a 5x5 board below `first`, each with a comment of its own where `random` says so.
GameTree random_5x5(std::uint32_t seed, std::span<const std::uint16_t> first, std::uint32_t one_comment_in) {
  std::mt19937 random(seed);
  TreeBuilder builder(5, "");
  std::size_t depth = 0;
  for (const std::uint16_t number : first) builder.add(depth++, TreeMove::from_number(number));
  for (int i = 0; i < 60; ++i) {
    const std::size_t deepest = std::min<std::size_t>(builder.line().size(), depth + 5);
    builder.add(random() % 2 != 0 ? deepest : depth + random() % (deepest - depth + 1),
                TreeMove::from_number(static_cast<std::uint16_t>(random() % 25)));
    if (one_comment_in > 0 && random() % one_comment_in == 0)
      builder.add_text(TextKind::comment, bytes_of("<" + std::to_string(i) + ">"));
  }
  return std::move(builder).finish();
}

/// The least of the eight images, by writing all of them down.
std::string smallest(std::string board) {
  std::string best = board;
  for (int i = 0; i < 8; ++i) {
    std::string turned = board, other = board;
    for (std::size_t x = 0; x < 5; ++x)
      for (std::size_t y = 0; y < 5; ++y) {
        turned[y * 5 + 4 - x] = board[x * 5 + y];
        other[x * 5 + 4 - y] = board[x * 5 + y];
      }
    board = i == 3 ? other : turned;
    best = std::min(best, board);
  }
  return best;
}

/// The positions of a tree up to symmetry, and the comments at them; not below what cannot be played.
std::pair<std::set<std::string>, std::multiset<std::string>> said_in(const GameTree& tree) {
  std::pair<std::set<std::string>, std::multiset<std::string>> all;
  std::vector<std::string> line = {std::string(25, '.')};
  for (TreeCursor at(tree); at.next();) {
    line.resize(at.depth() + 1);
    std::string board = line.back();
    if (!board.empty()) {
      auto& square = board[at.move().number()];
      const bool is_black = std::ranges::count(board, 'x') == std::ranges::count(board, 'o');
      if (square == '.')
        square = is_black ? 'x' : 'o';
      else
        board.clear();
    }
    line.push_back(board);
    if (board.empty()) continue;
    all.first.insert(smallest(board));
    for (const NodeText& text : at.texts()) {
      std::string words =
          test::text_of({tree.pool().at(text.text()).begin(), tree.pool().at(text.text()).end()});
      for (std::size_t from = 0; (from = words.find('<', from)) != std::string::npos; ++from)
        all.second.insert(smallest(board) + words.substr(from, words.find('>', from) - from));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("repair: what cannot be played is dropped, and equal siblings become one", "[convert]") {
  std::uint64_t all_dropped = 0, all_equal = 0;
  // a1 and a2 leave no symmetry; more stones seldom bring one back.
  const std::uint16_t first[] = {0, 1};
  for (std::uint32_t seed = 0; seed < test::rounds(200); ++seed) {
    const GameTree tree = random_5x5(seed, first, 0);
    test::NestedNode wanted = test::nested(tree);
    std::uint64_t dropped = 0;
    put_right(wanted, std::string(25, '.'), 'x', dropped);
    const Repaired made = value_of(repaired(tree));
    if (times_of(made.done, "move that is the mirror image of a sibling") > 0) continue;
    CAPTURE(seed);
    CHECK(is_same(test::nested(made.tree), wanted));
    CHECK(made.left.empty());
    CHECK(times_of(made.done, "move onto an occupied square") == dropped);
    all_dropped += dropped;
    all_equal += times_of(made.done, "move that a sibling is, too");
  }
  CHECK(all_dropped > test::rounds(200) * 5 / 2);
  CHECK(all_equal > test::rounds(200) / 2);
}

TEST_CASE("repair: mirror images become one, and every position and comment stays", "[convert]") {
  std::uint64_t turned = 0, left = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(200); ++seed) {
    const GameTree tree = random_5x5(seed, {}, seed % 2 == 0 ? 0 : 8);
    const Repaired made = value_of(repaired(tree));
    CAPTURE(seed);
    CHECK(said_in(made.tree) == said_in(tree));
    const std::uint64_t mirrored = times_of(made.left, "move that is the mirror image of a sibling");
    CHECK(made.left.size() == (mirrored > 0));
    if (seed % 2 == 0) CHECK(mirrored == 0);
    left += mirrored;
    turned += times_of(made.done, "move that is the mirror image of a sibling");
    // Nothing more can be done.
    const Repaired again = value_of(repaired(made.tree));
    CHECK(again.done.empty());
    CHECK((again.tree == made.tree));
  }
  CHECK(turned > test::rounds(200) * 3 / 2);
  CHECK(left > test::rounds(200) / 10);
}

TEST_CASE("repair: moves beyond a full board have a line of their own", "[convert]") {
  TreeBuilder builder(5, "");
  for (std::uint16_t i = 0; i < 25; ++i) builder.add(i, TreeMove::from_number(i));
  builder.add(24, TreeMove::from_number(3));
  builder.add(24, TreeMove::from_number(24));
  builder.add(25, TreeMove::from_number(7));
  builder.add(26, TreeMove::from_number(8));
  const GameTree tree = std::move(builder).finish();
  const auto found = value_of(inconsistencies_of(tree));
  CHECK(times_of(found, "move onto an occupied square") == 1);
  CHECK(times_of(found, "move beyond a full board") == 1);
  CHECK(times_of(found, "move that a sibling is, too") == 1);
  const Repaired made = value_of(repaired(tree));
  CHECK(made.tree.node_count() == 25);
  CHECK(made.left.empty());
  REQUIRE(made.done.size() == 3);
  CHECK(made.done[2].what == "move beyond a full board");
  CHECK(made.done[2].places[0].ends_with("e5 b3\", 1 node below"));
}

TEST_CASE("repair: libraries and SGF are put right as they are", "[convert]") {
  for (const Format format : {Format::lib, Format::sgf})
    for (std::uint32_t seed = 0; seed < test::rounds(60); ++seed) {
      std::mt19937 random(seed);
      TreeBuilder builder(15, "");
      builder.add(0, TreeMove());
      for (int i = 0; i < 50; ++i) {
        const std::size_t deepest = std::min<std::size_t>(builder.line().size(), 7);
        const std::uint16_t near = static_cast<std::uint16_t>(15 * (6 + random() % 3) + 6 + random() % 3);
        builder.add(random() % 2 != 0 ? deepest : 1 + random() % deepest, TreeMove::from_number(near),
                    random() % 5 == 0 ? is_marked : 0);
        if (random() % 6 == 0) builder.add_text(TextKind::comment, bytes_of("c" + std::to_string(i)));
        if (random() % 6 == 0) builder.add_text(TextKind::board_text, bytes_of("A"));
      }
      const auto bytes = value_of(encode_tree_as(std::move(builder).finish(), format)).bytes;
      const auto read = [&](View file) {
        return value_of(format == Format::lib ? read_renlib(file) : read_sgf(file)).tree;
      };
      const Repaired made = value_of(repaired(read(bytes)));
      CAPTURE(seed);
      const auto written = value_of(write_united(made.tree, format, {}));
      CHECK(written.losses.empty());
      const GameTree again = read(written.bytes);
      CHECK((again == made.tree));
      for (const Inconsistency& one : value_of(inconsistencies_of(again)))
        CHECK(one.what == "move that is the mirror image of a sibling");
    }
}

TEST_CASE("repair: a text of another charset is decoded from the only one that fits", "[convert]") {
  TreeBuilder builder(15, "");
  const std::vector<std::string> texts = {"\x8D\x95", "\u82B1\u6708", "\xFF\x41", "ok"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    builder.add(i, TreeMove::at(Square(7, static_cast<int>(i)), 15));
    builder.add_text(TextKind::comment, bytes_of(texts[i]));
  }
  const GameTree tree = std::move(builder).finish();
  const Repaired made = value_of(repaired(tree, "cp932"));
  std::string found;
  for (const NodeText& text : made.tree.texts())
    found +=
        test::text_of({made.tree.pool().at(text.text()).begin(), made.tree.pool().at(text.text()).end()}) +
        "|";
  CHECK(found ==
        "\u9ED2|\u82B1\u6708|\uFFFD"
        "A|ok|");
  REQUIRE(made.done.size() == 1);
  CHECK(made.done[0].how == "decoded from UTF-8");
  CHECK(made.done[0].places == std::vector<std::string>{"at \"h1 h2\""});
  CHECK(times_of(made.left, "text that is not in its charset") == 1);
  CHECK(made.losses == std::vector<std::string>{"1 byte in texts: not of cp932"});
  // Nobody says the charset: nothing is decoded.
  CHECK((value_of(repaired(tree)).tree == tree));
}

TEST_CASE("repair: any database and any tree is put right once and for all", "[convert]") {
  std::size_t changed = 0;
  for (std::uint32_t seed = 0; seed < test::rounds(150); ++seed) {
    const auto reading = value_of(read_rapfi_db(test::random_database(seed)));
    const Repaired made = value_of(repaired(reading.tree));
    const Repaired again = value_of(repaired(made.tree));
    CAPTURE(seed);
    CHECK(again.done.empty());
    CHECK((again.tree == made.tree));
    const RapfiDatabase before = value_of(db_of_tree(reading.tree)), after = db_in(made);
    CHECK(after.count() <= before.count());
    CHECK(std::ranges::equal(after.tail(), before.tail()));
    if (made.done.empty()) CHECK((after == before));
    changed += !made.done.empty();

    test::RandomTree wanted{seed, 120};
    wanted.with_properties = true;
    wanted.out_of_turn = seed % 3 == 0;
    wanted.size = seed % 2 == 0 ? 5 : 15;
    wanted.deepest = seed % 5 == 0 ? 40 : 12;
    const GameTree tree = test::random_tree(wanted);
    const Repaired sound = value_of(repaired(tree));
    const Repaired same = value_of(repaired(sound.tree));
    CHECK(same.done.empty());
    CHECK((same.tree == sound.tree));
    CHECK(sound.tree.node_count() <= tree.node_count());
    for (const char* gone : {"move onto an occupied square", "move beyond a full board"})
      CHECK(times_of(sound.left, gone) == 0);
    changed += !sound.done.empty();
  }
  CHECK(changed > test::rounds(150));
}
