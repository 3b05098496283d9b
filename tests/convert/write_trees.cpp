// Writes sections that hold trees, for second_tree_reader.py: FOLDER/NAME, nothing but the content.
//
//   convert_write_trees FOLDER
#include <cstdio>
#include <fstream>

#include "convert/renlib/renlib.hpp"
#include "format/tree/tree_section.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/random_tree.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;

namespace {

bool write_tree(const std::string& path, const GameTree& tree) {
  const auto section = encode_tree(tree);
  if (!section.ok()) return false;
  std::ofstream out(path, std::ios::binary);
  out << std::string(section.value().begin(), section.value().end());
  return static_cast<bool>(out.flush());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = std::string(argv[1]) + "/";
  bool good = true;
  int number = 0;
  for (const auto& fixture : test::library_fixtures())
    good = good && write_tree(folder + "library-" + std::to_string(number++),
                              read_renlib(test::from_hex(fixture.hex)).value().tree);
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    test::RandomTree wanted{seed, seed * 40};
    wanted.with_source_bits = seed % 2 == 0;
    wanted.with_properties = seed % 4 >= 2;
    wanted.out_of_turn = seed % 8 >= 4;
    wanted.size = seed % 3 == 0 ? 20 : 15;
    good = good && write_tree(folder + "random-" + std::to_string(seed), test::random_tree(wanted));
  }
  if (!good) std::fprintf(stderr, "cannot write trees to %s\n", folder.c_str());
  return good ? 0 : 1;
}
