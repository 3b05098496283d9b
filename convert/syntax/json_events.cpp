#include "convert/syntax/json_events.hpp"

#include <algorithm>
#include <iterator>

namespace fiveproof::convert {

namespace {

/// Hands bytes to the parser and notes how far it has come, which the parser's events do not tell.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  Cursor& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  Cursor operator++(int) {
    Cursor old = *this;
    ++*this;
    return old;
  }
  bool operator==(const Cursor& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

// The parser's messages quote the token that it could not read, whatever its length, so they are cut.
constexpr std::size_t longest_message = 200;

}  // namespace

std::optional<Error> JsonEvents::parse() {
  const bool is_parsed = nlohmann::json::sax_parse(Cursor(text_.data(), &furthest_),
                                                   Cursor(text_.data() + text_.size(), &furthest_), this);
  FIVEPROOF_ENSURE(is_parsed || error_);
  // The parser takes a zero byte for the end of the text, and would not tell what comes behind it.
  if (const auto zero = text_.find('\0'); !error_ && zero != std::string_view::npos)
    fail(zero, "expected the end of the file, found a zero byte");
  return error_;
}

bool JsonEvents::parse_error(std::size_t position, const std::string&,
                             const nlohmann::detail::exception& why) {
  std::string message =
      why.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
  if (const auto end = message.find("] "); end != std::string::npos) message.erase(0, end + 2);
  if (message.size() > longest_message) message = message.substr(0, longest_message) + "...";
  const std::size_t read = position == 0 ? 0 : position - 1;
  return fail(std::min(read, text_.size()), message);
}

bool JsonEvents::fail(std::uint64_t offset, const std::string& message, ErrorCode code) {
  if (!error_) error_ = Error{code, message, {}, offset};
  return false;
}

std::uint64_t JsonEvents::key_start() const {
  std::uint64_t at = bytes_read() - 2;
  while (at > 0 && text_[at] != '"') --at;
  return at;
}

std::uint64_t JsonEvents::value_start(std::uint64_t offset) const {
  const auto at = text_.find_first_not_of(" \t\r\n:,", offset);
  return at == std::string_view::npos ? text_.size() : at;
}

}  // namespace fiveproof::convert
