#include "verify/parts/piece_set.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <system_error>

#include "base/files/descriptor.hpp"
#include "base/phase.hpp"
#include "verify/audit/plan_text.hpp"

namespace fiveproof::verify {
namespace {

using audit::PlanText;

constexpr std::uint64_t lines_of_head = 4;
constexpr const char* version = "1";
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// Throws std::system_error, and Error for what is no file: from a device or a pipe something may come for
/// ever.
Descriptor open_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0)
    throw std::system_error(errno, std::generic_category());
  if (!S_ISREG(status.st_mode)) throw verify::refusal(path, "a file", "something else");
  return file;
}

/// Fills `bytes` from a place of the file; how many there were.
std::size_t read_at(const Descriptor& file, std::uint64_t at, char* bytes, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::pread(file.number(), bytes + done, count - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::system_error(errno, std::generic_category());
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

/// Lines of a file, one after the other. Throws Malformed, and std::system_error.
class Lines {
 public:
  explicit Lines(const Descriptor& file) : file_(file), buffer_(buffer_bytes, '\0') {}

  /// Where the next line begins.
  [[nodiscard]] std::uint64_t at() const { return at_; }
  /// How many were read.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  /// The next line; it ends with a line feed, the last one too.
  void next(PlanText& text) {
    text.begin({}, ++number_);
    std::string line;
    for (;;) {
      const std::string_view rest(buffer_.data() + taken_, filled_ - taken_);
      const std::size_t length = std::min(rest.find('\n'), rest.size());
      if (line.size() + length > PlanText::max_line)
        text.fail("a line of at most " + std::to_string(PlanText::max_line) + " characters");
      line += rest.substr(0, length);
      taken_ += length;
      if (length < rest.size()) break;
      if (!fill()) text.fail("a line that ends with a line feed", "the end of the file");
    }
    ++taken_;
    at_ += line.size() + 1;
    text.begin(std::move(line), number_);
  }
  [[nodiscard]] bool is_at_end() { return taken_ == filled_ && !fill(); }

 private:
  bool fill() {
    read_ += filled_;
    taken_ = 0;
    filled_ = read_at(file_, read_, buffer_.data(), buffer_.size());
    return filled_ > 0;
  }

  const Descriptor& file_;
  std::string buffer_;
  std::size_t taken_ = 0, filled_ = 0;
  std::uint64_t read_ = 0, at_ = 0, number_ = 0;
};

/// What `work` returns; what it throws of a file that is no piece, or cannot be read, as an error.
template <typename T>
Result<T> from_file(const std::string& path, const std::function<Result<T>()>& work) {
  try {
    return work();
  } catch (const audit::Malformed& malformed) {
    return Error{ErrorCode::malformed, malformed.what(), path};
  } catch (const std::system_error& failure) {
    return Error{ErrorCode::io, std::string("cannot read: ") + failure.code().message(), path};
  } catch (const Error& refusal) {
    return refusal;
  }
}

std::string header(Lines& lines, PlanText& text, const char* name) {
  lines.next(text);
  text.expect(name);
  std::string value = text.word();
  text.end_line(std::string("one word after ") + name);
  return value;
}

Shard shard_of(Lines& lines, PlanText& text) {
  lines.next(text);
  text.expect("shard");
  std::string words = text.word();
  text.expect("/");
  words += '/' + text.word();
  const auto shard = parse_shard(words);
  if (!shard.ok()) text.fail("a shard I/N", words);
  text.end_line("the end of the line");
  return shard.value();
}

bool have_same_bytes(const std::string& path, const std::string& other_path) {
  const Descriptor a = open_file(path), b = open_file(other_path);
  std::string one(buffer_bytes, '\0'), other(buffer_bytes, '\0');
  for (std::uint64_t at = 0;; at += buffer_bytes) {
    const std::size_t left = read_at(a, at, one.data(), buffer_bytes);
    if (left != read_at(b, at, other.data(), buffer_bytes) || one != other) return false;
    if (left < buffer_bytes) return true;
  }
}

}  // namespace

std::string piece_head(const PieceSubject& subject, Shard shard) {
  return std::string("fiveproof-piece ") + version + "\nproof " + subject.proof + "\nclaims " +
         subject.claims + "\nshard " + shard.text() + '\n';
}

std::string piece_line(NodeId node, const std::optional<std::string>& plan) {
  std::string line = std::to_string(node) + (plan ? " :" : " -");
  if (plan && !plan->empty()) line += ' ' + *plan;
  return line + '\n';
}

Result<std::shared_ptr<const PieceSet>> PieceSet::open(const std::vector<std::string>& paths,
                                                       PieceSubject subject, std::optional<Shard> shard) {
  std::shared_ptr<PieceSet> set(new PieceSet(std::move(subject)));
  Phase phase("reading pieces", paths.size());
  for (const std::string& path : paths) {
    const auto added = from_file<Done>(path, [&]() -> Status {
      auto piece = set->read(path);
      if (!piece.ok()) return piece.error();
      return set->add(std::move(piece).value(), shard);
    });
    if (!added.ok()) return added.error();
    phase.advance();
  }
  if (!shard) FIVEPROOF_TRY(check_cover(set->pieces_, "pieces"));
  return std::shared_ptr<const PieceSet>(std::move(set));
}

Result<PieceSet::Piece> PieceSet::read(const std::string& path) const {
  Piece piece;
  piece.path = path;
  const Descriptor file = open_file(path);
  Lines lines(file);
  PlanText text;
  if (const auto found = header(lines, text, "fiveproof-piece"); found != version)
    return verify::refusal(path, std::string("a piece of version ") + version, '\'' + found + '\'');
  if (const auto found = header(lines, text, "proof"); found != subject_.proof)
    return verify::refusal(path, "a piece of the proof " + subject_.proof, '\'' + found + '\'');
  if (header(lines, text, "claims") != subject_.claims)
    return verify::refusal(path, "the claims of the proof, in its order", "others");
  piece.shard = shard_of(lines, text);
  const std::uint64_t own = piece.shard.size(subject_.nodes);
  for (std::uint64_t k = 0; k < own; ++k) {
    piece.starts.push_back(lines.at());
    lines.next(text);
    const std::string rank = std::to_string(piece.shard.node(k));
    if (text.word() != rank) text.fail("rank " + rank);
    if (text.peek() == ":") continue;
    text.expect("-");
    text.end_line("the end of the line");
  }
  piece.starts.push_back(lines.at());
  lines.next(text);
  text.expect("end");
  text.end_line("the end of the line");
  if (!lines.is_at_end()) text.fail("the end of the file", "another line");
  return piece;
}

Status PieceSet::add(Piece piece, std::optional<Shard> wanted) {
  if (wanted && piece.shard != *wanted)
    return verify::refusal(piece.path, "a piece of shard " + wanted->text(), "shard " + piece.shard.text());
  if (auto fits = check_division(pieces_, piece.path, piece.shard); !fits.ok()) return fits;
  const auto there = pieces_.find(piece.shard.index);
  if (there == pieces_.end()) {
    pieces_.emplace(piece.shard.index, std::move(piece));
    return Done{};
  }
  if (have_same_bytes(there->second.path, piece.path)) return Done{};
  return verify::refusal(
      piece.path, "the plans of shard " + piece.shard.text() + " as in " + there->second.path, "others");
}

const PieceSet::Piece& PieceSet::piece_of(NodeId node) const {
  const std::uint32_t count = pieces_.begin()->second.shard.count;
  const auto found = pieces_.find(static_cast<std::uint32_t>(node % count) + 1);
  FIVEPROOF_ENSURE(found != pieces_.end());
  return found->second;
}

Result<std::optional<std::vector<audit::Step>>> PieceSet::plan(NodeId node, bool is_and,
                                                               audit::Point move) const {
  using Plan = std::optional<std::vector<audit::Step>>;
  const Piece& piece = piece_of(node);
  const std::size_t k = node / piece.shard.count;
  const std::uint64_t start = piece.starts[k];
  const auto bytes = static_cast<std::size_t>(piece.starts[k + 1] - start - 1);  // at most a line
  return from_file<Plan>(piece.path, [&]() -> Result<Plan> {
    std::string line(bytes, '\0');
    line.resize(read_at(open_file(piece.path), start, line.data(), bytes));
    PlanText text;
    text.set_size(subject_.size);
    text.begin(std::move(line), lines_of_head + k + 1);
    text.expect(std::to_string(node));  // what changes while it is read is no piece
    if (text.peek() == "-") return Plan();
    text.expect(":");
    Plan plan = text.plan(is_and, move);
    text.end_line("a square or the end of the line");
    return plan;
  });
}

Error PieceSet::refusal(NodeId node) const {
  const Piece& piece = piece_of(node);
  return {ErrorCode::malformed,
          "line " + std::to_string(lines_of_head + node / piece.shard.count + 1) +
              ": expected a plan by which the attacker wins, found none that convinces the kernel",
          piece.path};
}

}  // namespace fiveproof::verify
