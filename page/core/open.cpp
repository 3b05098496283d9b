#include "page/core/open.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <string_view>

#include "convert/proof/tree_hints.hpp"
#include "convert/proof/tree_proof.hpp"
#include "convert/renlib/renlib.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/text/jsonl.hpp"
#include "game/notation.hpp"
#include "page/core/words.hpp"

namespace fiveproof::page {
namespace {

bool ends_in(std::string_view name, std::string_view extension) {
  const auto lower = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  return name.size() >= extension.size() &&
         std::ranges::equal(name.substr(name.size() - extension.size()), extension, {}, lower);
}

/// What the caller says that a library claims.
Result<convert::TreeClaim> claim_of(const Json& request, const GameTree& tree) {
  if (!has_word(request, "rule") || !has_word(request, "attacker") || !request.contains("root"))
    return Error{ErrorCode::usage,
                 "a library does not say what it claims. What it shows: " + convert::hints_of(tree).text()};
  FIVEPROOF_LET(const auto rule, parse_rule_set(word(request, "rule")));
  FIVEPROOF_LET(const auto attacker, parse_color(word(request, "attacker")));
  FIVEPROOF_LET(auto root, parse_squares(word(request, "root"), tree.size()));
  return convert::TreeClaim{rule, attacker, {std::move(root)}};
}

Result<Proof> open_library(std::span<const std::uint8_t> bytes, const Json& request) {
  FIVEPROOF_LET(const auto read, convert::read_renlib(bytes));
  const GameTree& tree = read.tree;
  FIVEPROOF_LET(const auto claim, claim_of(request, tree));
  const auto offsets = std::make_shared<convert::RenlibOffsets>(tree);
  auto reading = convert::proof_of_tree(
      tree, claim, {}, [offsets](NodeNumber node) { return std::optional(offsets->of(node)); });
  if (!reading.ok()) return reading.error();
  return std::move(reading.value().proof);
}

}  // namespace

Result<Proof> open_proof(std::span<const std::uint8_t> bytes, const Json& request) {
  const std::string name = word(request, "name");
  if (ends_in(name, ".fvp")) return read_fvp(bytes, {}, name);
  if (ends_in(name, ".jsonl")) return read_jsonl(bytes, {}, name);
  if (ends_in(name, ".jsonl.zst")) return read_jsonl(bytes, {}, name, Packing::zstd);
  if (ends_in(name, ".lib")) return in_file(open_library(bytes, request), name);
  return Error{ErrorCode::usage, "expected a file that ends in .fvp, .jsonl, .jsonl.zst or .lib", name};
}

Json info_json(const Proof& proof) {
  Json object = Json::object();
  explore::add_game(object, proof.rule, proof.size, proof.attacker);
  object["records"] = proof.records.count();
  object["findings"] = proof.findings.size();
  object["hash"] = content_hash(proof);
  object["roots"] = Json::array();
  for (const Root& root : proof.roots) object["roots"].push_back(explore::to_json(root));
  return object;
}

}  // namespace fiveproof::page
