// What a store does about damage, a full disk, and the limits of its process.
#include <fcntl.h>
#include <lmdb.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <new>
#include <random>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "solve/jobs/extract.hpp"
#include "solve/jobs/foreman.hpp"
#include "solve/store/pages.hpp"
#include "solve/store/repair.hpp"
#include "solve/store/store_keys.hpp"
#include "tests/paths.hpp"
#include "tests/peak_memory.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/solve/child_process.hpp"
#include "tests/solve/raw_entry.hpp"
#include "tests/system_calls.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve::store_damage_test {
namespace {

using test::in_child;
using test::TemporaryFolder;

const StoreIdentity freestyle{RuleSet::freestyle, 15, Color::black};
constexpr std::size_t page_bytes = 4096;

Square at(const char* text) { return parse_square(text, 15).value(); }

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// One of many positions with the attacker to move.
Position numbered(int i) {
  Position position = after("h8 a1");
  const int row = i / 11 % 11;
  position.play(Square(2 + i % 11, row < 7 ? row : row + 1));
  position.play(Square(i / 121, 14));
  return position;
}

/// A store with `count` answers and some jobs, big enough for a tree of two levels.
void make(const std::string& path, int count = 120) {
  Store store = Store::open(path, freestyle, Store::Mode::create).value();
  auto change = store.change();
  REQUIRE(change.ok());
  for (int i = 0; i < count; ++i) {
    const Position position = numbered(i);
    REQUIRE(change.value().put_answer(position, at("o15")).ok());
    REQUIRE(change.value().put_job(canonical_form(position).position, {JobState::open, 1, 5, {}}).ok());
  }
  REQUIRE(change.value().put_root({after("h8 a1"), parse_squares("h8 a1", 15).value()}).ok());
  REQUIRE(change.value().commit().ok());
  put_job(store, after("h8 a1 i9"), {JobState::open, 1, 7, {}});
}

/// The error that opening or checking ends with.
std::optional<Error> trouble_of(const std::string& path) {
  const auto store = Store::open_to_read(path);
  if (!store.ok()) return store.error();
  const auto checked = store.value().check();
  if (!checked.ok()) return checked.error();
  return std::nullopt;
}

void require_damaged(const std::string& path, const std::string& text) {
  const auto trouble = trouble_of(path);
  REQUIRE(trouble);
  CHECK(trouble->code == ErrorCode::malformed);
  CHECK(trouble->file == path);
  INFO(trouble->text());
  CHECK(trouble->message.find(text) != std::string::npos);
}

void put_raw(const std::string& path, Table table, const Bytes& key, const Bytes& payload,
             bool sealed = true) {
  solve::put_raw(path, freestyle, table, key, payload, sealed);
}

Bytes two(int number) { return {static_cast<std::uint8_t>(number >> 8), static_cast<std::uint8_t>(number)}; }

// -- entries ----------------------------------------------------------------------------------------------

TEST_CASE("a damaged length of gigabytes is refused before there is memory for it", "[store][damage]") {
  const TemporaryFolder folder;
  make(folder.file("a.fvs"));
  const std::string whole = contents(folder.file("a.fvs"));
  const auto word = [](const std::string& bytes, std::size_t where) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[where]) |
                                    static_cast<unsigned char>(bytes[where + 1]) << 8);
  };
  const long before = test::peak_memory_in_kib();
  int damaged = 0;
  for (std::size_t page = 2 * page_bytes; page < whole.size() && damaged < 4; page += page_bytes) {
    constexpr std::size_t leaf = 2, header = 16;
    if (word(whole, page + 10) != leaf || word(whole, page + 12) <= header) continue;
    // Its first entry: the length in two words, flags, the length of the key, and the key; then the value.
    const std::size_t entry = page + word(whole, page + header);
    const std::size_t value = entry + 8 + word(whole, entry + 6);
    if (word(whole, entry + 4) != 0 || word(whole, entry) < 8 || value + 8 > whole.size()) continue;
    std::string bytes = whole;
    constexpr char of_a_long_value = 1, some_page = 2;
    bytes.replace(entry, 5, std::string{'\xF0', '\xFF', '\xFF', '\xFF', of_a_long_value});
    bytes.replace(value, 8, std::string{some_page, 0, 0, 0, 0, 0, 0, 0});
    write(folder.file("b.fvs"), bytes);
    const auto opened = Store::open(folder.file("b.fvs"), freestyle, Store::Mode::write);
    if (opened.ok()) continue;  // the page is of an older state
    ++damaged;
    CHECK(opened.error().code == ErrorCode::malformed);
  }
  CHECK(damaged > 0);
  CHECK(test::peak_memory_in_kib() - before < test::little_memory_in_kib);
}

