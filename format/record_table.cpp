#include "format/record_table.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "format/canonical_entry.hpp"
#include "format/disk_entries.hpp"
#include "format/sorted_places.hpp"
#include "game/packed_position.hpp"

namespace fiveproof {
RecordTable::RecordTable(int size, Color attacker, MemoryBudget budget)
    : size_(size), attacker_(attacker), budget_(std::move(budget)), stride_(entry_bytes(size)) {
  FIVEPROOF_ENSURE(is_board_size(size));
}

// -- filling ----------------------------------------------------------------------------------------------

void RecordTable::add(const Position& position, std::optional<Square> move) {
  FIVEPROOF_ENSURE(position.size() == size_ && position.to_move() == attacker_);
  std::array<std::uint8_t, entry_bytes(max_board_size)> entry;
  write_canonical_entry(position, move, std::span(entry).first(stride_));
  add_entry(std::span(entry).first(stride_));
}

void RecordTable::add_entry(std::span<const std::uint8_t> entry) {
  FIVEPROOF_ENSURE(!finished_ && entry.size() == stride_);
  const bool is_chunk_full = !filling_disk_ && count_ % chunk_entries == 0;
  if (is_chunk_full && count_ > 0 && (count_ + chunk_entries) * stride_ > budget_.bytes) move_to_disk();
  ++count_;
  if (filling_disk_) {
    filling_disk_->add(entry);  // finish() will say what went wrong
    return;
  }
  if (is_chunk_full) chunks_.emplace_back().reserve(chunk_entries * stride_);
  chunks_.back().insert(chunks_.back().end(), entry.begin(), entry.end());
}

void RecordTable::move_to_disk() {
  filling_disk_ = std::make_shared<DiskEntries>(stride_, budget_);
  for (Chunk& chunk : chunks_) {
    for (std::size_t at = 0; at < chunk.size(); at += stride_)
      filling_disk_->add(std::span(chunk).subspan(at, stride_));
    chunk = Chunk();
  }
  chunks_ = std::vector<Chunk>();
}

// -- finishing --------------------------------------------------------------------------------------------

int RecordTable::order(std::size_t a, std::size_t b) const {
  return std::memcmp(place(a).data(), place(b).data(), stride_);
}

void RecordTable::finish() { FIVEPROOF_ENSURE(finish_within_budget().ok()); }

Status RecordTable::finish_within_budget() {
  FIVEPROOF_ENSURE(!finished_);
  finished_ = true;
  if (filling_disk_) return finish_on_disk();
  // A file of ours is sorted already and without repetitions.
  bool ascending = true;
  for (std::size_t i = 1; i < count_ && ascending; ++i) ascending = order(i - 1, i) < 0;
  if (!ascending) {
    sort();
    drop_repetitions();
  }
  if (!chunks_.empty()) chunks_.back().shrink_to_fit();
  chunks_.shrink_to_fit();
  return Done{};
}

Status RecordTable::finish_on_disk() {
  count_ = 0;
  auto mapping = std::exchange(filling_disk_, nullptr)->finish();
  if (!mapping.ok()) return mapping.error();
  count_ = mapping.value().size() / stride_;
  on_disk_ = std::make_shared<const Mapping>(std::move(mapping).value());
  mapped_ = on_disk_->data();
  return Done{};
}

void RecordTable::let_go_before(std::size_t end) const { on_disk_->let_go(0, end * stride_); }

void RecordTable::passed(std::size_t index) const {
  if (mapped_ != nullptr && (index % sweep == 0 || index == count_)) let_go_before(index);
}

void RecordTable::forget_before(std::size_t end) {
  FIVEPROOF_ENSURE(finished_ && end <= count_);
  if (mapped_ != nullptr) let_go_before(end);
  for (std::size_t i = 0; i < std::min(end / chunk_entries, chunks_.size()); ++i) chunks_[i] = Chunk();
}

/// Moves each entry once: a second copy of all would cost more memory than the whole check of a proof.
void RecordTable::sort() {
  FIVEPROOF_ENSURE(count_ <= std::numeric_limits<std::uint32_t>::max());
  // sources[i]: where the entry is now that belongs at i
  auto sources = sorted_places(count_, stride_, [this](std::uint32_t i) { return place(i).data(); });
  std::vector<std::uint8_t> first(stride_);
  for (std::uint32_t start = 0; start < count_; ++start) {
    if (sources[start] == start) continue;
    std::memcpy(first.data(), place(start).data(), stride_);
    std::uint32_t to = start;
    while (sources[to] != start) {
      std::memcpy(place(to).data(), place(sources[to]).data(), stride_);
      to = std::exchange(sources[to], to);
    }
    std::memcpy(place(to).data(), first.data(), stride_);
    sources[to] = to;
  }
}

void RecordTable::drop_repetitions() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (kept > 0 && order(kept - 1, i) == 0) continue;
    if (kept != i) std::memcpy(place(kept).data(), place(i).data(), stride_);
    ++kept;
  }
  truncate(kept);
}

void RecordTable::truncate(std::size_t count) {
  count_ = count;
  chunks_.resize((count + chunk_entries - 1) / chunk_entries);
  if (count % chunk_entries != 0) chunks_.back().resize(count % chunk_entries * stride_);
}

// -- looking ----------------------------------------------------------------------------------------------

std::size_t RecordTable::allocated_bytes() const {
  std::size_t bytes = chunks_.capacity() * sizeof(Chunk);
  for (const Chunk& chunk : chunks_) bytes += chunk.capacity();
  return bytes;
}

Record RecordTable::at(std::size_t index) const {
  auto position = unpack(packed(index), size_, attacker_);
  FIVEPROOF_ENSURE(position.ok());  // add() packed it
  return {std::move(position).value(), move(index)};
}

std::optional<Square> RecordTable::move(std::size_t index) const {
  const std::uint16_t number = move_number(index);
  if (number == no_move) return std::nullopt;
  return from_dense_index(number, size_);
}

std::pair<std::size_t, std::size_t> RecordTable::find(const Position& canonical) const {
  FIVEPROOF_ENSURE(finished_ && canonical.size() == size_);
  if (canonical.to_move() != attacker_) return {0, 0};
  std::vector<std::uint8_t> entry(stride_);
  const int stones = canonical.stone_count();
  entry[0] = static_cast<std::uint8_t>(stones >> 8);
  entry[1] = static_cast<std::uint8_t>(stones & 0xFF);
  pack(canonical, std::span(entry).subspan(2, stride_ - 4));
  const auto key = entry_position(entry);
  const auto compare = [&](std::size_t i) { return std::memcmp(place(i).data(), key.data(), key.size()); };

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
