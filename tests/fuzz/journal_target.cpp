// The bytes are the payloads of a journal's entries (journal_input.hpp). They are read and written, damaged
// and torn; then a check goes on with them. What it takes over may say anything about what only a search can
// tell, and nothing else.
#include "verify/parts/journal.hpp"

#include <algorithm>

#include "tests/fuzz/journal_input.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/parts_fixture.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"

namespace journal_target {

using namespace fiveproof;
using namespace fiveproof::verify;

using Bytes = std::vector<std::uint8_t>;

struct Reading {
  std::vector<Portion> portions;
  std::optional<Error> error;  ///< which ended it
};

bool same(const Portion& a, const Portion& b) {
  return a.number == b.number && a.states == b.states && a.by_ply == b.by_ply && a.gaps == b.gaps;
}
bool same(std::span<const Portion> a, std::span<const Portion> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Portion& x, const Portion& y) { return same(x, y); });
}

void check_portion(const Portion& portion) {
  for (const NodeState state : portion.states) FIVEPROOF_ENSURE(state <= NodeState::stored_root);
  for (const auto& [stones, tally] : portion.by_ply) FIVEPROOF_ENSURE(stones >= 0 && stones <= 0xFFFF);
  for (const RawGap& gap : portion.gaps) {
    FIVEPROOF_ENSURE(static_cast<int>(gap.kind) < gap_kind_count);
    if (gap.square) FIVEPROOF_ENSURE(gap.square->is_on_board(max_board_size));
  }
}

/// To the end; then `more` is appended.
Reading read(const fuzz::MemoryFile& file, std::span<const Portion> more = {}) {
  Reading reading;
  auto journal = Journal::open(file.path(), fuzz::parts_fixture().journal_words);
  if (!journal.ok()) {
    reading.error = journal.error();
    return reading;
  }
  for (;;) {
    auto next = journal.value().next();
    if (!next.ok()) {
      reading.error = next.error();
      return reading;
    }
    if (!next.value()) break;
    check_portion(*next.value());
    reading.portions.push_back(std::move(*next.value()));
  }
  FIVEPROOF_ENSURE(!journal.value().next().value());  // the end stays the end
  for (const Portion& portion : more) FIVEPROOF_ENSURE(journal.value().append(portion).ok());
  FIVEPROOF_ENSURE(journal.value().sync().ok());
  return reading;
}

void check_error(const Error& error, const fuzz::MemoryFile& file, const Bytes& before) {
  fuzz::check_error(error, before.size());
  FIVEPROOF_ENSURE(error.file == file.path());
  FIVEPROOF_ENSURE(file.get() == before);  // perhaps it is somebody's letter
}

/// Every entry whose payload is one is read, in order; the file ends behind the last one.
Reading check_reading(const fuzz::JournalFile& journal, const fuzz::MemoryFile& file) {
  Reading reading = read(file);
  const std::size_t entries = journal.offsets.size() - 1;
  if (reading.error) {
    check_error(*reading.error, file, journal.bytes);
    if (reading.error->code != ErrorCode::malformed || !journal.has_right_header) return reading;
    FIVEPROOF_ENSURE(reading.portions.size() < entries || journal.bytes.size() > journal.offsets.back());
    if (reading.portions.size() < entries)
      FIVEPROOF_ENSURE(reading.error->offset == journal.offsets[reading.portions.size()]);
    return reading;
  }
  if (!journal.has_right_header) return reading;
  FIVEPROOF_ENSURE(reading.portions.size() >= entries);  // a tail may be entries too
  const Bytes after = file.get();
  FIVEPROOF_ENSURE(after.size() >= journal.offsets.back() && after.size() <= journal.bytes.size());
  FIVEPROOF_ENSURE(std::equal(after.begin(), after.end(), journal.bytes.begin()));
  return reading;
}

/// What was read is written and read as the same, in a new file and behind what is there.
void check_writing(const fuzz::JournalFile& journal, const Reading& reading, fuzz::MemoryFile& file) {
  file.put({});
  FIVEPROOF_ENSURE(read(file, reading.portions).portions.empty());
  const Bytes written = file.get();
  const Reading again = read(file);
  FIVEPROOF_ENSURE(!again.error && same(again.portions, reading.portions) && file.get() == written);

  if (reading.error || reading.portions.empty()) return;
  file.put(journal.bytes);
  const std::span<const Portion> last(&reading.portions.back(), 1);
  FIVEPROOF_ENSURE(same(read(file, last).portions, reading.portions));
  const Reading longer = read(file);
  FIVEPROOF_ENSURE(!longer.error && longer.portions.size() == reading.portions.size() + 1);
  FIVEPROOF_ENSURE(same(longer.portions.back(), last.front()));
}

/// An entry that is damaged, or torn, ends the journal.
void check_damage(const fuzz::JournalFile& journal, const Reading& reading, std::size_t choice,
                  fuzz::MemoryFile& file) {
  const std::size_t good = std::min(reading.portions.size(), journal.offsets.size() - 1);
  if (!journal.has_right_header || good == 0) return;
  const std::size_t begin = journal.offsets.front();
  const std::size_t at = begin + choice % (journal.offsets[good] - begin);
  const auto entry = std::upper_bound(journal.offsets.begin(), journal.offsets.end(), at) - 1;
  const auto left = static_cast<std::size_t>(entry - journal.offsets.begin());
  Bytes damaged = journal.bytes;
  damaged[at] ^= static_cast<std::uint8_t>(1 << choice % 8);
  const Bytes torn(journal.bytes.begin(), journal.bytes.begin() + static_cast<std::ptrdiff_t>(at));
  for (const Bytes& bytes : {damaged, torn}) {
    file.put(bytes);
    const Reading shorter = read(file);
    FIVEPROOF_ENSURE(!shorter.error && same(shorter.portions, std::span(reading.portions).first(left)));
    FIVEPROOF_ENSURE(file.get().size() == *entry);
  }
}

/// A check that goes on with it; and one more, for which nothing is left to do.
void check_resumed(const fuzz::JournalFile& journal, const Reading& reading, fuzz::MemoryFile& file) {
  const fuzz::PartsFixture& fixture = fuzz::parts_fixture();
  file.put(journal.bytes);
  Options options = fuzz::parts_options();
  options.task = Check{.journal = file.path()};
  const auto result = check_proof(fixture.proof, options);
  if (!result.ok()) return check_error(result.error(), file, journal.bytes);
  FIVEPROOF_ENSURE(!reading.error);
  const auto found = fuzz::check_parts_result(result.value());

  const Bytes complete = file.get();
  const auto again = check_proof(fixture.proof, options);
  FIVEPROOF_ENSURE(again.ok() && again.value().resumed == fixture.nodes && file.get() == complete);
  FIVEPROOF_ENSURE(fuzz::check_parts_result(again.value()) == found);
}

FIVEPROOF_FUZZ_TARGET(journal, data, size) {
  static fuzz::MemoryFile file;
  const auto journal =
      fuzz::journal_file(fuzz::decode_journal_input({data, size}), fuzz::parts_fixture().journal_header);
  file.put(journal.bytes);
  const Reading reading = check_reading(journal, file);
  check_writing(journal, reading, file);
  check_damage(journal, reading, size + (size > 0 ? data[size - 1] : 0), file);
  // Without an entry it would be the same check over and over.
  if (reading.error || !reading.portions.empty()) check_resumed(journal, reading, file);
  return 0;
}

}  // namespace journal_target
