// Every format that a proof can be written as and read from: written, read and told what it claims, it is the
// same proof, however the board lies. And from each such format into each other one.
//
// A format that is not in the table below is an error: whoever adds one says here which proofs it takes.
#include <array>
#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <set>

#include "convert/proof/tree_of_proof.hpp"
#include "game/five.hpp"
#include "game/packed_position.hpp"
#include "game/symmetry.hpp"
#include "tests/convert/format_table.hpp"
#include "tests/convert/told.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;

namespace {

struct Takes {
  std::string_view name;
  bool proofs = true;        ///< or none, written or read
  bool any_size = true;      ///< or 15x15 alone
  bool any_attacker = true;  ///< or Black
  bool branches = true;      ///< or one line alone
  bool moves = true;         ///< or positions alone, so that another move may be read than was written
  bool empty_ones = true;    ///< or none without records, as those name the board
};

const Takes& taken_by(Format format) {
  static const std::vector<Takes> all = {
      {.name = "fvp"},
      {.name = "jsonl"},
      {.name = "jsonl.zst"},
      {.name = "lib", .any_size = false},
      {.name = "db", .moves = false, .empty_ones = false},
      {.name = "db-csv", .moves = false, .empty_ones = false},
      {.name = "sgf"},
      {.name = "rseq", .proofs = false},
      {.name = "rv2", .any_size = false, .any_attacker = false},
      {.name = "rv2-store", .proofs = false},
      {.name = "rif", .proofs = false},
      {.name = "terminator", .proofs = false},
      {.name = "psq", .branches = false},
      {.name = "rec", .branches = false},
      {.name = "sav", .branches = false},
      {.name = "pos", .any_size = false, .branches = false},
      {.name = "moves"},
      {.name = "code"},
      {.name = "openings"},
      {.name = "dot", .proofs = false},
      {.name = "csv", .proofs = false},
  };
  for (const Takes& one : all)
    if (one.name == name_of(format)) return one;
  FAIL("say in the table of this test which proofs " << name_of(format) << " takes");
  std::abort();
}

// -- proofs --

/// A proof that every tree can show: one move or none at each position, all of them below the root, none onto
/// a stone, no line goes on behind a five, and in renju, whose readers tell of it, none leaves the defender a
/// five. Whether it proves anything nobody asks.
struct RandomProof {
  std::uint32_t seed = 1;
  int size = 15;
  Color attacker = Color::black;
  bool branches = true;
  int turn = 0;  ///< in which all of it is seen
};

bool leaves_a_five(Position position, RuleSet rule, Color attacker, Square move) {
  if (makes_five(position, rule, attacker, move)) return false;
  position.play(move);
  return !five_squares(position, rule, opponent(attacker)).empty();
}

Proof random_proof(const RandomProof& wanted) {
  std::mt19937 random(wanted.seed);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  const Symmetry symmetry(wanted.turn);
  Proof proof(static_cast<RuleSet>(wanted.seed % 3), wanted.size, wanted.attacker);
  // Few squares, off the centre, so that lines meet again, turned and mirrored too.
  const auto any_empty = [&](const Position& position) {
    for (int tries = 0;; ++tries) {
      // One after the other, so that every compiler makes the same proof.
      const int column = tries < 20 ? wanted.size / 2 - 1 + below(4) : below(wanted.size);
      const int row = tries < 20 ? wanted.size / 2 - 2 + below(5) : below(wanted.size);
      const Square square(column, row);
      if (position.is_empty(square)) return square;
    }
  };
  Position start(wanted.size);
  std::vector<Square> line;
  const auto play = [&](Square square) {
    start.play(square);
    line.push_back(symmetry.apply(square, wanted.size));
  };
  if (wanted.seed % 4 == 1)  // four in a row, each
    for (const int column : {0, 1, 2, 3})
      for (const int row : {0, wanted.size - 1}) play(Square(column, row));
  for (int moves = 1 + below(3); moves > 0; --moves) play(any_empty(start));
  proof.roots.push_back({symmetry.apply(start), line});

  std::set<std::vector<std::uint8_t>> known;
  std::deque<Position> waiting;
  const auto add = [&](const Position& position) {
    if (has_five(position, proof.rule, opponent(wanted.attacker))) return;
    if (known.insert(pack(canonical_form(position).position)).second) waiting.push_back(position);
  };
  const auto add_replies = [&](const Position& position) {
    for (int replies = wanted.branches ? below(5) : 1; replies > 0; --replies) {
      Position next = position;
      next.play(any_empty(position));
      add(next);
    }
  };
  start.to_move() == wanted.attacker ? add(start) : add_replies(start);
  for (int records = wanted.branches ? 25 : 3; records > 0 && !waiting.empty(); --records) {
    const Position position = waiting.front();
    waiting.pop_front();
    const SquareSet fives = five_squares(position, proof.rule, wanted.attacker);
    std::optional<Square> move;
    if (records > 1 && below(6) != 0)
      move = !fives.empty() && below(2) == 0 ? fives.first() : any_empty(position);
    if (move && has_forbidden_moves(proof.rule) &&
        leaves_a_five(position, proof.rule, wanted.attacker, *move))
      move = fives.empty() ? std::nullopt : std::optional(fives.first());
    proof.records.add(symmetry.apply(position),
                      move ? std::optional(symmetry.apply(*move, wanted.size)) : move);
    if (!move || makes_five(position, proof.rule, wanted.attacker, *move)) continue;
    Position next = position;
    next.play(*move);
    add_replies(next);
  }
  proof.records.finish();
  return proof;
}

Wanted claim_of(const Proof& proof) {
  return {{.size = proof.size, .rule = proof.rule},
          proof.attacker,
          std::vector<std::vector<Square>>{*proof.roots[0].moves}};
}

bool is_taken(const Proof& proof, const Takes& takes) {
  if (!takes.proofs || (!takes.any_size && proof.size != 15)) return false;
  if (!takes.any_attacker && proof.attacker != Color::black) return false;
  return takes.branches || test::told_of(tree_of_proof(proof).value().tree).leaves <= 1;
}

/// Written and read; nothing if it was refused, as it had to be. `is_same`: nothing was said of other moves.
struct Back {
  Proof proof;
  bool is_same = true;
};

std::optional<Back> through(const Proof& proof, Format format, const test::Reader& reader,
                            bool expand_all = false) {
  const Takes& takes = taken_by(format);
  CAPTURE(takes.name, expand_all);
  const auto writing = encode_proof(proof, format, {.expand_all = expand_all, .from_records = true});
  INFO((writing.ok() ? "" : writing.error().text()));
  if (!takes.proofs && writing.ok()) {  // a picture
    CHECK(reader.proof(writing.value().bytes, format, claim_of(proof)).error().code ==
          ErrorCode::unsupported);
    return std::nullopt;
  }
  CHECK(writing.ok() == is_taken(proof, takes));
  if (!writing.ok()) {
    CHECK(writing.error().code == ErrorCode::unsupported);
    return std::nullopt;
  }
  auto reading = reader.proof(writing.value().bytes, format, claim_of(proof));
  if (!takes.empty_ones && proof.records.count() == 0) {
    CHECK(reading.error().code == ErrorCode::usage);
    return std::nullopt;
  }
  INFO((reading.ok() ? "" : reading.error().text()));
  REQUIRE(reading.ok());
  std::string losses;
  for (const std::string& loss : writing.value().losses) losses += loss + "\n";
  CAPTURE(losses);
  Back back{std::move(reading.value().proof),
            takes.moves || losses.find("another move") == std::string::npos};
  CHECK(back.proof.records.count() == proof.records.count());
  CHECK(back.proof.findings.empty());
  CHECK((content_hash(back.proof) == content_hash(proof)) == back.is_same);
  return back;
}

/// That the format takes, if it takes any.
RandomProof wanted_for(const Takes& takes, std::uint32_t seed) {
  RandomProof wanted{.seed = seed};
  if (takes.any_size) wanted.size = std::array{15, 9, 20, 15}[seed % 4];
  if (takes.any_attacker && seed % 5 < 2) wanted.attacker = Color::white;
  wanted.branches = takes.branches;
  return wanted;
}

}  // namespace

