#include "verify/rules/book_source.hpp"

#include <memory>

#include "base/memory/memory.hpp"
#include "base/phase.hpp"
#include "verify/rules/kernel_words.hpp"

namespace fiveproof::verify {
namespace {

audit::Book take_over(RuleSet rule, RecordTable& records) {
  audit::Book book(to_kernel(rule), records.size(), to_kernel(records.attacker()), records.count());
  audit::Board board(to_kernel(rule), records.size());
  constexpr std::size_t step = 4096, steps_at_once = 32;  // at every step, it would take long
  Phase phase("handing records to the kernel", records.count());
  for (std::size_t i = 0; i < records.count(); ++i) {
    phase.reach(i);
    const Record record = records.at(i);
    to_kernel(record.position, board);
    book.add(board, to_kernel(record.move, records.size()));
    if (i % step == step - 1) records.forget_before(i + 1);
    if (i % (step * steps_at_once) == step * steps_at_once - 1) give_back_freed_pieces();
  }
  return book;
}

}  // namespace

BookSource::BookSource(RuleSet rule, RecordTable records)
    : rule_(rule), size_(records.size()), attacker_(records.attacker()), book_(take_over(rule, records)) {
  { const RecordTable gone = std::move(records); }  // before the index takes memory, too
  give_back_freed_pieces();
  book_.close();
  may_hold_.resize(8 * book_.count() + 1);
  for (std::uint32_t i = 0; i < count(); ++i)
    may_hold_[key_of_images(at(i).position) % may_hold_.size()] = true;
  mark_repetitions();
}

void BookSource::mark_repetitions() {
  is_repetition_.resize(count());
  is_contradictory_.resize(count());
  Phase phase("indexing records", count());
  for (std::uint32_t i = 0; i < count(); ++i) {
    phase.reach(i);
    book_.set_up(board(), i);
    const std::size_t first = book_.find(board()).value();
    if (first == i) continue;
    is_repetition_[i] = is_contradictory_[i] = true;
    is_contradictory_[first] = true;
  }
}

// One for each thread and kind of board: making one is much work.
audit::Board& BookSource::board() const {
  thread_local std::unique_ptr<audit::Board> kept;
  if (!kept || kept->size() != size_ || kept->rule() != to_kernel(rule_))
    kept = std::make_unique<audit::Board>(to_kernel(rule_), size_);
  return *kept;
}

Record BookSource::at(std::uint32_t index) const {
  book_.set_up(board(), index);
  Record record{from_kernel(board()), std::nullopt};
  record.position.set_to_move(attacker_);
  if (const audit::Point move = book_.move(index); move >= 0) record.move = from_kernel(move, size_);
  return record;
}

std::optional<StoredPosition> BookSource::find(const Position& position, std::uint64_t key) const {
  if (position.to_move() != attacker_ || !may_hold_[key % may_hold_.size()]) return std::nullopt;
  to_kernel(position, board());
  const auto found = book_.find(board());
  if (!found) return std::nullopt;
  const auto record = static_cast<std::uint32_t>(*found);
  const auto symmetry = symmetry_between(position, at(record).position);
  FIVEPROOF_ENSURE(symmetry.has_value());
  return StoredPosition{record, *symmetry};
}

}  // namespace fiveproof::verify
