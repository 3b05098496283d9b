// A parser of JSON that tells what it meets as events, and where in the text they stand. It is nlohmann/json,
// which works without recursion and holds nothing of the text but the token that it reads.
//
// A reader overrides the events that it wants; all others call unexpected(). An event that returns false, as
// fail() does, ends the parse.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace fiveproof::convert {

/// The base of readers of JSON. It holds a view: the text must outlive it.
class JsonEvents : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonEvents(std::span<const std::uint8_t> bytes)
      : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()), furthest_(text_.data()) {}

  /// Parses the whole text. Returns what went wrong, without a file name, or nothing.
  [[nodiscard]] std::optional<Error> parse();

  bool null() override { return unexpected(); }
  bool boolean(bool) override { return unexpected(); }
  bool number_integer(number_integer_t) override { return unexpected(); }
  bool number_unsigned(number_unsigned_t) override { return unexpected(); }
  bool number_float(number_float_t, const string_t&) override { return unexpected(); }
  bool string(string_t&) override { return unexpected(); }
  bool binary(binary_t&) override { return unexpected(); }
  bool start_object(std::size_t) override { return unexpected(); }
  bool key(string_t&) override { return unexpected(); }
  bool end_object() override { return unexpected(); }
  bool start_array(std::size_t) override { return unexpected(); }
  bool end_array() override { return unexpected(); }
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& why) override;

 protected:
  /// Is called for an event that the reader does not want; it has to call fail() and return false.
  virtual bool unexpected() = 0;

  /// Notes an error, unless there is one already, and returns false.
  bool fail(std::uint64_t offset, const std::string& message, ErrorCode code = ErrorCode::malformed);

  /// How many bytes have been read: up to the end of the last token, or one more if that was a number.
  [[nodiscard]] std::uint64_t bytes_read() const {
    return static_cast<std::uint64_t>(furthest_ - text_.data());
  }
  /// The offset of the key's opening quote. require: called in key().
  [[nodiscard]] std::uint64_t key_start() const;
  /// The offset of the first value that begins at `offset` or behind it, past blanks, colons and commas.
  [[nodiscard]] std::uint64_t value_start(std::uint64_t offset) const;

 private:
  std::string_view text_;
  const char* furthest_;
  std::optional<Error> error_;
};

}  // namespace fiveproof::convert