TEST_CASE("proofs as formats: what is written is read as the same proof, from all eight sides",
          "[convert][pairs]") {
  const test::Reader reader;
  for (const Format format : test::all_formats()) {
    const Takes& takes = taken_by(format);
    std::size_t same = 0, records = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed)
      for (int turn = 0; turn < Symmetry::count; ++turn) {
        CAPTURE(takes.name, seed, turn);
        RandomProof wanted = wanted_for(takes, seed);
        wanted.turn = turn;
        const Proof proof = random_proof(wanted);
        const auto back = through(proof, format, reader);
        if (!back) continue;
        same += back->is_same;
        records += proof.records.count();
        if (is_tree(format) && takes.branches) through(proof, format, reader, true);
      }
    CAPTURE(takes.name);
    CHECK((same > 80) == takes.proofs);
    CHECK((records > 200) == takes.proofs);
  }
}

TEST_CASE("proofs as formats: any proof is written, or refused as it has to be", "[convert][pairs]") {
  const test::Reader reader;
  for (const Format format : test::all_formats())
    for (std::uint32_t seed = 31; seed <= 40; ++seed) {
      CAPTURE(seed);
      through(random_proof(wanted_for(taken_by(Format::fvp), seed)), format, reader);
    }
}

TEST_CASE("proofs as formats: from each into each other it stays the same", "[convert][pairs]") {
  const test::Reader reader;
  for (const Format from : test::all_formats())
    for (const Format to : test::all_formats()) {
      if (!taken_by(from).proofs) continue;
      Takes both = taken_by(from);
      both.any_size = both.any_size && taken_by(to).any_size;
      both.any_attacker = both.any_attacker && taken_by(to).any_attacker;
      both.branches = both.branches && taken_by(to).branches;
      std::size_t pairs = 0;
      for (std::uint32_t seed = 51; seed <= 56; ++seed) {
        CAPTURE(name_of(from), name_of(to), seed);
        RandomProof wanted = wanted_for(both, seed);
        wanted.turn = static_cast<int>(seed % 8);
        const auto first = through(random_proof(wanted), from, reader);
        if (!first) continue;  // one line may be several, where the board is symmetrical
        pairs += through(first->proof, to, reader).has_value();
      }
      CAPTURE(name_of(from), name_of(to));
      CHECK((pairs > 0) == taken_by(to).proofs);
    }
}
