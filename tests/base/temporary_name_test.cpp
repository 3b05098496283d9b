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
    // A name that could not be had is somebody else's.
    const TemporaryName refused(folder.file("other"), [] { return false; });
    std::ofstream(folder.file("other")) << "data";
    const bool is_there = fs::exists(store + "/data") && file.ok() && unnamed.ok();
    remove_temporary_names_for_good();
    ::_exit(is_there ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(fs::remove(folder.file("other")));
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
