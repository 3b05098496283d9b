#include <algorithm>
#include <bit>
#include <list>

#include "dbsearch/searcher.hpp"
#include "verify/rules/guide_method.hpp"

#include "verify/rules/kernel_words.hpp"

namespace fiveproof::verify {
namespace {

using audit::Point;
using dbsearch::Threat;
using dbsearch::ThreatSequence;

/// A square of the line that makes a straight four of a three, with all squares at which a reply prevents
/// that.
struct StraightFour {
  int square = 0;  // bit of the line
  Threat::Mask relevant = 0;
};

bool has_five_in_a_row(unsigned stones) {
  return (stones & stones >> 1 & stones >> 2 & stones >> 3 & stones >> 4) != 0;
}

std::vector<StraightFour> straight_fours(const Threat& three) {
  const unsigned stones = three.rest | 1U << Threat::center;
  const unsigned empty = three.line & ~stones;
  std::vector<StraightFour> found;
  for (int s = 0; s <= 2 * Threat::center; ++s) {
    if ((empty >> s & 1) == 0) continue;
    unsigned fives = 0;
    for (int e = 0; e <= 2 * Threat::center; ++e)
      if (e != s && (empty >> e & 1) != 0 && has_five_in_a_row(stones | 1U << s | 1U << e)) fives |= 1U << e;
    if (std::popcount(fives) >= 2) found.push_back({s, static_cast<Threat::Mask>(fives | 1U << s)});
  }
  return found;
}

std::vector<Point> points_of(const Threat& threat, Threat::Mask mask, int size) {
  std::vector<Point> points;
  for (Square s : threat.squares(mask, size)) points.push_back(to_kernel(s, size));
  return points;
}

std::vector<audit::Step> steps_from(const ThreatSequence& sequence, std::size_t i, int size);

/// The three, and after it: at its cost squares the sequence goes on; elsewhere the straight four is made, on
/// the side that the reply leaves open.
std::vector<audit::Step> steps_of_three(const ThreatSequence& sequence, std::size_t i, int size) {
  const Threat& three = sequence[i];
  const auto point = [&](int bit) { return to_kernel(three.at(bit - Threat::center), size); };
  audit::Step step{to_kernel(three.gain, size), {}};
  if (three.cost != 0)
    step.branches.push_back({points_of(three, three.cost, size), steps_from(sequence, i + 1, size)});
  const auto fours = straight_fours(three);
  if (fours.empty()) return {std::move(step)};
  for (int b = 0; b <= 2 * Threat::center; ++b) {
    if (((fours[0].relevant & ~three.cost) >> b & 1) == 0) continue;
    for (const StraightFour& another : fours)
      if ((another.relevant >> b & 1) == 0) {
        step.branches.push_back({{point(b)}, {{point(another.square), {}}}});
        break;
      }
  }
  return {std::move(step), {point(fours[0].square), {}}};
}

std::vector<audit::Step> steps_from(const ThreatSequence& sequence, std::size_t i, int size) {
  if (i >= sequence.size()) return {};
  if (category_of(sequence[i].kind) == 2) return steps_of_three(sequence, i, size);
  std::vector<audit::Step> steps = steps_from(sequence, i + 1, size);
  steps.insert(steps.begin(), audit::Step{to_kernel(sequence[i].gain, size), {}});
  return steps;
}

class ThreatGuide final : public GuideMethod {
 public:
  explicit ThreatGuide(const GuideTask& task);

  audit::Plan threat(const audit::Board& board) override;
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override;
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override;
  void answered(Point reply, audit::Answer how) override;

  [[nodiscard]] HintSource source() const override { return source_; }
  [[nodiscard]] bool was_cut_short() const override { return cut_short_; }
  [[nodiscard]] const std::vector<audit::Step>& last_plan() const override { return known_.front().steps; }
  [[nodiscard]] std::uint64_t last_plan_number() const override { return known_.front().number; }

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
  void put_reply(Point reply);
  std::optional<audit::Plan> next_plan();
  std::optional<audit::Plan> offer(Plans::iterator known, HintSource source);
  std::optional<audit::Plan> search(const dbsearch::SearchOptions& options, HintSource source);
  bool mend();

