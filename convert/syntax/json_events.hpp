// A JSON text as events that know where they stand in it. nlohmann/json parses, without recursion and without
// holding anything of the text but the token that it reads.
//
// A reader overrides the events that it wants; all others end in unexpected(). Every event returns false
// after fail(), which ends the parse.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace fiveproof::convert {

class JsonEvents : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit JsonEvents(std::span<const std::uint8_t> bytes)
      : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()), furthest_(text_.data()) {}

  /// Nothing, or what went wrong, without a file name.
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
  /// Must fail().
  virtual bool unexpected() = 0;

  /// The first error stays. Returns false.
  bool fail(std::uint64_t offset, const std::string& message, ErrorCode code = ErrorCode::malformed);

  /// Bytes read: behind the last token, or one further when that was a number.
  [[nodiscard]] std::uint64_t bytes_read() const {
    return static_cast<std::uint64_t>(furthest_ - text_.data());
  }
  /// In key(): the opening quote.
  [[nodiscard]] std::uint64_t key_start() const;
  /// Where a value begins that comes after `offset`, a colon or a comma.
  [[nodiscard]] std::uint64_t value_start(std::uint64_t offset) const;

 private:
  std::string_view text_;
  const char* furthest_;
  std::optional<Error> error_;
};

}  // namespace fiveproof::convert
