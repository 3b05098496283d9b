// Every pair of formats that hold trees, both ways: a random tree is written as one, read, written as the
// other and read again. What somebody is told who goes through it (told.hpp) must be the same, but for what
// the second format cannot say; and of that the writer must have spoken.
//
// What each format can say stands here a second time, in a table, as its description has it. A format that is
// not in the table is an error: whoever adds one says here what it keeps.
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "convert/renlib/renlib.hpp"
#include "convert/tree/claimed_length.hpp"
#include "tests/convert/format_table.hpp"
#include "tests/convert/results.hpp"
#include "tests/convert/told.hpp"

namespace format_pairs_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;
using test::MoveLine;
using test::Note;
using test::NoteKind;
using test::Point;
using test::Told;

namespace {

struct Abilities {
  std::string_view name;
  bool is_written = true;
  bool takes_others = true;  ///< trees that were not read from it
  bool any_size = true;
  bool passes = true, branches = true, bare_nodes = true;
  std::vector<NoteKind> keeps = {};
  int board = 0;                     ///< that it stands for, as it names none; -1: none at all
  bool merges = false;               ///< equal siblings
  bool comments_at_ends = false;     ///< of lines, and nowhere else
  bool lengths = false;              ///< comments, as far as they claim a length
  bool plain_old_comments = false;   ///< makes comments of them
  bool speaks_of_equal_ones = true;  ///< equal siblings
};

const std::vector<Abilities>& table() {
  using enum NoteKind;
  const Abilities rv2 = {.name = "rv2",
                         .any_size = false,
                         .passes = false,
                         .bare_nodes = false,
                         .keeps = {comment},
                         .comments_at_ends = true,
                         .lengths = true};
  Abilities rv2_store = rv2;
  rv2_store.name = "rv2-store";
  rv2_store.takes_others = false;
  rv2_store.comments_at_ends = false;
  static const std::vector<Abilities> all = {
      {.name = "lib",
       .any_size = false,
       .bare_nodes = false,
       .keeps = {comment, loose_comment, old_comment, label, pointless_text, mark, pointless_mark, start}},
      {.name = "sgf",
       .keeps = {comment, loose_comment, label, mark, out_of_turn},
       .plain_old_comments = true,
       .speaks_of_equal_ones = false},
      rv2,
      rv2_store,
      {.name = "psq", .passes = false, .branches = false},
      {.name = "rec", .passes = false, .branches = false, .board = 20},
      {.name = "sav", .passes = false, .branches = false},
      {.name = "pos", .any_size = false, .passes = false, .branches = false},
      {.name = "code", .passes = false, .board = 15, .merges = true},
      {.name = "moves", .keeps = {comment}, .board = 15, .merges = true, .comments_at_ends = true},
      {.name = "openings", .passes = false, .board = -1, .merges = true},
      {.name = "rseq", .is_written = false},
      {.name = "rif", .is_written = false},
      {.name = "terminator", .is_written = false},
  };
  return all;
}

const Abilities& abilities_of(Format format) {
  for (const Abilities& one : table())
    if (one.name == name_of(format)) return one;
  FAIL("say in the table of this test what " << name_of(format) << " keeps of a tree");
  std::abort();
}

std::vector<Format> written_trees() {
  std::vector<Format> formats;
  for (const Format format : test::all_formats())
    if (is_tree(format) && abilities_of(format).is_written) formats.push_back(format);
  return formats;
}

// -- trees --

struct WantedTree {
  std::uint32_t seed = 1;
  int size = 15;
  bool passes = true, branches = true, bare_nodes = true;
  bool notes = true;
  bool equal_siblings = false;
  bool is_store = false;
};

/// In the old coding of RenLib the last byte of a comment has its high bit set.
const std::string old_words = "old on\xE5";

class TreeMaker {
 public:
  explicit TreeMaker(const WantedTree& wanted)
      : wanted_(wanted),
        random_(wanted.seed),
        builder_(wanted.size, wanted.is_store ? "rv2-store" : "test") {}

