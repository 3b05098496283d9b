// Makes proofs of any size, to see what reading and writing them takes. They claim that Black wins 15x15
// free-style go-moku from the empty board, and nothing about them is true.
//
//     make-synthetic-proof --records 100M --seed 1 --memory 1G -o big.fvp
//
// At each position a move and some replies are drawn, all near stones that are there. What is drawn depends
// on the seed and on the canonical position alone, so that ways that meet go on together. The trees widen for
// some plies and then stay as wide, as those of real proofs do.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/memory/memory.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "game/square_images.hpp"
#include "proof/records/image_board.hpp"

namespace {

using namespace fiveproof;

constexpr int size = 15;
constexpr int squares = size * size;
/// Attacker's moves on the way; at so many plies the trees end.
constexpr int depth_at_most = 30;
/// Plies in which they widen, and how many replies are drawn on average there; some are the same.
constexpr int widening_plies = 12;
constexpr unsigned replies_drawn = 6;

std::uint64_t mixed(std::uint64_t z) {  // the finalizer of splitmix64
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

class Grower {
 public:
  Grower(std::uint64_t records, std::uint64_t seed, MemoryBudget budget)
      : left_(records), seed_(seed), proof_(RuleSet::freestyle, size, Color::black, std::move(budget)) {
    proof_.roots.push_back({Position(size), std::vector<Square>{}});
  }

  Result<Proof> grow() && {
    grow_below(squares / 2, 0);
    if (auto finished = proof_.records.finish_within_budget(); !finished.ok()) return finished.error();
    return std::move(proof_);
  }

 private:
  /// Numbers that depend on the seed, a position and how many were drawn.
  struct Dice {
    std::uint64_t state;
    std::uint64_t roll(std::uint64_t sides) {
      state = mixed(state + 0x9E3779B97F4A7C15u);
      return (state >> 32) * sides >> 32;
    }
  };

  /// The record of the position on the board, and what is below it. `last` is the stone played last.
  void grow_below(int last, int depth) {
    std::array<std::uint8_t, entry_bytes(size)> entry;
    const Symmetry to_canonical = board_.write_entry(no_move, entry);
    std::uint64_t key = seed_;
    for (std::uint8_t byte : entry) key = (key ^ byte) * 0x100000001B3u;
    key = mixed(key);
    if (seen_[key % seen_.size()] == key) return;
    seen_[key % seen_.size()] = key;

    // Drawn on the canonical board, played on this one.
    const auto image = [&](Symmetry symmetry, int q) {
      return static_cast<int>(SquareImages::of(size).image[static_cast<std::size_t>(symmetry.number())]
                                                          [static_cast<std::size_t>(q)]);
    };
    const Symmetry back = to_canonical.inverse();
    Dice dice{key};
    const auto near = [&](int canonical) { return image(back, draw(dice, canonical, back)); };
    const int move = near(image(to_canonical, last));
    board_.write_entry(static_cast<std::uint16_t>(move), entry);
    proof_.records.add_entry(entry);
    --left_;
    if (depth == depth_at_most) return;

    play(Color::black, move);
    const int seen_from = image(to_canonical, move);
    for (unsigned replies = number_of_replies(dice, depth); replies > 0 && left_ > 0; --replies) {
      const int reply = near(seen_from);
      play(Color::white, reply);
      grow_below(reply, depth + 1);
      take_back(Color::white, reply);
    }
    take_back(Color::black, move);
  }

  static unsigned number_of_replies(Dice& dice, int depth) {
    if (depth < widening_plies) return 1 + static_cast<unsigned>(dice.roll(2 * replies_drawn - 1));
    constexpr std::array<std::uint8_t, 10> numbers = {0, 1, 1, 1, 1, 1, 1, 1, 2, 2};
    return numbers[dice.roll(numbers.size())];
  }

  /// An empty square, mostly next to `from`; both on the canonical board.
  int draw(Dice& dice, int from, Symmetry back) const {
    for (int radius = 1;; ++radius) {
      const int width = 2 * radius + 1;
      for (int tries = 0; tries < width; ++tries) {
        const int column = from / size + static_cast<int>(dice.roll(static_cast<unsigned>(width))) - radius;
        const int row = from % size + static_cast<int>(dice.roll(static_cast<unsigned>(width))) - radius;
        if (column < 0 || row < 0 || column >= size || row >= size) continue;
        const int q = column * size + row;
        const auto here = SquareImages::of(size)
                              .image[static_cast<std::size_t>(back.number())][static_cast<std::size_t>(q)];
        if (!is_taken_[here]) return q;
      }
    }
  }

  void play(Color c, int q) {
    board_.put(c, q);
    is_taken_[static_cast<std::size_t>(q)] = true;
  }
  void take_back(Color c, int q) {
    board_.take(c, q);
    is_taken_[static_cast<std::size_t>(q)] = false;
  }

  std::uint64_t left_;
  std::uint64_t seed_;
  Proof proof_;
  ImageBoard board_{size};
  std::array<bool, squares> is_taken_{};
  /// The positions met last: ways that meet are mostly not gone twice.
  std::vector<std::uint64_t> seen_ = std::vector<std::uint64_t>(std::size_t{1} << 23);
};

int fail(const Error& error) {
  std::fprintf(stderr, "make-synthetic-proof: %s\n", error.text().c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  fiveproof::return_large_pieces();
  CLI::App app("Makes large proofs of nothing");
  std::uint64_t records = 0, seed = 1, memory = 0;
  std::string output;
  app.add_option("--records", records, "About so many")->required()->transform(CLI::AsSizeValue(false));
  app.add_option("--seed", seed, "Another seed, another proof");
  app.add_option("--memory", memory, "For records; the rest is on the disk")
      ->transform(CLI::AsSizeValue(false));
  app.add_option("-o,--output", output, "File to write")->required();
  CLI11_PARSE(app, argc, argv);
  MemoryBudget budget;
  if (memory > 0) budget.bytes = memory;
  const auto proof = Grower(records, seed, budget).grow();
  if (!proof.ok()) return fail(proof.error());
  const auto written = write_fvp(proof.value(), output);
  if (!written.ok()) return fail(written.error());
  std::printf("%zu records, %llu bytes, hash %s\n", proof.value().records.count(),
              static_cast<unsigned long long>(written.value().bytes), written.value().hash.c_str());
}
