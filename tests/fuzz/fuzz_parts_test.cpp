// The parts of which the fuzz targets are made: a target that never gets behind the first check finds
// nothing.
#include <catch2/catch.hpp>

#include <algorithm>

#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "game/notation.hpp"
#include "tests/format/fvp_surgery.hpp"
#include "tests/format/samples.hpp"
#include "tests/fuzz/brute_force.hpp"
#include "tests/fuzz/dbsearch_input.hpp"
#include "tests/fuzz/fvp_repair.hpp"
#include "tests/fuzz/journal_input.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/parts_fixture.hpp"
#include "tests/fuzz/store_changes.hpp"
#include "tests/fuzz/store_fixture.hpp"
#include "tests/oracle/random_positions.hpp"

namespace fiveproof::fuzz {
namespace {

FvpInput input_of(const Proof& proof) { return fvp_input_of(fvp_bytes(proof).value()); }

Position position_from(const std::string& black, const std::string& white, int size, Color to_move) {
  return position_of(parse_squares(black, size).value(), parse_squares(white, size).value(), to_move, size)
      .value();
}

}  // namespace

TEST_CASE("the parts of a right file give a right file, repaired or not") {
  const Proof proof = test::random_proof(1, RuleSet::standard, 15, Color::white, 20);
  FvpInput input = input_of(proof);
  for (const int repairs : {0, 1, 2, 3}) {
    input.repairs = static_cast<std::uint8_t>(repairs);
    const auto read = read_fvp(repaired_fvp(input));
    REQUIRE(read.ok());
    CHECK(test::difference(proof, read.value()).empty());
  }
}

TEST_CASE("an input survives its encoding") {
  FvpInput input = input_of(test::random_proof(2, RuleSet::freestyle, 6, Color::black, 5));
  input.repairs = 2;
  const FvpInput again = decode_fvp_input(encode_fvp_input(input));
  CHECK(again.repairs == input.repairs);
  CHECK(again.parts == input.parts);
}

TEST_CASE("repairs make a file with the records of another, wrong counts and a wrong hash readable") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const int size = 5 + static_cast<int>(seed % 16);
    FvpInput input = input_of(test::random_proof(seed, RuleSet::standard, size, Color::black, 9));
    const Proof other = test::random_proof(seed + 100, RuleSet::standard, size, Color::black, 15);
    input.parts[1] = input_of(other).parts[1];
    input.parts[0] = test::decompressed(
        test::changed<schema::Header>(test::compressed(input.parts[0]), [](schema::Header::Builder header) {
          header.setRecordCount(1);
          header.setBlockCount(9);
          header.setBlockRecords(2);
          header.setSectionCount(3);
          header.getContentHash()[0] ^= 1;
        }));
    input.repairs = 0;
    CHECK_FALSE(read_fvp(repaired_fvp(input)).ok());
    input.repairs = FvpInput::counts | FvpInput::content_hash;
    const auto read = read_fvp(repaired_fvp(input));
    INFO(seed << ": " << (read.ok() ? "" : read.error().text()));
    CHECK(read.ok());
  }
}

TEST_CASE("no bytes are too odd to be repaired") {
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    Bytes bytes(random() % 200);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 4 ? random() % 3 : random());
    CHECK_FALSE(read_fvp(repaired_fvp(decode_fvp_input(bytes))).ok());
  }
}

TEST_CASE("a search input survives its encoding") {
  oracle::RandomPositions random(4);
  for (int i = 0; i < 50; ++i) {
    const auto made = random.next();
    DbsearchInput input;
    input.rule = made.rule;
    input.attacker = made.attacker;
    input.position = made.position;
    input.extra_stones.emplace_back(Color::white, random.pick(made.position.empties()));
    const auto again = decode_dbsearch_input(encode_dbsearch_input(input));
    CHECK(again.rule == input.rule);
    CHECK(again.attacker == input.attacker);
    CHECK(again.position == input.position);
    CHECK(again.extra_stones == input.extra_stones);
  }
}

