// Writes sample files for the Python tests: FOLDER/N.jsonl with its hash in N.hash, FOLDER/N.gaps.jsonl.
#include <cstdio>
#include <fstream>

#include "format/text/gap_list.hpp"
#include "format/text/jsonl.hpp"
#include "samples.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

bool write_text(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  return static_cast<bool>(out.flush());
}

bool write_samples(const std::string& folder, const std::string& name, const Proof& proof) {
  return write_text(folder + "/" + name + ".jsonl", jsonl_text(proof).value()) &&
         write_text(folder + "/" + name + ".hash", content_hash(proof) + "\n") &&
         write_text(folder + "/" + name + ".gaps.jsonl", gap_list_text(sample_gaps(proof)).value());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  bool good = write_samples(folder, "smallest", smallest_proof());
  for (int size = min_board_size; size <= max_board_size; ++size)
    for (Color attacker : {Color::black, Color::white}) {
      const RuleSet rule = size % 2 ? RuleSet::standard : RuleSet::freestyle;
      const std::string name = std::to_string(size) + "-" + std::string(name_of(attacker));
      good = good && write_samples(folder, name,
                                   random_proof(static_cast<unsigned>(size) + 50, rule, size, attacker, 40));
    }
  if (!good) std::fprintf(stderr, "cannot write samples to %s\n", folder.c_str());
  return good ? 0 : 1;
}
