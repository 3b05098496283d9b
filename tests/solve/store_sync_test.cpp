// What is told to be stored is on the disk. The functions by which LMDB and our own code ask the disk for that are
// taken over here: they count, and do it.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>

#include "game/symmetry.hpp"
#include "tests/positions.hpp"
#include "tests/solve/changes.hpp"
#include "tests/temporary_folder.hpp"

namespace {

std::atomic<int> synced_files{0}, synced_folders{0};

void count(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return;
  if (S_ISDIR(status.st_mode)) ++synced_folders;
  if (S_ISREG(status.st_mode)) ++synced_files;
}

}  // namespace

extern "C" int fsync(int descriptor) {
  count(descriptor);
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}
extern "C" int fdatasync(int descriptor) {
  count(descriptor);
  return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
}

namespace fiveproof::solve {
namespace {

TEST_CASE("a new store and every change of it are on the disk", "[store]") {
  const test::TemporaryFolder folder;
  const int files = synced_files, folders = synced_folders;
  Store store =
      Store::open(folder.file("a.fvs"), {RuleSet::freestyle, 15, Color::black}, Store::Mode::create).value();
  // The first change, and then its meta page, which no later change stands for; then the name.
  CHECK(synced_files - files == 2);
  CHECK(synced_folders - folders == 1);
  for (int change = 1; change <= 3; ++change) {
    const int before = synced_files;
    put_job(store, canonical_form(after("h8 a1")).position, {JobState::open, 0, 1, {}});
    CHECK(synced_files - before == 1);
  }
}

}  // namespace
}  // namespace fiveproof::solve
