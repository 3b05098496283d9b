#include "format/file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace fiveproof {
namespace {

struct CloseUnlessStdin {
  void operator()(std::FILE* f) const {
    if (f != stdin) std::fclose(f);
  }
};

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Result<std::vector<std::uint8_t>> read_file(const std::string& path, std::uint64_t max_bytes) {
  const std::string name = input_name(path);
  std::unique_ptr<std::FILE, CloseUnlessStdin> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) return Error{ErrorCode::io, std::string("cannot open: ") + std::strerror(errno), name};

  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> buffer(std::size_t{1} << 16);
  for (;;) {
    const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get());
    if (got == 0) break;
    if (got > max_bytes - bytes.size())
      return Error{ErrorCode::limit, "expected at most " + std::to_string(max_bytes) + " bytes, found more",
                   name, max_bytes};
    bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(got));
  }
  if (std::ferror(file.get()))
    return Error{ErrorCode::io, std::string("cannot read: ") + std::strerror(errno), name};
  return bytes;
}

}  // namespace fiveproof
