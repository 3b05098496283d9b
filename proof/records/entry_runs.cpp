#include "proof/records/entry_runs.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/memory/sorted_places.hpp"

namespace fiveproof {
namespace {

/// An entry and what comes first in its order. Null stands for no entry, which comes after all others.
struct Item {
  std::uint64_t key = ~std::uint64_t{0};  // the key of no entry, as those are even
  std::uint64_t next = 0;                 ///< the eight bytes after those in the key
  const std::uint8_t* entry = nullptr;
};

class Order {
 public:
  explicit Order(std::size_t entry_bytes) : entry_bytes_(entry_bytes) {}
  [[nodiscard]] Item item(const std::uint8_t* entry) const {
    const std::uint64_t key = sort_key(entry, entry_bytes_);
    return {key, bytes_from(entry, end_of_sort_key(key)), entry};
  }
  [[nodiscard]] bool operator()(const Item& a, const Item& b) const {
    if (a.key != b.key) return a.key < b.key;
    if (a.next != b.next) return a.next < b.next;
    return a.entry != nullptr && std::memcmp(a.entry, b.entry, entry_bytes_) < 0;
  }
  [[nodiscard]] bool are_equal(const Item& a, const Item& b) const {
    return a.key == b.key && a.next == b.next && std::memcmp(a.entry, b.entry, entry_bytes_) == 0;
  }

 private:
  /// Eight bytes of the entry as one number, with zeros after its last byte.
  [[nodiscard]] std::uint64_t bytes_from(const std::uint8_t* entry, std::size_t at) const {
    std::uint64_t number = 0;
    for (std::size_t i = at; i < at + sizeof number; ++i)
      number = number << 8 | (i < entry_bytes_ ? entry[i] : 0u);
    return number;
  }

  std::size_t entry_bytes_;
};

/// Tells again and again which of some runs has the first entry. Each inner node of a tree over the runs
/// keeps the run that lost there, so that a new entry is compared once on each level.
class Tournament {
 public:
  /// `heads` are the first entries of the runs. require: there is a run.
  Tournament(std::vector<Item> heads, const Order& order)
      : order_(order), heads_(std::move(heads)), losers_(heads_.size()) {
    std::vector<std::size_t> winners(2 * heads_.size());
    for (std::size_t node = winners.size(); --node > 0;) {
      if (node >= heads_.size()) {
        winners[node] = node - heads_.size();
        continue;
      }
      std::size_t first = winners[2 * node], second = winners[2 * node + 1];
      if (order_(heads_[second], heads_[first])) std::swap(first, second);
      winners[node] = first;
      losers_[node] = second;
    }
    winner_ = winners[1];
  }
  [[nodiscard]] std::size_t winner() const { return winner_; }
  [[nodiscard]] const Item& first() const { return heads_[winner_]; }
  /// Puts the next entry of the run that has won in place of the first.
  void replace_first(const Item& next) {
    heads_[winner_] = next;
    for (std::size_t node = (winner_ + heads_.size()) / 2; node > 0; node /= 2)
      if (order_(heads_[losers_[node]], heads_[winner_])) std::swap(losers_[node], winner_);
  }

 private:
  const Order& order_;
  std::vector<Item> heads_;
  std::vector<std::size_t> losers_;
  std::size_t winner_ = 0;
};

}  // namespace

void EntryRuns::add(std::span<const std::uint8_t> entry) {
  if (!is_after_last(entry.data())) is_ascending_ = is_run_ascending_ = false;
  if (is_chunk_full()) {
    if (chunks_.size() - run_start_ == run_chunks) end_run();
    begin_chunk();
  }
  chunks_.back().insert(chunks_.back().end(), entry.begin(), entry.end());
}

bool EntryRuns::is_after_last(const std::uint8_t* entry) const {
  if (!is_run_ascending_ || chunks_.empty()) return is_run_ascending_;
  return std::memcmp(last_entry(), entry, entry_bytes_) < 0;
}

void EntryRuns::begin_chunk() {
  if (spare_.empty()) {
    chunks_.emplace_back().reserve(chunk_bytes());
    return;
  }
  chunks_.push_back(std::move(spare_.back()));
  spare_.pop_back();
  chunks_.back().clear();
}

void EntryRuns::append(const std::uint8_t* entry) {
  if (chunks_.size() == run_start_ || is_chunk_full()) begin_chunk();
  chunks_.back().insert(chunks_.back().end(), entry, entry + entry_bytes_);
}

void EntryRuns::end_run() {
  if (!is_run_ascending_) sort_run();
  is_run_ascending_ = true;
  run_start_ = chunks_.size();
  run_ends_.push_back(run_start_);
}

void EntryRuns::sort_run() {
  const auto start = chunks_.begin() + static_cast<std::ptrdiff_t>(run_start_);
  std::vector<Chunk> run(std::make_move_iterator(start), std::make_move_iterator(chunks_.end()));
  chunks_.resize(run_start_);
  const Order order(entry_bytes_);
  std::vector<Item> items;
  items.reserve(run.size() * chunk_entries);
  for (const Chunk& chunk : run)
    for (std::size_t at = 0; at < chunk.size(); at += entry_bytes_) items.push_back(order.item(&chunk[at]));
  std::sort(items.begin(), items.end(), order);
  for (std::size_t i = 0; i < items.size(); ++i)
    if (i == 0 || !order.are_equal(items[i - 1], items[i])) append(items[i].entry);
  std::ranges::move(run, std::back_inserter(spare_));
}

void EntryRuns::merge() {
  std::vector<Chunk> chunks = std::exchange(chunks_, {});
  const std::vector<std::size_t> ends = std::exchange(run_ends_, {});
  run_start_ = 0;
  struct ChunkPlace {
    std::size_t chunk, byte = 0;
  };
  const Order order(entry_bytes_);
  std::vector<ChunkPlace> places;  // where the first entry is of each run's rest
  std::vector<Item> heads;
  for (std::size_t run = 0; run < ends.size(); ++run) {
    places.push_back({run == 0 ? 0 : ends[run - 1]});
    heads.push_back(order.item(chunks[places.back().chunk].data()));
  }
  Tournament tournament(std::move(heads), order);
  Item last;  // the last entry written
  while (tournament.first().entry != nullptr) {
    const Item& first = tournament.first();
    if (last.entry == nullptr || !order.are_equal(last, first)) {
      append(first.entry);
      last = {first.key, first.next, last_entry()};
    }
    const std::size_t run = tournament.winner();
    ChunkPlace& place = places[run];
    place.byte += entry_bytes_;
    if (place.byte == chunks[place.chunk].size()) {
      spare_.push_back(std::move(chunks[place.chunk]));
      place = {place.chunk + 1};
    }
    const bool is_over = place.chunk == ends[run];
    tournament.replace_first(is_over ? Item() : order.item(&chunks[place.chunk][place.byte]));
  }
}

std::vector<EntryRuns::Chunk> EntryRuns::finish() {
  if (chunks_.size() > run_start_) end_run();
  if (!is_ascending_ && run_ends_.size() > 1) merge();
  std::vector<Chunk> sorted = take();
  if (!sorted.empty()) sorted.back().shrink_to_fit();
  sorted.shrink_to_fit();
  return sorted;
}

std::vector<EntryRuns::Chunk> EntryRuns::take() {
  std::vector<Chunk> taken = std::move(chunks_);
  *this = EntryRuns(entry_bytes_);
  return taken;
}

}  // namespace fiveproof
