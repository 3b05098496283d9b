// Records and hints for the audit kernel (kernel_input.hpp), on boards that can be solved: whatever it
// accepts is confirmed by a solver that knows only the rules.
#include <algorithm>
#include <sstream>

#include "game/five.hpp"
#include "tests/fuzz/brute_force.hpp"
#include "tests/fuzz/kernel_input.hpp"
#include "tests/fuzz/target.hpp"
#include "verify/audit/certificate.hpp"
#include "verify/rules/certificate_writer.hpp"
#include "verify/rules/guide.hpp"
#include "verify/rules/kernel_words.hpp"

namespace kernel_target {

using namespace fiveproof;

constexpr std::uint64_t solver_nodes = 20'000;
constexpr std::size_t most_records = 30;
constexpr std::uint32_t effort = 60;

/// A record before it is packed: the attacker is to move.
struct LooseRecord {
  Position position;
  std::optional<Square> move;
};

/// The records that prove a won root, as far as they fit.
class Solution {
 public:
  Solution(fuzz::BruteForce& solver, const fuzz::KernelInput& input)
      : solver_(solver), rule_(input.rule), attacker_(input.attacker) {}

  void add(Position position) {
    if (records.size() >= most_records || position.is_full() || !is_won(position)) return;
    if (position.to_move() == attacker_) return add_move(position);
    for (Square reply : position.empties()) {
      position.play(reply);
      add(position);
      position.undo(reply);
    }
  }

  std::vector<LooseRecord> records;

 private:
  bool is_won(const Position& position) { return solver_.ask(position, solver_nodes) == fuzz::Outcome::win; }
  void add_move(const Position& position) {
    for (Square move : position.empties()) {
      Position after = position;
      after.play(move);
      if (!is_won(after)) continue;
      records.push_back({position, move});
      if (!has_five(after, rule_, attacker_)) add(after);
      return;
    }
  }
  fuzz::BruteForce& solver_;
  RuleSet rule_;
  Color attacker_;
};

Square square_of(unsigned number, int size) {
  const int index = static_cast<int>(number) % (size * size);
  return Square(index / size, index % size);
}

void apply(const fuzz::RecordEdit& edit, const fuzz::KernelInput& input, std::vector<LooseRecord>& records) {
  using Kind = fuzz::RecordEdit::Kind;
  const Square square = square_of(edit.point, input.root.size());
  if (edit.kind == Kind::add_record || records.empty()) {
    Position position = input.root;
    position.set_to_move(input.attacker);
    const Square stone = square_of(edit.record, input.root.size());
    if (position.is_empty(stone)) position.put(opponent(input.attacker), stone);
    records.push_back({position, square});
    return;
  }
  LooseRecord& record = records[edit.record % records.size()];
  switch (edit.kind) {
    case Kind::drop:
      records.erase(records.begin() + edit.record % static_cast<int>(records.size()));
      break;
    case Kind::other_move:
      record.move = square;
      break;
    case Kind::no_move:
      record.move.reset();
      break;
    case Kind::flip_stone:
      if (const auto color = record.position.at(square)) {
        record.position.take(square);
        record.position.put(opponent(*color), square);
      }
      break;
    case Kind::add_stone:
      if (record.position.is_empty(square)) record.position.put(input.attacker, square);
      break;
    case Kind::add_record:
      break;
  }
}

Proof proof_of(const fuzz::KernelInput& input, fuzz::BruteForce& solver) {
  Solution solution(solver, input);
  if (input.solve_first) solution.add(input.root);
  for (const auto& edit : input.edits) apply(edit, input, solution.records);
  Proof proof(input.rule, input.root.size(), input.attacker);
  proof.roots.push_back({input.root, std::nullopt});
  for (const auto& record : solution.records) proof.records.add(record.position, record.move);
  proof.records.finish();
  return proof;
}

/// The guide's hints, then the made-up plans, each in turn.
class MadeUpHints : public audit::Hints {
 public:
  explicit MadeUpHints(const fuzz::KernelInput& input)
      : input_(input), guide_(input.rule, input.root.size(), input.attacker, effort) {}

