#include <algorithm>
#include <memory>

#include "convert/decoded_tree.hpp"
#include "convert/format_table.hpp"
#include "convert/proof/annotations.hpp"
#include "convert/proof/tree_of_proof.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/tree_merge.hpp"
#include "convert/unite/graft.hpp"
#include "format/tree/tree_section.hpp"
#include "proof/content_digest.hpp"

namespace fiveproof::convert {

namespace {

/// The charset that the texts are in, by the caller or by the tree. ErrorCode::usage where they have to be
/// encoded anew and nobody knows.
Result<std::string> charset_of_texts(const GameTree& tree, const TextCharsets& charsets) {
  if (!charsets.from.empty() || charsets.to.empty()) return charsets.from;
  const std::string named = charset_of(tree);
  if (!named.empty() || are_utf8(tree)) return named;
  return Error{ErrorCode::usage, "the texts name no charset, or several, and are not UTF-8: give --charset"};
}

/// The tree with its texts in UTF-8, or in the charset that is wanted; nothing where they stay.
Result<std::optional<GameTree>> recoded(const GameTree& tree, const FormatEntry& entry,
                                        const TextCharsets& charsets, Writing& writing) {
  std::optional<GameTree> made;
  FIVEPROOF_LET(const auto from, charset_of_texts(tree, charsets));
  if (!from.empty()) {
    FIVEPROOF_LET(auto decoded, decode_texts(tree, from));
    writing.carried.push_back(counted(decoded.texts, "text") + " decoded from " + from);
    tell(writing.losses, decoded.invalid, "byte", " in texts: not of " + from);
    made = std::move(decoded.tree);
  }
  if (charsets.to.empty() || is_utf8_name(charsets.to)) return made;
  const bool keeps_old = entry.format == Format::lib;
  FIVEPROOF_LET(auto encoded, encode_texts(made ? *made : tree, charsets.to, keeps_old));
  writing.carried.push_back(counted(encoded.texts, "text") + " written in " + charsets.to);
  tell(writing.losses, encoded.old_comments, "old comment", ": written as plain ones");
  std::string places;
  for (const std::string& place : encoded.first) places += (places.empty() ? ": " : ", ") + place;
  if (encoded.unsayable > encoded.first.size()) places += ", and more";
  tell(writing.losses, encoded.unsayable, "character", " not of " + charsets.to + ", written as ?" + places);
  return std::optional(std::move(encoded.tree));
}

/// Writes a tree, with its texts in the charset that is wanted. require: the format is written.
Result<Writing> write_tree(const GameTree& tree, const FormatEntry& entry, const TextCharsets& charsets,
                           std::optional<RuleSet> rule) {
  if (!charsets.to.empty() && !entry.has_charset)
    return Error{ErrorCode::usage, "--to-charset: the texts of " + std::string(entry.name) +
                                       " are in no charset that can be chosen, as those of " +
                                       names_of_charset_formats() + " are"};
  Writing writing;
  FIVEPROOF_LET(const auto made, recoded(tree, entry, charsets, writing));
  const std::string charset = is_utf8_name(charsets.to) ? std::string() : charsets.to;
  FIVEPROOF_LET(auto written, entry.write(made ? *made : tree, {rule, charset}));
  writing.bytes = std::move(written.bytes);
  append(writing.losses, written.losses);
  return writing;
}

/// A tree of moves can go into any format of such trees, that of a database only into a database.
bool can_take(const FormatEntry& entry, const GameTree& tree) {
  return entry.write != nullptr && entry.is_tree == (tree.source() != rapfi_db_source);
}

/// The tree that the records unfold to; what becomes of the proof by that is added to `told`.
Result<GameTree> unfolded(const Proof& proof, const Shown& shown, Writing& told) {
  FIVEPROOF_LET(auto made, tree_of_proof(proof, {shown.root, shown.max_depth, shown.expand_all}));
  append(told.carried, made.carried);
  append(told.losses, made.losses);
  return std::move(made.tree);
}

/// The tree that the proof was read from before it was changed, with what the proof has and the tree lacks.
/// Nothing: there is no such tree, or the format has no place for it.
Result<std::optional<Writing>> encode_into_source(const Proof& proof, const FormatEntry& entry,
                                                  const Shown& shown) {
  const Section* section = find_section(proof, tree_section_kind);
  const bool is_meant = shown.must_go_into || find_section(proof, provenance_kind) != nullptr;
  if (section == nullptr || !is_meant || shown.is_part() || !entry.is_tree) return std::optional<Writing>();
  FIVEPROOF_LET(const auto source, tree_of(*section));
  if (!can_take(entry, *source)) return std::optional<Writing>();
  FIVEPROOF_LET(auto united, put_into(*source, proof, {shown.mark}));
  const bool stay = shown.charsets.from.empty() && shown.charsets.to.empty();
  FIVEPROOF_LET(auto writing, stay ? write_united(united.tree, entry.format, proof.rule)
                                   : write_tree(united.tree, entry, shown.charsets, proof.rule));
  writing.nodes = united.tree.node_count();
  writing.keeps_annotations = true;
  writing.carried.insert(writing.carried.begin(), "the tree that the proof was read from, and what it lacks");
  append(writing.carried, united.carried);
  append(writing.losses, united.losses);
  writing.losses.push_back(lost_claim(proof, entry.name));
  return std::optional(std::move(writing));
}

Result<Writing> encode_foreign(const Proof& proof, const FormatEntry& entry, const Shown& shown) {
  if (entry.is_picture) return entry.write_records(proof, shown);
  FIVEPROOF_TRY(check_written(entry.format));
  FIVEPROOF_LET(const auto source,
                shown.is_part() ? Result(std::shared_ptr<const GameTree>()) : source_tree(proof));
  if (source == nullptr) {
    auto into = encode_into_source(proof, entry, shown);
    if (into.ok() && into.value()) return *std::move(into).value();
    if (!into.ok() && shown.must_go_into) {
      into.error().message = "cannot go into the tree: " + into.error().message;
      return into.error();
    }
  }
  Writing writing;
  writing.keeps_annotations = source != nullptr && can_take(entry, *source);
  if (!writing.keeps_annotations && entry.write_records != nullptr && !shown.is_sub_tree())
    return entry.write_records(proof, shown);
  if (writing.keeps_annotations)
    writing.carried.push_back("the tree that the proof was read from, as it was");
  std::shared_ptr<const GameTree> tree = source;
  if (!writing.keeps_annotations) {
    FIVEPROOF_LET(auto made, unfolded(proof, shown, writing));
    tree = std::make_shared<GameTree>(std::move(made));
  }
  writing.nodes = tree->node_count();
  FIVEPROOF_LET(auto written, write_tree(*tree, entry, shown.charsets, proof.rule));
  append(writing.carried, written.carried);
  writing.bytes = std::move(written.bytes);
  writing.losses.push_back(lost_claim(proof, entry.name));
  append(writing.losses, written.losses);
  return writing;
}

/// Names the loss of sections, which no format but .fvp has. That of the tree's comes first, as it says most.
void lose_sections(const Proof& proof, const FormatEntry& entry, const Shown& shown, Writing& writing) {
  auto& losses = writing.losses;
  for (const Section& section : proof.sections) {
    const bool is_source = section.kind == tree_section_kind;
    if (is_source && writing.keeps_annotations) continue;
    if (!is_source || !entry.is_tree)
      losses.push_back(text_of(section) + ": only .fvp has sections");
    else if (shown.is_part())
      losses.insert(losses.begin(), text_of(section) + ": what is written are records");
    else
      losses.insert(
          losses.begin(),
          text_of(section) + ": the proof has been changed since it was read, or was read from no tree");
  }
}

Result<Writing> encode_own(const Proof& proof, const FormatEntry& entry) {
  FIVEPROOF_LET(auto bytes, entry.write_own(proof));
  return Writing{std::move(bytes)};
}

}  // namespace

std::string text_of(const Section& section) {
  const std::string bytes = ", " + counted(section.bytes.size(), "byte");
  if (section.kind == tree_section_kind) return "the annotations of the source" + bytes;
  if (section.kind == provenance_kind) return "where the proof comes from" + bytes;
  return "the section of kind " + std::to_string(section.kind) + bytes;
}

Result<Writing> encode_proof(const Proof& proof, Format format, const Shown& shown) {
  const FormatEntry& entry = entry_of(format);
  auto writing = entry.write_own != nullptr ? encode_own(proof, entry) : encode_foreign(proof, entry, shown);
  if (writing.ok() && format != Format::fvp) lose_sections(proof, entry, shown, writing.value());
  return writing;
}

Result<Writing> encode_tree_as(const GameTree& tree, Format format, const TextCharsets& charsets,
                               std::optional<RuleSet> rule) {
  FIVEPROOF_TRY(check_written(format));
  return write_tree(tree, entry_of(format), charsets, rule);
}

}  // namespace fiveproof::convert
