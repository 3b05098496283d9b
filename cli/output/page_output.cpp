// `fiveproof page PROOF -o OUT.html` and `fiveproof convert PROOF OUT.html`
#include <filesystem>

#include "base/files/atomic_file.hpp"
#include "cli/output/page_template.hpp"
#include "cli/output/proof_output.hpp"
#include "format/fvp/fvp_writer.hpp"

namespace fiveproof::cli {
namespace {

/// What the page calls the proof: the name of its file, as that of a `.fvp`.
std::string name_in_page(const std::string& path) {
  const std::string stem = path == "-" ? "proof" : std::filesystem::path(path).stem().string();
  return stem + ".fvp";
}

/// What the source says besides the proof is nothing that the page shows.
std::vector<std::string> losses_of_page(const Proof& proof) {
  std::vector<std::string> losses;
  for (const Section& section : proof.sections)
    losses.push_back(convert::text_of(section) + ": a page shows the proof alone");
  return losses;
}

}  // namespace

Result<ExitCode> write_page(Proof proof, const PageTemplate& page, const std::string& source,
                            const ProofOutput& output, const Streams& streams) {
  const std::vector<std::string> losses = losses_of_page(proof);
  output.report.add("losses", losses);
  if (!output.quiet) tell_writing(streams, output.path, {.losses = losses});
  if (output.strict && !(output.is_whole && losses.empty())) return refuse_loss(output.path, streams);
  proof.sections.clear();
  FIVEPROOF_LET(const auto bytes, fvp_bytes(proof));
  const std::string text = page.with_proof(bytes, name_in_page(source));
  FIVEPROOF_TRY(write_text_file(output.path, text));
  tell_whole(output, proof, text.size(), content_hash(proof), streams);
  return exit_yes;
}

}  // namespace fiveproof::cli