TEST_CASE("a flipped bit of an entry is an error, not another answer and not an absence", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const Position position = after("h8 a1");
  {
    Store store = Store::open(path, freestyle, Store::Mode::create).value();
    put_answer(store, position, at("j9"));
  }
  std::string bytes = contents(path);
  const Bytes key = answer_key(position);
  const std::string text(key.begin(), key.end());
  const std::size_t place = bytes.find(text);
  REQUIRE(place != std::string::npos);
  for (std::size_t offset = key.size(); offset < key.size() + 2 + 4; ++offset) {
    std::string flipped = bytes;
    flipped[place + offset] = static_cast<char>(flipped[place + offset] ^ 1);
    write(path, flipped);
    const Store store = Store::open_to_read(path).value();
    const auto view = store.view();
    CHECK_FALSE(view.value().answer(position));
    REQUIRE_FALSE(view.value().status().ok());
    CHECK(view.value().status().error().message.find("checksum") != std::string::npos);
    CHECK_FALSE(view.value().for_each_answer([](const Position&, Square) { return true; }).ok());
    require_damaged(path, "checksum");
    // Nor is a proof made that lacks it.
    CHECK_FALSE(extract(store, view.value(), {{position, std::nullopt}}, {}).ok());
  }
}

TEST_CASE("a seal belongs to its key, its table, its game and its version", "[store][damage]") {
  const Seals seals(freestyle, store_version);
  const Bytes key{1, 2, 3}, longer{1, 2, 3, 4}, payload{4, 5};
  const Bytes value = seals.sealed(Table::proved, key, payload);
  CHECK(value.size() == payload.size() + 4);
  REQUIRE(seals.opened(Table::proved, key, value));
  CHECK(std::ranges::equal(*seals.opened(Table::proved, key, value), payload));
  CHECK_FALSE(seals.opened(Table::jobs, key, value));
  CHECK_FALSE(seals.opened(Table::proved, Bytes{1, 2, 2}, value));
  CHECK_FALSE(seals.opened(Table::proved, longer, Bytes(value.begin() + 1, value.end())));
  CHECK_FALSE(seals.opened(Table::proved, key, Bytes{1, 2, 3}));
  for (const StoreIdentity& other : {StoreIdentity{RuleSet::standard, 15, Color::black},
                                     StoreIdentity{RuleSet::freestyle, 14, Color::black},
                                     StoreIdentity{RuleSet::freestyle, 15, Color::white}})
    CHECK_FALSE(Seals(other, store_version).opened(Table::proved, key, value));
  // Version 2 had the whole hash; of version 3 the halves are one over the other.
  const Bytes longer_seal = Seals(freestyle, 2).sealed(Table::proved, key, payload);
  REQUIRE(longer_seal.size() == payload.size() + 8);
  CHECK_FALSE(seals.opened(Table::proved, key, longer_seal));
  for (const StoreIdentity& game : {freestyle, StoreIdentity{RuleSet::renju, 15, Color::black}}) {
    const Bytes whole = Seals(game, store_version).sealed(Table::jobs, key, payload);
    for (std::size_t i = 0; i < whole.size() * 8; ++i) {
      Bytes flipped = whole;
      flipped[i / 8] = static_cast<std::uint8_t>(flipped[i / 8] ^ 1 << i % 8);
      CHECK_FALSE(Seals(game, store_version).opened(Table::jobs, key, flipped));
    }
  }
}

TEST_CASE("an entry with a right checksum is looked at all the same", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  make(path, 3);
  const Position position = canonical_form(after("h8 a1 i9 b7")).position;
  const Position and_position = canonical_form(after("h8 a1 i9")).position;
  Bytes other_way = answer_key(position);
  {
    // The same stones as another image of them has.
    Position image = position;
    for (int k = 0; k < Symmetry::count && image == position; ++k) image = Symmetry(k).apply(position);
    const auto packed = pack(image);
    std::copy(packed.begin(), packed.end(), other_way.begin() + 2);
  }
  const int stone = dense_index(*position.stones(Color::black).begin(), 15);
  const auto job_at = [&](const Position& p) { return job_key(p, Color::black); };
  Bytes crooked_job = other_way;
  crooked_job.push_back(1);
  Bytes crooked_root = crooked_job;  // given by its stones
  crooked_root.insert(crooked_root.begin(), root_mark);
  const std::string text = "h8 a1";
  Bytes root = job_at(after("h8 a2"));
  root.insert(root.begin(), root_mark);
  struct Case {
    Table table;
    Bytes key, payload;
    const char* expected;
  };
  const Bytes open(10, 0);
  Bytes unknown = open, lost = open, on_stone = open;
  unknown[0] = 4;
  lost[0] = 2;
  on_stone[0] = 1;
  for (std::uint8_t byte : two(stone)) on_stone.push_back(byte);
  for (const Case& c :
       {Case{Table::proved, answer_key(position), two(stone), "expected a move to an empty square"},
        Case{Table::proved, answer_key(position), two(225), "expected a move to an empty square"},
        Case{Table::proved, answer_key(position), {0}, "expected a move to an empty square"},
        Case{Table::proved, other_way, two(0), "expected a canonical position"},
        Case{Table::proved, {0, 1, 2}, two(0), "expected a canonical position"},
        Case{Table::jobs, job_at(position), unknown, "expected a position with its state"},
        Case{Table::jobs, crooked_job, open, "expected a canonical position"},
        Case{Table::jobs, job_at(position), on_stone, "expected moves to empty squares"},
        Case{Table::jobs, job_at(position), lost, "its move is not there"},
        Case{Table::meta, root, Bytes(text.begin(), text.end()), "expected a position to prove"},
        Case{Table::meta, crooked_root, {'-'}, "expected a position to prove"},
        Case{Table::meta, {'x'}, {}, "expected a position to prove"}}) {
    std::filesystem::remove(path);
    make(path, 3);
    put_raw(path, c.table, c.key, c.payload);
    require_damaged(path, c.expected);
    const Store store = Store::open_to_read(path).value();
    const auto view = store.view();
    (void)view.value().answer(position);
    (void)view.value().job(position);
    const bool is_seen = c.key == answer_key(position) || (c.key == job_at(position) && c.payload != lost);
    CHECK(view.value().status().ok() == !is_seen);
    if (c.table == Table::meta) CHECK_FALSE(view.value().roots().ok());
    if (c.key == answer_key(position))
      CHECK_FALSE(view.value().for_each_answer([](const Position&, Square) { return true; }).ok());
    if (c.table == Table::jobs)
      CHECK(view.value().for_each_job([](const Position&, const JobEntry&) { return true; }).ok() ==
            (c.payload == lost));
  }
  // A proved position at which the defender is to move has no answer.
  std::filesystem::remove(path);
  make(path, 3);
  put_raw(path, Table::jobs, job_at(and_position), lost);
  CHECK_FALSE(trouble_of(path));
}

