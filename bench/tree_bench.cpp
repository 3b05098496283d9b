// How fast is a library read and written, and how small is its tree? Reads the .lib files named, writes them,
// and puts their trees into sections of .fvp and back; a Markdown table goes to standard output. Without
// files: a library that is made up. Time is that of the processor: what else runs on the machine counts only
// as far as it shares the core.
//
//   tree_bench [library.lib ...]
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "base/files/file.hpp"
#include "bench/stopwatch.hpp"
#include "convert/renlib/renlib.hpp"
#include "format/tree/tree_section.hpp"

namespace {

using namespace fiveproof;
using bench::since;
using namespace fiveproof::convert;
using Bytes = std::vector<std::uint8_t>;

/// Three million nodes, in which a few hundred branches come again and again.
Bytes made_up_library() {
  std::mt19937 random(1);
  std::vector<std::vector<TreeMove>> branches(400);
  const auto any_square = [&] { return TreeMove::from_number(static_cast<std::uint16_t>(random() % 225)); };
  for (auto& branch : branches)
    for (auto left = 3 + random() % 8; left > 0; --left) branch.push_back(any_square());
  TreeBuilder builder(renlib_board_size, "");
  builder.add(0, TreeMove());
  while (builder.node_count() < 3'000'000) {
    std::size_t depth = 1 + random() % std::min<std::size_t>(builder.line().size(), 30);
    if (random() % 4 == 0) builder.add(depth++, any_square());
    for (const TreeMove move : branches[random() % branches.size()]) builder.add(depth++, move);
  }
  auto writing = write_renlib(std::move(builder).finish());
  FIVEPROOF_ENSURE(writing.ok());
  return std::move(writing).value().bytes;
}

bool measure(const std::string& name, const Bytes& file) {
  std::clock_t clock = std::clock();
  const auto reading = read_renlib(file);
  if (!reading.ok()) {
    std::fprintf(stderr, "tree_bench: %s: %s\n", name.c_str(), reading.error().text().c_str());
    return false;
  }
  const double read = since(clock);
  const GameTree& tree = reading.value().tree;
  const auto writing = write_renlib(tree);
  const double wrote = since(clock);
  const auto section = encode_tree(tree);
  const double encoded = since(clock);
  FIVEPROOF_ENSURE(writing.ok() && writing.value().bytes == file && section.ok());
  clock = std::clock();
  const auto back = decode_tree(section.value());
  const double decoded = since(clock);
  FIVEPROOF_ENSURE(back.ok() && back.value() == tree);

  const auto nodes = static_cast<double>(tree.node_count());
  const auto speed = [&](double seconds) { return nodes / 1e6 / seconds; };
  std::printf("| %s | %zu | %zu | %zu | %.3f | %.2f | %.1f | %.1f | %.2f | %.2f |\n", name.c_str(),
              tree.node_count(), file.size(), section.value().size(),
              static_cast<double>(section.value().size()) / nodes,
              static_cast<double>(tree.memory_bytes()) / nodes, speed(read), speed(wrote), speed(encoded),
              speed(decoded));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::puts(
      "| library | nodes | bytes | bytes of the section | a node | memory, bytes a node "
      "| read, M/s | written and read again, M/s | to a section, M/s | from it, M/s |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  if (argc == 1) return measure("made up", made_up_library()) ? 0 : 2;
  for (int i = 1; i < argc; ++i) {
    const auto file = read_file(argv[i], std::uint64_t{4} << 30);
    if (!file.ok()) {
      std::fprintf(stderr, "tree_bench: %s\n", file.error().text().c_str());
      return 2;
    }
    if (!measure(argv[i], file.value())) return 2;
  }
  return 0;
}
