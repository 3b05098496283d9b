// The bench at any length:
//
//     mutant-bench [--count N] [--seed S] [--proof FILE] [--checker NAME] [--effort E] [--rule renju]
//
// NAME: dbsearch, rules, certificate (all three without it), or a liar: always-accept, always-reject,
// hash-believer, claim-believer. With --proof, parts of that proof are mutated. With --effort 0 only proofs
// that go down to the five. With --rule renju small proofs of renju. Exit code 1: somebody lied.
#include <chrono>
#include <cstring>
#include <iostream>

#include "format/fvp/fvp_reader.hpp"
#include "format/text/jsonl.hpp"
#include "tests/mutants/bench.hpp"
#include "tests/mutants/convert.hpp"

namespace {

using namespace fiveproof;
using namespace fiveproof::mutants;

struct Arguments {
  std::uint64_t count = 1000;
  std::uint64_t seed = 1;
  std::uint32_t effort = 1000;
  std::string proof;
  std::string checker;
  bool is_renju = false;
};

std::optional<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    const std::string value = argv[i + 1];
    if (name == "--count")
      arguments.count = std::stoull(value);
    else if (name == "--seed")
      arguments.seed = std::stoull(value);
    else if (name == "--effort")
      arguments.effort = static_cast<std::uint32_t>(std::stoul(value));
    else if (name == "--proof")
      arguments.proof = value;
    else if (name == "--rule" && value == "renju")
      arguments.is_renju = true;
    else if (name == "--checker")
      arguments.checker = value;
    else
      return std::nullopt;
  }
  if (argc % 2 == 0) return std::nullopt;
  return arguments;
}

std::vector<Checker> checkers_of(const Arguments& a) {
  std::vector<std::pair<std::string, Checker>> honest{{"dbsearch", dbsearch_level(a.effort)},
                                                      {"rules", rules_level(a.effort)},
                                                      {"certificate", certificate_audit()}};
  const std::vector<std::pair<std::string, Checker>> liars{{"always-accept", always_accept()},
                                                           {"always-reject", always_reject()},
                                                           {"hash-believer", hash_believer()},
                                                           {"claim-believer", claim_believer(a.effort)}};
  std::vector<Checker> chosen;
  for (const auto& [name, checker] : honest)
    if (a.checker.empty() || a.checker == name) chosen.push_back(checker);
  for (const auto& [name, checker] : liars)
    if (a.checker == name) chosen.push_back(checker);
  return chosen;
}

/// Parts of different depths.
std::vector<Original> originals_of(const std::string& path, std::uint32_t effort, bool is_renju) {
  if (path.empty()) {
    auto made = is_renju ? renju_originals() : small_originals();
    if (effort == 0) std::erase_if(made, [](const Original& original) { return !original.is_explicit; });
    return made;
  }
  const bool is_text = path.size() > 6 && path.compare(path.size() - 6, 6, ".jsonl") == 0;
  const auto proof = is_text ? read_jsonl_file(path) : read_fvp_file(path);
  if (!proof.ok()) {
    std::cerr << "mutant-bench: " << proof.error().text() << '\n';
    return {};
  }
  const Draft whole = to_draft(proof.value());
  std::vector<Original> parts;
  for (const auto& [least, most, skip] : {std::tuple{1, 2, 7}, {3, 5, 2}, {6, 12, 1}, {13, 40, 0}}) {
    const auto part = part_of(whole, static_cast<std::size_t>(least), static_cast<std::size_t>(most),
                              static_cast<std::size_t>(skip));
    if (part) parts.push_back(*part);
  }
  return parts;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = parse(argc, argv);
  if (!arguments) {
    std::cerr << "usage: mutant-bench [--count N] [--seed S] [--proof FILE] [--checker NAME] [--effort E] "
                 "[--rule renju]\n";
    return 2;
  }
  const auto originals = originals_of(arguments->proof, arguments->effort, arguments->is_renju);
  const auto checkers = checkers_of(*arguments);
  if (originals.empty() || checkers.empty()) return 2;
  bool is_clean = true;
  Judge judge;
  for (const Checker& checker : checkers) {
    BenchOptions options;
    options.count = arguments->count;
    options.seed = arguments->seed;
    options.log = &std::cerr;
    auto kinds = checker.name == "certificate audit" ? certificate_kinds() : all_kinds();
    if (arguments->is_renju && checker.name != "certificate audit")
      for (const Kind& kind : renju_kinds()) kinds.push_back(kind);
    const auto start = std::chrono::steady_clock::now();
    const Figures figures = run_bench(checker, originals, kinds, options, judge);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::cout << checker.name << ": " << figures.total().made << " mutants, " << seconds << " s\n";
    print(figures, std::cout);
    std::cout << std::endl;
    is_clean = is_clean && figures.total().failures() == 0;
  }
  return is_clean ? 0 : 1;
}
