// Learns weights like those of solve/search/learned_weights.cpp: which moves win and how hard positions are,
// told from patterns on lines.
//
//     learn-patterns OUT.cpp PROOF.fvp... LOG.jsonl...
//     learn-patterns OUT.cpp                                the weights that the program has, written once
//     more
//
// Moves from proofs: a softmax over all empty squares (move_order.hpp: over those near stones) is fitted so
// that the move of each record gets the largest share. Difficulty from the logs of solve --log, of black's
// positions on 15x15: the binary logarithm of the db-searches that a job took, at least as much as was spent
// in vain on those that were never proved. Both are linear in the weights of patterns
// (solve/search/patterns.hpp), and fitted by stochastic gradient descent with a step of its own for each
// weight (Duchi, Hazan and Singer 2011). The same files in the same order make the same weights, with the
// same standard library.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/files/atomic_file.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "game/line_board.hpp"
#include "game/notation.hpp"
#include "proof/proof.hpp"
#include "solve/search/patterns.hpp"
#include "tools/weights_source.hpp"

namespace {

using namespace fiveproof;
/// The patterns of the side's own stones come first, then those of the other side's.
using Patterns = std::array<std::uint16_t, 2 * direction_count>;

constexpr int pattern_count = solve::pattern_count;
/// Positions with fewer stones are left out, because their patterns show nothing yet.
constexpr int least_stones = 4;
/// Moves are learned from positions with at most so many stones, and difficulty from jobs with at most so
/// many.
constexpr int most_stones = 24;
constexpr int hardest_stones = 12;
/// A job that was not proved counts only after so many db-searches, because fewer say nothing about it. Then
/// it is taken to be harder than what was spent on it, by so many bits.
constexpr double vain_searches = 16'000;
constexpr double vain_bits = 2;

/// Holds the numbers that are learned, each with the sum of the squares of its gradients, which shortens its
/// steps.
class Weights {
 public:
  Weights(std::size_t count, double step) : values_(count), squares_(count, 1e-6), step_(step) {}
  double operator[](std::size_t i) const { return values_[i]; }
  void descend(std::size_t i, double gradient) {
    squares_[i] += gradient * gradient;
    values_[i] -= step_ * gradient / std::sqrt(squares_[i]);
  }

 private:
  std::vector<double> values_, squares_;
  double step_;
};

/// Mirrored patterns have one weight.
std::size_t feature_of(const Neighbourhood& n, int side) {
  const int pattern = solve::pattern_of(n);
  return static_cast<std::size_t>(std::min(pattern, solve::mirrored(pattern)) + side * pattern_count);
}

Patterns patterns_at(const LineBoard& board, Square s) {
  Patterns patterns;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const int side = i < direction_count ? 0 : 1;
    const int direction = static_cast<int>(i) % direction_count;
    patterns[i] = static_cast<std::uint16_t>(feature_of(board.around(side, s, direction), side));
  }
  return patterns;
}

// -- moves ------------------------------------------------------------------------------------------------

struct Choice {
  Position position;
  Square move;
};

/// Most records answer replies far from everything else, all alike; they would outweigh the rest.
bool is_far_off(Square s, const Position& position, Color attacker) {
  return std::ranges::none_of(position.stones(attacker), [&](Square stone) {
    return std::max(std::abs(s.column() - stone.column()), std::abs(s.row() - stone.row())) <= 3;
  });
}

std::vector<Choice> choices_of(const Proof& proof) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    const Record record = proof.records.at(i);
    const int stones = record.position.stone_count();
    const bool is_common =
        std::ranges::any_of(record.position.stones(opponent(proof.attacker)),
                            [&](Square s) { return is_far_off(s, record.position, proof.attacker); });
    if (record.move && !is_common && stones >= least_stones && stones <= most_stones)
      choices.push_back({record.position, *record.move});
  }
  return choices;
}

