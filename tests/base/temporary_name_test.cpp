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
