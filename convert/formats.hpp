// The formats by name, and reading and writing any of them.
//
//   name    usual extension   what
//   fvp     .fvp              the proof file
//   jsonl   .jsonl            the proof as text
//   rv2     .json             nested objects of the rv2 solver (convert/rv2.hpp); says neither rule set nor
//   claim
//
// A format is what the caller says or what the extension says; contents are never guessed at.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "convert/conversion.hpp"

namespace fiveproof::convert {

enum class Format { fvp, jsonl, rv2 };

[[nodiscard]] std::string_view name_of(Format format);
/// "fvp", "jsonl" or "rv2"; anything else is ErrorCode::usage.
[[nodiscard]] Result<Format> parse_format(std::string_view name);
/// By extension, in either case; nothing for an unknown one, or none.
[[nodiscard]] std::optional<Format> format_of_path(std::string_view path);

/// Reads a whole file; `-` is standard input. The proof's records are finished.
[[nodiscard]] Result<Reading> read_proof_file(const std::string& path, Format format, const Wanted& wanted);
/// require: proof.records is finished. Writes nothing; see write_file in format/atomic_file.hpp.
[[nodiscard]] Result<Writing> encode_proof(const Proof& proof, Format format);

}  // namespace fiveproof::convert
