#include "verify/frame/level.hpp"

#include <utility>

#include "verify/check/record_check.hpp"
#include "verify/rules/book_source.hpp"
#include "verify/rules/given_plan.hpp"
#include "verify/rules/kernel_words.hpp"
#include "verify/rules/rules_check.hpp"

namespace fiveproof::verify {
namespace {

dbsearch::Answers answers_of(const Task& task) {
  const Check* check = std::get_if<Check>(&task);
  return check != nullptr && check->every_reply ? dbsearch::Answers::each_by_itself
                                                : dbsearch::Answers::by_zones;
}

class DbsearchLevel final : public Level {
 public:
  DbsearchLevel(TableSource records, const Options& options)
      : records_(std::move(records)),
        effort_(options.effort),
        stop_(options.stop),
        answers_(answers_of(options.task)) {}
  [[nodiscard]] const RecordSource& records() const override { return records_; }
  void take(std::uint32_t record) override { records_.take(record); }
  [[nodiscard]] std::unique_ptr<NodeChecker> make_checker(const FormChecker& forms) override {
    return std::make_unique<DbsearchChecker>(forms, effort_, stop_, answers_);
  }
  // The frame's word is the last one.
  [[nodiscard]] std::optional<Claim> confirm(const Proof& proof, std::size_t root,
                                             const WalkCounts&) override {
    return claim_of(proof, root);
  }

 private:
  TableSource records_;
  std::uint32_t effort_;
  const std::atomic<bool>* stop_;
  dbsearch::Answers answers_;
};

class RulesLevel final : public Level {
 public:
  RulesLevel(Proof& proof, const Options& options, std::shared_ptr<const PieceSet> pieces)
      : records_(proof.rule, std::exchange(proof.records, RecordTable(proof.size, proof.attacker))),
        effort_(options.effort),
        pieces_(std::move(pieces)),
        are_plans_wanted_(std::holds_alternative<Certify>(options.task)),
        stop_(options.stop) {
    proof.records.finish();
  }
  [[nodiscard]] const RecordSource& records() const override { return records_; }
  void take(std::uint32_t record) override { records_.take(record); }
  [[nodiscard]] std::unique_ptr<NodeChecker> make_checker(const FormChecker& forms) override {
    return std::make_unique<RulesChecker>(forms, records_.book(), effort_,
                                          PlanTrade{pieces_.get(), are_plans_wanted_}, stop_);
  }
  // The kernel walks once more by itself, and what it says it proved is what the verdict is about.
  [[nodiscard]] std::optional<Claim> confirm(const Proof& proof, std::size_t root,
                                             const WalkCounts& counts) override {
    audit::Board board(to_kernel(proof.rule), proof.size);
    to_kernel(proof.roots[root].position, board);
    audit::Kernel kernel(records_.book());
    Guide guide(proof.rule, proof.size, proof.attacker, effort_, stop_);
    GivenPlan given(stop_);
    audit::Hints* hints = &guide;
    if (auto plan = plan_for_root(proof, root)) {
      given.use(*std::move(plan));
      hints = &given;
    }
    const auto proved = kernel.prove(board, to_kernel(proof.roots[root].position.to_move()), *hints);
    if (!proved || proved->positions != counts.positions || proved->replies != counts.replies)
      return std::nullopt;
    const Claim claim = claim_of(*proved);
    if (claim.rule != proof.rule || claim.size != proof.size || claim.attacker != proof.attacker ||
        !(claim.root.position == proof.roots[root].position))
      return std::nullopt;
    // The same claim; the file also says by which moves the root comes about.
    return verify::claim_of(proof, root);
  }

 private:
  /// What a piece has for the root; where that cannot be read any more there is none.
  [[nodiscard]] std::optional<std::vector<audit::Step>> plan_for_root(const Proof& proof,
                                                                      std::size_t root) const {
    if (pieces_ == nullptr) return std::nullopt;
    const auto node = static_cast<NodeId>(records_.count() + root);
    const bool is_and = proof.roots[root].position.to_move() != proof.attacker;
    auto plan = pieces_->plan(node, is_and, -1);
    return plan.ok() ? std::move(plan).value() : std::nullopt;
  }
  static Claim claim_of(const audit::Proved& proved) {
    Claim claim;
    claim.rule = from_kernel(proved.root.rule());
    claim.size = proved.root.size();
    claim.attacker = proved.attacker == audit::black ? Color::black : Color::white;
    claim.root.position = Position(proved.root.size());
    for (std::size_t p = 0; p < proved.root.cells().size(); ++p)
      if (proved.root.cells()[p] != audit::none)
        claim.root.position.put(proved.root.cells()[p] == audit::black ? Color::black : Color::white,
                                from_kernel(static_cast<audit::Point>(p), proved.root.size()));
    claim.root.position.set_to_move(proved.to_move == audit::black ? Color::black : Color::white);
    return claim;
  }

  BookSource records_;
  std::uint32_t effort_;
  std::shared_ptr<const PieceSet> pieces_;
  bool are_plans_wanted_;
  const std::atomic<bool>* stop_;
};

}  // namespace

Result<std::unique_ptr<Level>> make_level(Proof& proof, const Options& options,
                                          std::shared_ptr<const PieceSet> pieces) {
  std::unique_ptr<Level> level;
  switch (trust_of(options.task)) {
    case Trust::dbsearch: {
      auto records = TableSource::create(proof.records, options.key_mask);
      if (!records.ok()) return records.error();
      level = std::make_unique<DbsearchLevel>(std::move(records).value(), options);
      return level;
    }
    case Trust::rules:
      level = std::make_unique<RulesLevel>(proof, options, std::move(pieces));
      return level;
  }
  return Error{ErrorCode::unsupported, "no such level of trust"};
}

}  // namespace fiveproof::verify
