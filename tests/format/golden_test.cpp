// Files that every later version must read. Never regenerate one: add another.
#include <catch2/catch.hpp>

#include "format/file.hpp"
#include "format/fvp_reader.hpp"
#include "format/fvp_writer.hpp"
#include "samples.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

struct Golden {
  std::string name;
  std::string hash;
  std::size_t records;
};

const std::vector<Golden> golden_files = {
    {"v1-smallest.fvp", "8fe7d4ffe6f14471ad12887e6b6d19d21fdb4f4177debfa3e60511e6c61fd730", 1},
    {"v1-standard-15-black.fvp", "390931a506286315c11e3806dd7aa75e1dd1ee58c0df6dbf563c4c62eaa64caa", 29},
    {"v1-freestyle-7-white.fvp", "190a989f77cf3e7ee3bb3822beae5123e61ba2f99e77144f0e8138bdf7fbf6ea", 29},
};

std::string path_of(const std::string& name) { return std::string(FIVEPROOF_GOLDEN) + "/" + name; }

/// The bytes of the hex dump in spec/format.md: lines of `OFFSET  xx xx ...  |`.
std::vector<std::uint8_t> bytes_of_the_example() {
  std::ifstream spec(FIVEPROOF_SPEC "/format.md");
  std::vector<std::uint8_t> bytes;
  for (std::string line; std::getline(spec, line);) {
    if (line.size() < 10 || line.find_first_not_of("0123456789abcdef") != 4 || line.substr(4, 2) != "  ")
      continue;
    std::istringstream words(line.substr(6, line.find('|') - 6));
    for (std::string word; words >> word;)
      bytes.push_back(static_cast<std::uint8_t>(std::stoi(word, nullptr, 16)));
  }
  return bytes;
}

}  // namespace

TEST_CASE("golden files are read, and written again byte by byte", "[format][golden]") {
  for (const Golden& golden : golden_files) {
    CAPTURE(golden.name);
    const auto bytes = read_file(path_of(golden.name), 1 << 20).value();
    const auto proof = read_fvp(bytes);
    if (!proof.ok()) FAIL(proof.error().text());
    CHECK(content_hash(proof.value()) == golden.hash);
    CHECK(proof.value().records.count() == golden.records);
    const auto producer = read_fvp_header(bytes).value().producer;
    CHECK(fvp_bytes(proof.value(), producer).value() == bytes);
  }
}

TEST_CASE("every golden file is listed", "[format][golden]") {
  std::set<std::string> listed;
  for (const Golden& golden : golden_files) listed.insert(golden.name);
  for (const auto& entry : std::filesystem::directory_iterator(FIVEPROOF_GOLDEN))
    CHECK(listed.count(entry.path().filename().string()) == 1);
}

TEST_CASE("the example of spec/format.md is what is written", "[format][golden]") {
  CHECK(bytes_of_the_example() == fvp_bytes(smallest_proof()).value());
}
