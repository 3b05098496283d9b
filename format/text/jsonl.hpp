// A proof as text, one JSON object per line (spec/jsonl.md).
//
//   {"format":"fiveproof","version":1,"rule":"freestyle","size":15,"attacker":"black","roots":["h8 a1"]}
//   {"black":"h8","white":"a1","move":"j9"}
//   {"finding":"illegal-move","root":0,"line":"j9 c3","black":"h8 j9","white":"a1 c3",
//    "to-move":"black","by":"h8"}
//
// (The last line is broken here.) The header comes first; records and findings follow in any order. A
// record's side to move is the attacker; without `move` it claims a winning threat sequence. Positions may
// stand in any orientation. The writer writes records in canonical order, then findings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "format/text/text_packing.hpp"
#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// Reads a proof. Error messages begin with "line N: "; the offset is that of the offending byte where JSON
/// itself is wrong, else that of the line's first byte. For a packed text both are those of the text; what
/// cannot be unpacked has the offset in the file and no line.
[[nodiscard]] Result<Proof> read_jsonl(std::span<const std::uint8_t> bytes, const ReaderLimits& limits = {},
                                       const std::string& file_name = {}, Packing packing = Packing::none);
/// Reads line by line, so that the file may be larger than memory. `-` is standard input.
[[nodiscard]] Result<Proof> read_jsonl_file(const std::string& path, const ReaderLimits& limits = {},
                                            Packing packing = Packing::none);

/// The text of a proof as a file holds it, packed or not. Errors are those of fvp_bytes. require:
/// proof.records is finished.
[[nodiscard]] Result<std::vector<std::uint8_t>> jsonl_bytes(const Proof& proof, Packing packing);

}  // namespace fiveproof
