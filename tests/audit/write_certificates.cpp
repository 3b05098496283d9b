// write-certificates FOLDER PROOF: certificates of small proofs, whole and damaged, for two checkers to agree
// on.
#include <algorithm>
#include <fstream>
#include <iostream>

#include "format/fvp/fvp_reader.hpp"
#include "tests/audit/certificates.hpp"

using namespace fiveproof;
using namespace fiveproof::audit;
using namespace fiveproof::audit::test;

namespace {

class Writer {
 public:
  explicit Writer(std::string folder) : folder_(std::move(folder)) {}
  void write(const std::string& text) {
    std::ofstream(folder_ + "/" + std::to_string(1000 + number_++) + ".cert", std::ios::binary) << text;
  }
  void write_with_damage(const std::string& text, int copies, Random& random) {
    write(text);
    const auto words = words_of(text);
    for (int i = 0; i < copies; ++i) {
      // Most of the damage where plans and moves are: it is then rarely malformed.
      const int at = random.below(static_cast<int>(words.size()));
      if (i % 4 == 0)
        write(damaged(words, static_cast<std::size_t>(at), random.below(6), random));
      else
        write(exchanged(words, static_cast<std::size_t>(at), random));
    }
  }

 private:
  static bool is_square(const std::string& word) {
    return word.size() >= 2 && word.size() <= 3 && word[0] >= 'a' && word[0] <= 't' && word[1] >= '1' &&
           word[1] <= '9';
  }
  /// A square after the first colon becomes another one of the certificate, or goes.
  static std::string exchanged(std::vector<std::string> words, std::size_t at, Random& random) {
    const auto colon = std::find(words.begin(), words.end(), ":") - words.begin();
    at = std::max(at, static_cast<std::size_t>(colon));
    const auto here = std::find_if(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), is_square);
    if (here == words.end()) return text_of(words);
    if (random.one_in(4)) {
      words.erase(here);
      return text_of(words);
    }
    for (std::string other;;)
      if (is_square(other = random.pick(words))) {
        *here = other;
        return text_of(words);
      }
  }
  std::string folder_;
  int number_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  Writer writer(argv[1]);
  Random random(8);
  for (int i = 0; i < 12; ++i) writer.write_with_damage(small_certificate(random, 4 + i % 4), 9, random);

  // 15x15: records of the proof that do not reach more than their neighbours, each as a claim of its own.
  const auto proof = read_fvp_file(argv[2]);
  if (!proof.ok()) return 2;
  const Proof& all = proof.value();
  for (int i = 0; i < 6; ++i) {
    Proof part(i % 2 == 0 ? all.rule : RuleSet::standard, all.size, all.attacker);
    for (int n = 0; n < 2; ++n) {
      const auto last = all.records.count() - 1 - static_cast<std::size_t>(random.below(300));
      const Record record = all.records.at(last);
      part.roots.push_back({record.position, std::nullopt});
      if (n == 0) part.records.add(record.position, record.move);
    }
    part.records.finish();
    writer.write_with_damage(certificate_of(part), 3, random);
  }
  return 0;
}