TEST_CASE("a search input can be one of renju, on a small board") {
  DbsearchInput input;
  input.rule = RuleSet::renju;
  input.position = position_from("f6 g7", "a1 l12", 12, Color::black);
  const auto bytes = encode_dbsearch_input(input);
  const auto again = decode_dbsearch_input(bytes, {.largest = 12, .with_renju = true});
  CHECK(again.rule == RuleSet::renju);
  CHECK(again.position == input.position);
  // Who asks a search that knows no forbidden points gets none.
  CHECK(decode_dbsearch_input(bytes).rule == RuleSet::freestyle);
  for (int size = 0; size < 256; ++size)
    CHECK(decode_dbsearch_input(std::vector<std::uint8_t>{0, static_cast<std::uint8_t>(size)}, {.largest = 6})
              .position.size() <= 6);
}

TEST_CASE("entries of a store survive their encoding, and are those of a store") {
  const solve::StoreIdentity game{RuleSet::renju, 9, Color::white};
  const auto entries = store_entries(game);
  std::array<int, 4> sound{};
  for (const StoreEntry& entry : entries) {
    for (const bool is_sealed : {true, false}) {
      const auto input = decode_store_entry(encode_store_entry(game, entry, is_sealed));
      CHECK(input.game == game);
      CHECK(input.version == solve::store_version);
      CHECK(input.is_sealed == is_sealed);
      CHECK(input.entry.table == entry.table);
      CHECK(input.entry.key == entry.key);
      const solve::Seals seals(game, input.version);
      CHECK(input.entry.payload ==
            (is_sealed ? entry.payload : seals.sealed(entry.table, entry.key, entry.payload)));
    }
    using enum solve::Table;
    sound[0] += entry.table == proved && solve::fault_of_answer(entry.key, entry.payload, game).empty();
    sound[1] += entry.table == jobs && solve::fault_of_job(entry.key, entry.payload, game).empty();
    sound[2] += entry.table == meta && solve::decode_root(entry.key, entry.payload, game).has_value();
    const auto value = solve::Seals(game, solve::store_version).sealed(entry.table, entry.key, entry.payload);
    sound[3] += solve::parse_identity("a.fvs", value).ok();
  }
  CHECK(sound == std::array{4, 5, 2, 1});
}

TEST_CASE("the stores that are damaged are small, deep and wide") {
  const auto& files = store_files();
  REQUIRE(files.size() == 4);
  const auto count = [](const StoreFile& file, char kind) {
    return std::ranges::count_if(file.contents, [&](const std::string& line) { return line[0] == kind; });
  };
  CHECK(files[0].contents.empty());
  CHECK(count(files[1], 'a') == 4);
  CHECK(count(files[1], 'j') == 5);
  CHECK(count(files[1], 'r') == 2);
  CHECK(files[1].answers.size() == 4);
  CHECK(count(files[2], 'a') > 40);  // a page holds fewer
  CHECK(std::ranges::any_of(files[3].contents, [](const std::string& line) { return line.size() > 4096; }));
  CHECK(files[3].ever.size() > files[3].contents.size());
}

TEST_CASE("a store is damaged where the bytes say so, and only there") {
  const auto changed = [](std::size_t store, std::vector<std::uint8_t> bytes) {
    ByteReader in(bytes);
    return changed_file(store_files()[store].bytes, in);
  };
  for (std::size_t store = 0; store < store_files().size(); ++store) {
    const auto same = changed(store, {});
    CHECK(same.bytes == store_files()[store].bytes);
    CHECK(same.places == 0);
  }
  for (std::uint8_t kind = 0; kind < 10; ++kind) {
    int different = 0;
    for (std::uint8_t page = 0; page < 12; ++page) {
      const auto made = changed(2, {kind, page, 1, 2, 3});
      CHECK((made.places > 0) == (made.bytes != store_files()[2].bytes));
      different += made.places;
    }
    CAPTURE(static_cast<int>(kind));
    CHECK(different > 0);
  }
  // A byte; then the end, before which it lies.
  const auto two = changed(1, {0, 1, 7, 0, 99, 5, 2, 9, 0});
  CHECK(two.places == 2);
  CHECK(two.bytes.size() == 2 * 4096 + 9);
  CHECK(two.bytes[4096 + 7] == 99);
}

