// Certificates of small proofs, made as `fiveproof convert` makes them, and damage to them.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "tests/audit/plain_rules.hpp"
#include "verify/audit/certificate.hpp"
#include "verify/rules/certificate_writer.hpp"

namespace fiveproof::audit::test {

inline RuleSet rule_set(Rule rule) {
  return rule == Rule::freestyle ? RuleSet::freestyle : RuleSet::standard;
}
inline Color color(Stone c) { return c == black ? Color::black : Color::white; }

inline Position position_of(const Cells& cells, int size, Stone to_move) {
  Position position(size);
  for (Point p = 0; p < size * size; ++p)
    if (const char cell = cells[PlainRules::at(p)]; cell != '.')
      position.put(cell == 'b' ? Color::black : Color::white, Square(p / size, p % size));
  position.set_to_move(color(to_move));
  return position;
}

inline std::string certificate_of(const Proof& proof) {
  std::string text;
  const auto written =
      verify::write_certificate(proof, {.effort = 300}, [&text](std::string_view line) -> Status {
        text += line;
        return Done{};
      });
  return written.ok() ? text : "";
}

/// A won position on a small board with at most `empty` empty squares, not decided by the next five, as a
/// certificate: a root, and records for some replies so that the book is used.
inline std::string small_certificate(Random& random, int empty) {
  for (;;) {
    const PlainRules rules(random.one_in(2) ? Rule::freestyle : Rule::standard, random.between(5, 7));
    const Stone attacker = random.one_in(2) ? black : white;
    const Stone to_move = random.one_in(2) ? black : white;
    const Cells cells = random.board(rules, empty, attacker, random.between(5, 7));
    const auto own = rules.five_points(cells, attacker).size();
    if (own > (to_move == attacker ? 0U : 1U) || !rules.five_points(cells, other(attacker)).empty()) continue;
    Solver solver(rules, attacker);
    if (!solver.is_won(cells, to_move)) continue;
    Proof proof(rule_set(rules.rule()), rules.size(), color(attacker));
    proof.roots.push_back({position_of(cells, rules.size(), to_move), std::nullopt});
    const auto add = [&](Cells at, const auto& deeper) -> void {
      const Point move = solver.best_move(at);
      proof.records.add(position_of(at, rules.size(), attacker),
                        Square(move / rules.size(), move % rules.size()));
      at[PlainRules::at(move)] = letter(attacker);
      if (rules.is_in_five(at, move)) return;
      for (const Point r : rules.empties(at)) {
        if (!random.one_in(3)) continue;
        at[PlainRules::at(r)] = letter(other(attacker));
        deeper(at, deeper);
        at[PlainRules::at(r)] = '.';
      }
    };
    if (to_move == attacker) add(cells, add);
    proof.records.finish();
    return certificate_of(proof);
  }
}

/// The words and line feeds of a certificate.
inline std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ' ' && c != '\n') {
      word += c;
      continue;
    }
    if (!word.empty()) words.push_back(word);
    word.clear();
    if (c == '\n') words.push_back("\n");
  }
  return words;
}
inline std::string text_of(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += word == "\n" ? word : word + " ";
  return text;
}

/// One word at random taken away, doubled, exchanged with the next, or replaced by another one.
inline std::string damaged(std::vector<std::string> words, std::size_t at, int how, Random& random) {
  static const std::vector<std::string> others = {
      "a1", "b2", "c3", "d4", "e5",     "e1",        "a5",    "f6", "-", "/",    ":",        "(",
      ")",  "\n", "6",  "7",  "record", "freestyle", "white", "0",  "1", "root", "standard", "black"};
  const auto here = words.begin() + static_cast<std::ptrdiff_t>(at);
  if (how == 0) words.erase(here);
  if (how == 1) words.insert(here, std::string(*here));
  if (how == 2 && at + 1 < words.size()) std::swap(words[at], words[at + 1]);
  if (how >= 3) words[at] = random.pick(random.one_in(2) ? others : words);
  return text_of(words);
}

}  // namespace fiveproof::audit::test
