// Checks that keep a journal, and the journals that they leave, as they are or changed.
#pragma once

#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "damaged_proofs.hpp"
#include "tests/temporary_folder.hpp"
#include "verify/parts/journal.hpp"

namespace fiveproof::verify::test {

inline Options options_with(std::uint32_t effort) {
  Options options;
  options.effort = effort;
  options.threads = 2;
  options.program_version = "1.2.3";
  options.program_build = "abc";
  return options;
}

inline void put(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}
inline std::string get(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A check that kept a journal, and the journal as it wrote it.
struct Journaled {
  Journaled(const Proof& proof, std::uint32_t effort) : options(options_with(effort)) {
    options.task = Check{.journal = path};
    once = checked_with(proof, options);
    whole = get(path);
  }
  /// A check that goes on with `text`.
  [[nodiscard]] Result<Verification> after(const Proof& proof, const std::string& text) const {
    put(path, text);
    return check_proof(proof, options);
  }

  fiveproof::test::TemporaryFolder folder;
  std::string path = folder.file("journal");
  Options options;
  Checked once;
  std::string whole;
};

inline Journal::Words words_of(const std::string& journal) {
  Journal::Words words;
  std::istringstream line(journal.substr(0, journal.find('\n')));
  for (std::string word; line >> word;)
    if (const auto at = word.find('='); at != std::string::npos)
      words.emplace_back(word.substr(0, at), word.substr(at + 1));
  return words;
}

/// Changes the portions of a journal; all around them stays right.
inline void rewrite(const std::string& path, const std::function<void(std::vector<Portion>&)>& change) {
  const auto words = words_of(get(path));
  std::vector<Portion> portions;
  {
    auto journal = Journal::open(path, words);
    REQUIRE(journal.ok());
    for (;;) {
      auto next = journal.value().next();
      REQUIRE(next.ok());
      if (!next.value()) break;
      portions.push_back(*next.value());
    }
  }
  put(path, "");
  auto journal = Journal::open(path, words);
  REQUIRE(journal.ok());
  change(portions);
  for (const Portion& portion : portions) REQUIRE(journal.value().append(portion).ok());
}

inline void rewrite_each(const std::string& path, const std::function<void(Portion&)>& change) {
  rewrite(path, [&](std::vector<Portion>& portions) {
    for (Portion& portion : portions) change(portion);
  });
}

}  // namespace fiveproof::verify::test
