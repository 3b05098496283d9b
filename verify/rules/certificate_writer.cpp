#include "verify/rules/certificate_writer.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/phase.hpp"
#include "game/notation.hpp"
#include "verify/audit/certificate.hpp"
#include "verify/rules/guide.hpp"
#include "verify/rules/kernel_words.hpp"

namespace fiveproof::verify {
namespace {

using audit::Answer;
using audit::Plan;
using audit::Point;
using audit::Step;

/// The hints of the guide, and which of them answered which reply at one position.
class Recorder : public audit::Hints {
 public:
  Recorder(RuleSet rule, int size, Color attacker, std::uint32_t effort)
      : guide_(rule, size, attacker, effort) {}

  /// Forgets everything, as the next position comes.
  void start() {
    plans_.clear();
    threat_.clear();
    needs_threat_ = false;
  }

  Plan threat(const audit::Board& board) override {
    const Plan plan = guide_.threat(board);
    threat_.assign(plan.first, plan.last);
    return plan;
  }
  std::optional<Plan> plan(const audit::Board& board, Point reply, int attempt) override {
    auto plan = guide_.plan(board, reply, attempt);
    // Kept now: a plan that is mended later may not do for this reply any more.
    if (plan && (reply < 0 || !is_kept())) keep();
    return plan;
  }
  void stuck(const audit::Board& board, Plan played, Point reply) override {
    guide_.stuck(board, played, reply);
  }
  void answered(Point reply, Answer how) override {
    if (how == Answer::excluded) needs_threat_ = true;
    if (how == Answer::played) plans_.back().replies.push_back(reply);
  }

  /// The plan for a position at which the attacker is to move and has no stored move.
  [[nodiscard]] std::vector<Step> plan_at_leaf() const {
    return plans_.empty() ? std::vector<Step>() : plans_.back().steps;
  }
  /// The plan after `move`: the plan that answers most replies for all of them, branches for the others.
  /// Where replies were excluded because of the threat, that is the plan for most.
  [[nodiscard]] std::vector<Step> plan_after_move(Point move) const {
    Step step{move, {}};
    std::vector<Step> rest = threat_;
    auto most = plans_.end();
    if (!needs_threat_) {
      most = std::max_element(plans_.begin(), plans_.end(), [](const Kept& a, const Kept& b) {
        return a.replies.size() < b.replies.size();
      });
      if (most != plans_.end()) rest = most->steps;
    }
    for (auto kept = plans_.begin(); kept != plans_.end(); ++kept)
      if (kept != most && !kept->replies.empty()) step.branches.push_back({kept->replies, kept->steps});
    rest.insert(rest.begin(), std::move(step));
    return rest;
  }

 private:
  struct Kept {
    std::uint64_t number = 0;
    std::vector<Step> steps;
    std::vector<Point> replies = {};
  };

  /// Is the guide's last plan kept? Then it is made the last one.
  bool is_kept() {
    const auto found = std::find_if(plans_.begin(), plans_.end(), [this](const Kept& kept) {
      return kept.number == guide_.last_plan_number();
    });
    if (found == plans_.end()) return false;
    std::rotate(found, found + 1, plans_.end());
    return true;
  }
  void keep() { plans_.push_back({guide_.last_plan_number(), guide_.last_plan()}); }

  Guide guide_;
  std::vector<Kept> plans_;
  std::vector<Step> threat_;
  bool needs_threat_ = false;
};

/// The hints that a reader of the certificate has.
class Written {
 public:
  explicit Written(const Proof& proof)
      : entry_{false, audit::Board(to_kernel(proof.rule), proof.size), audit::none, -1, {}, 0} {}
  audit::Hints& with(const std::vector<Step>& plan) {
    entry_.plan = plan;
    hints_.use(entry_);
    return hints_;
  }

 private:
  audit::Entry entry_;
  audit::EntryHints hints_;
};

class CertificateLine {
 public:
  explicit CertificateLine(int size) : size_(size) {}