  GameTree make() {
    const std::size_t nodes = 1 + below(40);
    if (!wanted_.is_store && one_in(2)) builder_.set_fact("a", {});
    if (wanted_.is_store || one_in(2)) {
      builder_.add(0, TreeMove());
      if (!wanted_.is_store) add_notes(TreeMove());
      top_ = 1;
    }
    levels_.resize(1);
    for (std::size_t i = 0; i < nodes; ++i) add_node();
    return std::move(builder_).finish();
  }

 private:
  struct Level {
    std::set<Point> taken;   ///< by siblings
    bool is_closed = false;  ///< what is here has no siblings, lest two lines be equal
  };
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
  bool one_in(std::size_t number) { return below(number) == 0; }

  void add_node() {
    std::size_t depth = levels_.size() - 1;
    if (wanted_.branches && one_in(3)) depth = below(levels_.size());
    while (levels_[depth].is_closed) ++depth;
    levels_.resize(depth + 1);
    Level& level = levels_.back();
    if (wanted_.bare_nodes && depth > 0 && level.taken.empty() && one_in(20)) {
      level.is_closed = true;
      builder_.add(top_ + depth, TreeMove());
      add_notes(TreeMove());
      levels_.emplace_back();
      return;
    }
    TreeMove move = any_move();
    if (!wanted_.equal_siblings)
      while (level.taken.contains(move.number())) move = any_move();
    level.taken.insert(move.number());
    if (wanted_.notes && !wanted_.is_store && move.is_square() && one_in(12)) {
      builder_.add(top_ + depth, move, is_text_only);
      if (wanted_.bare_nodes && one_in(6)) add_text(TextKind::comment, "beside it");
      add_text(TextKind::board_text, "a");
      return;
    }
    // A game has one line of moves: no second move beside the one below.
    if (!wanted_.branches) level.is_closed = true;
    builder_.add(top_ + depth, move, any_bits());
    add_notes(move);
    levels_.emplace_back();
  }

  TreeMove any_move() {
    if (wanted_.passes && one_in(15)) return TreeMove::pass();
    const auto squares = static_cast<std::size_t>(wanted_.size * wanted_.size);
    const std::size_t limit = wanted_.equal_siblings ? 3 : one_in(3) ? std::size_t{25} : squares;
    return TreeMove::from_number(static_cast<std::uint16_t>(below(limit)));
  }
  std::uint8_t any_bits() {
    if (!wanted_.notes || wanted_.is_store) return 0;
    return static_cast<std::uint8_t>((one_in(12) ? is_marked : 0) | (one_in(20) ? is_start : 0) |
                                     (one_in(12) ? is_out_of_turn : 0));
  }
  void add_text(TextKind kind, std::string_view text) { builder_.add_text(kind, test::bytes_of(text)); }
  void add_notes(TreeMove move) {
    static const char* const words[] = {"a",     "two\nlines",       "[x]y\\z:w;\"#,\"", "\u00C4 \u82B1",
                                        "C[no]", "claimed length 17"};
    if (wanted_.is_store) return add_text(TextKind::comment, comment_of_length(1 + below(127)));
    if (!wanted_.notes) return;
    if (one_in(5))
      add_text(TextKind::comment, words[below(std::size(words))]);
    else if (one_in(20) && !move.is_none())
      add_text(TextKind::old_comment, old_words);
    if (one_in(8) && (!move.is_none() || builder_.node_count() == 1))
      add_text(TextKind::board_text, words[below(std::size(words))]);
    if (one_in(15))
      builder_.add_source_bits(static_cast<NodeNumber>(builder_.node_count() - 1), 1 + below(9));
  }