TEST_CASE("a search ends where the store cannot be read", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const Position root = after("h8 a1 i9");
  { Store store = Store::open(path, freestyle, Store::Mode::create).value(); }
  put_raw(path, Table::jobs, job_key(root, Color::black), Bytes(18, 7), false);
  Store store = Store::open(path, freestyle, Store::Mode::write).value();
  Foreman foreman(store, {root}, {});
  const auto states = foreman.run();
  REQUIRE_FALSE(states.ok());
  CHECK(states.error().message.find("checksum") != std::string::npos);
}

TEST_CASE("what a search found does not count when it could not read an answer", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), sound = folder.file("sound.fvs");
  const Position root = after("h8 a1 i9 a15");
  std::optional<Position> below;
  {
    Store store = Store::open(sound, freestyle, Store::Mode::create).value();
    REQUIRE(Foreman(store, {root}, {}).run().value().front() == JobState::proved);
    // The last has the most stones.
    REQUIRE(store.view()
                .value()
                .for_each_answer([&](const Position& position, Square) {
                  below = position;
                  return true;
                })
                .ok());
  }
  REQUIRE(below);
  REQUIRE(below->stone_count() > root.stone_count());
  { Store store = Store::open(path, freestyle, Store::Mode::create).value(); }
  put_raw(path, Table::proved, answer_key(*below), Bytes(10, 7), false);
  Store store = Store::open(path, freestyle, Store::Mode::write).value();
  const auto states = Foreman(store, {root}, {}).run();
  REQUIRE_FALSE(states.ok());
  CHECK(states.error().message.find("checksum") != std::string::npos);
}

// -- pages ------------------------------------------------------------------------------------------------

TEST_CASE("every page that is zeroed, cut off or another one is seen before it is used", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  make(path);
  const std::string bytes = contents(path);
  const std::size_t pages = bytes.size() / page_bytes;
  REQUIRE(pages > 8);
  CHECK_FALSE(trouble_of(path));
  const auto dump = [&]() {
    std::string text;
    const Store store = Store::open_to_read(path).value();
    const auto view = store.view();
    (void)view.value().for_each_answer([&](const Position& p, Square s) {
      const Bytes key = answer_entry(p, s);
      text.append(key.begin(), key.end());
      return true;
    });
    (void)view.value().for_each_job([&](const Position& p, const JobEntry& job) {
      const Bytes key = job_key(p, Color::black), value = encode(job, 15);
      text.append(key.begin(), key.end()).append(value.begin(), value.end());
      return true;
    });
    return text;
  };
  const std::string whole = dump();
  int seen = 0;
  const auto expect_whole_or_damaged = [&](const std::string& damaged) {
    write(path, damaged);
    if (trouble_of(path))
      ++seen;
    else
      CHECK(dump() == whole);
  };
  for (std::size_t page = 0; page < pages; ++page) {
    std::string zeroed = bytes, swapped = bytes;
    zeroed.replace(page * page_bytes, page_bytes, page_bytes, '\0');
    expect_whole_or_damaged(zeroed);
    const std::size_t next = (page + 1) % pages;
    swapped.replace(page * page_bytes, page_bytes, bytes.substr(next * page_bytes, page_bytes));
    swapped.replace(next * page_bytes, page_bytes, bytes.substr(page * page_bytes, page_bytes));
    expect_whole_or_damaged(swapped);
    expect_whole_or_damaged(bytes.substr(0, page * page_bytes + page_bytes / 2));
  }
  CHECK(seen > 3 * static_cast<int>(pages) / 2);
}