  void stones(const Position& position) {
    for (Color c : {Color::black, Color::white}) {
      if (position.count(c) == 0) word("-");
      for (Square s : position.stones(c)) word(fiveproof::to_text(s));
      word("/");
    }
  }
  void word(std::string_view text) {
    if (!text_.empty()) text_ += ' ';
    text_ += text;
  }
  /// ": ..." unless there is nothing to say. `is_played`: the first step's move is said already.
  void plan(const std::vector<Step>& plan, bool is_played) {
    if (plan.empty() || (is_played && plan.size() == 1 && plan.front().branches.empty())) return;
    word(":");
    Plan rest = audit::view_of(plan);
    if (is_played) branches(*rest.first++);
    steps(rest);
  }
  [[nodiscard]] std::string line() const { return text_ + '\n'; }

 private:
  void square(Point p) { word(fiveproof::to_text(from_kernel(p, size_))); }
  void steps(Plan plan) {
    for (; plan.first != plan.last; ++plan.first) {
      square(plan.first->move);
      branches(*plan.first);
    }
  }
  void branches(const Step& step) {
    for (const audit::Branch& branch : step.branches) {
      if (branch.replies.empty() || branch.plan.empty()) continue;  // mending took them away
      word("(");
      for (Point reply : branch.replies) square(reply);
      word(":");
      steps(audit::view_of(branch.plan));
      word(")");
    }
  }

  int size_;
  std::string text_;
};

std::string header_of(const Proof& proof) {
  return "fiveproof-certificate 2\nproof " + content_hash(proof) + "\nrule " +
         std::string(name_of(proof.rule)) + "\nsize " + std::to_string(proof.size) + "\nattacker " +
         std::string(name_of(proof.attacker)) + "\nrecords " + std::to_string(proof.records.count()) + "\n";
}

}  // namespace

Result<CertificateOutcome> write_certificate(const Proof& proof, const CertificateOptions& options,
                                             const std::function<Status(std::string_view)>& write) {
  audit::Book book = book_of(proof.rule, proof.records);
  audit::Kernel kernel(book);
  Recorder recorder(proof.rule, proof.size, proof.attacker, options.effort);
  Written written(proof);
  CertificateOutcome outcome;
  Phase phase("writing positions", proof.roots.size() + proof.records.count());
  if (auto status = write(header_of(proof)); !status.ok()) return status.error();

  audit::Board board(to_kernel(proof.rule), proof.size);
  for (const Root& root : proof.roots) {
    // Records are not established yet: only the plan is wanted, and whether it does will be seen by who
    // checks it.
    recorder.start();
    to_kernel(root.position, board);
    (void)kernel.prove(board, to_kernel(root.position.to_move()), recorder);
    CertificateLine text(proof.size);
    text.word("root");
    text.stones(root.position);
    text.word(name_of(root.position.to_move()));
    const bool is_and = root.position.to_move() != proof.attacker;
    text.plan(is_and ? recorder.plan_after_move(-1) : recorder.plan_at_leaf(), is_and);
    if (auto status = write(text.line()); !status.ok()) return status.error();
    ++outcome.positions;
  }
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    recorder.start();
    const bool is_established = kernel.check(i, recorder);
    const Record record = proof.records.at(i);
    const auto plan = record.move ? recorder.plan_after_move(book.move(i)) : recorder.plan_at_leaf();
    // What is written may do more than what was tried: for a reply that nothing answered, the plan for most.
    if (!is_established && !kernel.check(i, written.with(plan))) ++outcome.holes;
    CertificateLine text(proof.size);
    text.word("record");
    text.stones(record.position);
    text.word(record.move ? fiveproof::to_text(*record.move) : "-");
    text.plan(plan, record.move.has_value());
    if (auto status = write(text.line()); !status.ok()) return status.error();
    ++outcome.positions;
    phase.reach(outcome.positions);
  }
  if (auto status = write("end\n"); !status.ok()) return status.error();
  return outcome;
}

}  // namespace fiveproof::verify
