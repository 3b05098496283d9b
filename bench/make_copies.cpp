// Makes large proofs that cost a check what a real one does: one proof again and again, each time with
// another pair of stones at the edge.
//
//     make-copies proofs/freestyle15.fvp --pairs 83 --memory 1G -o big.fvp
//
// A pair is a stone of either side. The position with just that pair is a root. Without symmetries, as most
// pairs are, each record is there in all its orientations, so that a pair makes up to eight times as many. A
// stone of the defender can be in the way at the edge: a few hundredths of the positions may have gaps.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/memory/memory.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"

namespace {

using namespace fiveproof;

struct Pair {
  Square attacker, defender;
};

Pair turned(Pair pair, Symmetry symmetry, int size) {
  return {symmetry.apply(pair.attacker, size), symmetry.apply(pair.defender, size)};
}

/// Of each pair of squares at the edge one of its images, in a random order that is the same always.
std::vector<Pair> pairs_at_the_edge(int size) {
  std::vector<Square> edge;
  for (Square s : SquareSet::whole_board(size))
    if (s.column() % (size - 1) == 0 || s.row() % (size - 1) == 0) edge.push_back(s);
  std::vector<Pair> pairs;
  for (Square a : edge)
    for (Square d : edge) {
      const auto number = [](Pair pair) { return std::pair(pair.attacker.number(), pair.defender.number()); };
      bool is_first = a != d;
      for (int s = 0; s < Symmetry::count; ++s)
        is_first = is_first && number({a, d}) <= number(turned({a, d}, Symmetry(s), size));
      if (is_first) pairs.push_back({a, d});
    }
  std::shuffle(pairs.begin(), pairs.end(), std::mt19937(1));
  return pairs;
}

void put(Position& position, Color attacker, Pair pair) {
  position.put(attacker, pair.attacker);
  position.put(opponent(attacker), pair.defender);
}

void add_copy(const Proof& whole, Pair pair, Proof& copies) {
  Root root{Position(whole.size), std::nullopt};
  put(root.position, whole.attacker, pair);
  root.position.set_to_move(whole.attacker);
  copies.roots.push_back(root);
  for (std::size_t i = 0; i < whole.records.count(); ++i) {
    const Record record = whole.records.at(i);
    for (int s = 0; s < Symmetry::count; ++s) {
      const Pair here = turned(pair, Symmetry(s), whole.size);
      if (!record.position.is_empty(here.attacker) || !record.position.is_empty(here.defender)) continue;
      if (record.move == here.attacker || record.move == here.defender) continue;
      Position with_pair = record.position;
      put(with_pair, whole.attacker, here);
      copies.records.add(with_pair, record.move);
    }
  }
}

int fail(const Error& error) {
  std::fprintf(stderr, "make-copies: %s\n", error.text().c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  fiveproof::return_large_pieces();
  CLI::App app("Makes large proofs out of one");
  std::string input, output;
  std::size_t wanted = 1;
  std::uint64_t memory = 0;
  app.add_option("proof", input, "A proof of a game from the empty board, the attacker to move")->required();
  app.add_option("--pairs", wanted, "How many copies");
  app.add_option("--memory", memory, "For records; the rest is on the disk")
      ->transform(CLI::AsSizeValue(false));
  app.add_option("-o,--output", output, "File to write")->required();
  CLI11_PARSE(app, argc, argv);
  const auto whole = read_fvp_file(input);
  if (!whole.ok()) return fail(whole.error());
  MemoryBudget budget;
  if (memory > 0) budget.bytes = memory;
  Proof copies(whole.value().rule, whole.value().size, whole.value().attacker, budget);
  std::vector<Pair> pairs = pairs_at_the_edge(whole.value().size);
  pairs.resize(std::min(pairs.size(), wanted));
  for (const Pair& pair : pairs) add_copy(whole.value(), pair, copies);
  if (const auto finished = copies.records.finish_within_budget(); !finished.ok())
    return fail(finished.error());
  const auto written = write_fvp(copies, output);
  if (!written.ok()) return fail(written.error());
  std::printf("%zu records, %llu bytes, hash %s\n", copies.records.count(),
              static_cast<unsigned long long>(written.value().bytes), written.value().hash.c_str());
}