  static constexpr int mends_per_plan = 40;

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

ThreatGuide::ThreatGuide(const GuideTask& task)
    : size_(task.size),
      attacker_(task.attacker),
      stop_(task.stop),
      searcher_(task.rule, task.size),
      mender_(task.rule, task.size) {
  with_heuristics_.node_limit = task.effort;
}

audit::Plan ThreatGuide::threat(const audit::Board& board) {
  known_.clear();
  next_ = known_.begin();
  has_reply_ = false;
  searcher_.set_position(from_kernel(board), attacker_);
  const auto found = searcher_.search(with_heuristics_);
  if (!found.win) return {};
  learn(found.sequence);
  return audit::view_of(known_.front().steps);
}

std::optional<audit::Plan> ThreatGuide::plan(const audit::Board& board, Point reply, int attempt) {
  throw_if_stopped(stop_);
  if (attempt == 0) {
    if (reply < 0) {
      known_.clear();
      searcher_.set_position(from_kernel(board), attacker_);
    }
    put_reply(reply);
  } else if (mend()) {
    return offer(known_.begin(), source_);
  }
  return next_plan();
}

void ThreatGuide::put_reply(Point reply) {
  if (reply >= 0) {
    if (has_reply_) searcher_.undo();
    searcher_.put(opponent(attacker_), from_kernel(reply, size_));
  }
  has_reply_ = reply >= 0;
  next_ = known_.begin();
  searches_ = 0;
  cut_short_ = false;
}

std::optional<audit::Plan> ThreatGuide::next_plan() {
  trouble_.reset();
  mends_ = 0;
  while (next_ != known_.end()) {
    const auto known = next_++;
    if (searcher_.replay(known->sequence)) return offer(known, HintSource::known);
  }
  if (searches_ == 0) {
    ++searches_;
    if (auto plan = search(with_heuristics_, HintSource::searched)) return plan;
  }
  if (searches_ == 1) {
    ++searches_;
    if (auto plan = search(without_reductions(with_heuristics_), HintSource::searched_fully)) return plan;
  }
  return std::nullopt;
}

// The kernel needs no plan for a reply outside the zone, but what is learnt at one answers others: so that
// the same is learnt as at level dbsearch, such a reply is looked at as there.
void ThreatGuide::answered(Point reply, audit::Answer how) {
  if (how != audit::Answer::outside) return;
  put_reply(reply);
  if (!next_plan()) source_ = HintSource::known;
}

void ThreatGuide::learn(const ThreatSequence& sequence) {
  known_.push_front({sequence, plan_of(sequence, size_), ++plans_});
}

std::optional<audit::Plan> ThreatGuide::offer(Plans::iterator known, HintSource source) {
  known_.splice(known_.begin(), known_, known);
  source_ = source;
  trouble_.reset();
  return audit::view_of(known->steps);
}

std::optional<audit::Plan> ThreatGuide::search(const dbsearch::SearchOptions& options, HintSource source) {
  const auto found = searcher_.search(options);
  cut_short_ = found.cut_short;
  if (!found.win) return std::nullopt;
  learn(found.sequence);
  return offer(known_.begin(), source);
}

void ThreatGuide::stuck(const audit::Board& board, audit::Plan played, Point reply) {
  // The steps are ours, and not const where they are kept.
  if (played.first != played.last)
    trouble_ = Trouble{from_kernel(board), const_cast<audit::Step*>(played.first), reply};
}

// Makes a branch for the reply at which the last plan got stuck; false when nothing can be done.
bool ThreatGuide::mend() {
  if (!trouble_ || ++mends_ > mends_per_plan) return false;
  const Trouble trouble = *trouble_;
  trouble_.reset();
  mender_.set_position(trouble.position, attacker_);
  auto found = mender_.search(with_heuristics_);
  if (!found.win) found = mender_.search(without_reductions(with_heuristics_));
  if (!found.win) return false;
  for (audit::Branch& branch : trouble.played->branches) std::erase(branch.replies, trouble.reply);
  trouble.played->branches.push_back({{trouble.reply}, plan_of(found.sequence, size_)});
  known_.front().number = ++plans_;
  return true;
}

}  // namespace

std::vector<audit::Step> plan_of(const ThreatSequence& sequence, int size) {
  return steps_from(sequence, 0, size);
}

std::unique_ptr<GuideMethod> guide_by_threats(const GuideTask& task) {
  return std::make_unique<ThreatGuide>(task);
}

}  // namespace fiveproof::verify
