// Gives every file of the folders named to a fuzz target, and says which file it was when the target stops
// the program. An empty folder is a failure: there would be nothing that has been tested.
//
//   fuzz-replay TARGET FOLDER|FILE...
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/fuzz/target.hpp"

namespace fs = std::filesystem;
using fiveproof::fuzz::Registration;
using fiveproof::fuzz::Target;

namespace {

/// All that are linked.
std::map<std::string, Target>& targets() {
  static std::map<std::string, Target> all;
  return all;
}

/// Folders as the files in them, by name.
std::vector<fs::path> files_of(const std::vector<std::string>& names) {
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    if (!fs::is_directory(name)) {
      files.emplace_back(name);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(name))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// False when it cannot be read.
bool replay(Target target, const fs::path& file) {
  // Said first and at once: who stops the program does not come back to tell.
  std::printf("replay %s\n", file.c_str());
  std::fflush(stdout);
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "fuzz-replay: cannot read %s\n", file.c_str());
    return false;
  }
  const std::vector<char> bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  // A copy of exactly this length, so that a sanitizer sees every byte that is read behind it.
  const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
  return target(exact.data(), exact.size()) == 0;
}

}  // namespace

Registration::Registration(const char* name, Target target) { targets().emplace(name, target); }

int main(int argc, char** argv) {
  const auto target = targets().find(argc > 1 ? argv[1] : "");
  if (target == targets().end()) {
    std::fprintf(stderr, "fuzz-replay: the targets are");
    for (const auto& [name, _] : targets()) std::fprintf(stderr, " %s", name.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  const auto files = files_of({argv + 2, argv + argc});
  if (files.empty()) {
    std::fprintf(stderr, "fuzz-replay: nothing to replay\n");
    return 2;
  }
  for (const auto& file : files)
    if (!replay(target->second, file)) return 1;
  std::printf("replayed %zu files\n", files.size());
  return 0;
}
