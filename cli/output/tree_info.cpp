#include "cli/output/tree_info.hpp"

#include <map>
#include <vector>

#include "convert/proof/tree_hints.hpp"
#include "convert/tree/tree_facts.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

namespace {

using convert::counted;

constexpr std::string_view text_names[text_kinds] = {"comment", "old comment", "board text", "property list"};
constexpr std::string_view text_keys[text_kinds] = {"comments", "old-comments", "board-texts", "properties"};

void add_part(std::string& list, std::uint64_t number, const std::string& text) {
  if (number != 0) list += (list.empty() ? "" : ", ") + text;
}

/// Remarks of one text.
struct Odd {
  convert::Remark first;
  std::uint64_t times = 0;
};

/// In the order in which they came.
std::vector<Odd> odd_kinds(const convert::TreeReading& read) {
  std::vector<Odd> kinds;
  std::map<std::string, std::size_t> places;
  for (const convert::Remark& remark : read.oddities) {
    const auto [place, is_new] = places.emplace(remark.text, kinds.size());
    if (is_new) kinds.push_back({remark});
    ++kinds[place->second].times;
  }
  return kinds;
}

void tell_texts(const convert::TreeFacts& facts, std::ostream& out) {
  std::string texts, marks;
  for (std::size_t kind = 0; kind < facts.texts.size(); ++kind)
    add_part(texts, facts.texts[kind], counted(facts.texts[kind], std::string(text_names[kind])));
  add_part(marks, facts.marked, counted(facts.marked, "marked node"));
  add_part(marks, facts.starts, counted(facts.starts, "node") + " to start at");
  add_part(marks, facts.out_of_turn, counted(facts.out_of_turn, "move") + " out of turn");
  add_part(marks, facts.with_source_bits,
           counted(facts.with_source_bits, "node") + " with what only this format says");
  out << "texts: " << (texts.empty() ? "none" : texts + "; " + counted(facts.text_bytes, "byte")) << '\n'
      << "marks: " << (marks.empty() ? "none" : marks) << '\n';
}

void tell_oddities(const convert::TreeReading& read, std::ostream& out) {
  const std::vector<Odd> odd = odd_kinds(read);
  constexpr std::size_t told = 20;
  out << "oddities: " << read.oddity_count << '\n';
  for (std::size_t i = 0; i < odd.size() && i < told; ++i) {
    const auto& [first, times] = odd[i];
    out << "  " << counted(times, "time") << ": " << first.text;
    if (first.offset) out << (times > 1 ? ", first at byte " : ", at byte ") << *first.offset;
    out << '\n';
  }
  if (odd.size() > told) out << "  and " << odd.size() - told << " more kinds\n";
}

void add_counts(Json& object, const convert::TreeFacts& facts) {
  object["nodes"] = facts.nodes;
  object["moves"] = facts.moves;
  object["passes"] = facts.passes;
  object["without-move"] = facts.without_move;
  object["lines"] = facts.lines;
  object["depth"] = facts.depth;
  for (std::size_t kind = 0; kind < facts.texts.size(); ++kind)
    object[std::string(text_keys[kind])] = facts.texts[kind];
  object["text-bytes"] = facts.text_bytes;
  object["marked"] = facts.marked;
  object["starts"] = facts.starts;
  object["out-of-turn"] = facts.out_of_turn;
  object["source-bits"] = facts.with_source_bits;
}

void add_oddities(Json& object, const convert::TreeReading& read) {
  object["oddities"] = read.oddity_count;
  object["odd"] = Json::array();
  for (const auto& [first, times] : odd_kinds(read)) {
    Json kind = {{"text", first.text}, {"times", times}};
    if (first.offset) kind["offset"] = *first.offset;
    object["odd"].push_back(std::move(kind));
  }
}

void add_shown(Json& object, const GameTree& tree) {
  const convert::TreeHints hints = convert::hints_of(tree);
  Json shown = Json::object();
  if (const auto attacker = hints.attacker()) shown["attacker"] = name_of(*attacker);
  shown["root"] = Json::array();
  for (const Square square : hints.trunk) shown["root"].push_back(to_text(square));
  object["shows"] = std::move(shown);
}

}  // namespace

void tell_tree(const convert::TreeReading& read, convert::Format format, const std::string& missing,
               std::ostream& out) {
  const convert::TreeFacts facts = convert::facts_of(read.tree);
  const int size = read.tree.size();
  out << "format: " << convert::name_of(format) << '\n' << "board: " << size << 'x' << size << '\n';
  if (read.rule) out << "rule: " << name_of(*read.rule) << '\n';
  if (read.attacker) out << "attacker: " << name_of(*read.attacker) << '\n';
  out << "claim: none; a proof needs " << missing << '\n'
      << "nodes: " << facts.nodes << " (" << counted(facts.moves, "move") << ", " << facts.passes
      << (facts.passes == 1 ? " pass, " : " passes, ") << facts.without_move << " without a move)\n"
      << "lines: " << facts.lines << ", the longest of " << counted(facts.depth, "move") << '\n';
  tell_texts(facts, out);
  for (const auto& [name, value] : read.tree.facts())
    out << "beside the tree: " << name << ", " << counted(value.size(), "byte") << '\n';
  for (const std::string& remark : read.carried) out << "read: " << remark << '\n';
  for (const std::string& loss : read.losses) out << "lost: " << loss << '\n';
  tell_oddities(read, out);
  if (convert::is_tree(format)) out << "shows: " << convert::hints_of(read.tree).text() << '\n';
}

Json tree_json(const convert::TreeReading& read, convert::Format format) {
  Json object = Json::object();
  object["format"] = convert::name_of(format);
  object["size"] = read.tree.size();
  if (read.rule) object["rule"] = name_of(*read.rule);
  if (read.attacker) object["attacker"] = name_of(*read.attacker);
  add_counts(object, convert::facts_of(read.tree));
  object["facts"] = Json::array();
  for (const auto& [name, value] : read.tree.facts())
    object["facts"].push_back({{"name", name}, {"bytes", value.size()}});
  object["carried"] = read.carried;
  object["losses"] = read.losses;
  add_oddities(object, read);
  // The order of moves means nothing in a database, so it shows nothing of this kind.
  if (convert::is_tree(format)) add_shown(object, read.tree);
  return object;
}

}  // namespace fiveproof::cli
