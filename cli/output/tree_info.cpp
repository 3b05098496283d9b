#include "cli/output/tree_info.hpp"

#include <map>
#include <utility>

#include "convert/proof/tree_hints.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

namespace {

using convert::counted;

constexpr std::string_view text_names[convert::text_kinds] = {"comment", "old comment", "board text",
                                                              "property list"};
constexpr std::string_view text_keys[convert::text_kinds] = {"comments", "old-comments", "board-texts",
                                                             "properties"};

void add_part(std::string& list, std::uint64_t number, const std::string& text) {
  if (number != 0) list += (list.empty() ? "" : ", ") + text;
}

}  // namespace

TreeInfo::TreeInfo(const convert::TreeReading& read, convert::Format format, std::string missing)
    : read_(read), format_(format), missing_(std::move(missing)), facts_(facts_of(read.tree)) {
  sum_up_oddities();
}

void TreeInfo::sum_up_oddities() {
  std::map<std::string, std::size_t> places;
  for (const convert::Remark& remark : read_.oddities) {
    const auto [place, is_new] = places.emplace(remark.text, odd_.size());
    if (is_new) odd_.push_back({remark});
    ++odd_[place->second].times;
  }
}

void TreeInfo::tell_texts(std::ostream& out) const {
  std::string texts, marks;
  for (std::size_t kind = 0; kind < facts_.texts.size(); ++kind)
    add_part(texts, facts_.texts[kind], counted(facts_.texts[kind], std::string(text_names[kind])));
  add_part(marks, facts_.marked, counted(facts_.marked, "marked node"));
  add_part(marks, facts_.starts, counted(facts_.starts, "node") + " to start at");
  add_part(marks, facts_.out_of_turn, counted(facts_.out_of_turn, "move") + " out of turn");
  add_part(marks, facts_.with_source_bits,
           counted(facts_.with_source_bits, "node") + " with what only this format says");
  out << "texts: " << (texts.empty() ? "none" : texts + "; " + counted(facts_.text_bytes, "byte")) << '\n'
      << "marks: " << (marks.empty() ? "none" : marks) << '\n';
}

void TreeInfo::tell_oddities(std::ostream& out) const {
  constexpr std::size_t told = 20;
  out << "oddities: " << read_.oddity_count << '\n';
  for (std::size_t i = 0; i < odd_.size() && i < told; ++i) {
    const auto& [first, times] = odd_[i];
    out << "  " << counted(times, "time") << ": " << first.text;
    if (first.offset) out << (times > 1 ? ", first at byte " : ", at byte ") << *first.offset;
    out << '\n';
  }
  if (odd_.size() > told) out << "  and " << odd_.size() - told << " more kinds\n";
}

void TreeInfo::tell(std::ostream& out) const {
  const int size = read_.tree.size();
  out << "format: " << convert::name_of(format_) << '\n' << "board: " << size << 'x' << size << '\n';
  if (read_.rule) out << "rule: " << name_of(*read_.rule) << '\n';
  if (read_.attacker) out << "attacker: " << name_of(*read_.attacker) << '\n';
  out << "claim: none; a proof needs " << missing_ << '\n'
      << "nodes: " << facts_.nodes << " (" << counted(facts_.moves, "move") << ", " << facts_.passes
      << (facts_.passes == 1 ? " pass, " : " passes, ") << facts_.without_move << " without a move)\n"
      << "lines: " << facts_.lines << ", the longest of " << counted(facts_.depth, "move") << '\n';
  tell_texts(out);
  for (const auto& [name, value] : read_.tree.facts())
    out << "beside the tree: " << name << ", " << counted(value.size(), "byte") << '\n';
  for (const std::string& remark : read_.carried) out << "read: " << remark << '\n';
  for (const std::string& loss : read_.losses) out << "lost: " << loss << '\n';
  tell_oddities(out);
  if (convert::is_tree(format_)) out << "shows: " << convert::hints_of(read_.tree).text() << '\n';
}

void TreeInfo::add_counts(Json& object) const {
  object["nodes"] = facts_.nodes;
  object["moves"] = facts_.moves;
  object["passes"] = facts_.passes;
  object["without-move"] = facts_.without_move;
  object["lines"] = facts_.lines;
  object["depth"] = facts_.depth;
  for (std::size_t kind = 0; kind < facts_.texts.size(); ++kind)
    object[std::string(text_keys[kind])] = facts_.texts[kind];
  object["text-bytes"] = facts_.text_bytes;
  object["marked"] = facts_.marked;
  object["starts"] = facts_.starts;
  object["out-of-turn"] = facts_.out_of_turn;
  object["source-bits"] = facts_.with_source_bits;
}

void TreeInfo::add_oddities(Json& object) const {
  object["oddities"] = read_.oddity_count;
  object["odd"] = Json::array();
  for (const auto& [first, times] : odd_) {
    Json kind = {{"text", first.text}, {"times", times}};
    if (first.offset) kind["offset"] = *first.offset;
    object["odd"].push_back(std::move(kind));
  }
}

/// The order of moves means nothing in a database, so it shows nothing of this kind.
void TreeInfo::add_shown(Json& object) const {
  if (!convert::is_tree(format_)) return;
  const convert::TreeHints hints = convert::hints_of(read_.tree);
  Json shown;
  if (const auto attacker = hints.attacker()) shown["attacker"] = name_of(*attacker);
  shown["root"] = Json::array();
  for (const Square square : hints.trunk) shown["root"].push_back(to_text(square));
  object["shows"] = std::move(shown);
}

Json TreeInfo::as_json() const {
  Json object;
  object["format"] = convert::name_of(format_);
  object["size"] = read_.tree.size();
  if (read_.rule) object["rule"] = name_of(*read_.rule);
  if (read_.attacker) object["attacker"] = name_of(*read_.attacker);
  add_counts(object);
  object["facts"] = Json::array();
  for (const auto& [name, value] : read_.tree.facts())
    object["facts"].push_back({{"name", name}, {"bytes", value.size()}});
  object["carried"] = read_.carried;
  object["losses"] = read_.losses;
  add_oddities(object);
  add_shown(object);
  return object;
}

}  // namespace fiveproof::cli
