// Files that every later version must read. Never regenerate one: add another.
#include <catch2/catch.hpp>

#include "base/files/file.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "samples.hpp"
#include "tests/paths.hpp"

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace golden_test {

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

struct Golden {
  std::string name;
  std::string hash;
  std::size_t records;
};

const std::vector<Golden> golden_files = {
    {"v2-smallest.fvp", "8fe7d4ffe6f14471ad12887e6b6d19d21fdb4f4177debfa3e60511e6c61fd730", 1},
    {"v2-standard-15-black.fvp", "390931a506286315c11e3806dd7aa75e1dd1ee58c0df6dbf563c4c62eaa64caa", 29},
    {"v2-freestyle-7-white.fvp", "190a989f77cf3e7ee3bb3822beae5123e61ba2f99e77144f0e8138bdf7fbf6ea", 29},
    // Trees: random_strategy(1, ...) of samples.hpp, the second with sections of kinds 7 and 0x80000001.
    {"v2-strategy-15-black.fvp", "26dc6a00e86cae18383ac1437ef175e62687537915d5ae121f674717d803ea54", 3000},
    {"v2-strategy-9-white.fvp", "243ef1ec2163f057011dc75fcdcc1100f41958fdaad79500f21cf34c12906992", 400},
    // Again, in coding 2; one is examples/example.fvp.
    {"v2-mixed-smallest.fvp", "8fe7d4ffe6f14471ad12887e6b6d19d21fdb4f4177debfa3e60511e6c61fd730", 1},
    {"v2-mixed-freestyle-7-white.fvp", "190a989f77cf3e7ee3bb3822beae5123e61ba2f99e77144f0e8138bdf7fbf6ea",
     29},
    {"v2-mixed-standard-15-black.fvp", "390931a506286315c11e3806dd7aa75e1dd1ee58c0df6dbf563c4c62eaa64caa",
     29},
    {"v2-mixed-example.fvp", "c3d78958b253834cbd7386fb26b75347a76dc8584f02b00aa44fb9bec179bf69", 2623},
    {"v2-mixed-strategy-9-white.fvp", "243ef1ec2163f057011dc75fcdcc1100f41958fdaad79500f21cf34c12906992",
     400},
    // Records told by a tree of 114 nodes, and two in a block: spec/format.md, section 16.
    {"v2-told-renju-15-black.fvp", "f0450d29b00f5f26a5b82d01e3414f9a63101185ff0e927cb49669914ead5dd1", 86},
    {"v2-empty-20.fvp", "3996b414ebbd6a9efaaac84455e57f283c0274d8109d920a8f97400bf63efc1d", 0},
};

std::string path_of(const std::string& name) { return test::in_project("tests/golden/" + name); }

/// The bytes of the hex dump in spec/format.md: lines of `OFFSET  xx xx ...  |`.
std::vector<std::uint8_t> bytes_of_the_example() {
  std::ifstream spec(test::in_project("spec/format.md"));
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

TEST_CASE("golden files are read and written again byte by byte", "[format][golden]") {
  for (const Golden& golden : golden_files) {
    CAPTURE(golden.name);
    const auto bytes = read_file(path_of(golden.name), 1 << 20).value();
    const auto proof = read_fvp(bytes);
    if (!proof.ok()) FAIL(proof.error().text());
    CHECK(content_hash(proof.value()) == golden.hash);
    CHECK(proof.value().records.count() == golden.records);
    const auto header = read_fvp_header(bytes).value();
    CHECK(header.version == 2);
    CHECK((header.coding == FvpCoding::mixed_walks) == (golden.name.find("mixed") != std::string::npos));
    CHECK(fvp_bytes(proof.value(), header.producer, header.coding).value() == bytes);
  }
}

TEST_CASE("every golden file is listed", "[format][golden]") {
  std::set<std::string> listed;
  for (const Golden& golden : golden_files) listed.insert(golden.name);
  for (const auto& entry : std::filesystem::directory_iterator(test::in_project("tests/golden")))
    if (entry.path().extension() != ".piece")  // the test of verify/parts/piece_set.hpp reads these
      CHECK(listed.count(entry.path().filename().string()) == 1);
}

TEST_CASE("the example of spec/format.md is what is written", "[format][golden]") {
  // The example stands as its writer made it; the program of today has a later version.
  CHECK(bytes_of_the_example() == fvp_bytes(smallest_proof(), "fiveproof 0.1.0", FvpCoding::walks).value());
}

}  // namespace golden_test
