// gaps.jsonl: the gaps of a proof, one JSON object per line (spec/jsonl.md).
//
//   {"format":"fiveproof-gaps","version":2,"rule":"freestyle","size":15,"attacker":"black",
//    "proof":"<hash>","roots":["h8 a1"]}
//   {"kind":"unanswered-reply","root":0,"line":"j9 c3","black":"h8 j9","white":"a1 c3","to-move":"black",
//    "moves":"h8 a1 j9 c3"}
//
// (Lines are broken here.) `root` and `line` are left out when no claim reaches the gap; `moves`, the line
// from the empty board, where the root is not given as moves, and in files of version 1, which are read as
// well; `by` when there is none, `limit` unless it is true, `shared` when it is 1. The list of a check that
// was interrupted has `"partial":true` in its header.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files/atomic_file.hpp"
#include "format/text/text_packing.hpp"
#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// What the first line says.
struct GapListHeader {
  RuleSet rule = RuleSet::freestyle;
  int size = 15;
  Color attacker = Color::black;
  std::string proof_hash;  ///< content_hash of the proof; 64 lower-case hex digits
  std::vector<Root> roots;
  bool partial = false;  ///< whether the check was interrupted, so that there may be more gaps
};
/// The moves from the empty board to the gap; absent where no claim reaches it, or its root is not given as
/// moves. require: the gap is one of these roots (check_gap()).
[[nodiscard]] std::optional<std::vector<Square>> moves_to(const Gap& gap, const std::vector<Root>& roots);
/// The header for the gaps of `proof`. require: proof.records is finished.
[[nodiscard]] GapListHeader gap_list_header(const Proof& proof);

struct GapList {
  GapListHeader header;
  std::vector<Gap> gaps;
};

/// Writes gap by gap; the file appears at close(), whole, or not at all.
class GapListWriter {
 public:
  /// Opens the output, which is packed if it is called `X.zst`; `-` is standard output.
  [[nodiscard]] static Result<GapListWriter> open(const std::string& path, const GapListHeader& header);
  /// Writes a gap. ErrorCode::usage when it contradicts itself (proof/gap_check.hpp); then
  /// nothing is written for it.
  Status add(const Gap& gap);
  /// Says in the header that the list is not complete. require: before the first add().
  void mark_partial();
  /// Makes the file appear. To be called once, after the last add().
  Status close();

 private:
  GapListWriter(AtomicFile file, Packing packing, GapListHeader header);
  Status begin();
  AtomicFile file_;
  TextPacker packer_;
  GapListHeader header_;
  bool has_begun_ = false;  ///< whether the header is written
};

[[nodiscard]] Result<std::string> gap_list_text(const GapList& list);
[[nodiscard]] Result<GapList> read_gap_list(std::span<const std::uint8_t> bytes,
                                            const ReaderLimits& limits = {},
                                            const std::string& file_name = {});
/// Reads a gap list, unpacked if the file is called `X.zst`; `-` is standard input.
[[nodiscard]] Result<GapList> read_gap_list_file(const std::string& path, const ReaderLimits& limits = {});

}  // namespace fiveproof
