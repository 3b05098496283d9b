#include "cli/output/page_template.hpp"

#include "base/files/file.hpp"
#include "cli/data_folder.hpp"

namespace fiveproof::cli {
namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

/// The element as page/src/page.html has it.
constexpr std::string_view place =
    "<script id=\"proof\" type=\"application/octet-stream\"><!--proof--></script>";

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < left ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= left ? digits[group >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

/// Fit to stand between quotation marks in HTML.
std::string quoted(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '<':
        out += "&lt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

std::string path_of_template() {
  const std::filesystem::path folder = data_folder();
  return folder.empty() ? std::string() : (folder / "page.html").string();
}

Result<PageTemplate> PageTemplate::read(const std::string& path) {
  auto bytes = read_file(path, most_bytes);
  if (!bytes.ok()) {
    bytes.error().message = "no page without a proof here (scripts/page makes it): " + bytes.error().message;
    return bytes.error();
  }
  const std::string text(bytes.value().begin(), bytes.value().end());
  const std::size_t at = text.find(place);
  if (at == std::string::npos || text.find(place, at + 1) != std::string::npos)
    return Error{ErrorCode::malformed, "expected a page with one place for a proof, found another file",
                 input_name(path)};
  PageTemplate page;
  page.before_ = text.substr(0, at);
  page.after_ = text.substr(at + place.size());
  return page;
}

std::string PageTemplate::with_proof(std::span<const std::uint8_t> proof, std::string_view name) const {
  return before_ + "<script id=\"proof\" type=\"application/octet-stream\" data-name=\"" + quoted(name) +
         "\">" + base64(proof) + "</script>" + after_;
}

}  // namespace fiveproof::cli
