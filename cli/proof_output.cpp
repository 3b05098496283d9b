#include "cli/proof_output.hpp"

#include <filesystem>

#include "format/atomic_file.hpp"
#include "format/file.hpp"

namespace fiveproof::cli {

Status check_output(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code none;
    if (input != "-" && output != "-" && std::filesystem::equivalent(input, output, none))
      return Error{ErrorCode::usage, "refusing to write over the input", output, {}};
  }
  return Done{};
}

int write_proof(const Proof& proof, convert::Format format, const ProofOutput& output, const Streams& streams,
                std::string_view command) {
  auto writing = convert::encode_proof(proof, format);
  if (!writing.ok()) {
    writing.error().file = output.path;
    return fail(streams, command, writing.error());
  }
  const std::string to = output_name(output.path);
  if (!output.quiet)
    for (const std::string& loss : writing.value().losses) streams.err << to << ": lost: " << loss << '\n';
  if (output.strict && !(output.is_whole && writing.value().losses.empty())) {
    streams.err << to << ": not written: --strict, and something would be lost\n";
    return exit_no;
  }
  if (auto status = write_file(output.path, writing.value().bytes); !status.ok())
    return fail(streams, command, status.error());
  if (!output.quiet)
    streams.err << to << ": " << convert::counted(writing.value().bytes.size(), "byte") << ", "
                << convert::counted(proof.records.count(), "record") << ", hash " << content_hash(proof)
                << '\n';
  return exit_yes;
}

}  // namespace fiveproof::cli
