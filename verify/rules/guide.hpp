// The guide: turns what db-search knows into hints for the audit kernel. Nothing here is trusted.
//
// db-search answers "all the defender's replies to a threat at once", with one sequence. The kernel wants a
// plan that says what to play after each reply by itself; where one sequence does not do for all of them,
// another one is looked for at the very position at which the kernel got stuck, and becomes a branch of the
// plan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dbsearch/threat.hpp"
#include "game/rules.hpp"
#include "verify/audit/kernel.hpp"
#include "verify/check/node_checker.hpp"

namespace fiveproof::verify {

/// A winning threat sequence as a plan. Threes branch: the cost squares lead on, other replies to the
/// straight four.
[[nodiscard]] std::vector<audit::Step> plan_of(const dbsearch::ThreatSequence& sequence, int size);

/// Where the plan came from that answered the last reply, or leaf; for the counts of a report.
enum class HintSource : std::uint8_t { known, searched, searched_fully };

/// Hints that say where they came from.
class Advisor : public audit::Hints {
 public:
  /// Where the last plan came from.
  [[nodiscard]] virtual HintSource source() const = 0;
  /// Was the last search that found nothing cut short?
  [[nodiscard]] virtual bool was_cut_short() const = 0;
};

class GuideMethod;

/// One guide per thread and kernel.
class Guide : public Advisor {
 public:
  /// `effort`: nodes per search. Once `stop` is set, Stopped is thrown through the kernel.
  Guide(RuleSet rule, int size, Color attacker, std::uint32_t effort,
        const std::atomic<bool>* stop = nullptr);
  ~Guide() override;

  audit::Plan threat(const audit::Board& board) override;
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override;
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override;
  void answered(audit::Point reply, audit::Answer how) override;
  void tick() override { throw_if_stopped(stop_); }

  [[nodiscard]] HintSource source() const override;
  [[nodiscard]] bool was_cut_short() const override;
  /// The plan that plan() offered last, or that of threat(); valid until the next call of either.
  [[nodiscard]] const std::vector<audit::Step>& last_plan() const;
  /// Another number for every other plan, and for every mending of one.
  [[nodiscard]] std::uint64_t last_plan_number() const;

 private:
  std::unique_ptr<GuideMethod> method_;
  const std::atomic<bool>* stop_;
};

}  // namespace fiveproof::verify
