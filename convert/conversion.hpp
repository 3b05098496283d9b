// What a converter hands over besides the proof, and what it must be told.
//
// A converter translates. It never drops or repairs a branch in silence: what cannot be put into a record
// becomes a finding of the proof, and what the target cannot say is named as a loss.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "format/limits.hpp"
#include "format/proof.hpp"

namespace fiveproof::convert {

/// What the file itself does not say, or what the caller insists on. A value that contradicts the
/// file is ErrorCode::usage.
struct Wanted {
  std::optional<RuleSet> rule = {};
  std::optional<int> size = {};
  std::optional<Color> attacker = {};
  /// Claim this root, as moves from the empty board, instead of the file's own.
  std::optional<std::vector<Square>> root = {};
  ReaderLimits limits = {};
};

/// A proof that was read, with the remarks of the reader; each is one line for people.
struct Reading {
  Proof proof;
  std::vector<std::string> carried = {};
  std::vector<std::string> losses = {};  ///< what the file says and a proof cannot
};

/// A proof as the bytes of a file.
struct Writing {
  std::vector<std::uint8_t> bytes = {};
  std::vector<std::string> losses = {};  ///< what the proof says and the file cannot
};

/// "1 node", "3 nodes".
[[nodiscard]] std::string counted(std::uint64_t number, const std::string& noun);

}  // namespace fiveproof::convert
