#include "tests/mutants/bench.hpp"

#include <iomanip>
#include <ostream>

namespace fiveproof::mutants {
namespace {

std::string printable(const File& file) {
  if (file.form != Form::fvp) return {file.bytes.begin(), file.bytes.end()};
  const auto draft = read(file);
  if (!draft) return "(bytes)\n";
  const File text = write_jsonl(*draft);
  return {text.bytes.begin(), text.bytes.end()};
}

class Bench {
 public:
  Bench(const Checker& checker, const BenchOptions& options, Judge& judge)
      : checker_(checker), options_(options), judge_(judge) {}

  void put(const Kind& kind, const Original& original, const Mutant& mutant, Row& row) {
    const auto accepted = checker_.check(mutant.file, mutant.expected);
    if (!accepted) return;  // not a file for this checker
    ++row.made;
    if (!*accepted) {
      ++row.rejected;
      if (kind.demand != Demand::accept) return;
      ++row.wrongly_rejected;
      return tell(kind, original, mutant, "rejected, though it is true");
    }
    if (kind.demand == Demand::reject) {
      ++row.accepted_and_wrong;
      return tell(kind, original, mutant, "accepted, though it had to be rejected");
    }
    const Reason reason = judge_.judge(read(mutant.file), mutant.expected, checker_.contradictions);
    switch (reason.judgement) {
      case Judgement::valid:
        ++row.accepted_and_valid;
        return;
      case Judgement::wrong:
        ++row.accepted_and_wrong;
        return tell(kind, original, mutant, "accepted and wrong: " + reason.text);
      default:
        ++row.accepted_and_undecided;
        return tell(kind, original, mutant, "accepted and undecided: " + reason.text);
    }
  }

 private:
  void tell(const Kind& kind, const Original& original, const Mutant& mutant, const std::string& what) {
    if (options_.log == nullptr || ++told_ > 10) return;
    *options_.log << checker_.name << ", " << original.name << ", " << kind.name << ": " << what << '\n'
                  << printable(mutant.file).substr(0, 4000) << '\n';
  }

  const Checker& checker_;
  const BenchOptions& options_;
  Judge& judge_;
  int told_ = 0;
};

}  // namespace

Row& Row::operator+=(const Row& other) {
  made += other.made;
  rejected += other.rejected;
  accepted_and_valid += other.accepted_and_valid;
  accepted_and_wrong += other.accepted_and_wrong;
  accepted_and_undecided += other.accepted_and_undecided;
  wrongly_rejected += other.wrongly_rejected;
  return *this;
}

Row Figures::total() const {
  Row sum;
  sum.name = "all";
  for (const Row& row : rows) sum += row;
  return sum;
}

Figures run_bench(const Checker& checker, const std::vector<Original>& originals,
                  const std::vector<Kind>& kinds, const BenchOptions& options, Judge& judge) {
  Random random(options.seed);
  Bench bench(checker, options, judge);
  Figures figures;
  for (const Kind& kind : kinds) {
    Row row;
    row.name = std::string(kind.name);
    figures.rows.push_back(row);
  }
  std::uint64_t failures = 0;
  for (std::uint64_t i = 0; i < options.count && failures < options.stop_after_failures; ++i) {
    const std::size_t k = i % kinds.size();
    const Original& original =
        originals[static_cast<std::size_t>(random.below(static_cast<int>(originals.size())))];
    // Some kinds fall on a square that does not do; then they are asked again.
    std::optional<Mutant> mutant;
    for (int attempt = 0; attempt < 8 && !mutant; ++attempt)
      mutant = kinds[k].make({original, originals}, random);
    if (!mutant) continue;
    const std::uint64_t before = figures.rows[k].failures();
    bench.put(kinds[k], original, *mutant, figures.rows[k]);
    failures += figures.rows[k].failures() - before;
  }
  return figures;
}

void print(const Figures& figures, std::ostream& out) {
  const auto line = [&](const Row& row) {
    out << std::left << std::setw(66) << row.name << std::right << std::setw(8) << row.made << std::setw(10)
        << row.rejected << std::setw(10) << row.accepted_and_valid << std::setw(8) << row.accepted_and_wrong
        << std::setw(11) << row.accepted_and_undecided << std::setw(9) << row.wrongly_rejected << '\n';
  };
  out << std::left << std::setw(66) << "kind" << std::right << std::setw(8) << "made" << std::setw(10)
      << "rejected" << std::setw(10) << "valid" << std::setw(8) << "WRONG" << std::setw(11) << "UNDECIDED"
      << std::setw(9) << "MISSED" << '\n';
  for (const Row& row : figures.rows)
    if (row.made > 0) line(row);
  line(figures.total());
}

}  // namespace fiveproof::mutants
