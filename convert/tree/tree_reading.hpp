// What the reader of a foreign tree hands over, and what a writer of one does.
//
// Each format has a pair of functions that are named after it (convert/sgf/sgf.hpp,
// convert/rapfi/rapfi_db.hpp, ...):
//
//   Result<TreeReading> read_FORMAT(bytes, options, ...)
//   Result<TreeWriting> write_FORMAT(tree, ...)
//
// A reader says what the file says. It judges no move, drops no branch and assumes no claim. Bytes that are
// not of the format are an error, with the offset and what was expected.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/syntax/bytes.hpp"
#include "convert/syntax/counted.hpp"
#include "game/rules.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof::convert {

/// One line for people about a place in the file.
struct Remark {
  std::string text;
  std::optional<std::uint64_t> offset = {};  ///< in the file, in bytes

  bool operator==(const Remark&) const = default;
};

struct TreeReadOptions {
  std::uint64_t max_nodes = std::uint64_t{1} << 28;
  /// Bytes of what a compressed file holds.
  std::uint64_t max_bytes = std::uint64_t{4} << 30;
  /// So many oddities are listed; all are counted.
  std::size_t max_oddities = 10'000;
  /// Take what there is of a file that was cut, where the format shows which nodes are whole.
  bool keep_cut = false;
  /// Take what stands before the first thing that is wrong; what is dropped is a loss. Then nothing of the
  /// damage is kept for a writer, which makes a whole file of what there is.
  bool salvage = false;
};

struct TreeReading {
  GameTree tree;
  /// The rule set and the attacker that the file itself names; most formats name neither.
  std::optional<RuleSet> rule = {};
  std::optional<Color> attacker = {};
  /// What is unusual though it can be read, sorted by offset; in strict mode each is a loss.
  std::vector<Remark> oddities = {};
  std::uint64_t oddity_count = 0;
  /// What became of the parts of the file, in lines for people.
  std::vector<std::string> carried = {};
  /// What the file says and the tree does not hold.
  std::vector<std::string> losses = {};
  /// Where each node stands in the file, in bytes. Empty when that is not known, or is known in another way
  /// (RenlibOffsets).
  std::vector<std::uint64_t> offsets = {};
};

/// Counts all oddities that a reader finds and keeps the first of them, until it hands over its tree.
class Oddities {
 public:
  /// Keeps at most so many, TreeReadOptions::max_oddities, with those that are there already.
  explicit Oddities(std::size_t most, std::vector<Remark> list = {}, std::uint64_t count = 0)
      : most_(most), list_(std::move(list)), count_(count) {}

  void note(std::string_view text, std::uint64_t offset) {
    ++count_;
    if (list_.size() < most_) list_.push_back({std::string(text), offset});
  }
  /// For readers that go through a file more than once.
  void sort_by_offset() { std::ranges::stable_sort(list_, {}, &Remark::offset); }
  template <class Reading>
  void move_to(Reading& reading) && {
    reading.oddities = std::move(list_);
    reading.oddity_count = count_;
  }

 private:
  std::size_t most_;
  std::vector<Remark> list_;
  std::uint64_t count_;
};

/// What readers have in common: they stop at the first thing that is wrong, and note what is odd before it.
class FileReader {
 protected:
  explicit FileReader(const TreeReadOptions& options) : options_(options), oddities_(options.max_oddities) {}

  /// Notes the error, and returns false.
  bool fail(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
    error_ = Error{code, std::move(message), {}, offset};
    return false;
  }
  bool fail_at_limit(std::uint64_t offset) {
    return fail(offset, "more than " + std::to_string(options_.max_nodes) + " nodes", ErrorCode::limit);
  }
  void note(std::string_view text, std::uint64_t offset) { oddities_.note(text, offset); }

  const TreeReadOptions& options_;
  std::uint64_t whole_ = 0;  ///< in bytes: up to here all could be read, and is of the tree
  Oddities oddities_;
  std::optional<Error> error_;
};

/// Reads a file by `read(bytes, options, whole)`, which says up to where all was whole. If that fails and is
/// to be salvaged, what stands before is read once more, as a file that was cut there.
template <class Read>
Result<TreeReading> read_or_salvage(View bytes, TreeReadOptions options, const Read& read) {
  options.keep_cut = options.keep_cut || options.salvage;
  std::uint64_t whole = 0;
  auto reading = read(bytes, options, whole);
  if (reading.ok() || !options.salvage || reading.error().code != ErrorCode::malformed || whole == 0)
    return reading;
  std::uint64_t ignored = 0;
  auto salvaged = read(bytes.first(static_cast<std::size_t>(whole)), options, ignored);
  if (!salvaged.ok()) return reading;
  salvaged.value().losses.push_back(counted(bytes.size() - whole, "byte") + " from byte " +
                                    std::to_string(whole) + " on, dropped: " + reading.error().message);
  return salvaged;
}

struct TreeWriting {
  std::vector<std::uint8_t> bytes = {};
  std::vector<std::string> losses = {};  ///< what the tree says and the format cannot
};

/// The error of a writer whose tree names its format as the source and cannot be from there: facts and bits
/// may come from a file that nobody vouches for. `of_tree`: "the tree of a library that cannot be one".
[[nodiscard]] inline Error contradiction(std::string_view of_tree, const std::string& what) {
  return {ErrorCode::malformed, std::string(of_tree) + ": " + what};
}

// The facts in which a tree keeps what stands in its file before the nodes, and behind them.
inline constexpr const char* header_fact = "header";
inline constexpr const char* tail_fact = "tail";

/// What a writer of another format loses of every tree that has it.
inline void lose_source(const GameTree& tree, std::vector<std::string>& losses) {
  tell(losses, tree.facts().size(), "fact", " of the source " + tree.source());
  tell(losses, tree.source_bits().size(), "node", " with bits of the source " + tree.source());
}

}  // namespace fiveproof::convert
