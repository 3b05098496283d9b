// How much memory does it take to read a proof? Fails when it is more than the records' own, and a constant.
//
// A program of its own: each file is written and read by a process that has done nothing else, so that its
// peak is that of the work.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

#include "base/memory/memory.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "proof/records/canonical_entry.hpp"
#include "samples.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

constexpr int size = 15;

/// Peak of a child that does `work`; -1: it failed.
long peak_kib(const std::function<bool()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work() ? 0 : 1);
  int status = 0;
  struct rusage usage {};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child || status != 0) return -1;
  return usage.ru_maxrss;
}

Proof random_records(int count) {
  std::mt19937 random(13);
  Proof proof(RuleSet::freestyle, size, Color::black);
  for (int i = 0; i < count; ++i)
    proof.records.add(random_position(random, size, 60, Color::black), random_square(random, size));
  proof.records.finish();
  FIVEPROOF_ENSURE(proof.records.count() == static_cast<std::size_t>(count));
  return proof;
}

}  // namespace

/// 0: a record takes no more than its entry and 10 bytes to read, of which 8 are to sort it; 1: it does; 2: a
/// file is not written or not read.
int main() {
  return_large_pieces();  // as the program does
  const TemporaryFolder folder;
  const std::string path = folder.file("a.fvp");
  // Both more than the blocks that two threads hold, and so far apart that a megabyte which a peak has by
  // chance is one byte a record.
  const int few = 330000;
  const int many = 1330000;
  ReaderLimits limits;
  limits.threads = 2;
  long peaks[2] = {};
  for (const bool is_large : {false, true}) {
    if (peak_kib([&] { return write_fvp(random_records(is_large ? many : few), path).ok(); }) < 0) return 2;
    peaks[is_large] = peak_kib([&] { return read_fvp_file(path, limits).ok(); });
    if (peaks[is_large] < 0) return 2;
  }
  const double each = 1024.0 * static_cast<double>(peaks[1] - peaks[0]) / (many - few);
  const double allowed = static_cast<double>(entry_bytes(size)) + 8 + 2;
  std::printf("%ld KiB, %ld KiB: %.2f bytes per record, allowed %.2f\n", peaks[0], peaks[1], each, allowed);
  return each <= allowed ? 0 : 1;
}
