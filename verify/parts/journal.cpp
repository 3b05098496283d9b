#include "verify/parts/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/sha256.hpp"
#include "verify/check/gap_bytes.hpp"

namespace fiveproof::verify {
namespace {

constexpr std::string_view first_words = "fiveproof-journal 1";
constexpr std::size_t max_header_bytes = 1024;
constexpr std::size_t prefix_bytes = 12;
/// No entry is longer: a portion of 16 nodes with 400 gaps each takes 50 KiB.
constexpr std::uint64_t max_payload_bytes = std::uint64_t{1} << 20;
constexpr std::chrono::seconds sync_interval{2};

std::string header_line(const Journal::Words& words) {
  std::string line(first_words);
  for (const auto& [name, value] : words) line += ' ' + name + '=' + value;
  return line + '\n';
}

std::vector<std::uint8_t> encode(const Portion& portion) {
  std::vector<std::uint8_t> out;
  put_number(out, portion.number, 8);
  put_number(out, portion.states.size(), 4);
  for (NodeState state : portion.states) put_number(out, static_cast<std::uint64_t>(state), 1);
  put_number(out, portion.by_ply.size(), 2);
  for (const auto& [stones, tally] : portion.by_ply) {
    put_number(out, static_cast<std::uint64_t>(stones), 2);
    for (const NamedCount& each : tally_counts) put_number(out, tally.*each.count, 8);
  }
  put_number(out, portion.gaps.size(), 4);
  for (const RawGap& gap : portion.gaps) put_gap(out, gap);
  return out;
}

/// The portion that an entry holds; nothing when the bytes are no entry.
std::optional<Portion> decode(std::span<const std::uint8_t> bytes) {
  ByteReader in(bytes);
  Portion portion;
  portion.number = in.number(8);
  for (std::uint64_t left = in.number(4); left > 0 && !in.is_short(); --left) {
    const auto state = in.number(1);
    if (state > static_cast<std::uint64_t>(NodeState::stored_root)) return std::nullopt;
    portion.states.push_back(static_cast<NodeState>(state));
  }
  for (std::uint64_t left = in.number(2); left > 0 && !in.is_short(); --left) {
    const auto stones = static_cast<int>(in.number(2));
    Tally tally;
    for (const NamedCount& each : tally_counts) tally.*each.count = in.number(8);
    if (!portion.by_ply.emplace(stones, tally).second) return std::nullopt;
  }
  for (std::uint64_t left = in.number(4); left > 0 && !in.is_short(); --left) {
    const auto gap = take_gap(in);
    if (!gap) return std::nullopt;
    portion.gaps.push_back(*gap);
  }
  if (in.is_short() || in.left() > 0) return std::nullopt;
  return portion;
}

std::vector<std::uint8_t> prefix_of(std::span<const std::uint8_t> payload) {
  std::vector<std::uint8_t> out;
  put_number(out, payload.size(), 4);
  const Digest digest = sha256(payload);
  out.insert(out.end(), digest.begin(), digest.begin() + 8);
  return out;
}

/// Says in which word two header lines differ first.
std::string first_difference(const std::string& expected, const std::string& found) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < expected.size() && i < found.size() && expected[i] == found[i]; ++i)
    if (expected[i] == ' ') start = i + 1;
  const auto word = [&](const std::string& line) {
    return start < line.size() ? line.substr(start, line.find_first_of(" \n", start) - start)
                               : std::string("nothing");
  };
  return "expected a journal with " + word(expected) + ", found " + word(found);
}

}  // namespace

Error Journal::failure(const char* action) const {
  return error(ErrorCode::io,
               std::string("cannot ") + action + ": " + std::generic_category().message(errno));
}

