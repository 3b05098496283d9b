// The guide: turns what db-search knows into hints for the audit kernel. Nothing here is trusted.
//
// db-search answers "all the defender's replies to a threat at once", with one sequence. The kernel wants a
// plan that says what to play after each reply by itself; where one sequence does not do for all of them,
// another one is looked for at the very position at which the kernel got stuck, and becomes a branch of the
// plan.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "verify/audit/kernel.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::verify {

/// A winning threat sequence as a plan. Threes branch: the cost squares lead on, other replies to the
/// straight four.
[[nodiscard]] std::vector<audit::Step> plan_of(const dbsearch::ThreatSequence& sequence, int size);

/// Where the plan came from that answered the last reply, or leaf; for the counts of a report.
enum class HintSource : std::uint8_t { known, searched, searched_fully };

/// One guide per thread and kernel.
class Guide : public audit::Hints {
 public:
  /// `effort`: nodes per search. Once `stop` is set, Stopped is thrown through the kernel.
  Guide(RuleSet rule, int size, Color attacker, std::uint32_t effort,
        const std::atomic<bool>* stop = nullptr);

  audit::Plan threat(const audit::Board& board) override;
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override;
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override;
  void tick() override { throw_if_stopped(stop_); }

  /// Where the last plan came from.
  [[nodiscard]] HintSource source() const { return source_; }
  /// Was the last search that found nothing cut short?
  [[nodiscard]] bool was_cut_short() const { return cut_short_; }
  /// The plan that plan() offered last, or that of threat(); valid until the next call of either.
  [[nodiscard]] const std::vector<audit::Step>& last_plan() const { return known_.front().steps; }
  /// The number of that plan: every plan has its own, and a new one when it is mended.
  [[nodiscard]] std::uint64_t last_plan_number() const { return known_.front().number; }

 private:
  struct Known {
    dbsearch::ThreatSequence sequence;
    std::vector<audit::Step> steps;
    std::uint64_t number = 0;
  };
  /// A position at which a plan ended without a win.
  struct Trouble {
    Position position;
    audit::Step* played = nullptr;
    audit::Point reply = -1;
  };
  using Plans = std::list<Known>;

  void learn(const dbsearch::ThreatSequence& sequence);
  std::optional<audit::Plan> offer(Plans::iterator known, HintSource source);
  std::optional<audit::Plan> search(const dbsearch::SearchOptions& options, HintSource source);
  bool mend();

  static constexpr int mends_per_plan = 40;

  RuleSet rule_;
  int size_;
  Color attacker_;
  const std::atomic<bool>* stop_;
  dbsearch::SearchOptions with_heuristics_;
  dbsearch::Searcher searcher_;  // on the position of the reply
  dbsearch::Searcher mender_;    // on positions in which a plan got stuck
  Plans known_;                  // what answered earlier replies here, the most recently successful first
  Plans::iterator next_;         // of known_, to be tried
  int searches_ = 0;             // made for this reply
  int mends_ = 0;                // of the last plan, for this reply
  bool has_reply_ = false;       // does the board of searcher_ hold one?
  std::optional<Trouble> trouble_;
  std::uint64_t plans_ = 0;  // numbers given out
  HintSource source_ = HintSource::known;
  bool cut_short_ = false;
};

}  // namespace fiveproof::verify
