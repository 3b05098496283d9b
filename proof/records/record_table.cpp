#include "proof/records/record_table.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/memory/memory.hpp"
#include "game/packed_position.hpp"
#include "proof/records/canonical_entry.hpp"
#include "proof/records/disk_entries.hpp"

namespace fiveproof {
namespace {

/// The first number below `count` for which `is_far` says yes, as it does for all after it; `count` if none.
template <class IsFar>
std::size_t first_of(std::size_t count, IsFar is_far) {
  std::size_t low = 0;
  for (std::size_t high = count; low < high;) {
    const std::size_t middle = low + (high - low) / 2;
    if (is_far(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

RecordTable::RecordTable(int size, Color attacker, MemoryBudget budget)
    : size_(size),
      attacker_(attacker),
      budget_(std::move(budget)),
      stride_(entry_bytes(size)),
      filling_(stride_) {
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
  ++count_;
  if (!filling_disk_ && filling_.is_chunk_full()) {
    const std::size_t held = filling_.held_bytes();
    if (held > 0 && held + chunk_entries * stride_ > budget_.bytes) move_to_disk();
  }
  if (filling_disk_)
    filling_disk_->add(entry);  // finish_within_budget() will say what went wrong
  else
    filling_.add(entry);
}

void RecordTable::move_to_disk() {
  // So many chunks are in memory twice at most, here and where they are sorted.
  constexpr std::size_t chunks_at_once = 64;
  filling_disk_ = std::make_shared<DiskEntries>(stride_, budget_);
  std::vector<Chunk> chunks = filling_.take();
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    for (std::size_t at = 0; at < chunks[i].size(); at += stride_)
      filling_disk_->add(std::span(chunks[i]).subspan(at, stride_));
    give_back(chunks[i]);
    if (i % chunks_at_once == chunks_at_once - 1) give_back_freed_pieces();
  }
}

// -- finishing --------------------------------------------------------------------------------------------

void RecordTable::finish() { FIVEPROOF_ENSURE(finish_within_budget().ok()); }

Status RecordTable::finish_within_budget() {
  FIVEPROOF_ENSURE(!finished_);
  finished_ = true;
  if (filling_disk_) return finish_on_disk();
  chunks_ = filling_.finish();
  count_ = chunks_.empty() ? 0 : (chunks_.size() - 1) * chunk_entries + chunks_.back().size() / stride_;
  return Done{};
}

Status RecordTable::finish_on_disk() {
  count_ = 0;
  FIVEPROOF_LET(auto mapping, std::exchange(filling_disk_, nullptr)->finish());
  count_ = mapping.size() / stride_;
  on_disk_ = std::make_shared<const Mapping>(std::move(mapping));
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
  for (; forgotten_ < std::min(end / chunk_entries, chunks_.size()); ++forgotten_)
    chunks_[forgotten_] = Chunk();
}

Status RecordTable::drop(std::span<const std::size_t> dropped) {
  FIVEPROOF_ENSURE(finished_);
  if (dropped.empty()) return Done{};
  if (is_on_disk()) return drop_on_disk(dropped);
  std::size_t kept = dropped.front();
  auto next = dropped.begin();
  for (std::size_t i = kept; i < count_; ++i) {
    if (next != dropped.end() && *next == i) {
      ++next;
      continue;
    }
    std::memcpy(place(kept).data(), place(i).data(), stride_);
    ++kept;
  }
  truncate(kept);
  return Done{};
}

Status RecordTable::drop_on_disk(std::span<const std::size_t> dropped) {
  RecordTable left(size_, attacker_, budget_);
  auto next = dropped.begin();
  for (std::size_t i = 0; i < count_; ++i) {
    if (next != dropped.end() && *next == i)
      ++next;
    else
      left.add_entry(entry(i));
    passed(i);
  }
  *this = std::move(left);
  return finish_within_budget();
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
  FIVEPROOF_ENSURE(position.ok());  // add() or a writer of entries packed it
  return {std::move(position).value(), move(index)};
}

std::optional<Square> RecordTable::move(std::size_t index) const {
  const std::uint16_t number = move_number(index);
  if (number == no_move) return std::nullopt;
  return from_dense_index(number, size_);
}

std::size_t RecordTable::first_with_stones(int stones) const {
  return first_of(count(), [&](std::size_t i) { return stone_count(i) >= stones; });
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

  const std::size_t low = first_of(count(), [&](std::size_t i) { return compare(i) >= 0; });
  std::size_t last = low;
  while (last < count() && compare(last) == 0) ++last;
  return {low, last};
}

}  // namespace fiveproof
