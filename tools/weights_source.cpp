#include "tools/weights_source.hpp"

#include <sstream>
#include <utility>

namespace fiveproof::tools {
namespace {

constexpr std::size_t most_columns = 110;

constexpr const char* head =
    R"(// Written by tools/learn_patterns.cpp; see solve/search/patterns.hpp. Whose numbers these are is in
// docs/decisions/solve.md, "The weights that were measured stay".
#include "solve/search/patterns.hpp"

namespace fiveproof::solve {
namespace {

// clang-format off
constexpr LearnedWeights weights[] = {
)";

constexpr const char* foot = R"(// clang-format on

}  // namespace

std::span<const LearnedWeights> learned_weights() { return weights; }
std::span<const std::int16_t> learned_toil_of_stones() { return toil; }

}  // namespace fiveproof::solve
)";

std::string entry_of(const solve::LearnedWeights& w) {
  std::ostringstream out;
  out << "{" << w.pattern << ",{" << w.weights.move_own << "," << w.weights.move_other << ","
      << w.weights.toil_own << "," << w.weights.toil_other << "}},";
  return std::move(out).str();
}

}  // namespace

std::string weights_source(std::span<const solve::LearnedWeights> weights,
                           std::span<const std::int16_t> toil) {
  std::ostringstream out;
  out << head;
  std::string line;
  for (const solve::LearnedWeights& w : weights) {
    const std::string entry = entry_of(w);
    if (line.size() + entry.size() > most_columns) out << std::exchange(line, "") << "\n";
    line += entry;
  }
  out << line << "\n};\nconstexpr std::int16_t toil[] = {";
  for (std::size_t i = 0; i < toil.size(); ++i) out << (i > 0 ? ", " : "") << toil[i];
  out << "};\n" << foot;
  return std::move(out).str();
}

}  // namespace fiveproof::tools