/// A store of which `change` changes some bytes, and what is said of it.
std::string said_of(const std::string& path, const std::function<void(std::string&)>& change) {
  std::filesystem::remove(path);
  make(path);
  std::string bytes = contents(path);
  change(bytes);
  write(path, bytes);
  const auto trouble = trouble_of(path);
  return trouble ? trouble->message : "";
}

template <class Number>
Number number_at(const std::string& bytes, std::size_t place) {
  Number value = 0;
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

template <class Number>
void put_at(std::string& bytes, std::size_t place, Number value) {
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

std::size_t newest_meta(const std::string& bytes) {
  return number_at<std::uint64_t>(bytes, 16 + 128) > number_at<std::uint64_t>(bytes, page_bytes + 16 + 128)
             ? 0
             : page_bytes;
}

/// A page in use with these flags, the first or the last.
std::size_t page_with(const std::string& bytes, std::uint16_t flags) {
  std::size_t found = 0;
  for (std::size_t page = 2; page * page_bytes < bytes.size(); ++page)
    if (number_at<std::uint16_t>(bytes, page * page_bytes + 10) == flags) found = page * page_bytes;
  REQUIRE(found != 0);
  return found;
}

TEST_CASE("what LMDB would follow is held against what it can be", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const auto says = [&](const std::string& text, const std::function<void(std::string&)>& change) {
    const std::string said = said_of(path, change);
    INFO("expected " << text << ", found " << said);
    CHECK(said.find(text) != std::string::npos);
  };
  constexpr std::size_t free_root = 16 + 24 + 40, main_root = free_root + 48, main_entries = main_root - 8,
                        last_page = 16 + 120, id = 16 + 128;
  const auto root = [](const std::string& b) {
    return number_at<std::uint64_t>(b, newest_meta(b) + main_root) * page_bytes;
  };
  says("meta page 0", [](std::string& b) { b[0] = 1; });
  says("another kind", [](std::string& b) { b[16] = 0; });
  says("meta page 1", [](std::string& b) { b[page_bytes + 10] = 2; });
  says("the size of a page", [](std::string& b) { put_at<std::uint32_t>(b, 16 + 24, 100); });
  says("flags of a store", [](std::string& b) { put_at<std::uint16_t>(b, 16 + 24 + 4, 9); });
  says("expected a page of the file as the last",
       [&](std::string& b) { put_at<std::uint64_t>(b, newest_meta(b) + last_page, std::uint64_t{1} << 50); });
  says("expected a page up to",
       [&](std::string& b) { put_at<std::uint64_t>(b, newest_meta(b) + last_page, 3); });
  // A newer state that is taken for an older one, and the other way round.
  says("transaction", [&](std::string& b) {
    const std::size_t place = newest_meta(b) + id;
    put_at(b, place, number_at<std::uint64_t>(b, place) - 2);
  });
  says("transaction", [&](std::string& b) {
    const std::size_t place = page_bytes - newest_meta(b) + id;
    put_at(b, place, number_at<std::uint64_t>(b, place) + 2);
  });
  says("transactions", [&](std::string& b) {
    const std::size_t place = newest_meta(b) + id;
    put_at(b, place, number_at<std::uint64_t>(b, place) + 64);
  });
  // Both as they are before the first transaction, but for their trees.
  says("of no transaction", [&](std::string& b) {
    for (const std::size_t meta : {std::size_t{0}, page_bytes}) put_at<std::uint64_t>(b, meta + id, 0);
  });
  says("entries", [&](std::string& b) { ++b[newest_meta(b) + main_entries]; });
  says("expected a page",
       [&](std::string& b) { put_at<std::uint64_t>(b, newest_meta(b) + main_root, 1'000'000); });
  says("a depth",
       [&](std::string& b) { put_at<std::uint64_t>(b, newest_meta(b) + main_root, ~std::uint64_t{0}); });
  says("number of another page", [&](std::string& b) { ++b[root(b)]; });
  says("expected a leaf", [&](std::string& b) { b[root(b) + 10] = 1; });
  says("expected a leaf", [&](std::string& b) { b[root(b) + 10] = 0x12; });  // a page that is being written
  says("bounds", [&](std::string& b) { put_at<std::uint16_t>(b, root(b) + 12, 60'000); });
  // LMDB would put what comes next there.
  says("bounds", [&](std::string& b) {
    put_at(b, root(b) + 14, static_cast<std::uint16_t>(number_at<std::uint16_t>(b, root(b) + 14) - 1));
  });
  says("lies outside", [&](std::string& b) { put_at<std::uint16_t>(b, root(b) + 16, 4094); });
  says("upon each other", [&](std::string& b) {
    put_at(b, root(b) + 16, number_at<std::uint16_t>(b, root(b) + 18));
    // The keys would be equal; with one entry's bytes in two places they are.
  });
  const auto node = [](const std::string& b, std::size_t page, std::size_t i) {
    return page + number_at<std::uint16_t>(b, page + 16 + 2 * i);
  };
  says("larger than its page",
       [&](std::string& b) { put_at<std::uint16_t>(b, node(b, root(b), 0) + 6, 5000); });
  says("expected a table", [&](std::string& b) { b[node(b, root(b), 0) + 4] = 0; });
  says("flags of a table", [&](std::string& b) { b[node(b, root(b), 0) + 8 + 4 + 4] = 4; });  // behind "jobs"
  const std::size_t branch = 1;
  // A circle: the branch leads to itself.
  says("used twice", [&](std::string& b) {
    const std::size_t page = page_with(b, branch);
    put_at<std::uint16_t>(b, node(b, page, 0), static_cast<std::uint16_t>(page / page_bytes));
  });
  // Two ways to one page.
  says("used twice", [&](std::string& b) {
    const std::size_t page = page_with(b, branch);
    put_at(b, node(b, page, 1), number_at<std::uint16_t>(b, node(b, page, 0)));
  });
  says("out of order", [&](std::string& b) {
    const std::size_t page = page_with(b, branch);
    b[node(b, page, 1) + 8 + 3] = '\xf0';  // the key in the branch
  });
  // The branch says that an entry lies elsewhere than where it is.
  says("out of order", [&](std::string& b) {
    const std::size_t page = page_with(b, branch);
    const std::size_t left = number_at<std::uint16_t>(b, node(b, page, 0)) * page_bytes;
    const std::size_t last = (number_at<std::uint16_t>(b, left + 12) - 16u) / 2 - 1;
    const std::size_t length = number_at<std::uint16_t>(b, node(b, left, last) + 6);
    b.replace(node(b, page, 1) + 8, length, b.substr(node(b, left, last) + 8, length));
  });
  says("two or more", [&](std::string& b) { put_at<std::uint16_t>(b, page_with(b, branch) + 12, 18); });
  // The list of free pages names one that is in use: LMDB would write over it.
  says("used twice", [&](std::string& b) {
    const std::size_t page = number_at<std::uint64_t>(b, newest_meta(b) + free_root) * page_bytes;
    const std::size_t last = (number_at<std::uint16_t>(b, page + 12) - 16u) / 2 - 1;
    put_at<std::uint64_t>(b, node(b, page, last) + 16, 1);
    put_at<std::uint64_t>(b, node(b, page, last) + 24, root(b) / page_bytes);
  });
  says("list of pages", [&](std::string& b) {
    const std::size_t page = number_at<std::uint64_t>(b, newest_meta(b) + free_root) * page_bytes;
    put_at<std::uint64_t>(b, node(b, page, 0) + 16, 1'000'000);
  });
}

TEST_CASE("a file that is cut while it is used ends in an error that names it", "[store][damage]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  make(path);
  int pipe_ends[2];
  REQUIRE(pipe(pipe_ends) == 0);
  const int code = in_child([&] {
    dup2(pipe_ends[1], STDERR_FILENO);
    const Store store = Store::open_to_read(path).value();
    const auto view = store.view();
    if (truncate(path.c_str(), 0) != 0) return 7;
    (void)view.value().answer(after("h8 a1"));
    return 8;
  });
  CHECK(code == 2);
  close(pipe_ends[1]);  // a child that said nothing is not waited for
  std::string text(1000, '\0');
  text.resize(static_cast<std::size_t>(read(pipe_ends[0], text.data(), text.size())));
  CHECK(text.find("fiveproof: " + path + ": cannot be read or written") == 0);
  close(pipe_ends[0]);
}

// -- repair -----------------------------------------------------------------------------------------------

std::uint64_t answers_in(const std::string& path) {
  return Store::open_to_read(path).value().view().value().answers();
}

TEST_CASE("repair copies what is sound and saves what is whole", "[store][repair]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), saved = folder.file("b.fvs");
  make(path);
  const std::uint64_t all = answers_in(path);
  const auto copied = repair(path, saved);
  REQUIRE(copied.ok());
  CHECK_FALSE(copied.value().damage);
  CHECK(copied.value().saved.answers == all);
  CHECK(copied.value().saved.roots == 1);
  CHECK_FALSE(trouble_of(saved));
  CHECK(repair(path, saved).error().code == ErrorCode::usage);
  CHECK(answers_in(saved) == all);
  std::filesystem::remove(saved);

  // Neither a meta page nor a branch, not even the entry that names the game, is needed.
  std::string bytes = contents(path);
  const std::size_t magic = bytes.find(store_magic);
  for (std::size_t at = magic; at != std::string::npos; at = bytes.find(store_magic, at + 1)) bytes[at] = 'F';
  bytes.replace(0, 2 * page_bytes, 2 * page_bytes, '\0');
  bytes.replace(page_with(bytes, 1), page_bytes, page_bytes, '\0');
  write(path, bytes);
  const auto found = repair(path, saved);
  REQUIRE(found.ok());
  CHECK(found.value().damage);
  CHECK(found.value().game == freestyle);
  CHECK(found.value().saved.answers == all);
  CHECK_FALSE(trouble_of(saved));
}

TEST_CASE("repair takes no entry that is damaged or says what cannot be", "[store][repair]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), saved = folder.file("b.fvs");
  make(path);
  const Position position = canonical_form(after("h8 a1 i9 b7")).position;
  put_raw(path, Table::proved, answer_key(position),
          two(dense_index(*position.stones(Color::black).begin(), 15)));
  const Position lost = canonical_form(after("h8 a1 g8 c11")).position;
  Store store = Store::open(path, freestyle, Store::Mode::write).value();
  const Position proved = canonical_form(after("h8 a1 j9 c2")).position;
  put_answer(store, proved, at("h9"));
  put_job(store, proved, {JobState::proved, 0, 3, {}});
  put_job(store, lost, {JobState::proved, 2, 9, {}});
  // Nor is the answer of one that was split; at an AND position there is none to be lost.
  const Position split = canonical_form(after("h8 a1 g8 c12")).position;
  put_job(store, split, {JobState::proved, 4, 9, {at("a1")}});
  const Position and_position = canonical_form(after("h8 a1 g8")).position;
  put_job(store, and_position, {JobState::proved, 0, 5, {}});
  const auto repaired = repair(path, saved);
  REQUIRE(repaired.ok());
  CHECK(repaired.value().damage);
  CHECK(repaired.value().reopened == 2);
  const Store now = Store::open_to_read(saved).value();
  const auto view = now.view();
  CHECK_FALSE(view.value().answer(position));
  CHECK(view.value().answer(proved) == at("h9"));
  CHECK(view.value().job(proved) == JobEntry{JobState::proved, 0, 3, {}});
  CHECK(view.value().job(lost) == JobEntry{JobState::open, 2, 9, {}});
  CHECK(view.value().job(split) == JobEntry{JobState::split, 4, 9, {at("a1")}});
  CHECK(view.value().job(and_position) == JobEntry{JobState::proved, 0, 5, {}});
  CHECK(view.value().status().ok());
}

TEST_CASE("a store of an older version is read, not written to, and becomes one of today",
          "[store][repair]") {
  const int version = GENERATE(1, 2);
  const std::string number = std::to_string(version);
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), saved = folder.file("b.fvs");
  std::filesystem::copy_file(test::in_project("tests/solve/golden/v" + number + "-freestyle-15-black.fvs"),
                             path);
  const Position root = after("h8 a1 i9 a15");
  CHECK_FALSE(trouble_of(path));
  CHECK(Store::open_to_read(path).value().version() == version);
  const auto refused = Store::open(path, freestyle, Store::Mode::create);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::unsupported);
  CHECK(refused.error().message.find("found version " + number + ": solve --repair") != std::string::npos);
  const auto answer = Store::open_to_read(path).value().view().value().answer(root);
  REQUIRE(answer);

  const auto expect_saved = [&](bool is_damaged) {
    std::filesystem::remove(saved);
    const auto repaired = repair(path, saved);
    REQUIRE(repaired.ok());
    CHECK(repaired.value().version == version);
    CHECK(repaired.value().damage.has_value() == is_damaged);
    const Store now = Store::open(saved, freestyle, Store::Mode::write).value();
    CHECK(now.version() == store_version);
    CHECK(now.view().value().answers() == 6);
    CHECK(now.view().value().answer(root) == answer);
    CHECK(now.view().value().job(root).value().state == JobState::proved);
    CHECK(now.view().value().roots().value().size() == 1);
  };
  expect_saved(false);
  std::string bytes = contents(path);
  bytes.replace(0, page_bytes, page_bytes, '\0');
  write(path, bytes);
  expect_saved(true);
  if (version == 1) return;
  // Without the entry that names the game, the seals do.
  for (std::size_t at = bytes.find("fiveproof-store"); at != std::string::npos;
       at = bytes.find("fiveproof-store"))
    bytes[at] = '\0';
  write(path, bytes);
  expect_saved(true);
}

TEST_CASE("of several entries of one job repair saves the last", "[store][repair]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), saved = folder.file("b.fvs");
  const Position position = canonical_form(after("h8 a1 i9 b7")).position;
  for (std::uint64_t last : {1, 2, 3, 10}) {
    std::filesystem::remove(path);
    std::filesystem::remove(saved);
    Store store = Store::open(path, freestyle, Store::Mode::create).value();
    for (std::uint64_t i = 1; i <= last; ++i) put_job(store, position, {JobState::open, 1, 100 * i, {}});
    std::string bytes = contents(path);  // pages of earlier changes are still in the file
    bytes.replace(0, 2 * page_bytes, 2 * page_bytes, '\0');
    write(path, bytes);
    const auto repaired = repair(path, saved);
    REQUIRE(repaired.ok());
    CHECK(Store::open_to_read(saved).value().view().value().job(position) ==
          JobEntry{JobState::open, 1, 100 * last, {}});
  }
}

TEST_CASE("of a file without any whole entry nothing is made", "[store][repair]") {
  const TemporaryFolder folder;
  write(folder.file("a.fvs"), std::string(20'000, 'x'));
  CHECK(repair(folder.file("a.fvs"), folder.file("b.fvs")).error().code == ErrorCode::malformed);
  CHECK_FALSE(std::filesystem::exists(folder.file("b.fvs")));
}

// -- making, and limits -----------------------------------------------------------------------------------

TEST_CASE("a store that was cut off when it was made is made anew", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  MDB_env* env = nullptr;  // as a process leaves it that is killed before its first transaction
  REQUIRE(mdb_env_create(&env) == 0);
  REQUIRE(mdb_env_open(env, path.c_str(), MDB_NOSUBDIR, 0644) == 0);
  mdb_env_close(env);
  const std::string bytes = contents(path);
  for (const std::size_t length : {std::size_t{0}, page_bytes, 2 * page_bytes}) {
    write(path, bytes.substr(0, length));
    CHECK(Store::open_to_read(path).error().message.find("cut off when it was made") != std::string::npos);
    REQUIRE(Store::open(path, freestyle, Store::Mode::create).ok());
    CHECK_FALSE(trouble_of(path));
  }
  // But what was committed stays, whatever is wrong with it.
  make(path);
  const std::string good = contents(path).substr(0, page_bytes);
  write(path, good);
  CHECK_FALSE(Store::open(path, freestyle, Store::Mode::create).ok());
  CHECK(contents(path) == good);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    CHECK(entry.path().filename().string().starts_with("a.fvs"));
}

TEST_CASE("a thousand threads and more can read at a time", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  make(path, 3);
  const Store store = Store::open_to_read(path).value();
  std::vector<Store::View> views;
  for (int i = 0; i < 1100; ++i) {
    auto view = store.view();
    REQUIRE(view.ok());
    views.push_back(std::move(view).value());
  }
}

TEST_CASE("a process with little address space has a smaller map", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  const int code = in_child([&] {
    const rlimit limit{std::size_t{2} << 30, std::size_t{2} << 30};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return 7;
    auto store = Store::open(path, freestyle, Store::Mode::create);
    if (!store.ok()) return 8;
    if (std::unique_ptr<char[]>(new (std::nothrow) char[std::size_t{1} << 30]) == nullptr)
      return 6;  // room is left
    auto change = store.value().change();
    return change.ok() && change.value().put_answer(after("h8 a1"), at("j9")).ok() &&
                   change.value().commit().ok()
               ? 0
               : 9;
  });
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  (void)code;  // the sanitizer itself needs more
#else
  CHECK(code == 0);
  CHECK(answers_in(path) == 1);
#endif
}

TEST_CASE("a store in a folder that may only be read can be read", "[store]") {
  const TemporaryFolder folder;
  const std::string inner = folder.file("inner"), path = inner + "/a.fvs";
  std::filesystem::create_directory(inner);
  make(path, 3);
  std::filesystem::remove(path + "-lock");
  std::filesystem::remove(path + "-claims");
  for (const std::string& each : {folder.path().string(), inner}) REQUIRE(chmod(each.c_str(), 0555) == 0);
  const int code = in_child([&] {
    constexpr uid_t nobody = 65534;
    if (getuid() == 0 && setuid(nobody) != 0) return 7;
    const auto store = Store::open_to_read(path);
    if (!store.ok() || !store.value().check().ok()) return 8;
    return Store::open(path, freestyle, Store::Mode::write).ok() ? 9 : 0;
  });
  CHECK(code == 0);
  for (const std::string& each : {folder.path().string(), inner}) REQUIRE(chmod(each.c_str(), 0755) == 0);
  CHECK_FALSE(std::filesystem::exists(path + "-lock"));
}

TEST_CASE("who reads without a lock file is told when it was written over", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  make(path, 3);
  std::filesystem::remove(path + "-lock");
  std::filesystem::create_directory(path + "-lock");  // it cannot be opened
  const Store reader = Store::open_to_read(path).value();
  const auto view = reader.view();
  CHECK(view.value().status().ok());
  std::filesystem::remove(path + "-lock");
  CHECK(in_child([&] {
          auto writer = Store::open(path, freestyle, Store::Mode::write);
          if (!writer.ok()) return 7;
          for (std::uint64_t i = 0; i < 3; ++i) {
            auto change = writer.value().change();
            if (!change.value()
                     .put_job(canonical_form(after("h8 a1")).position, {JobState::open, 0, i, {}})
                     .ok() ||
                !change.value().commit().ok())
              return 8;
          }
          return 0;
        }) == 0);
  CHECK_FALSE(view.value().status().ok());
}

TEST_CASE("a store that is written over while it is repaired is not said to be saved", "[store][repair]") {
  // So many answers that some of them are on the disk while others are still read: then the other process
  // writes.
  constexpr std::size_t answers = 100'001;
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs"), lock = path + "-lock";
  {
    Store store = Store::open(path, freestyle, Store::Mode::create).value();
    auto change = store.change();
    std::mt19937 random(3);
    for (std::size_t i = 0; i < answers; ++i) {
      Position position(15);
      for (const Color color : {Color::black, Color::white})
        for (int stones = 0; stones < 4;)
          if (const Square s(static_cast<int>(random() % 15), static_cast<int>(random() % 15));
              position.is_empty(s) && s != at("o15")) {
            position.put(color, s);
            ++stones;
          }
      REQUIRE(change.value().put_answer(position, at("o15")).ok());
    }
    REQUIRE(change.value().commit().ok());
    REQUIRE(store.view().value().answers() == answers);
  }
  std::array<int, 2> ask{}, told{};
  REQUIRE((::pipe(ask.data()) == 0 && ::pipe(told.data()) == 0));
  const pid_t writer = ::fork();
  if (writer == 0) {
    for (const int unused : {ask[1], told[0]}) ::close(unused);
    for (char byte; ::read(ask[0], &byte, 1) == 1; (void)!::write(told[1], &byte, 1)) {
      std::filesystem::remove(lock);
      Store store = Store::open(path, freestyle, Store::Mode::write).value();
      for (std::uint64_t i = 0; i < 2; ++i)
        put_job(store, canonical_form(after("h8 a1")).position, {JobState::open, 0, i, {}});
    }
    ::_exit(0);
  }
  for (const int unused : {ask[0], told[1]}) ::close(unused);
  std::filesystem::remove(lock);
  std::filesystem::create_directory(lock);  // what is read is not held for us
  int writes = 0;
  {
    const test::SystemCalls calls([&](const std::string& call) {
      char byte = 0;
      if (call.find("sync ") != std::string::npos && ::write(ask[1], &byte, 1) == 1 &&
          ::read(told[0], &byte, 1) == 1)
        ++writes;
      return false;
    });
    const auto repaired = repair(path, folder.file("b.fvs"));
    REQUIRE_FALSE(repaired.ok());
    CHECK(repaired.error().code == ErrorCode::io);
    CHECK(repaired.error().file == path);
  }
  CHECK(writes > 1);
  CHECK_FALSE(std::filesystem::exists(folder.file("b.fvs")));
  for (const int used : {ask[1], told[0]}) ::close(used);
  int status = 0;
  REQUIRE(::waitpid(writer, &status, 0) == writer);
  CHECK(status == 0);
}

TEST_CASE("a full disk ends in an error, and nothing is lost", "[store]") {
  const TemporaryFolder folder;
  const std::string disk = folder.file("disk"), path = disk + "/a.fvs";
  std::filesystem::create_directory(disk);
  if (mount("none", disk.c_str(), "tmpfs", 0, "size=1m") != 0) {
    WARN("skipped, no file system can be mounted here");
    return;
  }
  const auto fill = [&](bool to_the_end) {
    if (!to_the_end) {
      std::filesystem::remove(disk + "/filler");
      return;
    }
    std::ofstream filler(disk + "/filler");
    const std::string block(1024, 'x');
    while (filler.write(block.data(), 1024) && filler.flush()) continue;
  };
  const auto attempt = [&](int tries) {
    return in_child([&] {
      auto store = Store::open(path, freestyle, Store::Mode::create);
      // Not 2, with which a fault ends: that there is no room is seen before.
      constexpr int is_full = 3;
      if (!store.ok()) return store.error().code == ErrorCode::io ? is_full : 7;
      for (int i = 0; i < tries; ++i) {
        const Position position = numbered(i);
        auto change = store.value().change();
        if (!change.ok()) return is_full;
        if (!change.value().put_job(canonical_form(position).position, {JobState::open, 0, 1, {}}).ok() ||
            !change.value().commit().ok())
          return is_full;
      }
      return 0;
    });
  };
  fill(true);
  CHECK(attempt(1) == 3);  // neither the store nor its lock file has room
  fill(false);
  CHECK(attempt(1) == 0);
  std::filesystem::remove(path + "-lock");
  fill(true);
  CHECK(attempt(1) == 3);
  fill(false);
  CHECK(attempt(50) == 0);
  fill(true);
  CHECK(attempt(1500) == 3);
  CHECK_FALSE(trouble_of(path));
  fill(false);
  CHECK(attempt(10) == 0);
  CHECK(Store::open_to_read(path).value().check().value().jobs >= 50);
  CHECK(umount(disk.c_str()) == 0);
}

}  // namespace
}  // namespace fiveproof::solve::store_damage_test
