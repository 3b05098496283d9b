#include "verify/outcome/claim.hpp"

#include <charconv>
#include <sstream>
#include <vector>

#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::verify {
namespace {

Error usage(std::string message) { return {ErrorCode::usage, std::move(message)}; }

/// Reads a board size, "15" or "15x15".
Result<int> parse_size(const std::string& text) {
  const std::string side = text.substr(0, text.find('x'));
  int size = 0;
  const auto [end, problem] = std::from_chars(side.data(), side.data() + side.size(), size);
  const bool is_number = problem == std::errc() && end == side.data() + side.size();
  const bool is_square_board = text == side || text == side + "x" + side;
  if (!is_number || !is_square_board || !is_board_size(size))
    return usage("expected a board size like 15 or 15x15, from 5 to 20, found '" + text + "'");
  return size;
}

/// Reads the words of "black h8 h9, white a1, white to move", from which the commas are already taken away.
Result<Root> parse_stones(const std::vector<std::string>& words, int size) {
  std::array<std::vector<Square>, 2> stones;
  std::optional<Color> to_move;
  std::optional<Color> listed;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (const auto color = parse_color(words[i]); color.ok()) {
      if (i + 3 == words.size() && words[i + 1] == "to" && words[i + 2] == "move") {
        to_move = color.value();
        break;
      }
      listed = color.value();
      continue;
    }
    if (!listed) return usage("expected black or white, found '" + words[i] + "'");
    const auto squares = parse_squares(words[i], size);
    if (!squares) return squares.error();
    auto& list = stones[static_cast<std::size_t>(index_of(*listed))];
    list.insert(list.end(), squares.value().begin(), squares.value().end());
  }
  if (!to_move)
    return usage("expected a root given by its stones to end with 'black to move' or 'white to move'");
  auto position = position_of(stones[0], stones[1], *to_move, size);
  if (!position) return position.error();
  return Root{std::move(position).value(), std::nullopt};
}

/// The rules of renju know a pass; what is proved is the game without it.
std::string rule_text(RuleSet rule) {
  return std::string(name_of(rule)) + (has_forbidden_moves(rule) ? " (no pass)" : "");
}

}  // namespace

Claim claim_of(const Proof& proof, std::size_t root) {
  FIVEPROOF_ENSURE(root < proof.roots.size());
  return {proof.rule, proof.size, proof.attacker, proof.roots[root]};
}

std::string to_text(const Claim& claim) {
  const std::string side = std::to_string(claim.size);
  return rule_text(claim.rule) + ' ' + side + 'x' + side + ": " + std::string(name_of(claim.attacker)) +
         " wins from " + claim.root.text();
}

Result<Claim> parse_claim(std::string_view text) {
  std::string spaced(text);
  for (char& c : spaced)
    if (c == ',') c = ' ';
  std::istringstream in(spaced);
  in.exceptions(std::ios::badbit);  // without memory for a word there would be fewer of them
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.size() < 3)
    return usage("expected a claim RULE SIZE ATTACKER [ROOT], found '" + std::string(text) + "'");

  const auto rule = parse_rule_set(words[0]);
  if (!rule) return rule.error();
  const auto size = parse_size(words[1]);
  if (!size) return size.error();
  const auto attacker = parse_color(words[2]);
  if (!attacker) return attacker.error();
  Claim claim{rule.value(), size.value(), attacker.value(),
              Root{Position(size.value()), std::vector<Square>{}}};

  words.erase(words.begin(), words.begin() + 3);
  if (words.empty()) return claim;
  if (parse_color(words[0]).ok()) {
    auto root = parse_stones(words, claim.size);
    if (!root) return root.error();
    claim.root = std::move(root).value();
    return claim;
  }
  std::string moves_text;
  for (const std::string& word : words) moves_text += word + ' ';
  moves_text.pop_back();
  auto moves = parse_squares(moves_text, claim.size);
  if (!moves) return moves.error();
  auto position = position_after(moves.value(), claim.size);
  if (!position) return position.error();
  claim.root = Root{std::move(position).value(), std::move(moves).value()};
  return claim;
}

std::optional<std::string> difference(const Proof& proof, const Claim& expected) {
  const std::string wanted = "expected the claim " + to_text(expected);
  if (proof.roots.empty()) return wanted + "; the file claims nothing";
  if (proof.roots.size() > 1)
    return wanted + " alone; the file makes " + std::to_string(proof.roots.size()) + " claims";
  const Claim found = claim_of(proof, 0);
  // The canonical form keeps size, stones and side to move, and nothing else.
  const bool is_same =
      found.rule == expected.rule && found.size == expected.size && found.attacker == expected.attacker &&
      canonical_form(found.root.position).position == canonical_form(expected.root.position).position;
  if (is_same) return std::nullopt;
  return wanted + "; the file claims " + to_text(found);
}

}  // namespace fiveproof::verify