  const WantedTree& wanted_;
  std::mt19937 random_;
  TreeBuilder builder_;
  std::size_t top_ = 0;
  std::vector<Level> levels_;  ///< the last: where a child of the last move would stand
};

// -- what is expected --

struct Expected {
  Told told;
  std::set<NoteKind> lost;
  bool is_changed = false;  ///< but nothing is lost
};

/// Of what is told, what is told still when it has been written and read.
Expected expected_of(const Told& told, const Abilities& to) {
  Expected expected{told, {}};
  expected.told.full_labels = expected.told.bare = 0;
  for (auto& [line, count] : expected.told.times)
    if (to.merges) count = 1;
  for (auto& [line, notes] : expected.told.lines) {
    const std::set<Note> all = std::exchange(notes, {});
    for (const Note& note : all) {
      bool is_kept = std::count(to.keeps.begin(), to.keeps.end(), note.kind) > 0;
      if (note.kind == NoteKind::comment)
        is_kept = is_kept && (!to.comments_at_ends || told.is_end(line)) &&
                  (!to.lengths || length_of_comment(test::bytes_of(note.text)).has_value());
      const bool has_comment = std::any_of(all.begin(), all.end(), [](const Note& other) {
        return other.kind == NoteKind::comment || other.kind == NoteKind::loose_comment;
      });
      if (is_kept) {
        notes.insert(note);
      } else if (note.kind == NoteKind::old_comment && to.plain_old_comments && !has_comment) {
        notes.insert({NoteKind::comment, note.point, "old one"});
        expected.is_changed = true;
      } else {
        expected.lost.insert(note.kind);
      }
    }
  }
  return expected;
}

/// One of which a writer uses when it loses such a thing.
std::vector<std::string> words_for(NoteKind kind) {
  switch (kind) {
    case NoteKind::comment:
    case NoteKind::loose_comment:
      return {"comment", "text", "claimed length"};
    case NoteKind::old_comment:
      return {"old comment", "text"};
    case NoteKind::label:
    case NoteKind::pointless_text:
      return {"label", "text"};
    case NoteKind::mark:
    case NoteKind::pointless_mark:
      return {"mark"};
    case NoteKind::start:
      return {"start"};
    case NoteKind::out_of_turn:
      return {"out of turn"};
    case NoteKind::properties:
      return {"properties"};
  }
  std::abort();
}

bool speak_of(const std::vector<std::string>& losses, const std::vector<std::string>& words) {
  return std::any_of(losses.begin(), losses.end(), [&](const std::string& loss) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return loss.find(word) != std::string::npos; });
  });
}

bool is_refused(const Told& told, const Abilities& to, bool is_own) {
  return (!to.takes_others && !is_own) || (!to.any_size && told.size != 15) ||
         (!to.passes && told.has_pass) || (!to.branches && told.leaves > 1) ||
         (!to.bare_nodes && told.bare > 0);
}

void check_losses(const std::vector<std::string>& losses, const GameTree& tree, const Told& told,
                  const Expected& expected, const Abilities& to) {
  for (const NoteKind kind : expected.lost) {
    CAPTURE(static_cast<int>(kind));
    CHECK(speak_of(losses, words_for(kind)));
  }
  if (expected.is_changed) CHECK(speak_of(losses, {"old comment"}));
  if (!tree.facts().empty()) CHECK(speak_of(losses, {"fact"}));
  if (!tree.source_bits().empty()) CHECK(speak_of(losses, {"bits"}));
  const bool is_unknown_board = to.board != 0 && to.board != told.size;
  CHECK(speak_of(losses, {"the size of the board"}) == is_unknown_board);
  const bool is_equal = told.has_equal_siblings();
  if (is_equal && to.speaks_of_equal_ones) CHECK(speak_of(losses, {"equal to a sibling"}));
  if (is_equal || !expected.lost.empty() || expected.is_changed || told.full_labels + told.bare > 0) return;
  for (const std::string& loss : losses)
    if (!speak_of({loss}, {"of the source", "the size of the board", "node of text alone",
                           "nodes of text alone", "without a stone"}))
      FAIL_CHECK("nothing is lost, but: " << loss);
}

