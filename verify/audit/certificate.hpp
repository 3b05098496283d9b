// Reads a certificate: a proof as text, with a plan for every reply (spec/certificate.md).
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "plan_text.hpp"

namespace fiveproof::audit {

/// A claim or a record with its plan. The plan's first step is the stored move (of an AND position: none,
/// -1); where there is no move to store, the plan begins with what is to be played.
struct Entry {
  bool is_root = false;
  Board board;
  Stone to_move = none;
  Point move = -1;  ///< of a record; -1: it has none
  std::vector<Step> plan;
  std::uint64_t line = 0;
};

/// From the first line to the last, entry by entry; memory for one line. Throws Malformed.
class CertificateReader {
 public:
  static constexpr std::size_t max_line = PlanText::max_line;
  static constexpr int max_depth = PlanText::max_depth;

  /// Reads the header. `in` outlives the reader.
  explicit CertificateReader(std::istream& in);
  /// The content hash of the proof it was made from, as the certificate says; empty: it does not say.
  [[nodiscard]] const std::string& proof() const { return proof_; }
  [[nodiscard]] Rule rule() const { return rule_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Stone attacker() const { return attacker_; }
  /// As promised; next() counts.
  [[nodiscard]] std::uint64_t records() const { return records_; }
  /// False after the last entry: all promised records were there, and the end line.
  bool next(Entry& entry);

 private:
  void read_line();
  std::string header(const std::string& name);
  void stones(Board& board, Stone c);

  std::istream& in_;
  PlanText text_;
  std::string proof_;
  std::uint64_t number_ = 0, records_ = 0, seen_ = 0;
  Rule rule_ = Rule::freestyle;
  int size_ = 0;
  Stone attacker_ = none;
};

/// "freestyle"
[[nodiscard]] std::string name_of(Rule rule);
/// "a1"
[[nodiscard]] std::string name_of(Point p, int size);

/// The hints of one entry after the other.
class EntryHints : public Hints {
 public:
  /// `entry` outlives the next calls.
  void use(const Entry& entry) { entry_ = &entry; }
  Plan threat(const Board&) override { return plan_after(view_of(entry_->plan), -1); }
  Plan played(const Board&) override { return view_of(entry_->plan); }
  std::optional<Plan> plan(const Board&, Point reply, int attempt) override {
    if (attempt > 0) return std::nullopt;
    return reply < 0 ? view_of(entry_->plan) : plan_after(view_of(entry_->plan), reply);
  }

 private:
  const Entry* entry_ = nullptr;
};

}  // namespace fiveproof::audit
