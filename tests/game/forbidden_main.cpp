// forbidden-run [--count N] [--seed S] [LIBRARY.lib...]: the fast method for forbidden points held against
// the literal one on N random positions, or on every position of the libraries. Figures to stdout,
// differences to stderr. Exit code 0: no difference; 1: there is one; 2: usage, or a file that cannot be
// read.
#include <charconv>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "convert/renlib/renlib.hpp"
#include "proof/tree/game_tree.hpp"
#include "tests/game/forbidden_comparison.hpp"

namespace fiveproof::test {
namespace {

constexpr int others_per_position = 4;

// Each node's position, once for each node: what no stone has been put on is left out, and so is what lies
// below.
void compare(ForbiddenComparison& comparison, const GameTree& tree, std::mt19937_64& random) {
  Position position(tree.size());
  std::vector<std::optional<Square>> line;  // by depth: the stone that was put
  std::size_t unplayable = SIZE_MAX;        // the depth from which on nothing is looked at
  for (TreeCursor at(tree); at.next();) {
    for (; line.size() > at.depth(); line.pop_back()) {
      if (!line.back()) continue;
      position.take(*line.back());
      position.set_to_move(opponent(position.to_move()));
    }
    if (at.depth() <= unplayable) unplayable = SIZE_MAX;
    line.emplace_back();
    if (unplayable != SIZE_MAX) continue;
    if (at.plays() && at.move().is_square()) {
      const Square s = at.move().square(tree.size());
      if (!position.is_empty(s)) {
        unplayable = at.depth();
        continue;
      }
      position.play(s);
      line.back() = s;
    }
    comparison.agree_on(position, random, others_per_position);
  }
}

int run(std::uint64_t count, std::uint64_t seed, const std::vector<const char*>& libraries) {
  std::mt19937_64 random(seed);
  bool agree = true;
  const auto tell = [&](const ForbiddenComparison& comparison, std::string_view what) {
    std::cout << "-- " << what << '\n';
    comparison.print(std::cout);
    std::cout.flush();
    agree = agree && comparison.different == 0;
  };
  for (const char* path : libraries) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
    const auto reading = convert::read_renlib(bytes);
    if (!file || !reading.ok()) {
      std::cerr << path << ": " << (file ? reading.error().text() : "cannot be read") << '\n';
      return 2;
    }
    ForbiddenComparison comparison(std::cerr);
    compare(comparison, reading.value().tree, random);
    tell(comparison, path);
  }
  if (!libraries.empty()) return agree ? 0 : 1;
  ForbiddenComparison comparison(std::cerr);
  for (std::uint64_t i = 0; i < count; ++i)
    comparison.agree_on(position_with_threes(random), random, others_per_position);
  tell(comparison, "random positions");
  return agree ? 0 : 1;
}

}  // namespace
}  // namespace fiveproof::test

int main(int argc, char** argv) {
  std::uint64_t count = 1'000'000, seed = 1;
  std::vector<const char*> libraries;
  for (int i = 1; i < argc; ++i) {
    auto* value = std::strcmp(argv[i], "--count") == 0  ? &count
                  : std::strcmp(argv[i], "--seed") == 0 ? &seed
                                                        : nullptr;
    if (value == nullptr && argv[i][0] != '-') {
      libraries.push_back(argv[i]);
      continue;
    }
    const char* text = value != nullptr && i + 1 < argc ? argv[++i] : "";
    const char* end = text + std::strlen(text);
    if (text == end || std::from_chars(text, end, *value).ptr != end) {
      std::cerr << "usage: forbidden-run [--count N] [--seed S] [LIBRARY.lib...]\n";
      return 2;
    }
  }
  return fiveproof::test::run(count, seed, libraries);
}
