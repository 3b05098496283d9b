#include "verify/rules/certificate_writer.hpp"

#include <string>
#include <vector>

#include "base/phase.hpp"
#include "game/notation.hpp"
#include "verify/audit/certificate.hpp"
#include "verify/rules/kernel_words.hpp"
#include "verify/rules/plan_recorder.hpp"
#include "verify/rules/plan_words.hpp"

namespace fiveproof::verify {
namespace {

using audit::Step;

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
    if (const std::string words = plan_words(plan, is_played, size_); !words.empty()) word(": " + words);
  }
  [[nodiscard]] std::string line() const { return text_ + '\n'; }

 private:
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
  Guide guide(proof.rule, proof.size, proof.attacker, options.effort);
  PlanRecorder recorder(guide);
  Written written(proof);
  CertificateOutcome outcome;
  Phase phase("writing positions", proof.roots.size() + proof.records.count());
  FIVEPROOF_TRY(write(header_of(proof)));

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
    FIVEPROOF_TRY(write(text.line()));
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
    FIVEPROOF_TRY(write(text.line()));
    ++outcome.positions;
    phase.reach(outcome.positions);
  }
  FIVEPROOF_TRY(write("end\n"));
  return outcome;
}

}  // namespace fiveproof::verify
