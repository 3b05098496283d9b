// The proof as text, one JSON object per line (spec/jsonl.md).
//
//   {"format":"fiveproof","version":1,"rule":"freestyle","size":15,"attacker":"black","roots":["h8 a1"]}
//   {"black":"h8","white":"a1","move":"j9"}
//   {"finding":"illegal-move","root":0,"line":"j9 c3","black":"h8 j9","white":"a1
//   c3","to-move":"black","by":"h8"}
//
// The header comes first; records and findings follow in any order. A record's side to move is the attacker;
// without `move` it claims a winning threat sequence. Positions may stand in any orientation. The writer
// writes records in canonical order, then findings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "format/text/text_packing.hpp"
#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// Error messages begin with "line N: "; the offset is that of the offending byte where JSON itself is wrong,
/// else that of the line's first byte. Of a packed text both are those of the text; what cannot be unpacked has
/// the offset in the file and no line.
[[nodiscard]] Result<Proof> read_jsonl(std::span<const std::uint8_t> bytes, const ReaderLimits& limits = {},
                                       const std::string& file_name = {}, Packing packing = Packing::none);
/// Line by line, so the file may be larger than memory. `-` is standard input.
[[nodiscard]] Result<Proof> read_jsonl_file(const std::string& path, const ReaderLimits& limits = {},
                                            Packing packing = Packing::none);

/// require: proof.records is finished. Errors as those of fvp_bytes.
[[nodiscard]] Result<std::string> jsonl_text(const Proof& proof);
/// The same as a file holds it.
[[nodiscard]] Result<std::vector<std::uint8_t>> jsonl_bytes(const Proof& proof, Packing packing);
/// The file appears whole or not at all. `-` is standard output.
[[nodiscard]] Status write_jsonl(const Proof& proof, const std::string& path);

}  // namespace fiveproof
