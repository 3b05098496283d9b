// What the reader of a foreign tree hands over, and what a writer gives back.
//
// One pair of functions for each format, named after it (convert/sgf/sgf.hpp, convert/rapfi/rapfi_db.hpp, ...):
//
//   Result<TreeReading> read_FORMAT(bytes, options, file_name)
//   Result<TreeWriting> write_FORMAT(tree, ...)
//
// A reader says what the file says. It judges no move, drops no branch and assumes no claim; an error is for
// bytes that are not of the format, with the offset and what was expected.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/tree/game_tree.hpp"
#include "game/rules.hpp"

namespace fiveproof::convert {

/// One line for people.
struct Remark {
  std::string text;
  std::optional<std::uint64_t> offset = {};  ///< in the file, in bytes

  bool operator==(const Remark&) const = default;
};

struct TreeReadOptions {
  std::uint64_t max_nodes = std::uint64_t{1} << 28;
  /// Of what a compressed file holds.
  std::uint64_t max_bytes = std::uint64_t{4} << 30;
  /// That are listed; all are counted.
  std::size_t max_oddities = 10'000;
  /// Take what there is of a file that was cut behind a whole node, where the format allows to tell.
  bool keep_cut = false;
};

struct TreeReading {
  GameTree tree;
  /// What the file itself names; most formats name neither.
  std::optional<RuleSet> rule = {};
  std::optional<Color> attacker = {};
  /// Unusual, though it can be read: in strict mode each is a loss. By offset.
  std::vector<Remark> oddities = {};
  std::uint64_t oddity_count = 0;
  /// What went where, for people.
  std::vector<std::string> carried = {};
  /// What the file says and the tree does not hold.
  std::vector<std::string> losses = {};
  /// Where each node stands in the file. Empty: not known, or known in another way (RenlibOffsets).
  std::vector<std::uint64_t> offsets = {};
};

/// What a reader finds odd, until it hands over its tree.
class Oddities {
 public:
  /// `most`: TreeReadOptions::max_oddities.
  explicit Oddities(std::size_t most) : most_(most) {}

  void note(std::string_view text, std::uint64_t offset) {
    ++count_;
    if (list_.size() < most_) list_.push_back({std::string(text), offset});
  }
  void sort_by_offset() { std::ranges::stable_sort(list_, {}, &Remark::offset); }
  void move_to(TreeReading& reading) && {
    reading.oddities = std::move(list_);
    reading.oddity_count = count_;
  }

 private:
  std::size_t most_;
  std::vector<Remark> list_;
  std::uint64_t count_ = 0;
};

struct TreeWriting {
  std::vector<std::uint8_t> bytes = {};
  std::vector<std::string> losses = {};  ///< what the tree says and the format cannot
};

}  // namespace fiveproof::convert