/// Makes one step down and returns the surprise before it, in nats.
double learn_from(const Choice& choice, Weights& weights) {
  const LineBoard board(choice.position, choice.position.to_move());
  std::vector<Patterns> squares;
  std::vector<double> shares;
  std::size_t chosen = 0;
  for (Square s : choice.position.empties()) {
    if (s == choice.move) chosen = squares.size();
    squares.push_back(patterns_at(board, s));
    double worth = 0;
    for (auto pattern : squares.back()) worth += weights[pattern];
    shares.push_back(worth);
  }
  const double most = *std::ranges::max_element(shares);
  double sum = 0;
  for (double& share : shares) sum += share = std::exp(share - most);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const double gradient = shares[i] / sum - (i == chosen ? 1 : 0);
    if (std::abs(gradient) < 1e-4) continue;
    for (auto pattern : squares[i]) weights.descend(pattern, gradient);
  }
  return -std::log(shares[chosen] / sum);
}

Weights learn_moves(std::vector<Choice> choices) {
  Weights weights(2 * pattern_count, 0.1);
  std::mt19937 random(1);
  for (int epoch = 0; epoch < 6; ++epoch) {
    std::ranges::shuffle(choices, random);
    double surprise = 0;
    for (const Choice& choice : choices) surprise += learn_from(choice, weights);
    std::printf("moves: %.3f bits of surprise\n",
                surprise / static_cast<double>(choices.size()) / std::log(2.0));
  }
  return weights;
}

// -- difficulty -------------------------------------------------------------------------------------------

struct Effort {
  double searches = 0;
  bool is_proved = false;
};
using Efforts = std::map<std::string, std::pair<Position, Effort>>;

SquareSet squares_of(const nlohmann::json& names) {
  SquareSet squares;
  for (const auto& name : names) squares.insert(parse_square(name.get<std::string>(), 15).value());
  return squares;
}

/// Keeps the largest search of each OR position, because it tells best what the position takes.
Status read_log(const std::string& path, Efforts& efforts) {
  std::ifstream in(path);
  if (!in) return Error{ErrorCode::io, "cannot be read", path, {}};
  for (std::string line; std::getline(in, line);) {
    const auto job = nlohmann::json::parse(line, nullptr, false);
    if (job.is_discarded() || !job.contains("outcome") || job["to-move"] != "black") continue;
    if (job["outcome"] == "stopped") continue;
    Position position(15);
    for (Square s : squares_of(job["black"])) position.put(Color::black, s);
    for (Square s : squares_of(job["white"])) position.put(Color::white, s);
    auto& [where, effort] =
        efforts.try_emplace(job["black"].dump() + job["white"].dump(), position, Effort{}).first->second;
    effort.searches = std::max(effort.searches, job["searches"].get<double>());
    effort.is_proved = effort.is_proved || job["outcome"] == "proved";
  }
  return Done{};
}

/// A position is described by how often each pattern is seen from its empty squares.
struct Example {
  std::vector<std::pair<std::size_t, double>> features;
  double bits;
  bool is_proved;
};

std::size_t feature_of_stones(int stones) {
  return 2 * pattern_count + static_cast<std::size_t>((stones - least_stones) / 2);
}

std::optional<Example> example_of(const Position& position, const Effort& effort) {
  const int stones = position.stone_count();
  if (stones < least_stones || stones > hardest_stones) return std::nullopt;
  if (!effort.is_proved && effort.searches < vain_searches) return std::nullopt;
  const LineBoard board(position, position.to_move());
  std::map<std::size_t, double> seen;
  for (Square s : position.empties())
    for (int side = 0; side < 2; ++side)
      for (int d = 0; d < direction_count; ++d) {
        const Neighbourhood n = board.around(side, s, d);
        if (solve::has_stones(n)) seen[feature_of(n, side)] += 1;
      }
  seen[feature_of_stones(stones)] = 4;
  return Example{{seen.begin(), seen.end()},
                 std::log2(effort.searches + 50) + (effort.is_proved ? 0 : vain_bits),
                 effort.is_proved};
}

