#include "claim.hpp"

#include <charconv>
#include <stdexcept>
#include <vector>

#include "certificate.hpp"

namespace fiveproof::audit {
namespace {

[[noreturn]] void fail(const std::string& expected, const std::string& found) {
  throw std::invalid_argument("expected " + expected + ", found '" + found + "'");
}

// Blanks and commas separate words.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (const char c : text) {
    const bool is_between = c == ' ' || c == ',';
    if (!is_between && !is_inside) words.emplace_back();
    if (!is_between) words.back() += c;
    is_inside = !is_between;
  }
  return words;
}

Rule rule_of(const std::string& word) {
  for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju})
    if (word == name_of(rule)) return rule;
  fail("freestyle, standard or renju", word);
}

int size_of(const std::string& word) {
  for (int size = Board::min_size; size <= Board::max_size; ++size) {
    const std::string side = std::to_string(size);
    if (word == side || word == side + "x" + side) return size;
  }
  fail("a board size from 5 to 20", word);
}

bool is_color(const std::string& word) { return word == "black" || word == "white"; }
Stone color_of(const std::string& word) {
  if (!is_color(word)) fail("black or white", word);
  return word == "black" ? black : white;
}

// The squares of a word, as "h8" or "h8i9g7".
std::vector<Point> squares_of(const std::string& word, int size) {
  std::vector<Point> squares;
  const char *at = word.data(), *const end = at + word.size();
  while (at != end) {
    const int column = *at >= 'A' && *at <= 'Z' ? *at - 'A' : *at - 'a';
    int row = 0;
    const bool is_number = ++at != end && *at != '0' && *at != '-';
    const char* const after = is_number ? std::from_chars(at, end, row).ptr : at;
    if (after == at || column < 0 || column >= size || row < 1 || row > size)
      fail("squares of the board", word);
    squares.push_back(column * size + row - 1);
    at = after;
  }
  return squares;
}

void place(Board& board, Stone c, Point p) {
  if (!board.is_empty(p)) fail("each square once", name_of(p, board.size()));
  board.place(c, p);
}

const char* name_of(Stone c) { return c == black ? "black" : "white"; }

}  // namespace

Claim claim_of(const Proved& proved) {
  Claim claim{Board(proved.root.rule(), proved.root.size()), proved.attacker, proved.to_move};
  for (Point p = 0; p < claim.root.points(); ++p)
    if (proved.root.cells()[p] != none) claim.root.place(proved.root.cells()[p], p);
  return claim;
}

std::string text_of(const Claim& claim) {
  const Board& root = claim.root;
  const std::string side = std::to_string(root.size());
  std::string text = name_of(root.rule()) + (root.rule() == Rule::renju ? " (no pass) " : " ") + side + "x" +
                     side + ": " + name_of(claim.attacker) + " wins from ";
  if (root.stones().empty() && claim.to_move == black) return text + "the empty board";
  if (root.stones().empty()) text += "the empty board, ";
  for (const Stone c : {black, white}) {
    std::string stones;
    for (Point p = 0; p < root.points(); ++p)
      if (root.at(p) == c) stones += " " + audit::name_of(p, root.size());
    if (!stones.empty()) text += name_of(c) + stones + ", ";
  }
  return text + name_of(claim.to_move) + " to move";
}

Claim parse_claim(const std::string& text) {
  std::vector<std::string> words = words_of(text);
  if (words.size() < 3) fail("a claim RULE SIZE ATTACKER [ROOT]", text);
  Claim claim{Board(rule_of(words[0]), size_of(words[1])), color_of(words[2]), black};
  words.erase(words.begin(), words.begin() + 3);
  Board& root = claim.root;
  if (words.empty() || !is_color(words[0])) {
    for (const std::string& word : words)
      for (const Point p : squares_of(word, root.size())) {
        place(root, claim.to_move, p);
        claim.to_move = other(claim.to_move);
      }
    return claim;
  }
  const std::size_t count = words.size();
  if (count < 3 || !is_color(words[count - 3]) || words[count - 2] != "to" || words[count - 1] != "move")
    fail("a root given by its stones to end with black to move or white to move", text);
  claim.to_move = color_of(words[count - 3]);
  Stone listed = none;
  for (std::size_t i = 0; i < count - 3; ++i)
    if (is_color(words[i]))
      listed = color_of(words[i]);
    else
      for (const Point p : squares_of(words[i], root.size())) place(root, listed, p);
  return claim;
}

bool is_same(const Claim& a, const Claim& b) {
  if (a.root.rule() != b.root.rule() || a.root.size() != b.root.size() || a.attacker != b.attacker ||
      a.to_move != b.to_move)
    return false;
  Book one(a.root.rule(), a.root.size(), a.attacker);  // which compares positions for the kernel, too
  one.add(a.root, -1);
  one.close();
  return one.find(b.root).has_value();
}

}  // namespace fiveproof::audit
