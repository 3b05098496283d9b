#include <utility>

#include "dbsearch/exact_and_position.hpp"
#include "dbsearch/known_wins.hpp"
#include "verify/rules/guide_method.hpp"
#include "verify/rules/kernel_words.hpp"

namespace fiveproof::verify {
namespace {

using audit::Point;
using audit::Step;
using dbsearch::ExactResult;
using dbsearch::FourLine;
using dbsearch::PlayedStep;
using dbsearch::PlayedSteps;

std::vector<Step> plan_of(const PlayedSteps& played, int size) {
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

// What was played out against every reply that matters is a plan already. A sequence that was replayed
// (White's, free-style) could leave the kernel stuck, as in ThreatGuide; at 120,000 wins none did, so that
// nothing is mended. Replies are answered in the order of ReplySearch, so that both levels of trust leave
// much the same of them.
class ExactGuide final : public GuideMethod {
 public:
  explicit ExactGuide(const GuideTask& task)
      : size_(task.size),
        attacker_(task.attacker),
        stop_(task.stop),
        position_(task.rule, task.size, task.effort),
        search_(position_.search()),
        known_(search_) {}

  audit::Plan threat(const audit::Board& board) override;
  std::optional<audit::Plan> plan(const audit::Board& board, Point reply, int attempt) override;
  void stuck(const audit::Board&, audit::Plan, Point) override {}

  [[nodiscard]] HintSource source() const override { return source_; }
  [[nodiscard]] bool was_cut_short() const override { return cut_short_; }
  [[nodiscard]] const std::vector<Step>& last_plan() const override { return last_->steps; }
  [[nodiscard]] std::uint64_t last_plan_number() const override { return last_->number; }

 private:
  /// What is kept with a known win: the plan that it was when it was offered last.
  struct Offer {
    std::vector<Step> steps = {};
    std::uint64_t number = 0;
  };
  using Known = dbsearch::KnownWins<Offer>;

  void forget();
  void put_reply(const audit::Board& board, Point reply);
  const Offer& remember(ExactResult found);
  void make_plan(Known::Win& win);

  static constexpr std::uint32_t of_what_was_found = 50 * dbsearch::ExactSearch::replay_limit;

  int size_;
  Color attacker_;
  const std::atomic<bool>* stop_;
  dbsearch::ExactAndPosition position_;
  dbsearch::ExactSearch& search_;  // of position_, on the position of the reply
  Known known_;
  const Offer* last_ = nullptr;  // what was offered last
  bool has_searched_ = false, has_reply_ = false;
  std::uint64_t plans_ = 0;  // numbers given out
  HintSource source_ = HintSource::known;
  bool cut_short_ = false;
};

void ExactGuide::forget() {
  known_.clear();
  has_reply_ = false;
}

// Threes that win after a pass exclude no reply in the kernel. They are kept for the replies.
audit::Plan ExactGuide::threat(const audit::Board& board) {
  forget();
  ExactResult found = position_.set_position(from_kernel(board), attacker_);
  if (!found.win) return {};
  const bool by_fours = found.by_fours;
  const Offer& offer = remember(std::move(found));
  return by_fours ? audit::view_of(offer.steps) : audit::Plan{};
}

void ExactGuide::put_reply(const audit::Board& board, Point reply) {
  if (reply < 0) {
    forget();
    search_.set_position(from_kernel(board), attacker_);
  } else {
    if (has_reply_) search_.undo();
    search_.put(opponent(attacker_), from_kernel(reply, size_));
    has_reply_ = true;
  }
  known_.begin();
  has_searched_ = false;
  cut_short_ = false;
}

std::optional<audit::Plan> ExactGuide::plan(const audit::Board& board, Point reply, int attempt) {
  throw_if_stopped(stop_);
  if (attempt == 0) put_reply(board, reply);
  if (Known::Win* win = known_.next()) {
    // A plan of threats says what to do after single replies, so that for another position it is made anew.
    if (win->by != Known::By::fours) make_plan(*win);
    last_ = &win->note;
    source_ = HintSource::known;
    return audit::view_of(last_->steps);
  }
  if (std::exchange(has_searched_, true)) return std::nullopt;
  ExactResult found = reply < 0 ? search_.search() : position_.search_after_reply();
  cut_short_ = found.cut_short;
  if (!found.win) return std::nullopt;
  source_ = found.by_fours ? HintSource::searched : HintSource::searched_fully;
  return audit::view_of(remember(std::move(found)).steps);
}

// Threats that were found win; where playing them out anew comes to another end, the kernel is to see it.
void ExactGuide::make_plan(Known::Win& win) {
  win.note.number = ++plans_;
  if (win.by == Known::By::fours)
    win.note.steps = plan_of(win.fours, size_);
  else
    win.note.steps =
        win.by == Known::By::played ? plan_of(win.played, size_) : verify::plan_of(win.threats, size_);
}

// It was found on the board of search_, or, after a pass, on the same one.
const ExactGuide::Offer& ExactGuide::remember(ExactResult found) {
  Known::Win& win = known_.add(std::move(found), of_what_was_found);
  make_plan(win);
  last_ = &win.note;
  return win.note;
}

}  // namespace

std::unique_ptr<GuideMethod> exact_guide(const GuideTask& task) { return std::make_unique<ExactGuide>(task); }

}  // namespace fiveproof::verify
