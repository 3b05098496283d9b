#include "solve/store/store.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::solve::store_test {
namespace {

using test::TemporaryFolder;

const StoreIdentity freestyle{RuleSet::freestyle, 15, Color::black};

Square at(const char* text) { return parse_square(text, 15).value(); }

Store made(const std::string& path, const StoreIdentity& identity = freestyle) {
  auto store = Store::open(path, identity, Store::Mode::create);
  REQUIRE(store.ok());
  return std::move(store).value();
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("an answer is found again in every orientation", "[store]") {
  const TemporaryFolder folder;
  Store store = made(folder.file("a.fvs"));
  const Position position = after("h8 a1 j9 c2");
  {
    auto change = store.change();
    REQUIRE(change.ok());
    REQUIRE(change.value().put_answer(position, at("k11")).ok());
    CHECK_FALSE(store.view().value().answer(position));  // not before the commit
    REQUIRE(change.value().commit().ok());
  }
  const auto view = store.view();
  REQUIRE(view.ok());
  CHECK(view.value().answers() == 1);
  for (int k = 0; k < Symmetry::count; ++k) {
    const Symmetry symmetry(k);
    CHECK(view.value().answer(symmetry.apply(position)) == symmetry.apply(at("k11"), 15));
  }
  CHECK_FALSE(view.value().answer(after("h8 a1 j9 c3")));
  CHECK(store.check().ok());
}

TEST_CASE("the first answer stays", "[store]") {
  const TemporaryFolder folder;
  Store store = made(folder.file("a.fvs"));
  const Position position = after("h8 a1 j9 c2");
  for (const char* move : {"k11", "l12"}) put_answer(store, position, at(move));
  CHECK(store.view().value().answer(position) == at("k11"));
}

TEST_CASE("a job comes back as it was put", "[store]") {
  const TemporaryFolder folder;
  Store store = made(folder.file("a.fvs"));
  const Position position = canonical_form(after("h8 a1 j9")).position;
  const JobEntry entry{JobState::split, 3, 123'456'789'012, {at("a1"), at("o15"), at("b7")}};
  put_job(store, position, entry);
  CHECK(store.view().value().job(position) == entry);
  Position other = position;
  other.set_to_move(Color::black);  // the same stones, the other side: another job
  CHECK_FALSE(store.view().value().job(other));
}

TEST_CASE("a change without commit leaves nothing behind", "[store]") {
  const TemporaryFolder folder;
  Store store = made(folder.file("a.fvs"));
  {
    auto change = store.change();
    REQUIRE(change.ok());
    REQUIRE(change.value().put_answer(after("h8 a1"), at("j9")).ok());
  }
  CHECK(store.view().value().answers() == 0);
}

TEST_CASE("a view stays what it was", "[store]") {
  const TemporaryFolder folder;
  Store store = made(folder.file("a.fvs"));
  const auto before = store.view();
  REQUIRE(before.ok());
  put_answer(store, after("h8 a1"), at("j9"));
  CHECK_FALSE(before.value().answer(after("h8 a1")));
  CHECK(store.view().value().answer(after("h8 a1")));
}

TEST_CASE("a store of another game is refused, with what was expected and found", "[store]") {
  const TemporaryFolder folder;
  { Store store = made(folder.file("a.fvs")); }
  for (const StoreIdentity& other : {StoreIdentity{RuleSet::standard, 15, Color::black},
                                     StoreIdentity{RuleSet::freestyle, 14, Color::black},
                                     StoreIdentity{RuleSet::freestyle, 15, Color::white}}) {
    const auto refused = Store::open(folder.file("a.fvs"), other, Store::Mode::write);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::usage);
    CHECK(refused.error().text().find("found \"fiveproof-store 3 freestyle 15 black\"") != std::string::npos);
  }
}

TEST_CASE("what is no store is refused and left alone", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  CHECK(Store::open(path, freestyle, Store::Mode::write).error().code == ErrorCode::io);
  const std::string text(10'000, 'x');
  std::ofstream(path) << text;
  const auto refused = Store::open(path, freestyle, Store::Mode::create);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::malformed);
  CHECK(contents(path) == text);
  CHECK(Store::open(folder.file("."), freestyle, Store::Mode::create).error().code == ErrorCode::io);
}

TEST_CASE("a store of another version is refused", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  { Store store = made(path); }
  std::string bytes = contents(path);
  const std::string mark = "fiveproof-store 3 ";
  for (std::size_t at = bytes.find(mark); at != std::string::npos; at = bytes.find(mark, at + 1))
    bytes[at + mark.size() - 2] = '4';
  std::ofstream(path, std::ios::binary) << bytes;
  const auto refused = Store::open(path, freestyle, Store::Mode::write);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::unsupported);
  CHECK(refused.error().text().find("expected a store of version 3, found version 4") != std::string::npos);
  CHECK(contents(path) == bytes);
}

/// In a process of its own: can it have a lease of the position?
bool is_free_elsewhere(const std::string& path, const Position& position) {
  const pid_t child = fork();
  if (child == 0) {
    Store store = Store::open(path, freestyle, Store::Mode::write).value();
    _exit(store.lease(position) ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status) == 0;
}
bool is_free_elsewhere(const std::string& path, const char* moves) {
  return is_free_elsewhere(path, after(moves));
}

TEST_CASE("a position can be leased once", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  Store store = made(path);
  CHECK(is_free_elsewhere(path, "h8 a1"));
  {
    const auto lease = store.lease(after("h8 a1"));
    REQUIRE(lease);
    CHECK_FALSE(is_free_elsewhere(path, "h8 a1"));
    CHECK_FALSE(is_free_elsewhere(path, "h8 o15"));  // the same up to symmetry
    CHECK(is_free_elsewhere(path, "h8 a2"));
    Position other_side = after("h8 a1");
    other_side.set_to_move(Color::white);
    CHECK(is_free_elsewhere(path, other_side));
  }
  CHECK(is_free_elsewhere(path, "h8 a1"));
}

TEST_CASE("a reader that was killed does not make the store grow", "[store]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  Store store = made(path);
  std::uint64_t round = 0;
  const auto change_often = [&] {
    for (int i = 0; i < 100; ++i) put_job(store, after("h8 a1"), {JobState::open, 0, ++round, {}});
    return contents(path).size();
  };
  const std::size_t before = change_often();
  const pid_t child = fork();
  if (child == 0) {
    const Store mine = Store::open_to_read(path).value();
    const auto view = mine.view();
    _exit(view.ok() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  CHECK(change_often() <= before + 65'536);
}

}  // namespace
}  // namespace fiveproof::solve::store_test
