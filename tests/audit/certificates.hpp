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
  switch (rule) {
    case Rule::freestyle:
      return RuleSet::freestyle;
    case Rule::standard:
      return RuleSet::standard;
    case Rule::renju:
      return RuleSet::renju;
  }
  throw std::logic_error("rule");
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
/// Of renju for the colour given, of the other rules for either.
inline std::string small_certificate(Random& random, int empty,
                                     std::optional<Stone> of_renju = std::nullopt) {
  for (;;) {
    const Rule either = random.one_in(2) ? Rule::freestyle : Rule::standard;
    const PlainRules rules(of_renju ? Rule::renju : either, random.between(5, 7));
    const Stone attacker = of_renju.value_or(random.one_in(2) ? black : white);
    const Stone to_move = random.one_in(2) ? black : white;
    const Cells cells = random.board(rules, empty, attacker, random.between(5, 7));
    const auto own = rules.five_points(cells, attacker).size();
    if (own > (to_move == attacker ? 0U : 1U) || !rules.five_points(cells, other(attacker)).empty()) continue;
    // Of renju mostly those where Black may not play everywhere.
    if (of_renju && rules.legal(cells, black).size() == rules.empties(cells).size() && !random.one_in(20))
      continue;
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
      for (const Point r : rules.legal(at, other(attacker))) {
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

/// White has two five points and Black none, so that every reply loses; how many are legal, which the verdict
/// says, depends on the forbidden points of the whole board.
inline std::string forbidden_certificate(Random& random) {
  for (;;) {
    const PlainRules rules(Rule::renju, random.between(9, 13));
    const int points = rules.size() * rules.size();
    Cells cells = random.board(rules, points * random.between(4, 6) / 8, black, random.between(6, 9));
    for (Point p = 0; p < 6; ++p) cells[PlainRules::at(p)] = p == 0 || p == 5 ? '.' : 'w';
    if (rules.five_points(cells, white).size() < 2 || !rules.five_points(cells, black).empty() ||
        rules.has_five(cells, black) || rules.has_five(cells, white) || rules.is_dead(cells))
      continue;
    Proof proof(RuleSet::renju, rules.size(), Color::white);
    proof.roots.push_back({position_of(cells, rules.size(), black), std::nullopt});
    proof.records.finish();
    return certificate_of(proof);
  }
}

/// A record whose move makes a five of Black's or leaves him two five points: it holds exactly if he may play
/// it.
inline std::string black_move_certificate(Random& random) {
  for (;;) {
    const PlainRules rules(Rule::renju, random.between(7, 11));
    const int points = rules.size() * rules.size();
    const Cells cells = random.board(rules, points * random.between(3, 6) / 8, black, random.between(6, 9));
    const auto fives = rules.five_points(cells, black);
    if (fives.empty() || !rules.five_points(cells, white).empty() || rules.is_dead(cells)) continue;
    const auto empties = rules.empties(cells);
    const Point move = random.pick(empties);
    Cells after = cells;
    after[PlainRules::at(move)] = 'b';
    // Mostly where something is made besides.
    if (rules.five_points(after, black).size() < 2 ||
        (rules.may_play(cells, black, move) && !random.one_in(4)))
      if (!rules.is_in_five(after, move) || !random.one_in(2)) continue;
    Proof proof(RuleSet::renju, rules.size(), Color::black);
    proof.roots.push_back({position_of(cells, rules.size(), black), std::nullopt});
    proof.records.add(proof.roots.front().position, Square(move / rules.size(), move % rules.size()));
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
