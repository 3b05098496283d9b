// What a converter hands over besides the proof, and what it must be told.
//
// A converter translates. It never drops or repairs a branch in silence: what cannot be put into a record
// becomes a finding of the proof, and what the target cannot say is named as a loss.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof::convert {

/// Of several attacker's moves at one position, which become records?
enum class Prefer : std::uint8_t {
  all,
  first,     ///< the one that comes first in the file
  smallest,  ///< the one with the fewest nodes below it, counted where it has most; of equal ones any
};

/// "all", "first" or "smallest"; anything else is ErrorCode::usage.
[[nodiscard]] Result<Prefer> parse_prefer(std::string_view text);

/// What a reader of trees may have to be told.
struct TreeSource {
  std::optional<int> size = {};        ///< of a board that the file does not name, or must agree with
  std::string charset = {};            ///< of texts; empty: as the file says, if it does
  std::vector<Square> beginning = {};  ///< of databases of games: only those that begin like this
  std::optional<RuleSet> rule = {};    ///< that the file does not name, or must agree with
};

/// What the file itself does not say, or what the caller insists on. A value that contradicts the
/// file is ErrorCode::usage.
struct Wanted : TreeSource {
  std::optional<Color> attacker = {};
  /// Claim these roots, as moves from the empty board, instead of the file's own. No root: claim nothing.
  std::optional<std::vector<std::vector<Square>>> roots = {};
  Prefer prefer = Prefer::all;
  /// Leave what the source says besides out of the proof: no section of annotations.
  bool drop_annotations = false;
  ReaderLimits limits = {};
};

/// A proof that was read, with the remarks of the reader; each is one line for people.
struct Reading {
  Proof proof;
  std::vector<std::string> carried = {};
  std::vector<std::string> losses = {};  ///< what the file says and a proof cannot
  /// Unusual, though it can be read; those who are strict take them for losses. The last may be a number of
  /// more.
  std::vector<std::string> oddities = {};
};

/// Of a proof, what is shown as a tree.
struct Shown {
  /// This root only, and what is below it.
  std::optional<Root> root = {};
  /// Plies below a root.
  std::optional<std::size_t> max_depth = {};
  /// A position that several lines lead to, below each of them.
  bool expand_all = false;
  /// The records, even if the proof knows the tree that it was read from.
  bool from_records = false;
  /// Of the texts of the tree that it was read from; decoded to UTF-8.
  std::string charset = {};

  [[nodiscard]] bool is_sub_tree() const { return root || max_depth || expand_all; }
  /// Or anything but the whole tree as it was read.
  [[nodiscard]] bool is_part() const { return is_sub_tree() || from_records; }
};

/// A proof as the bytes of a file.
struct Writing {
  std::vector<std::uint8_t> bytes = {};
  std::vector<std::string> carried = {};
  std::vector<std::string> losses = {};       ///< what the proof says and the file cannot
  std::optional<std::uint64_t> nodes = {};    ///< of the tree that was written, where it is one
  std::optional<std::uint64_t> records = {};  ///< that a picture shows
  bool keeps_annotations = false;             ///< the tree or database that the proof was read from is in it
};

/// "1 node", "3 nodes".
[[nodiscard]] std::string counted(std::uint64_t number, const std::string& noun);

}  // namespace fiveproof::convert
