#include "content.hpp"

#include <algorithm>

#include "sha256.hpp"

namespace fiveproof::audit {
namespace {

std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> 8 * i);
  return text;
}

// The number of stones; the smallest of the eight images, five squares a byte; the smallest image of the
// square under the symmetries that lead there.
std::string entry(const Board& board, Point square) {
  constexpr int weights[5] = {81, 27, 9, 3, 1};
  const int size = board.size(), last = size - 1;
  std::string smallest;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    const auto image = [&](Point p) {
      const int x = symmetry & 1 ? last - p / size : p / size;
      const int y = symmetry & 2 ? last - p % size : p % size;
      return symmetry & 4 ? y * size + x : x * size + y;
    };
    std::string packed((board.points() + 4) / 5, '\0');
    for (const Point p : board.stones()) {
      char& byte = packed[image(p) / 5];
      byte = static_cast<char>(byte + board.at(p) * weights[image(p) % 5]);
    }
    packed += number(square < 0 ? 0xFFFF : image(square), 2);
    if (smallest.empty() || packed < smallest) smallest = packed;
  }
  return number(board.stones().size(), 2) + smallest;
}

void make_set(std::vector<std::string>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

void add_all(Sha256& hash, const std::vector<std::string>& items) {
  hash.add(number(items.size(), 8));
  for (const std::string& item : items) hash.add(item);
}

}  // namespace

std::string root_item(const Board& root, Stone to_move) {
  return entry(root, -1) + number(to_move == white, 1);
}

std::string content_hash(Rule rule, int size, Stone attacker, std::vector<std::string> roots,
                         const Book& book) {
  Sha256 hash;
  hash.add("fiveproof-hash-1" + number(static_cast<std::uint8_t>(rule), 1) + number(size, 1) +
           number(attacker == white, 1));
  make_set(roots);
  add_all(hash, roots);

  Board board(rule, size);
  const auto entry_of = [&](std::size_t record) {
    book.set_up(board, record);
    return entry(board, book.move(record));
  };
  // Whoever writes them in order saves the memory to sort them in.
  bool is_in_order = true;
  std::string last;
  for (std::size_t i = 0; i < book.count() && is_in_order; ++i) {
    std::string next = entry_of(i);
    is_in_order = last < next;
    last = std::move(next);
  }
  if (is_in_order) {
    hash.add(number(book.count(), 8));
    for (std::size_t i = 0; i < book.count(); ++i) hash.add(entry_of(i));
  } else {
    std::vector<std::string> entries;
    for (std::size_t i = 0; i < book.count(); ++i) entries.push_back(entry_of(i));
    make_set(entries);
    add_all(hash, entries);
  }
  hash.add(number(0, 8));  // a certificate has no findings
  return hash.hex();
}

}  // namespace fiveproof::audit
