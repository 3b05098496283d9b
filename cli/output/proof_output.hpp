// A proof written from the command line: in which format, what that loses, and a line that says so.
#pragma once

#include <string>
#include <vector>

#include "cli/outcome.hpp"
#include "cli/output/output_report.hpp"
#include "cli/output/page_template.hpp"
#include "convert/formats.hpp"
#include "format/walk/fvp_coding.hpp"

namespace fiveproof::cli {

struct ProofOutput {
  std::string path;      ///< -: standard output
  bool strict = false;   ///< nothing is written if anything would be lost
  bool is_whole = true;  ///< nothing was lost so far
  bool quiet = false;
  OutputReport& report;
  FvpCoding coding = default_coding;
  convert::Shown shown = {};
};

/// What a writer has to say: what went along, and one line per loss.
void tell_writing(const Streams& streams, const std::string& output, const convert::Writing& writing);
/// How large the output is, which has all of the proof in it.
void tell_whole(const ProofOutput& output, const Proof& proof, std::uint64_t bytes, const std::string& hash,
                const Streams& streams);
/// Says that --strict forbids it, and why; the exit code.
[[nodiscard]] ExitCode refuse_loss(const std::string& output, const Streams& streams,
                                   const std::string& loss = "something would be lost");

/// --smallest: for a file of blocks only.
inline constexpr const char* smallest_option = "--smallest";
inline constexpr const char* smallest_help =
    "fvp: about half of the size; written in five, read in eight times the time";
[[nodiscard]] Result<FvpCoding> choose_coding(bool is_smallest, bool is_fvp);

/// By --to or else by the extension. ErrorCode::unsupported: no file of the format can be made, only read.
[[nodiscard]] Result<convert::Format> choose_output_format(const std::string& path, const std::string& name);

/// Before anything is read: ErrorCode::usage when `output` is one of the files that are read, io when it
/// cannot be written.
[[nodiscard]] Status check_output(const std::string& output, const std::vector<std::string>& inputs);

// Each of these writes and tells, and returns the exit code.

[[nodiscard]] Result<ExitCode> write_proof(const Proof& proof, convert::Format format,
                                           const ProofOutput& output, const Streams& streams);

/// A certificate, which says what a proof leaves to db-search. It is none of the formats of convert/, because
/// that takes thinking: `effort` is that of the search for plans. Strict: every position must be established.
[[nodiscard]] Result<ExitCode> write_certificate_file(const Proof& proof, std::uint32_t effort,
                                                      const ProofOutput& output, const Streams& streams);

/// What holds of the proof, as answers in a solver's store: a new one, or one of the same game, whose answers
/// stay. It is none of the formats of convert/, because nothing goes into a store that was not verified. One
/// of another game is refused before anything is checked.
[[nodiscard]] Result<ExitCode> write_store(Proof proof, const ProofOutput& output, const Streams& streams);

/// The page with the proof in it, which it calls after `source`, the file that was read. It is none of the
/// formats of convert/, because the page is made elsewhere, and need not be there.
[[nodiscard]] Result<ExitCode> write_page(Proof proof, const PageTemplate& page, const std::string& source,
                                          const ProofOutput& output, const Streams& streams);

}  // namespace fiveproof::cli