  audit::Plan threat(const audit::Board& board) override {
    const audit::Plan guided = guide_.threat(board);
    if (input_.ask_guide || input_.plans.empty()) return guided;
    return next_plan();
  }
  audit::Plan played(const audit::Board&) override {
    return input_.plans.empty() ? audit::Plan() : next_plan();
  }
  std::optional<audit::Plan> plan(const audit::Board& board, audit::Point reply, int attempt) override {
    if (attempt == 0) first_made_up_ = input_.ask_guide ? -1 : 0;
    if (first_made_up_ < 0) {
      if (auto guided = guide_.plan(board, reply, attempt)) return guided;
      first_made_up_ = attempt;
    }
    if (attempt - first_made_up_ >= static_cast<int>(input_.plans.size())) return std::nullopt;
    return next_plan();
  }
  void stuck(const audit::Board& board, audit::Plan played, audit::Point reply) override {
    if (first_made_up_ < 0) guide_.stuck(board, played, reply);
  }

 private:
  audit::Plan next_plan() { return audit::view_of(input_.plans[next_++ % input_.plans.size()]); }

  const fuzz::KernelInput& input_;
  verify::Guide guide_;
  std::size_t next_ = 0;
  int first_made_up_ = 0;
};

/// Asks the kernel for claims and the solver whether they are true.
class Questions {
 public:
  Questions(audit::Kernel& kernel, const fuzz::KernelInput& input, fuzz::BruteForce& solver)
      : kernel_(kernel),
        input_(input),
        solver_(solver),
        board_(verify::to_kernel(input.rule), input.root.size()) {}

  void ask(const Position& root, audit::Hints& hints) {
    verify::to_kernel(root, board_);
    const auto proved = kernel_.prove(board_, verify::to_kernel(root.to_move()), hints);
    if (!proved) return;
    FIVEPROOF_ENSURE(proved->root.cells() == board_.cells() && proved->root.size() == root.size());
    FIVEPROOF_ENSURE(proved->root.rule() == board_.rule() &&
                     proved->to_move == verify::to_kernel(root.to_move()));
    FIVEPROOF_ENSURE(proved->attacker == verify::to_kernel(input_.attacker));
    FIVEPROOF_ENSURE(solver_.ask(root, solver_nodes) != fuzz::Outcome::no_win);
  }

 private:
  audit::Kernel& kernel_;
  const fuzz::KernelInput& input_;
  fuzz::BruteForce& solver_;
  audit::Board board_;
};

/// Every record as a claim, and the root with either side to move.
void check_kernel(const Proof& proof, const fuzz::KernelInput& input, fuzz::BruteForce& solver) {
  audit::Book book = verify::book_of(proof.rule, proof.records);
  audit::Kernel kernel(book);
  MadeUpHints hints(input);
  Questions questions(kernel, input, solver);
  for (std::size_t i = 0; i < book.count(); ++i) (void)kernel.check(i, hints);
  for (std::size_t i = 0; i < book.count(); ++i) questions.ask(proof.records.at(i).position, hints);
  Position root = input.root;
  for (const Color c : {Color::black, Color::white}) {
    root.set_to_move(c);
    questions.ask(root, hints);
  }
}

/// What is written as a certificate is read without complaint and has as many holes as were counted.
void check_certificate(const Proof& proof, const fuzz::KernelInput& input, fuzz::BruteForce& solver) {
  std::stringstream text;
  const auto written = verify::write_certificate(proof, {effort}, [&](std::string_view line) -> Status {
    text << line;
    return Done{};
  });
  FIVEPROOF_ENSURE(written.ok());
  audit::CertificateReader reader(text);
  FIVEPROOF_ENSURE(reader.records() == proof.records.count());
  audit::Entry entry{false, audit::Board(reader.rule(), reader.size()), audit::none, -1, {}, 0};
  std::optional<audit::Entry> root;
  audit::Book book = verify::book_of(proof.rule, proof.records);
  audit::Kernel kernel(book);
  audit::EntryHints hints;
  std::size_t record = 0;
  std::uint64_t holes = 0;
  while (reader.next(entry)) {
    if (entry.is_root) {
      root = entry;
      continue;
    }
    FIVEPROOF_ENSURE(entry.move == book.move(record));
    hints.use(entry);
    if (!kernel.check(record++, hints)) ++holes;
  }
  FIVEPROOF_ENSURE(root && record == proof.records.count());
  FIVEPROOF_ENSURE(holes == written.value().holes);
  hints.use(*root);
  Questions(kernel, input, solver).ask(input.root, hints);
}

FIVEPROOF_FUZZ_TARGET(kernel, data, size) {
  const auto input = fuzz::decode_kernel_input({data, size});
  fuzz::BruteForce solver(input.rule, input.root.size(), input.attacker);
  const Proof proof = proof_of(input, solver);
  check_kernel(proof, input, solver);
  if (input.write_certificate) check_certificate(proof, input, solver);
  return 0;
}

}  // namespace kernel_target