/// A tree that has been written and read.
struct Stage {
  TreeReading reading;
  Bytes bytes;
  std::vector<std::string> losses;  ///< of the writer
};

/// Nothing: it was refused, as it had to be.
std::optional<Stage> convert_to(const GameTree& tree, Format format, const test::Reader& reader) {
  const Abilities& to = abilities_of(format);
  const Told told = test::told_of(tree);
  CAPTURE(to.name, tree.source(), test::outline(told));
  // A tree that was read from a format has its name as its source, but for libraries.
  const bool is_own = tree.source() == to.name || (tree.source() == renlib_source && to.name == "lib");
  auto writing = encode_tree_as(tree, format);
  CHECK(!writing.ok() == is_refused(told, to, is_own));
  if (!writing.ok()) {
    CHECK(writing.error().code == ErrorCode::unsupported);
    return std::nullopt;
  }
  auto reading = reader.tree(writing.value().bytes, format, {.size = told.size});
  INFO((reading.ok() ? "" : reading.error().text()));
  REQUIRE(reading.ok());
  const std::vector<std::string>& losses = writing.value().losses;
  CAPTURE(losses);
  const Told found = test::told_of(reading.value().tree);
  if (is_own) {
    CHECK(losses.empty());
    CHECK((reading.value().tree == tree));
  } else {
    const Expected expected = expected_of(told, to);
    check_losses(losses, tree, told, expected, to);
    // Properties are those that SGF says of itself. Of equal siblings either may be the end of a line.
    const bool by_lines = told.has_equal_siblings();
    CHECK(test::difference(by_lines ? test::lines_alone(found) : test::without_properties(found),
                           by_lines ? test::lines_alone(expected.told) : expected.told) == "");
  }
  if (!to.merges || !told.has_equal_siblings()) CHECK(reading.value().losses.empty());
  Stage stage{std::move(reading).value(), std::move(writing.value().bytes), losses};
  return stage;
}

struct Pair {
  Format from, to;
};

std::vector<Pair> pairs() {
  std::vector<Pair> all;
  for (const Format from : written_trees())
    for (const Format to : written_trees()) all.push_back({from, to});
  return all;
}

/// What the first format takes; every fourth time whether or not the second does.
WantedTree wanted_for(const Pair& pair, std::uint32_t seed) {
  const Abilities &from = abilities_of(pair.from), &to = abilities_of(pair.to);
  const bool is_any = seed % 4 == 0;
  WantedTree wanted{.seed = seed};
  wanted.passes = from.passes && (is_any || to.passes);
  wanted.branches = from.branches && (is_any || to.branches);
  wanted.bare_nodes = from.bare_nodes && (is_any || to.bare_nodes);
  wanted.is_store = !from.takes_others;
  if (from.any_size && (is_any || to.any_size)) wanted.size = std::array{15, 6, 19, 20}[seed / 4 % 4];
  return wanted;
}

std::string name_of(const Pair& pair) {
  return std::string(abilities_of(pair.from).name) + " to " + std::string(abilities_of(pair.to).name);
}

}  // namespace

TEST_CASE("pairs of formats: the table of this test is that of the program", "[convert][pairs]") {
  std::size_t trees = 0;
  const GameTree nothing = TreeBuilder(15, "test").finish();
  for (const Format format : test::all_formats()) {
    CAPTURE(convert::name_of(format));
    if (!is_tree(format)) continue;
    ++trees;
    const Abilities& abilities = abilities_of(format);
    CHECK(encode_tree_as(nothing, format).ok() == (abilities.is_written && abilities.takes_others));
  }
  CHECK(trees == table().size());
}

