#include "cli/output/proof_output.hpp"

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/visible.hpp"
#include "cli/input/proof_input.hpp"
#include "format/fvp/fvp_writer.hpp"

namespace fiveproof::cli {
namespace {

/// How large the output is, and how much of the proof is in it.
void tell_written(const ProofOutput& output, std::uint64_t bytes, const std::string& content,
                  const std::string& hash, const Streams& streams) {
  output.report.set("bytes", bytes);
  output.report.set("hash", hash);
  if (output.quiet) return;
  streams.err << output_name(output.path) << ": " << convert::counted(bytes, "byte") << ", " << content << ' '
              << hash << '\n';
}

void tell_part(const ProofOutput& output, const Proof& proof, const convert::Writing& writing,
               const Streams& streams) {
  const std::string noun = writing.nodes ? "node" : "record";
  const std::uint64_t number = writing.nodes ? *writing.nodes : *writing.records;
  output.report.set(noun + "s", number);
  tell_written(output, writing.bytes.size(), convert::counted(number, noun) + " of the proof",
               content_hash(proof), streams);
}

}  // namespace

Result<convert::Format> choose_output_format(const std::string& path, const std::string& name) {
  auto format = choose_format(path, name, "--to");
  if (!format.ok()) return format;
  if (auto written = convert::check_written(format.value()); !written.ok()) {
    written.error().file = path;
    return written.error();
  }
  return format;
}

Status check_output(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (is_same_file(input, output)) return usage_error("refusing to write over the input", output);
  return check_writable(output);
}

Result<FvpCoding> choose_coding(bool is_smallest, bool is_fvp) {
  if (!is_smallest) return default_coding;
  if (!is_fvp) return usage_error("--smallest: only an output in the format fvp has it");
  return FvpCoding::mixed_walks;
}

void tell_writing(const Streams& streams, const std::string& output, const convert::Writing& writing) {
  const std::string to = output_name(output);
  for (const std::string& remark : writing.carried) streams.err << to << ": " << visible(remark) << '\n';
  for (const std::string& loss : writing.losses) streams.err << to << ": lost: " << visible(loss) << '\n';
}

void tell_whole(const ProofOutput& output, const Proof& proof, std::uint64_t bytes, const std::string& hash,
                const Streams& streams) {
  output.report.set("records", proof.records.count());
  tell_written(output, bytes, convert::counted(proof.records.count(), "record") + ", hash", hash, streams);
}

ExitCode refuse_loss(const std::string& output, const Streams& streams, const std::string& loss) {
  streams.err << output_name(output) << ": not written: --strict, and " << loss << '\n';
  return exit_no;
}

Result<ExitCode> write_proof(const Proof& proof, convert::Format format, const ProofOutput& output,
                             const Streams& streams) {
  if (format == convert::Format::fvp) {  // loses nothing, and is not held in memory
    if (output.strict && !output.is_whole) return refuse_loss(output.path, streams);
    FIVEPROOF_LET(const auto written, write_fvp(proof, output.path, default_producer, output.coding));
    tell_whole(output, proof, written.bytes, written.hash, streams);
    return exit_yes;
  }
  auto writing = convert::encode_proof(proof, format, output.shown);
  if (!writing.ok()) {
    writing.error().file = output.path;
    return writing.error();
  }
  output.report.add("carried", writing.value().carried);
  output.report.add("losses", writing.value().losses);
  if (!output.quiet) tell_writing(streams, output.path, writing.value());
  if (output.strict && !(output.is_whole && writing.value().losses.empty()))
    return refuse_loss(output.path, streams);
  FIVEPROOF_TRY(write_file(output.path, writing.value().bytes));
  if (output.shown.is_sub_tree())
    tell_part(output, proof, writing.value(), streams);
  else
    tell_whole(output, proof, writing.value().bytes.size(), content_hash(proof), streams);
  return exit_yes;
}

}  // namespace fiveproof::cli
