// The formats of the program, asked of the program: a new one is in every test that goes through them.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "convert/formats.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::test {

inline std::vector<convert::Format> all_formats() {
  std::vector<convert::Format> formats;
  std::string names = convert::format_names();
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(", "), names.size());
    formats.push_back(convert::parse_format(names.substr(0, end)).value());
    names.erase(0, end + 2);
  }
  return formats;
}

/// Reads bytes as if they were a file.
class Reader {
 public:
  Result<convert::TreeReading> tree(const std::vector<std::uint8_t>& bytes, convert::Format format,
                                    const convert::TreeSource& source) const {
    return convert::read_tree_file(file_of(bytes), format, source);
  }
  Result<convert::Reading> proof(const std::vector<std::uint8_t>& bytes, convert::Format format,
                                 const convert::Wanted& wanted) const {
    return convert::read_proof_file(file_of(bytes), format, wanted);
  }

 private:
  std::string file_of(const std::vector<std::uint8_t>& bytes) const {
    const std::string path = folder_.file("any");
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path;
  }

  TemporaryFolder folder_;
};

}  // namespace fiveproof::test