TEST_CASE("pairs of formats: what one says the other says, or it is named", "[convert][pairs]") {
  const test::Reader reader;
  for (const Pair& pair : pairs()) {
    std::size_t converted = 0;
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
      CAPTURE(name_of(pair), seed);
      const GameTree tree = TreeMaker(wanted_for(pair, seed)).make();
      const auto first = convert_to(tree, pair.from, reader);
      REQUIRE(first);
      const auto second = convert_to(first->reading.tree, pair.to, reader);
      converted += second.has_value();
      if (second && pair.from == pair.to) CHECK(second->bytes == first->bytes);
    }
    CAPTURE(name_of(pair));
    CHECK((converted >= 20 || (!abilities_of(pair.to).takes_others && pair.from != pair.to)));
  }
}

TEST_CASE("pairs of formats: equal siblings stay, or are named", "[convert][pairs]") {
  const test::Reader reader;
  std::size_t equal = 0;
  for (const Pair& pair : pairs())
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(name_of(pair), seed);
      WantedTree wanted = wanted_for(pair, seed);
      wanted.notes = wanted.bare_nodes = false;
      wanted.equal_siblings = true;
      const GameTree tree = TreeMaker(wanted).make();
      equal += test::told_of(tree).has_equal_siblings();
      const auto first = convert_to(tree, pair.from, reader);
      if (first) convert_to(first->reading.tree, pair.to, reader);
    }
  CHECK(equal > 200);
}

TEST_CASE("pairs of formats: a turned tree is converted into the turned one", "[convert][pairs]") {
  const test::Reader reader;
  for (const Pair& pair : pairs())
    for (std::uint32_t seed = 41; seed <= 44; ++seed) {
      const GameTree tree = TreeMaker(wanted_for(pair, seed)).make();
      const auto upright = convert_to(tree, pair.from, reader);
      REQUIRE(upright);
      const auto upright_end = convert_to(upright->reading.tree, pair.to, reader);
      for (int turn = 1; turn < 8; ++turn) {
        CAPTURE(name_of(pair), seed, turn);
        const auto first = convert_to(test::turned(tree, turn), pair.from, reader);
        REQUIRE(first);
        CHECK(first->losses == upright->losses);
        const auto second = convert_to(first->reading.tree, pair.to, reader);
        REQUIRE(second.has_value() == upright_end.has_value());
        if (!second) continue;
        CHECK(second->losses == upright_end->losses);
        CHECK(test::difference(test::told_of(second->reading.tree),
                               test::turned(test::told_of(upright_end->reading.tree), turn)) == "");
      }
    }
}

TEST_CASE("pairs of formats: a proof carries the tree from one to the other", "[convert][pairs]") {
  const test::Reader reader;
  for (const Pair& pair : pairs())
    for (std::uint32_t seed = 51; seed <= 56; ++seed) {
      CAPTURE(name_of(pair), seed);
      const WantedTree wanted = wanted_for(pair, seed);
      const auto first = convert_to(TreeMaker(wanted).make(), pair.from, reader);
      REQUIRE(first);
      const Wanted study{{.size = wanted.size, .rule = RuleSet::freestyle},
                         Color::black,
                         std::vector<std::vector<Square>>{}};
      auto read = read_foreign_proof(first->bytes, pair.from, study);
      INFO((read.ok() ? "" : read.error().text()));
      REQUIRE(read.ok());
      // As a file, so that the tree has been through its section.
      const auto file = test::value_of(encode_proof(read.value().proof, Format::fvp));
      const auto proof = test::value_of(reader.proof(file.bytes, Format::fvp, {}));
      const auto through = encode_proof(proof.proof, pair.to);
      const auto directly = encode_tree_as(first->reading.tree, pair.to, {}, RuleSet::freestyle);
      REQUIRE(through.ok() == directly.ok());
      if (!through.ok()) continue;
      CHECK(through.value().bytes == directly.value().bytes);
      for (const std::string& loss : directly.value().losses)
        CHECK_THAT(through.value().losses, Catch::VectorContains(loss));
    }
}

}  // namespace format_pairs_test
