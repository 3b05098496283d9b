#include "format/proof.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "format/canonical_entry.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"

namespace fiveproof {

std::string Root::text() const {
  if (moves) return moves->empty() ? "the empty board" : to_text(*moves);
  std::string out;
  for (Color c : {Color::black, Color::white})
    if (position.count(c) > 0) out += std::string(name_of(c)) + " " + to_text(position.stones(c)) + ", ";
  if (out.empty()) out = "the empty board, ";
  return out + std::string(name_of(position.to_move())) + " to move";
}

RecordTable::RecordTable(int size, Color attacker)
    : size_(size), attacker_(attacker), stride_(entry_bytes(size)) {
  FIVEPROOF_ENSURE(is_board_size(size));
}

void RecordTable::reserve(std::size_t count) { entries_.reserve(count * stride_); }

void RecordTable::add(const Position& position, std::optional<Square> move) {
  FIVEPROOF_ENSURE(!finished_);
  FIVEPROOF_ENSURE(position.size() == size_ && position.to_move() == attacker_);
  entries_.resize(entries_.size() + stride_);
  write_canonical_entry(position, move, std::span(entries_).last(stride_));
}

void RecordTable::finish() {
  FIVEPROOF_ENSURE(!finished_);
  finished_ = true;
  const std::size_t n = count();
  const auto entry = [this](std::size_t i) { return entries_.data() + i * stride_; };
  const auto order = [&](std::size_t a, std::size_t b) { return std::memcmp(entry(a), entry(b), stride_); };

  // A file of ours is sorted already; then neither time nor a second copy is needed.
  bool ascending = true;
  for (std::size_t i = 1; i < n && ascending; ++i) ascending = order(i - 1, i) < 0;
  if (ascending) return;

  std::vector<std::size_t> places(n);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return order(a, b) < 0; });
  places.erase(std::unique(places.begin(), places.end(),
                           [&](std::size_t a, std::size_t b) { return order(a, b) == 0; }),
               places.end());
  std::vector<std::uint8_t> sorted;
  sorted.reserve(places.size() * stride_);
  for (std::size_t i : places) sorted.insert(sorted.end(), entry(i), entry(i) + stride_);
  entries_ = std::move(sorted);
}

void RecordTable::forget_before(std::size_t end) {
  FIVEPROOF_ENSURE(finished_ && end <= count());
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = (reinterpret_cast<std::uintptr_t>(entries_.data()) + page - 1) / page * page;
  const auto last = reinterpret_cast<std::uintptr_t>(entries_.data() + end * stride_) / page * page;
  // Pages of our own, private and anonymous: they would read as zeros now. A failure costs memory, no more.
  if (last > first) (void)madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

std::size_t RecordTable::count() const { return entries_.size() / stride_; }

Record RecordTable::at(std::size_t index) const {
  auto position = unpack(packed(index), size_, attacker_);
  FIVEPROOF_ENSURE(position.ok());  // add() packed it
  return {std::move(position).value(), move(index)};
}

std::span<const std::uint8_t> RecordTable::entry(std::size_t index) const {
  FIVEPROOF_ENSURE(finished_ && index < count());
  return std::span(entries_).subspan(index * stride_, stride_);
}

std::span<const std::uint8_t> RecordTable::packed(std::size_t index) const {
  return entry(index).subspan(2, stride_ - 4);
}

std::optional<Square> RecordTable::move(std::size_t index) const {
  const auto bytes = entry(index).last(2);
  const int number = bytes[0] * 256 + bytes[1];
  if (number == no_move) return std::nullopt;
  return from_dense_index(number, size_);
}

std::pair<std::size_t, std::size_t> RecordTable::find(const Position& canonical) const {
  FIVEPROOF_ENSURE(finished_ && canonical.size() == size_);
  if (canonical.to_move() != attacker_) return {0, 0};
  // Everything of an entry but its move: what entries of one position have in common.
  std::vector<std::uint8_t> key(stride_ - 2);
  const int stones = canonical.stone_count();
  key[0] = static_cast<std::uint8_t>(stones >> 8);
  key[1] = static_cast<std::uint8_t>(stones & 0xFF);
  pack(canonical, std::span(key).subspan(2));
  const auto compare = [&](std::size_t i) {
    return std::memcmp(entries_.data() + i * stride_, key.data(), key.size());
  };

  std::size_t low = 0;
  std::size_t high = count();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (compare(middle) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  std::size_t last = low;
  while (last < count() && compare(last) == 0) ++last;
  return {low, last};
}

}  // namespace fiveproof
