#include "convert/proof/annotations.hpp"

#include <algorithm>
#include <utility>

#include "format/tree/tree_section.hpp"
#include "proof/content_digest.hpp"

namespace fiveproof::convert {

Status add_annotations(Reading& reading, GameTree tree, Provenance provenance) {
  FIVEPROOF_LET(auto section, encode_tree(tree));
  provenance.proof_hash = content_digest(reading.proof);
  reading.carried.push_back(counted(section.size(), "byte") +
                            " of annotations: the tree as it is, texts and marks");
  reading.proof.sections.push_back({provenance_kind, encode_provenance(provenance)});
  reading.proof.sections.push_back(
      {tree_section_kind, std::move(section), std::make_shared<GameTree>(std::move(tree))});
  return Done{};
}

Result<std::shared_ptr<const GameTree>> source_tree(const Proof& proof) {
  const std::shared_ptr<const GameTree> none;
  const Section* tree = find_section(proof, tree_section_kind);
  const Section* origin = find_section(proof, provenance_kind);
  if (tree == nullptr || origin == nullptr) return none;
  const auto provenance = decode_provenance(origin->bytes);
  if (!provenance.ok() || provenance.value().proof_hash != content_digest(proof)) return none;
  return tree_of(*tree);
}

std::string lost_claim(const Proof& proof, std::string_view name) {
  return "the claim (" + std::string(name_of(proof.rule)) + ", " + std::string(name_of(proof.attacker)) +
         " attacks, " + counted(proof.roots.size(), "root") + "): " + std::string(name) + " does not name it";
}

Status replace_annotations(Proof& proof, GameTree tree) {
  FIVEPROOF_LET(auto section, encode_tree(tree));
  std::erase_if(proof.sections, [](const Section& old) {
    return old.kind == tree_section_kind || old.kind == provenance_kind;
  });
  proof.sections.push_back(
      {tree_section_kind, std::move(section), std::make_shared<GameTree>(std::move(tree))});
  std::ranges::sort(proof.sections, {}, &Section::kind);
  return Done{};
}

}  // namespace fiveproof::convert
