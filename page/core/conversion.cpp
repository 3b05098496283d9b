#include "page/core/conversion.hpp"

#include <memory>
#include <utility>

#include "convert/proof/annotations.hpp"
#include "convert/proof/tree_of_proof.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/text/jsonl.hpp"
#include "page/core/open.hpp"
#include "page/core/words.hpp"

namespace fiveproof::page {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The remarks on the way, and what came out.
struct Work {
  Bytes bytes = {};
  std::vector<std::string> carried = {};
  std::vector<std::string> losses = {};
};

/// A proof of the file, with what else it says.
Result<Proof> proof_of(Content content, std::span<const std::uint8_t> file, const Json& request, Work& work) {
  if (content.proof) return *std::move(content.proof);
  FIVEPROOF_LET(auto reading, claimed(*content.tree, request));
  convert::append(reading.carried, content.tree->carried);
  convert::append(reading.losses, content.tree->losses);
  convert::Provenance provenance{std::string(content.format), file.size(), sha256(file), {}};
  FIVEPROOF_TRY(add_annotations(reading, std::move(content.tree->tree), std::move(provenance)));
  convert::append(work.carried, reading.carried);
  convert::append(work.losses, reading.losses);
  return std::move(reading.proof);
}

Result<Bytes> bytes_of(const Proof& proof, const std::string& to) {
  return to == "fvp" ? fvp_bytes(proof) : jsonl_bytes(proof, Packing::none);
}

Status write_tree(const GameTree& tree, const std::string& to, std::optional<RuleSet> rule, Work& work) {
  FIVEPROOF_LET(auto written, to == "lib" ? convert::write_renlib(tree)
                                          : convert::write_sgf(tree, {.rule = rule, .charset = {}}));
  work.bytes = std::move(written.bytes);
  convert::append(work.losses, written.losses);
  return Done{};
}

/// The tree that the proof was read from, or that its records unfold to.
Status write_as_tree(const Proof& proof, const std::string& to, Work& work) {
  FIVEPROOF_LET(const auto source, convert::source_tree(proof));
  if (source != nullptr) {
    work.carried.push_back("the tree that the proof was read from, as it was");
    work.losses.push_back(convert::lost_claim(proof, to));
    return write_tree(*source, to, proof.rule, work);
  }
  FIVEPROOF_LET(auto made, convert::tree_of_proof(proof));
  convert::append(work.carried, made.carried);
  work.losses.push_back(convert::lost_claim(proof, to));
  convert::append(work.losses, made.losses);
  return write_tree(made.tree, to, proof.rule, work);
}

Status convert_content(Content content, std::span<const std::uint8_t> file, const Json& request, Work& work) {
  const std::string to = word(request, "to");
  if (to == "fvp" || to == "jsonl") {
    FIVEPROOF_LET(const Proof proof, proof_of(std::move(content), file, request, work));
    FIVEPROOF_LET(work.bytes, bytes_of(proof, to));
    return Done{};
  }
  if (to != "lib" && to != "sgf")
    return Error{ErrorCode::usage, "to: expected fvp, jsonl, lib or sgf, found '" + to + "'"};
  if (content.proof) return write_as_tree(*content.proof, to, work);
  convert::append(work.carried, content.tree->carried);
  convert::append(work.losses, content.tree->losses);
  return write_tree(content.tree->tree, to, content.tree->rule, work);
}

}  // namespace

Result<Converted> convert_file(std::span<const std::uint8_t> bytes, const Json& request) {
  const std::string name = word(request, "name");
  FIVEPROOF_LET(auto content, read_content(bytes, name));
  Work work;
  FIVEPROOF_TRY(in_file(convert_content(std::move(content), bytes, request, work), name));
  Json told = Json::object();
  told["carried"] = work.carried;
  told["losses"] = work.losses;
  return Converted{std::move(work.bytes), std::move(told)};
}

}  // namespace fiveproof::page
