// A proof written from the command line: in which format, what that loses, and a line that says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/outcome.hpp"
#include "cli/output/output_report.hpp"
#include "convert/formats.hpp"
#include "format/walk/fvp_coding.hpp"

namespace fiveproof::cli {

struct ProofOutput {
  std::string path;      ///< -: standard output
  bool strict = false;   ///< nothing is written if anything would be lost
  bool is_whole = true;  ///< nothing was lost so far
  bool quiet = false;
  FvpCoding coding = default_coding;
  convert::Shown shown = {};
  OutputReport* report = nullptr;  ///< for --json
};

/// What a writer has to say: what went along, and one line per loss.
void tell_writing(const Streams& streams, const std::string& output, const convert::Writing& writing);
/// Says that --strict forbids it; the exit code.
[[nodiscard]] int refuse_loss(const std::string& output, const Streams& streams);

/// --smallest: for a file of blocks only.
inline constexpr const char* smallest_option = "--smallest";
inline constexpr const char* smallest_help =
    "fvp: about half of the size; written in five, read in eight times the time";
[[nodiscard]] Result<FvpCoding> choose_coding(bool is_smallest, bool is_fvp);

/// Before anything is read: ErrorCode::usage when `output` is one of the files that are read, io when it
/// cannot be written.
[[nodiscard]] Status check_output(const std::string& output, const std::vector<std::string>& inputs);

/// Writes and tells; returns the exit code.
[[nodiscard]] int write_proof(const Proof& proof, convert::Format format, const ProofOutput& output,
                              const Streams& streams, std::string_view command);

}  // namespace fiveproof::cli
