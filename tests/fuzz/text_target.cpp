// One byte for the board size, then what a user may type: squares, moves, a claim, names.
#include <algorithm>
#include <string>
#include <string_view>

#include "convert/formats.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "verify/outcome/claim.hpp"

namespace text_target {

using namespace fiveproof;

void check_square(std::string_view text, int size) {
  const auto square = parse_square(text, size);
  if (!square.ok()) return fuzz::check_error(square.error(), text.size());
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  FIVEPROOF_ENSURE(square.value().is_on_board(size));
  FIVEPROOF_ENSURE(to_text(square.value()) == small);
}

void check_squares(std::string_view text, int size) {
  const auto squares = parse_squares(text, size);
  if (!squares.ok()) return fuzz::check_error(squares.error(), text.size());
  FIVEPROOF_ENSURE(squares.value().size() * 2 <= text.size());
  FIVEPROOF_ENSURE(parse_squares(to_text(squares.value()), size).value() == squares.value());

  const auto position = position_after(squares.value(), size);
  const auto stones = position_of(squares.value(), {}, Color::black, size);
  FIVEPROOF_ENSURE(position.ok() == stones.ok());
  if (!position.ok()) return fuzz::check_error(position.error(), text.size());
  const Position& p = position.value();
  FIVEPROOF_ENSURE(p.occupied() == stones.value().stones(Color::black));
  FIVEPROOF_ENSURE(p.count(Color::black) - p.count(Color::white) == (p.to_move() == Color::white ? 1 : 0));
  const Canonical canonical = canonical_form(p);
  FIVEPROOF_ENSURE(canonical.to_canonical.apply(p) == canonical.position);
  FIVEPROOF_ENSURE(canonical_form(canonical.position).position == canonical.position);
}

/// The claim in words that parse_claim takes.
std::string words_of(const verify::Claim& claim) {
  const Position& root = claim.root.position;
  std::string words = std::string(name_of(claim.rule)) + ' ' + std::to_string(claim.size) + ' ' +
                      std::string(name_of(claim.attacker)) + ' ';
  if (claim.root.moves) return words + to_text(*claim.root.moves);
  for (const Color c : {Color::black, Color::white})
    if (root.count(c) != 0) words += std::string(name_of(c)) + ' ' + to_text(root.stones(c)) + ", ";
  return words + std::string(name_of(root.to_move())) + " to move";
}

void check_claim(std::string_view text) {
  const auto claim = verify::parse_claim(text);
  if (!claim.ok()) return fuzz::check_error(claim.error(), text.size());
  const auto again = verify::parse_claim(words_of(claim.value()));
  FIVEPROOF_ENSURE(again.ok());
  FIVEPROOF_ENSURE(again.value().root.position == claim.value().root.position);
  FIVEPROOF_ENSURE(again.value().root.moves == claim.value().root.moves);
  FIVEPROOF_ENSURE(verify::to_text(again.value()) == verify::to_text(claim.value()));

  Proof proof(claim.value().rule, claim.value().size, claim.value().attacker);
  proof.roots.push_back(claim.value().root);
  proof.records.finish();
  FIVEPROOF_ENSURE(!verify::difference(proof, again.value()));
  fuzz::check_round_trips(proof);
}

template <class T>
void check_name(std::string_view text, const Result<T>& parsed) {
  if (parsed.ok())
    FIVEPROOF_ENSURE(name_of(parsed.value()) == text);
  else
    fuzz::check_error(parsed.error(), text.size());
}

void check_names(std::string_view text) {
  check_name(text, parse_rule_set(text));
  check_name(text, parse_color(text));
  check_name(text, convert::parse_format(text));
  if (const auto kind = parse_gap_kind(text)) FIVEPROOF_ENSURE(name_of(*kind) == text);
  (void)convert::format_of_path(text);
}

FIVEPROOF_FUZZ_TARGET(text, data, size) {
  if (size == 0) return 0;
  const int board_size = min_board_size + data[0] % (max_board_size - min_board_size + 1);
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  check_square(text, board_size);
  check_squares(text, board_size);
  check_claim(text);
  check_names(text);
  return 0;
}

}  // namespace text_target
