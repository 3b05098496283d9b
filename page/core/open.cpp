#include "page/core/open.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <string_view>

#include "convert/proof/tree_hints.hpp"
#include "convert/proof/tree_proof.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
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

/// What the caller says that a tree of moves claims.
Result<convert::TreeClaim> claim_of(const Json& request, const convert::TreeReading& read) {
  if (!has_word(request, "rule") || !has_word(request, "attacker") || !request.contains("root")) {
    const std::string names =
        read.rule ? "it names the rule set " + std::string(name_of(*read.rule)) + "; " : "";
    return Error{ErrorCode::usage, "the file does not say what it claims. What it shows: " + names +
                                       convert::hints_of(read.tree).text()};
  }
  FIVEPROOF_LET(const auto rule, parse_rule_set(word(request, "rule")));
  if (read.rule && *read.rule != rule)
    return Error{ErrorCode::usage, "expected rule " + std::string(name_of(rule)) + ", the file says " +
                                       std::string(name_of(*read.rule))};
  FIVEPROOF_LET(const auto attacker, parse_color(word(request, "attacker")));
  FIVEPROOF_LET(auto root, parse_squares(word(request, "root"), read.tree.size()));
  return convert::TreeClaim{rule, attacker, {std::move(root)}};
}

/// Where nodes stand in the file. `read` must live as long as what is returned.
convert::OffsetOfNode offsets_of(const convert::TreeReading& read) {
  if (read.tree.source() != convert::renlib_source)
    return [&read](NodeNumber node) { return std::optional(read.offsets[node]); };
  const auto offsets = std::make_shared<convert::RenlibOffsets>(read.tree);
  return [offsets](NodeNumber node) { return std::optional(offsets->of(node)); };
}

/// A file of ours, or a tree.
Result<Content> content_of(std::string_view format, Result<Proof> proof) {
  if (!proof.ok()) return proof.error();
  return Content{.format = format, .proof = std::move(proof).value()};
}
Result<Content> content_of(std::string_view format, Result<convert::TreeReading> read) {
  if (!read.ok()) return read.error();
  return Content{.format = format, .tree = std::move(read).value()};
}

}  // namespace

Result<Content> read_content(std::span<const std::uint8_t> bytes, const std::string& name) {
  if (ends_in(name, ".fvp")) return content_of("fvp", read_fvp(bytes, {}, name));
  if (ends_in(name, ".jsonl")) return content_of("jsonl", read_jsonl(bytes, {}, name));
  if (ends_in(name, ".jsonl.zst")) return content_of("jsonl.zst", read_jsonl(bytes, {}, name, Packing::zstd));
  if (ends_in(name, ".lib")) return in_file(content_of("lib", convert::read_renlib(bytes)), name);
  if (ends_in(name, ".sgf")) return in_file(content_of("sgf", convert::read_sgf(bytes)), name);
  return Error{ErrorCode::usage, "expected a file that ends in .fvp, .jsonl, .jsonl.zst, .lib or .sgf", name};
}

Result<convert::Reading> claimed(const convert::TreeReading& read, const Json& request) {
  FIVEPROOF_LET(const auto claim, claim_of(request, read));
  return convert::proof_of_tree(read.tree, claim, {}, offsets_of(read));
}

Result<Opened> open_file(std::span<const std::uint8_t> bytes, const Json& request) {
  const std::string name = word(request, "name");
  FIVEPROOF_LET(auto content, read_content(bytes, name));
  if (content.proof) return Opened{*std::move(content.proof), nullptr};
  auto reading = in_file(claimed(*content.tree, request), name);
  if (!reading.ok()) return reading.error();
  return Opened{std::move(reading.value().proof),
                std::make_shared<const GameTree>(std::move(content.tree->tree))};
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
