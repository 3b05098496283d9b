#include "base/files/temporary_name.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "base/files/atomic_file.hpp"
#include "base/files/temporary_file.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;
namespace fs = std::filesystem;

TEST_CASE("a temporary name is gone at its end, unless it was forgotten", "[base][file]") {
  TemporaryFolder folder;
  const auto make = [](const std::string& path) { return [path] { return std::ofstream(path).good(); }; };
  const std::string a = folder.file("a"), b = folder.file("b");
  {
    const TemporaryName gone(a, make(a));
    TemporaryName kept(b, make(b));
    kept.forget();
    CHECK(fs::exists(a));
  }
  CHECK_FALSE(fs::exists(a));
  CHECK(fs::exists(b));
  // What was not made is not removed: it is somebody else's.
  {
    const TemporaryName refused(b, [] { return false; });
  }
  CHECK(fs::exists(b));
}

TEST_CASE("a process that ends early leaves no temporary name behind", "[base][file]") {
  TemporaryFolder folder;
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto file = AtomicFile::create(folder.file("target"));
    const auto unnamed = TemporaryFile::create(folder.path().string());
    const std::string store = folder.file("store");
    const TemporaryName made(store, [&] { return fs::create_directory(store); });
    std::ofstream(store + "/data") << "data";
    const bool is_there = fs::exists(store + "/data") && file.ok() && unnamed.ok();
    remove_temporary_names_for_good();
    ::_exit(is_there ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a temporary name becomes a file, and a folder goes with all that is in it", "[base][file]") {
  TemporaryFolder folder;
  const std::string target = folder.file("target");
  std::ofstream(target) << "old";
  {
    const std::string path = folder.file("new");
    TemporaryName name(path, [&] { return (std::ofstream(path) << "new").good(); });
    CHECK_FALSE(name.become(folder.file("none/target")));
    CHECK(fs::exists(path));
    CHECK(name.become(target));
    CHECK(name.empty());
  }
  CHECK(fs::file_size(target) == 3);
  {
    const std::string store = folder.file("store");
    const TemporaryName made(store, [&] { return fs::create_directories(store + "/deep/deeper"); });
    for (int i = 0; i < 300; ++i) std::ofstream(store + "/deep/" + std::string(40, 'x') + std::to_string(i));
    fs::create_symlink(target, store + "/link");
  }
  CHECK(fs::exists(target));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("once a temporary name has become a file, the others may stay", "[base][file]") {
  TemporaryFolder folder;
  const std::string a = folder.file("a"), b = folder.file("b");
  const auto make = [](const std::string& path) { return [path] { return std::ofstream(path).good(); }; };
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    TemporaryName first(a, make(a));
    const TemporaryName second(b, make(b));
    const bool is_whole = first.become(folder.file("whole"));
    // If it did remove them, no name could be given up any more: out from here.
    if (!is_whole || remove_temporary_names_unless_kept() || !fs::exists(b)) ::_exit(1);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(fs::exists(folder.file("whole")));
}

TEST_CASE("what a killed process left goes when the next begins, and nothing else", "[base][file]") {
  TemporaryFolder folder;
  const std::vector<std::string> others = {
      "target.tmp-1",  "target.tmp-1-",    "target.tmp-1-0x", "target.tmp-a-1", "target.tmp-1-0-0",
      "other.tmp-1-0", "a-target.tmp-1-0", "target-1-0",      "target.tmp--1",  "target.tmp-1-0 "};
  for (const std::string& name : others) std::ofstream(folder.file(name)) << "of somebody";
  std::ofstream(folder.file("target.tmp-1-0")) << "half";
  fs::create_directories(folder.file("target.tmp-22-333/deep"));
  std::ofstream(folder.file("target.tmp-22-333/deep/file")) << "half";
  fs::create_symlink("other.tmp-1-0", folder.file("target.tmp-4-4"));
  REQUIRE(write_file(folder.file("target"), {}).ok());
  CHECK_FALSE(fs::exists(folder.file("target.tmp-1-0")));
  CHECK_FALSE(fs::exists(folder.file("target.tmp-22-333")));
  CHECK(fs::is_symlink(folder.file("target.tmp-4-4")));
  for (const std::string& name : others) CHECK(fs::exists(folder.file(name)));
}

TEST_CASE("what is in use is not taken for what was left behind", "[base][file]") {
  TemporaryFolder folder;
  const std::string target = folder.file("target");
  auto first = AtomicFile::create(target);
  const TemporaryName inner = TemporaryName::make_folder(target);
  REQUIRE(first.ok());
  REQUIRE_FALSE(inner.empty());
  auto second = AtomicFile::create(target);
  CHECK(fs::exists(inner.path()));
  REQUIRE(second.ok());
  CHECK(second.value().commit().ok());
  CHECK(first.value().commit().ok());
  // Once it has its name nobody holds it any more.
  CHECK(AtomicFile::create(target).ok());
}

TEST_CASE("a temporary name in a folder that is not there is an error, not a search for another",
          "[base][file]") {
  TemporaryFolder folder;
  Descriptor file;
  CHECK(TemporaryName::make_file(folder.file("none/target"), 0600, file).empty());
  CHECK(errno == ENOENT);
  CHECK(TemporaryName::make_folder(folder.file("none/target")).empty());
  CHECK(errno == ENOENT);
}