Result<Journal> Journal::open(const std::string& path, const Words& words) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return Error{ErrorCode::io, std::string("cannot open: ") + std::generic_category().message(errno), path};
  Journal journal(path, std::unique_ptr<std::FILE, Close>(::fdopen(descriptor, "r+b")));
  if (!journal.file_) {
    ::close(descriptor);
    return journal.failure("open");
  }
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
    return journal.error(ErrorCode::usage, "expected a journal, found something that is not a file");
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return journal.error(ErrorCode::usage, "another process writes this journal");
  const std::string header = header_line(words);
  FIVEPROOF_ENSURE(header.size() <= max_header_bytes);
  FIVEPROOF_TRY(journal.read_header(header));
  return journal;
}

Status Journal::read_header(const std::string& header) {
  std::string found;
  for (int c = 0; found.size() < max_header_bytes && (c = std::getc(file_.get())) != EOF;) {
    found.push_back(static_cast<char>(c));
    if (c == '\n') break;
  }
  if (std::ferror(file_.get()) != 0) return failure("read");
  end_ = header.size();
  if (found == header) return Done{};
  // A header that was cut off while it was written has nothing behind it: the journal is new.
  const bool is_new = found.size() < header.size() && header.starts_with(found);
  if (!is_new && !found.starts_with(first_words))
    return error(ErrorCode::malformed, "expected a journal of this version, found another file");
  if (!is_new) return error(ErrorCode::usage, first_difference(header, found));
  is_reading_ = false;
  if (std::fseek(file_.get(), 0, SEEK_SET) != 0) return failure("write");
  if (auto wrote = write(header.data(), header.size()); !wrote.ok()) return wrote;
  return sync();
}

Result<std::optional<Portion>> Journal::next() {
  if (!is_reading_) return std::optional<Portion>();
  std::array<std::uint8_t, prefix_bytes> prefix{};
  if (std::fread(prefix.data(), 1, prefix.size(), file_.get()) == prefix.size()) {
    const auto length = static_cast<std::size_t>(ByteReader(prefix).number(4));
    if (length <= max_payload_bytes) {
      std::vector<std::uint8_t> payload(length);
      const bool is_whole = std::fread(payload.data(), 1, length, file_.get()) == length;
      const auto expected = prefix_of(payload);
      if (is_whole && std::equal(expected.begin(), expected.end(), prefix.begin())) {
        auto portion = decode(payload);
        if (!portion) return Error{ErrorCode::malformed, "expected an entry of a journal", path_, end_};
        end_ += prefix_bytes + length;
        return portion;
      }
    }
  }
  if (std::ferror(file_.get()) != 0) return failure("read");
  // What is behind the last whole entry was torn by a kill and is cut off.
  is_reading_ = false;
  if (std::fseek(file_.get(), static_cast<long>(end_), SEEK_SET) != 0 ||
      ::ftruncate(::fileno(file_.get()), static_cast<off_t>(end_)) != 0)
    return failure("cut off the torn end");
  return std::optional<Portion>();
}

Status Journal::write(const void* bytes, std::size_t count) {
  if (std::fwrite(bytes, 1, count, file_.get()) != count) return failure("write");
  return Done{};
}

Status Journal::append(const Portion& portion) {
  FIVEPROOF_ENSURE(!is_reading_);
  const auto payload = encode(portion);
  FIVEPROOF_ENSURE(payload.size() <= max_payload_bytes);
  const auto prefix = prefix_of(payload);
  if (auto wrote = write(prefix.data(), prefix.size()); !wrote.ok()) return wrote;
  if (auto wrote = write(payload.data(), payload.size()); !wrote.ok()) return wrote;
  if (std::fflush(file_.get()) != 0) return failure("write");
  if (std::chrono::steady_clock::now() - synced_ < sync_interval) return Done{};
  return sync();
}

Status Journal::sync() {
  if (std::fflush(file_.get()) != 0) return failure("write");
  if (::fsync(::fileno(file_.get())) != 0) return failure("sync");
  synced_ = std::chrono::steady_clock::now();
  return Done{};
}

}  // namespace fiveproof::verify
