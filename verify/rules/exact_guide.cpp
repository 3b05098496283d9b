#include <algorithm>
#include <list>

#include "dbsearch/exact_search.hpp"
#include "verify/rules/guide_method.hpp"
#include "verify/rules/kernel_words.hpp"

namespace fiveproof::verify {
namespace {

using audit::Point;
using audit::Step;
using dbsearch::ExactResult;
using dbsearch::FourLine;
using dbsearch::PlayedStep;
using dbsearch::ThreatSequence;

std::vector<Step> plan_of(const std::vector<PlayedStep>& played, int size) {
  std::vector<Step> steps;
  for (const PlayedStep& step : played) {
    steps.push_back({to_kernel(step.move, size), {}});
    for (const auto& branch : step.branches)
      steps.back().branches.push_back({{to_kernel(branch.reply, size)}, plan_of(branch.steps, size)});
  }
  return steps;
}

std::vector<Step> plan_of(const FourLine& fours, int size) {
  std::vector<Step> steps;
  for (Square four : fours) steps.push_back({to_kernel(four, size), {}});
  return steps;
}

// What was played out against every reply that matters is a plan already. Only a sequence that was replayed
// (White's, free-style) can leave the kernel stuck, and is then mended as in ThreatGuide.
class ExactGuide final : public GuideMethod {
 public:
  explicit ExactGuide(const GuideTask& task)
      : size_(task.size),
        attacker_(task.attacker),
        stop_(task.stop),
        effort_(task.effort),
        search_(task.rule, task.size, task.effort),
        mender_(task.rule, task.size, task.effort) {}

  audit::Plan threat(const audit::Board& board) override;
  std::optional<audit::Plan> plan(const audit::Board& board, Point reply, int attempt) override;
  void stuck(const audit::Board& board, audit::Plan played, Point reply) override {
    // The steps are ours, and not const where they are kept.
    if (played.first != played.last)
      trouble_ = Trouble{from_kernel(board), const_cast<Step*>(played.first), reply};
  }

  [[nodiscard]] HintSource source() const override { return source_; }
  [[nodiscard]] bool was_cut_short() const override { return cut_short_; }
  [[nodiscard]] const std::vector<Step>& last_plan() const override { return known_.front().steps; }
  [[nodiscard]] std::uint64_t last_plan_number() const override { return known_.front().number; }

 private:
  struct Known {
    bool is_fours = true;
    FourLine fours = {};
    ThreatSequence threats = {};
    std::vector<Step> steps = {};
    std::uint64_t number = 0;
  };
  /// A position at which a plan ended without a win.
  struct Trouble {
    Position position;
    Step* played = nullptr;
    Point reply = -1;
  };
  using Plans = std::list<Known>;

  void put_reply(const audit::Board& board, Point reply);
  [[nodiscard]] bool holds(Known& known);
  [[nodiscard]] std::vector<Step> plan_of_threats(dbsearch::ExactSearch& search,
                                                  const ThreatSequence& threats);
  std::optional<audit::Plan> offer(Plans::iterator known, HintSource source);
  bool mend();

  static constexpr int mends_per_plan = 40;
  static constexpr int threats_tried_again = 3;

  int size_;
  Color attacker_;
  const std::atomic<bool>* stop_;
  std::uint32_t effort_;
  dbsearch::ExactSearch search_, mender_;  // on the position of the reply; where a plan got stuck
  Plans known_;            // what answered earlier replies here, the most recently successful first
  Plans::iterator next_;   // of known_, to be tried
  int threats_tried_ = 0;  // of known_, for this reply
  bool has_searched_ = false, has_reply_ = false;
  int mends_ = 0;
  std::optional<Trouble> trouble_;
  std::uint64_t plans_ = 0;  // numbers given out
  HintSource source_ = HintSource::known;
  bool cut_short_ = false;
};

audit::Plan ExactGuide::threat(const audit::Board& board) {
  known_.clear();
  next_ = known_.begin();
  has_reply_ = false;
  search_.set_position(from_kernel(board), attacker_);
  auto found = search_.fours().search(effort_);
  if (!found.win) return {};
  known_.push_front({.fours = std::move(found.fours), .number = ++plans_});
  known_.front().steps = plan_of(known_.front().fours, size_);
  return audit::view_of(known_.front().steps);
}

void ExactGuide::put_reply(const audit::Board& board, Point reply) {
  if (reply < 0) {
    known_.clear();
    search_.set_position(from_kernel(board), attacker_);
  } else {
    if (has_reply_) search_.undo();
    search_.put(opponent(attacker_), from_kernel(reply, size_));
  }
  has_reply_ = reply >= 0;
  next_ = known_.begin();
  has_searched_ = false;
  threats_tried_ = 0;
  cut_short_ = false;
}

std::optional<audit::Plan> ExactGuide::plan(const audit::Board& board, Point reply, int attempt) {
  throw_if_stopped(stop_);
  if (attempt == 0)
    put_reply(board, reply);
  else if (mend())
    return offer(known_.begin(), source_);
  trouble_.reset();
  mends_ = 0;
  while (next_ != known_.end()) {
    const auto known = next_++;
    if (holds(*known)) return offer(known, HintSource::known);
  }
  if (std::exchange(has_searched_, true)) return std::nullopt;
  ExactResult found = search_.search();
  cut_short_ = found.cut_short;
  if (!found.win) return std::nullopt;
  Known known{
      .is_fours = found.by_fours, .fours = std::move(found.fours), .threats = std::move(found.threats)};
  known.steps = known.is_fours ? plan_of(known.fours, size_) : plan_of_threats(search_, known.threats);
  known.number = ++plans_;
  known_.push_front(std::move(known));
  return offer(known_.begin(), found.by_fours ? HintSource::searched : HintSource::searched_fully);
}

// A plan of threats says what to do after single replies, so that for another position it is made anew.
bool ExactGuide::holds(Known& known) {
  if (known.is_fours) return search_.fours().replay(known.fours);
  if (threats_tried_ == threats_tried_again) return false;
  ++threats_tried_;
  if (!search_.wins_with(known.threats)) return false;
  known.steps = plan_of_threats(search_, known.threats);
  known.number = ++plans_;
  return true;
}

std::vector<Step> ExactGuide::plan_of_threats(dbsearch::ExactSearch& search, const ThreatSequence& threats) {
  ExactResult moves;
  moves.threats = threats;
  if (const auto played = search.play_out(moves.moves())) return plan_of(*played, size_);
  return verify::plan_of(threats, size_);
}

std::optional<audit::Plan> ExactGuide::offer(Plans::iterator known, HintSource source) {
  known_.splice(known_.begin(), known_, known);
  source_ = source;
  trouble_.reset();
  return audit::view_of(known->steps);
}

// A branch for the reply at which the last plan got stuck. False: nothing can be done.
bool ExactGuide::mend() {
  if (!trouble_ || ++mends_ > mends_per_plan) return false;
  const Trouble trouble = *trouble_;
  trouble_.reset();
  mender_.set_position(trouble.position, attacker_);
  const ExactResult found = mender_.search();
  if (!found.win) return false;
  for (audit::Branch& branch : trouble.played->branches) std::erase(branch.replies, trouble.reply);
  trouble.played->branches.push_back(
      {{trouble.reply},
       found.by_fours ? plan_of(found.fours, size_) : plan_of_threats(mender_, found.threats)});
  known_.front().number = ++plans_;
  return true;
}

}  // namespace

std::unique_ptr<GuideMethod> exact_guide(const GuideTask& task) { return std::make_unique<ExactGuide>(task); }

}  // namespace fiveproof::verify
