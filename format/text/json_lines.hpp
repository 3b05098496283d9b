// What the text formats share: lines with their places, objects with known keys, squares, roots and gaps as
// JSON. It is internal to format/ and needs nlohmann-json. What is wrong is thrown as a Refusal
// (format/refusal.hpp).
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/text/text_packing.hpp"
#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof {

/// JSON whose keys stay in the order in which they were put, so that the text is always the same.
using OrderedJson = nlohmann::ordered_json;

/// One line of a text, without its line end.
struct TextLine {
  std::string text;
  std::uint64_t number = 0;  ///< counted from 1
  std::uint64_t offset = 0;  ///< that of its first byte

  /// Throws `line N: MESSAGE`, at `column` bytes into the line.
  [[noreturn]] void refuse(ErrorCode code, const std::string& message, std::uint64_t column = 0) const;
  [[noreturn]] void refuse(const std::string& message) const { refuse(ErrorCode::malformed, message); }
};

/// Reads lines of a text. It holds one line, which is never longer than the limit; limits are those of the
/// text, not of what it is packed in.
class LineReader {
 public:
  LineReader(TextInput input, const ReaderLimits& limits) : input_(std::move(input)), limits_(limits) {}

  /// The next line, or nothing at the end of the file. The last line may lack its line end.
  [[nodiscard]] std::optional<TextLine> next();
  /// The first line, which must be there.
  [[nodiscard]] TextLine header();

 private:
  TextInput input_;
  TextInput::View window_;  // bytes not yet taken
  ReaderLimits limits_;
  std::uint64_t offset_ = 0;
  std::uint64_t number_ = 0;
};

/// The line as an object. A key that is not among `known`, a key twice, or anything
/// but an object is an error.
[[nodiscard]] nlohmann::json parse_object(const TextLine& line,
                                          std::initializer_list<std::string_view> known);

/// The string under `key`, which must be there.
[[nodiscard]] std::string get_text(const nlohmann::json& object, const char* key, const TextLine& line);
/// The squares under `key`, whose value is a string.
[[nodiscard]] std::vector<Square> get_squares(const nlohmann::json& object, const char* key, int size,
                                              const TextLine& line);
/// The one square under `key`, or nothing when the key is absent.
[[nodiscard]] std::optional<Square> get_optional_square(const nlohmann::json& object, const char* key,
                                                        int size, const TextLine& line);
/// The stones under "black" and "white".
[[nodiscard]] Position get_stones(const nlohmann::json& object, Color to_move, int size,
                                  const TextLine& line);

/// What the first line begins with: the name of a format, and the version that is written.
struct TextFormat {
  std::string_view name;
  unsigned version;
};

/// What the first line of both formats says about the claim.
struct ClaimHeader {
  RuleSet rule;
  int size;
  Color attacker;
  std::vector<Root> roots;
  unsigned version = 1;  ///< of the file; earlier ones are read
};
/// Reads the claim, and checks "format" and "version" too. require: parse_object accepted the line.
[[nodiscard]] ClaimHeader get_claim(const nlohmann::json& object, const TextFormat& format,
                                    const ReaderLimits& limits, const TextLine& line);
void put_claim(OrderedJson& out, const TextFormat& format, const ClaimHeader& claim);
[[nodiscard]] OrderedJson roots_json(const std::vector<Root>& roots);

/// Everything of a gap but its kind, whose key differs between the formats.
[[nodiscard]] Gap get_gap(const nlohmann::json& object, const char* kind_key, const ClaimHeader& claim,
                          const TextLine& line);
[[nodiscard]] OrderedJson gap_json(const Gap& gap, const char* kind_key);

}  // namespace fiveproof
