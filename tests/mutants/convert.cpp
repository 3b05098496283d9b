#include "tests/mutants/convert.hpp"

#include <cctype>

namespace fiveproof::mutants {

RuleSet to_rule_set(Rule rule) {
  return rule == Rule::freestyle  ? RuleSet::freestyle
         : rule == Rule::standard ? RuleSet::standard
                                  : RuleSet::renju;
}
Rule from_rule_set(RuleSet rule) {
  return rule == RuleSet::freestyle  ? Rule::freestyle
         : rule == RuleSet::standard ? Rule::standard
                                     : Rule::renju;
}
Color to_color(char colour) { return colour == black ? Color::black : Color::white; }
char from_color(Color colour) { return colour == Color::black ? black : white; }

Position to_position(const Grid& grid, char to_move) {
  Position position(grid.size);
  position.set_to_move(to_color(to_move));
  for (char colour : {black, white})
    for (int place : grid.places_of(colour))
      position.put(to_color(colour), Square(place / grid.size, place % grid.size));
  return position;
}

Grid to_grid(const Position& position) {
  Grid grid(position.size());
  for (Color colour : {Color::black, Color::white})
    for (Square s : position.stones(colour)) grid.set(grid.place(s.column(), s.row()), from_color(colour));
  return grid;
}

Proof to_proof(const Draft& draft) {
  Proof proof(to_rule_set(draft.rule), draft.size, to_color(draft.attacker));
  for (const GridRoot& root : draft.roots)
    proof.roots.push_back({to_position(root.grid, root.to_move), std::nullopt});
  for (const auto& [grid, move] : draft.records) {
    std::optional<Square> square;
    if (move >= 0) square = Square(move / draft.size, move % draft.size);
    proof.records.add(to_position(grid, draft.attacker), square);
  }
  proof.records.finish();
  if (draft.has_finding) {
    Gap finding;
    finding.kind = GapKind::illegal_move;
    finding.position = Position(draft.size);
    proof.findings.push_back(finding);
  }
  return proof;
}

Draft to_draft(const Proof& proof) {
  Draft draft;
  draft.rule = from_rule_set(proof.rule);
  draft.size = proof.size;
  draft.attacker = from_color(proof.attacker);
  for (const Root& root : proof.roots)
    draft.roots.push_back({to_grid(root.position), from_color(root.position.to_move())});
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    draft.records.push_back({to_grid(record.position),
                             record.move ? record.move->column() * proof.size + record.move->row() : -1});
  }
  draft.has_finding = !proof.findings.empty();
  return draft;
}

verify::Claim to_claim(const GridClaim& claim) {
  return {to_rule_set(claim.rule), claim.size, to_color(claim.attacker),
          Root{to_position(claim.root.grid, claim.root.to_move), std::nullopt}};
}

std::string name_of(int place, int size) {
  return static_cast<char>('a' + place / size) + std::to_string(place % size + 1);
}

std::string names_of(const Grid& grid, char colour) {
  std::string names;
  for (int place : grid.places_of(colour)) names += (names.empty() ? "" : " ") + name_of(place, grid.size);
  return names;
}

std::optional<std::vector<int>> places_in(const std::string& text, int size) {
  std::vector<int> places;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == ',') {
      ++i;
      continue;
    }
    const int column = std::tolower(static_cast<unsigned char>(text[i++])) - 'a';
    int row = 0;
    const std::size_t digits = i;
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0 && row < 100)
      row = 10 * row + (text[i++] - '0');
    if (i == digits || text[digits] == '0' || column < 0 || column >= size || row > size) return std::nullopt;
    places.push_back(column * size + row - 1);
  }
  return places;
}

}  // namespace fiveproof::mutants