Weights learn_difficulty(const Efforts& efforts) {
  std::vector<Example> examples;
  for (const auto& [key, known] : efforts)
    if (auto example = example_of(known.first, known.second)) examples.push_back(std::move(*example));
  Weights weights(feature_of_stones(hardest_stones) + 1, 0.075);
  std::mt19937 random(1);
  for (int epoch = 0; epoch < 30; ++epoch) {
    std::ranges::shuffle(examples, random);
    double sum = 0;
    for (const Example& example : examples) {
      double told = 0;
      for (const auto& [i, count] : example.features) told += weights[i] * count;
      double error = told - example.bits;
      if (!example.is_proved) error = std::min(error, 0.0);  // It may well be harder.
      sum += error * error;
      error = std::clamp(error, -4.0, 4.0);
      for (const auto& [i, count] : example.features) weights.descend(i, error * count + 1e-3 * weights[i]);
    }
    if (epoch % 10 == 9)
      std::printf("difficulty: %zu jobs, off by %.2f bits\n", examples.size(),
                  std::sqrt(sum / static_cast<double>(examples.size())));
  }
  return weights;
}

// -- the file ---------------------------------------------------------------------------------------------

std::int16_t hundredths(double bits) { return static_cast<std::int16_t>(std::lround(100 * bits)); }

/// The patterns that weigh anything at all.
std::vector<solve::LearnedWeights> weights_of(const Weights& moves, const Weights& toil) {
  std::vector<solve::LearnedWeights> weights;
  for (std::size_t i = 0; i < pattern_count; ++i) {
    const solve::PatternWeights of{hundredths(moves[i] / std::log(2.0)),
                                   hundredths(moves[pattern_count + i] / std::log(2.0)), hundredths(toil[i]),
                                   hundredths(toil[pattern_count + i])};
    if (of.move_own != 0 || of.move_other != 0 || of.toil_own != 0 || of.toil_other != 0)
      weights.push_back({static_cast<std::int16_t>(i), of});
  }
  return weights;
}

std::vector<std::int16_t> toil_of_stones(const Weights& toil) {
  std::vector<std::int16_t> of_stones;
  for (int stones = least_stones; stones <= hardest_stones; stones += 2)
    of_stones.push_back(hundredths(4 * toil[feature_of_stones(stones)]));
  return of_stones;
}

int fail(const Error& error) {
  std::fprintf(stderr, "learn-patterns: %s\n", error.text().c_str());
  return 2;
}

int write(const char* path, std::span<const solve::LearnedWeights> weights,
          std::span<const std::int16_t> toil) {
  const std::string text = tools::weights_source(weights, toil);
  const auto written = write_file(path, std::vector<std::uint8_t>(text.begin(), text.end()));
  return written.ok() ? 0 : fail(written.error());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2) return write(argv[1], solve::learned_weights(), solve::learned_toil_of_stones());
  std::vector<Choice> choices;
  Efforts efforts;
  for (int i = 2; i < argc; ++i) {
    const std::string path = argv[i];
    if (path.ends_with(".jsonl") || path.ends_with(".log")) {
      if (auto done = read_log(path, efforts); !done.ok()) return fail(done.error());
      continue;
    }
    const auto proof = read_fvp_file(path);
    if (!proof.ok()) return fail(proof.error());
    for (const Choice& choice : choices_of(proof.value())) choices.push_back(choice);
  }
  if (choices.empty() || efforts.empty()) {
    std::fprintf(stderr, "usage: learn-patterns OUT.cpp [PROOF.fvp... LOG.jsonl...]\n");
    return 2;
  }
  std::printf("%zu moves, %zu jobs\n", choices.size(), efforts.size());
  const Weights moves = learn_moves(std::move(choices));
  const Weights toil = learn_difficulty(efforts);
  return write(argv[1], weights_of(moves, toil), toil_of_stones(toil));
}