TEST_CASE("brute force knows who wins") {
  const auto ask = [](const Position& position, RuleSet rule, Color attacker) {
    return BruteForce(rule, position.size(), attacker).ask(position, 100'000);
  };
  // Black fills all but b1..e1 of rows 3 to 5 in turns that make no five; only row 1 is open.
  const Position four = position_from("a1 b1 c1 d1", "a2 b2 c2", 5, Color::black);
  CHECK(ask(four, RuleSet::freestyle, Color::black) == Outcome::win);
  CHECK(ask(four, RuleSet::freestyle, Color::white) == Outcome::no_win);
  Position blocked = four;
  blocked.set_to_move(Color::white);
  BruteForce patient(RuleSet::freestyle, 5, Color::black);
  CHECK(patient.ask(blocked, 1) == Outcome::unknown);
  CHECK(patient.ask(four, 1) == Outcome::win);
  // A straight four on 6x6, White to move; White's own four would save him.
  const Position straight = position_from("b1 c1 d1 e1", "a6 c5 f4", 6, Color::white);
  CHECK(ask(straight, RuleSet::freestyle, Color::black) == Outcome::win);
  const Position late = position_from("b1 c1 d1 e1", "a6 b6 c6 d6", 6, Color::white);
  CHECK(ask(late, RuleSet::freestyle, Color::black) == Outcome::no_win);
  // Six in a row.
  const Position six = position_from("a1 b1 c1 e1 f1", "a2 a3 b4", 6, Color::black);
  CHECK(ask(six, RuleSet::freestyle, Color::black) == Outcome::win);
  Position over = position_from("a1 a2 a3 a4 a5", "b1 b2 b3 b4", 5, Color::white);
  CHECK(ask(over, RuleSet::freestyle, Color::black) == Outcome::win);
  CHECK(ask(over, RuleSet::freestyle, Color::white) == Outcome::no_win);
}

TEST_CASE("payloads of a right journal give that journal") {
  const auto journal = parts_journal();
  const std::string& header = parts_fixture().journal_header;
  JournalInput input;
  std::vector<std::size_t> offsets{header.size()};
  while (offsets.back() < journal.size()) {
    const std::size_t payload = offsets.back() + 12;
    const std::size_t end = payload + journal[payload - 10] * 256U + journal[payload - 9];
    input.parts.emplace_back(journal.begin() + static_cast<std::ptrdiff_t>(payload),
                             journal.begin() + static_cast<std::ptrdiff_t>(end));
    offsets.push_back(end);
  }
  REQUIRE(input.parts.size() >= 2);
  const JournalFile file = journal_file(decode_journal_input(encode_journal_input(input)), header);
  CHECK(file.bytes == journal);
  CHECK(file.offsets == offsets);
  CHECK(file.has_right_header);

  input.raw = JournalInput::header | JournalInput::tail;
  input.parts.front() = {'x', '\n'};
  const JournalFile odd = journal_file(input, header);
  CHECK_FALSE(odd.has_right_header);
  CHECK(odd.bytes.size() == 2 + (input.parts.size() - 2) * 12 + encode_journal_input(input).size() - 1 -
                                2 * input.parts.size() - 2);
}

TEST_CASE("a file in memory is read by its path") {
  MemoryFile file;
  const std::vector<std::uint8_t> bytes{1, 0, 2};
  file.put(std::vector<std::uint8_t>(100));
  file.put(bytes);
  CHECK(file.get() == bytes);
  std::FILE* opened = std::fopen(file.path().c_str(), "rb");
  REQUIRE(opened != nullptr);
  CHECK(std::getc(opened) == 1);
  std::fclose(opened);
}

TEST_CASE("the proof that is checked in parts has nearly every form") {
  auto whole = verify::check_proof(parts_proof(), parts_options());
  REQUIRE(whole.ok());
  for (const GapKind kind :
       {GapKind::unanswered_reply, GapKind::unproved_leaf, GapKind::missing_root, GapKind::refuted_move,
        GapKind::illegal_move, GapKind::contradictory, GapKind::stray_position}) {
    CAPTURE(name_of(kind));
    CHECK(whole.value().gap_counts[static_cast<std::size_t>(kind)] > 0);
  }
  CHECK(whole.value().all.ends > 0);
  CHECK(whole.value().all.stored > 0);
  CHECK(whole.value().verdicts.back().outcome == verify::Outcome::verified);
  (void)check_parts_result(whole.value());
}

}  // namespace fiveproof::fuzz
