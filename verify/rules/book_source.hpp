// The records at level rules: the audit kernel's own copy, which is the only one. The rest of the checker
// reads it here, to count and to name gaps; what it reads cannot establish anything.
#pragma once

#include <vector>

#include "verify/audit/kernel.hpp"
#include "verify/check/record_source.hpp"

namespace fiveproof::verify {

class BookSource final : public RecordSource {
 public:
  /// Takes the records over one by one, giving back the memory of the table on the way. require: finished.
  BookSource(RuleSet rule, RecordTable records);

  /// The book for kernels, which mark established records in it.
  [[nodiscard]] audit::Book& book() { return book_; }

  using RecordSource::find;
  [[nodiscard]] std::uint32_t count() const override { return static_cast<std::uint32_t>(book_.count()); }
  [[nodiscard]] int stone_count(std::uint32_t index) const override {
    return at(index).position.stone_count();
  }
  [[nodiscard]] bool has_move(std::uint32_t index) const override { return book_.move(index) >= 0; }
  [[nodiscard]] Record at(std::uint32_t index) const override;
  [[nodiscard]] std::optional<StoredPosition> find(const Position& position,
                                                   std::uint64_t key) const override;
  void take(std::uint32_t index) override { book_.choose(index); }
  [[nodiscard]] bool is_repetition(std::uint32_t index) const override { return is_repetition_[index]; }
  [[nodiscard]] bool is_contradictory(std::uint32_t index) const override { return is_contradictory_[index]; }

 private:
  [[nodiscard]] audit::Board& board() const;
  void mark_repetitions();

  RuleSet rule_;
  int size_;
  Color attacker_;
  audit::Book book_;
  std::vector<bool> may_hold_;  ///< by low bits of a key, 8 bits a record; most look-ups end here
  std::vector<bool> is_repetition_;
  std::vector<bool> is_contradictory_;
};

}  // namespace fiveproof::verify
