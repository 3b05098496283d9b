// Damaged files, salvaged. What is right: all that ends before the first damaged byte comes back as it was;
// of a file that was cut nothing else comes; what is dropped is told; and what is written of it is a whole
// file.
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <sstream>

#include "convert/formats.hpp"
#include "convert/games/piskvork.hpp"
#include "convert/rapfi/rapfi_file.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/syntax/lz4_frame.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/text/jsonl.hpp"
#include "tests/convert/bytes.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/results.hpp"
#include "tests/random_tree.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;

namespace {

constexpr TreeReadOptions salvaging{.salvage = true};

bool is_blank(std::uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r'; }

struct Damage {
  Bytes bytes;
  std::size_t first = 0;  ///< the first byte that is not as it was
  bool is_cut = false;
};

Damage some_damage(Bytes bytes, std::mt19937& random) {
  const std::size_t at = random() % bytes.size();
  Damage damage{std::move(bytes), at, random() % 3 == 0};
  if (damage.is_cut) {
    damage.bytes.resize(at);
    return damage;
  }
  const std::size_t count = random() % 2 == 0 ? 1 : 1 + random() % 40;
  const int how = static_cast<int>(random() % 3);
  for (std::size_t i = at; i < std::min(at + count, damage.bytes.size()); ++i)
    damage.bytes[i] = static_cast<std::uint8_t>(how == 0   ? 0
                                                : how == 1 ? damage.bytes[i] ^ (1u << random() % 8)
                                                           : random() % 256);
  return damage;
}

/// A node with all that an author says in it.
struct PlainNode {
  std::size_t depth;
  TreeMove move;
  std::uint8_t bits;
  std::vector<std::pair<TextKind, Bytes>> texts;
  bool operator==(const PlainNode&) const = default;
};

std::vector<PlainNode> plain_nodes(const GameTree& tree) {
  std::vector<PlainNode> nodes;
  for (TreeCursor at(tree); at.next();) {
    PlainNode node{at.depth(), at.move(), static_cast<std::uint8_t>(at.bits() & author_bits), {}};
    for (const NodeText& text : at.texts()) {
      const auto bytes = tree.pool().at(text.text());
      node.texts.emplace_back(text.kind(), Bytes(bytes.begin(), bytes.end()));
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

using ReadTree = std::function<Result<TreeReading>(View, const TreeReadOptions&)>;
using WriteTree = std::function<Result<TreeWriting>(const GameTree&)>;

/// `ends`: where each node of the file ends; `between`: what may stand between nodes and is none.
void check_salvage(const Bytes& file, const std::vector<std::size_t>& ends, const ReadTree& read,
                   const WriteTree& write, std::mt19937& random, const std::string& between = {}) {
  const auto whole = plain_nodes(test::value_of(read(file, {})).tree);
  REQUIRE(ends.size() == whole.size());
  const Damage damage = some_damage(file, random);
  // Where something may stand between nodes, that a node has ended is told by what follows it, or by the end.
  const auto is_whole = [&](std::size_t end) {
    while (!damage.is_cut && !between.empty() && end < damage.first && is_blank(file[end])) ++end;
    return end + (!damage.is_cut && !between.empty()) <= damage.first;
  };
  const auto kept = static_cast<std::size_t>(std::ranges::count_if(ends, is_whole));
  CAPTURE(damage.first, damage.is_cut, kept, test::text_of(damage.bytes));
  const auto reading = read(damage.bytes, salvaging);
  if (!reading.ok()) {
    CHECK(kept == 0);
    return;
  }
  const TreeReading& salvaged = reading.value();
  const auto nodes = plain_nodes(salvaged.tree);
  REQUIRE(nodes.size() >= kept);
  CHECK(std::equal(whole.begin(), whole.begin() + static_cast<long>(kept), nodes.begin()));
  if (damage.is_cut && kept > 0) {
    CHECK(nodes.size() == kept);
    const std::string behind =
        test::text_of(View(file).subspan(ends[kept - 1], damage.first - ends[kept - 1]));
    const std::size_t rest = behind.size() - std::min(behind.find_first_not_of(between), behind.size());
    const std::string told = salvaged.losses.empty() ? "" : salvaged.losses.back();
    if (rest > 0 && kept < whole.size()) CHECK_THAT(told, Catch::StartsWith(counted(rest, "byte") + " "));
  }
  const auto written = test::value_of(write(salvaged.tree));
  CHECK(plain_nodes(test::value_of(read(written.bytes, {})).tree) == nodes);
}

/// A tree with a root, with comments and texts on the board.
GameTree commented_tree(std::uint32_t seed, std::size_t nodes) {
  std::mt19937 random(seed);
  TreeBuilder builder(15, "");
  builder.add(0, TreeMove());
  while (builder.node_count() < nodes) {
    const std::size_t deepest = builder.line().size();
    builder.add(random() % 3 != 0 ? deepest : 1 + random() % deepest,
                TreeMove::from_number(static_cast<std::uint16_t>(random() % 225)));
    for (const TextKind kind : {TextKind::comment, TextKind::board_text})
      if (random() % 4 == 0) {
        Bytes text(1 + random() % 12);
        for (auto& byte : text) byte = static_cast<std::uint8_t>(1 + random() % 255);
        builder.add_text(kind, text);
      }
  }
  return std::move(builder).finish();
}

/// Where the nodes of a library end: the next one begins there.
std::vector<std::size_t> ends_in_library(const GameTree& tree, std::size_t bytes) {
  std::vector<std::size_t> ends;
  RenlibOffsets offsets(tree);
  for (NodeNumber node = 1; node < tree.node_count(); ++node) ends.push_back(offsets.of(node));
  ends.push_back(bytes);
  return ends;
}

}  // namespace

TEST_CASE("salvage: a library gives what stands before the damage", "[convert]") {
  std::mt19937 random(1);
  for (std::size_t i = 0; i < test::rounds(1000); ++i) {
    const GameTree tree = commented_tree(static_cast<std::uint32_t>(i), 2 + i % 60);
    const Bytes file = test::value_of(write_renlib(tree)).bytes;
    const auto read = [](View bytes, const TreeReadOptions& how) { return read_renlib(bytes, how); };
    const GameTree again = test::value_of(read(file, {})).tree;
    check_salvage(file, ends_in_library(again, file.size()), read, write_renlib, random);
  }
}

TEST_CASE("salvage: what stands behind the end of a library is no part of it", "[convert]") {
  std::mt19937 random(9);
  int refused = 0;
  for (std::uint32_t i = 0; i < 300; ++i) {
    const GameTree tree = commented_tree(i, 2 + i % 20);
    Bytes file = test::value_of(write_renlib(tree)).bytes;
    const auto whole = plain_nodes(test::value_of(read_renlib(file)).tree);
    for (std::size_t more = 1 + random() % 20; more > 0; --more)
      file.push_back(static_cast<std::uint8_t>(random() % 3 == 0 ? 0 : random() % 256));
    if (read_renlib(file).ok()) continue;  // RenLib takes it for more of the tree
    ++refused;
    CHECK(plain_nodes(test::value_of(read_renlib(file, salvaging)).tree) == whole);
  }
  CHECK(refused > 100);
}

TEST_CASE("salvage: an SGF gives what stands before the damage", "[convert]") {
  std::mt19937 random(2);
  for (std::size_t i = 0; i < test::rounds(1000); ++i) {
    const GameTree tree =
        test::random_moves({.seed = static_cast<std::uint32_t>(i), .nodes = 2 + i % 60, .has_root = true});
    const Bytes file = test::value_of(write_sgf(tree)).bytes;
    std::vector<std::size_t> ends;  // behind the last bracket before the next node begins
    for (std::size_t at = 0, bracket = 0; at < file.size(); ++at) {
      if (file[at] == ']') bracket = at + 1;
      if (file[at] == ';' && bracket > 0) ends.push_back(bracket);
      if (at + 1 == file.size()) ends.push_back(bracket);
    }
    check_salvage(
        file, ends, [](View bytes, const TreeReadOptions& how) { return read_sgf(bytes, how); },
        [](const GameTree& salvaged) { return write_sgf(salvaged); }, random, "\r\n()");
  }
}

TEST_CASE("salvage: a game of Piskvork gives the moves before the damage", "[convert]") {
  std::mt19937 random(3);
  for (std::size_t i = 0; i < test::rounds(1000); ++i) {
    std::string text = "Piskvorky 20x20, 0:0, 0\r\n";
    std::vector<std::size_t> ends;
    for (std::size_t move = 0; move < 1 + i % 40; ++move) {
      text += std::to_string(1 + random() % 20) + "," + std::to_string(1 + random() % 20) + "," +
              std::to_string(random() % 5000) + "\r\n";
      ends.push_back(text.size());
    }
    text += "black\r\nwhite\r\n-1\r\n";
    check_salvage(
        test::bytes_of(text), ends,
        [](View bytes, const TreeReadOptions& how) { return read_psq(bytes, how); }, write_psq, random);
  }
}

TEST_CASE("salvage: a database gives the records before the damage", "[convert]") {
  std::mt19937 random(4);
  for (std::size_t i = 0; i < test::rounds(1000); ++i) {
    const Bytes file = test::random_database(static_cast<std::uint32_t>(i * 10 + 1));
    const DbReading whole = test::value_of(read_rapfi_file(file));
    const Damage damage = some_damage(file, random);
    std::size_t kept = 0;
    for (std::size_t record = 0; record < whole.db.count(); ++record)
      kept += whole.db.offset(record) + whole.db.record_bytes(record).size() <= damage.first;
    CAPTURE(i, damage.first, damage.is_cut, kept);
    const auto reading = read_rapfi_file(damage.bytes, salvaging);
    if (!reading.ok()) {
      CHECK((kept == 0 || reading.error().code == ErrorCode::limit));
      continue;
    }
    const RapfiDatabase& db = reading.value().db;
    if (damage.first < 4) continue;  // another number of records
    REQUIRE(db.count() >= kept);
    for (std::size_t record = 0; record < kept; ++record)
      CHECK(std::ranges::equal(db.record_bytes(record), whole.db.record_bytes(record)));
    if (damage.is_cut) CHECK(db.count() == kept);
    CHECK((db.count() == whole.db.count()) == reading.value().losses.empty());
    const DbReading again = test::value_of(read_rapfi_file(rapfi_file(db)));
    CHECK(again.db == db);
  }
}

TEST_CASE("salvage: of a damaged LZ4 frame its whole blocks are read", "[convert]") {
  const Bytes content = test::random_database(10);  // 2,000 records
  const Bytes frame = lz4_frame(content);
  Bytes wrong_sum = frame;
  wrong_sum.back() ^= 1;
  CHECK_FALSE(read_rapfi_file(wrong_sum).ok());
  const DbReading all = test::value_of(read_rapfi_file(wrong_sum, salvaging));
  CHECK(std::ranges::equal(all.db.bytes(), content));
  CHECK(all.losses.size() == 1);
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    const Damage damage = some_damage(frame, random);
    const auto reading = read_rapfi_file(damage.bytes, salvaging);
    if (!reading.ok() || !damage.is_cut) continue;
    const View bytes = reading.value().db.bytes();
    CHECK(std::equal(bytes.begin() + 4, bytes.end(), content.begin() + 4));
  }
}

namespace {

/// A proof of so many records on 9x9, none of which has to hang together.
Proof loose_proof(std::size_t records, std::uint32_t seed) {
  std::mt19937 random(seed);
  Proof proof(RuleSet::freestyle, 9, Color::black, {});
  proof.roots.push_back({Position(9), std::vector<Square>{}});
  for (std::size_t i = 0; i < records; ++i) {
    Position position(9);
    for (int stone = 0; stone < 4; ++stone) {
      Square square(static_cast<int>(random() % 9), static_cast<int>(random() % 9));
      while (position.at(square))
        square = Square(static_cast<int>(random() % 9), static_cast<int>(random() % 9));
      position.play(square);
    }
    proof.records.add(position, std::nullopt);
  }
  proof.records.finish();
  return proof;
}

std::vector<std::string> lines_of_proof(const Proof& proof) {
  std::istringstream text(test::text_of(test::value_of(jsonl_bytes(proof, Packing::none))));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

TEST_CASE("salvage: a proof as text gives the records before the damage, packed too", "[convert]") {
  const Proof proof = loose_proof(40, 1);
  const auto whole = lines_of_proof(proof);
  std::mt19937 random(6);
  for (const Packing packing : {Packing::none, Packing::zstd}) {
    const Bytes file = test::value_of(jsonl_bytes(proof, packing));
    for (std::size_t i = 0; i < test::rounds(1000); ++i) {
      const Damage damage = some_damage(file, random);
      std::vector<std::string> dropped;
      const auto read = read_jsonl(damage.bytes, {.dropped = &dropped}, "", packing);
      CAPTURE(damage.first, damage.is_cut, packing == Packing::zstd);
      if (!read.ok()) {
        if (packing == Packing::none) CHECK((damage.first < 100 || read.error().code == ErrorCode::limit));
        continue;
      }
      const auto lines = lines_of_proof(read.value());
      if (damage.is_cut) {
        CHECK(std::ranges::includes(whole, lines));
        // The end of the last line is no part of what it says.
        if (damage.first + 1 < file.size()) CHECK((lines.size() < whole.size() || !dropped.empty()));
      }
      if (packing == Packing::zstd) continue;
      const std::string before = test::text_of(View(file).first(damage.first));
      std::istringstream text(before.substr(0, before.rfind('\n') + 1));
      std::string line;
      std::getline(text, line);
      while (std::getline(text, line)) CHECK(std::ranges::binary_search(lines, line));
    }
  }
}

TEST_CASE("salvage: of a .fvp every block that is whole is read", "[convert]") {
  const Proof proof = loose_proof(140'000, 2);  // three blocks
  const Bytes file = test::value_of(fvp_bytes(proof));
  const std::size_t all = proof.records.count();
  std::mt19937 random(7);
  std::size_t partial = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    const Damage damage = some_damage(file, random);
    std::vector<std::string> dropped;
    CHECK_FALSE(read_fvp(damage.bytes).ok());
    const auto read = read_fvp(damage.bytes, {.dropped = &dropped});
    CAPTURE(damage.first, damage.is_cut);
    if (!read.ok()) {
      CHECK(damage.first < 1000);  // the header
      continue;
    }
    REQUIRE_FALSE(dropped.empty());
    const std::size_t count = read.value().records.count();
    partial += count > 0 && count < all;
    if (count < all)
      CHECK(dropped.back() ==
            std::to_string(all - count) + " of " + std::to_string(all) + " records are missing");
    for (std::size_t record = 0; record < count; record += 997) {
      const auto [first, last] = proof.records.find(read.value().records.at(record).position);
      CHECK(first < last);
    }
  }
  CHECK(partial > 3);
  // One byte of the first block: the others are read.
  Damage damage{file};
  damage.bytes[2000] ^= 1;
  std::vector<std::string> dropped;
  const auto read = test::value_of(read_fvp(damage.bytes, {.dropped = &dropped}));
  CHECK(read.records.count() == all - 65'536);
  CHECK_THAT(dropped.front(), Catch::StartsWith("block 1 of 3"));
}

TEST_CASE("salvage: small proofs damaged anywhere give records of theirs or none", "[convert]") {
  const Proof proof = loose_proof(40, 3);
  const auto whole = lines_of_proof(proof);
  const Bytes file = test::value_of(fvp_bytes(proof));
  std::mt19937 random(8);
  for (std::size_t i = 0; i < test::rounds(1000); ++i) {
    const Damage damage = some_damage(file, random);
    std::vector<std::string> dropped;
    const auto read = read_fvp(damage.bytes, {.dropped = &dropped});
    if (!read.ok()) continue;
    CHECK(std::ranges::includes(whole, lines_of_proof(read.value())));
    CHECK((damage.bytes == file) == dropped.empty());
  }
}
