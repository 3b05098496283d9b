#include "format/text/json_lines.hpp"

#include <algorithm>
#include <set>

#include "game/notation.hpp"
#include "proof/gap_check.hpp"

namespace fiveproof {
namespace {

using nlohmann::json;

constexpr int text_version = 1;

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

/// Turns an error of game/ (code usage, place within one string) into an error of this line.
Error in_line(const Error& error, const char* key, const TextLine& line) {
  const ErrorCode code = error.code == ErrorCode::usage ? ErrorCode::malformed : error.code;
  return line.error(code, in_quotes(key) + ": " + error.message);
}

/// Finds keys that are given twice, of which the parser would silently take the last.
class UniqueKeys {
 public:
  bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) seen_.emplace_back();
    if (event == json::parse_event_t::object_end) seen_.pop_back();
    if (event == json::parse_event_t::key && !seen_.back().insert(parsed.get<std::string>()).second)
      twice_ = parsed.get<std::string>();
    return true;
  }
  [[nodiscard]] const std::optional<std::string>& twice() const { return twice_; }

 private:
  std::vector<std::set<std::string>> seen_;
  std::optional<std::string> twice_;
};

Status check_keys(const json& object, std::initializer_list<std::string_view> known, const TextLine& line) {
  for (const auto& item : object.items())
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      return line.malformed("expected a known key, found " + in_quotes(item.key()));
  return Done{};
}

Result<std::uint64_t> get_number(const json& object, const char* key, const TextLine& line) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned())
    return line.malformed("expected a whole number under " + in_quotes(key));
  return found->get<std::uint64_t>();
}

Result<Color> get_color(const json& object, const char* key, const TextLine& line) {
  auto text = get_text(object, key, line);
  if (!text.ok()) return text.error();
  auto color = parse_color(text.value());
  if (!color.ok()) return in_line(color.error(), key, line);
  return color;
}

Result<Position> get_position(const json& object, int size, const TextLine& line) {
  auto to_move = get_color(object, "to-move", line);
  if (!to_move.ok()) return to_move.error();
  return get_stones(object, to_move.value(), size, line);
}

Result<Root> get_root(const json& value, int size, const TextLine& line) {
  if (value.is_object()) {
    if (auto keys = check_keys(value, {"black", "white", "to-move"}, line); !keys.ok()) return keys.error();
    auto position = get_position(value, size, line);
    if (!position.ok()) return position.error();
    return Root{std::move(position).value(), std::nullopt};
  }
  if (!value.is_string())
    return line.malformed("expected a root: a string of moves, or an object with stones");
  auto moves = parse_squares(value.get<std::string>(), size);
  if (!moves.ok()) return in_line(moves.error(), "roots", line);
  auto position = position_after(moves.value(), size);
  if (!position.ok()) return in_line(position.error(), "roots", line);
  return Root{std::move(position).value(), std::move(moves).value()};
}

Result<std::vector<Root>> get_roots(const json& object, int size, const ReaderLimits& limits,
                                    const TextLine& line) {
  const auto found = object.find("roots");
  if (found == object.end() || !found->is_array()) return line.malformed("expected a list under \"roots\"");
  if (found->size() > limits.max_roots)
    return line.error(ErrorCode::limit, "expected at most " + std::to_string(limits.max_roots) +
                                            " roots, found " + std::to_string(found->size()));
  std::vector<Root> roots;
  for (const json& value : *found) {
    auto root = get_root(value, size, line);
    if (!root.ok()) return root.error();
    roots.push_back(std::move(root).value());
  }
  return roots;
}

Status check_format(const json& object, std::string_view format, const TextLine& line) {
  auto text = get_text(object, "format", line);
  if (!text.ok()) return text.error();
  if (text.value() != format)
    return line.malformed("expected the format " + in_quotes(format) + ", found " + in_quotes(text.value()));
  auto version = get_number(object, "version", line);
  if (!version.ok()) return version.error();
  if (version.value() != text_version)
    return line.error(ErrorCode::unsupported, "expected version 1, found " + std::to_string(version.value()));
  return Done{};
}

/// Reads "root" and "line", of which there are both or neither.
Status get_place(const json& object, int size, const TextLine& line, Gap& gap) {
  if (object.contains("root") != object.contains("line"))
    return line.malformed("expected both \"root\" and \"line\", or neither");
  if (!object.contains("root")) return Done{};
  auto root = get_number(object, "root", line);
  if (!root.ok()) return root.error();
  auto moves = get_squares(object, "line", size, line);
  if (!moves.ok()) return moves.error();
  gap.root = static_cast<std::size_t>(root.value());
  gap.line = std::move(moves).value();
  return Done{};
}

void put_stones(OrderedJson& out, const Position& position) {
  out["black"] = to_text(position.stones(Color::black));
  out["white"] = to_text(position.stones(Color::white));
}

}  // namespace

// -- lines --

Error TextLine::error(ErrorCode code, const std::string& message, std::uint64_t column) const {
  return Error{code, "line " + std::to_string(number) + ": " + message, {}, offset + column};
}

Result<std::optional<TextLine>> LineReader::next() {
  TextLine line{{}, number_ + 1, offset_};
  bool ended = false;
  while (!ended) {
    if (window_.empty()) {
      const auto piece = input_.next();
      if (!piece.ok()) return piece.error();
      window_ = piece.value();
      if (window_.empty()) break;
    }
    const auto end = std::find(window_.begin(), window_.end(), std::uint8_t{'\n'});
    const auto length = static_cast<std::size_t>(end - window_.begin());
    if (length > limits_.max_line_bytes - line.text.size())
      return line.error(ErrorCode::limit, "expected at most " + std::to_string(limits_.max_line_bytes) +
                                              " bytes in a line, found more");
    line.text.append(window_.begin(), end);
    ended = end != window_.end();
    offset_ += length + (ended ? 1 : 0);
    window_ = window_.subspan(length + (ended ? 1 : 0));
    if (offset_ > limits_.max_file_bytes)
      return line.error(ErrorCode::limit, "expected at most " + std::to_string(limits_.max_file_bytes) +
                                              " bytes in the file, found more");
  }
  if (!ended && line.text.empty()) return std::optional<TextLine>();
  ++number_;
  return std::optional<TextLine>(std::move(line));
}

// -- values --

Result<json> parse_object(const TextLine& line, std::initializer_list<std::string_view> known) {
  // This is asked first, as the parser passes over a byte order mark and over white space,
  // and a list may nest deeply.
  if (line.text.empty() || line.text[0] != '{')
    return line.malformed("expected an object, \"{\" being its first byte");
  UniqueKeys keys;
  try {
    json object = json::parse(line.text, std::ref(keys));
    if (keys.twice())
      return line.malformed("expected each key once, found " + in_quotes(*keys.twice()) + " twice");
    if (auto checked = check_keys(object, known, line); !checked.ok()) return checked.error();
    return object;
  } catch (const json::parse_error& error) {
    // The parser counts from 1 and may stand behind the end.
    const std::uint64_t column =
        std::min<std::uint64_t>(error.byte > 0 ? error.byte - 1 : 0, line.text.size());
    return line.error(ErrorCode::malformed,
                      "expected JSON, found an error at column " + std::to_string(column + 1), column);
  } catch (const json::exception&) {  // a number out of range
    return line.malformed("expected JSON within the range of its numbers");
  }
}

Result<std::string> get_text(const json& object, const char* key, const TextLine& line) {
  const auto found = object.find(key);
  if (found == object.end()) return line.malformed("expected the key " + in_quotes(key) + ", found none");
  if (!found->is_string()) return line.malformed("expected a string under " + in_quotes(key));
  return found->get<std::string>();
}

Result<std::vector<Square>> get_squares(const json& object, const char* key, int size, const TextLine& line) {
  auto text = get_text(object, key, line);
  if (!text.ok()) return text.error();
  auto squares = parse_squares(text.value(), size);
  if (!squares.ok()) return in_line(squares.error(), key, line);
  return squares;
}

Result<std::optional<Square>> get_optional_square(const json& object, const char* key, int size,
                                                  const TextLine& line) {
  if (!object.contains(key)) return std::optional<Square>();
  auto text = get_text(object, key, line);
  if (!text.ok()) return text.error();
  auto square = parse_square(text.value(), size);
  if (!square.ok()) return in_line(square.error(), key, line);
  return std::optional<Square>(square.value());
}

Result<Position> get_stones(const json& object, Color to_move, int size, const TextLine& line) {
  auto black = get_squares(object, "black", size, line);
  if (!black.ok()) return black.error();
  auto white = get_squares(object, "white", size, line);
  if (!white.ok()) return white.error();
  auto position = position_of(black.value(), white.value(), to_move, size);
  if (!position.ok()) return in_line(position.error(), "white", line);
  return position;
}

Result<ClaimHeader> get_claim(const json& object, std::string_view format, const ReaderLimits& limits,
                              const TextLine& line) {
  if (auto checked = check_format(object, format, line); !checked.ok()) return checked.error();
  auto rule_text = get_text(object, "rule", line);
  if (!rule_text.ok()) return rule_text.error();
  auto rule = parse_rule_set(rule_text.value());
  if (!rule.ok()) return in_line(rule.error(), "rule", line);
  auto size = get_number(object, "size", line);
  if (!size.ok()) return size.error();
  if (size.value() < min_board_size || size.value() > max_board_size)
    return line.malformed("expected a board size from 5 to 20, found " + std::to_string(size.value()));
  auto attacker = get_color(object, "attacker", line);
  if (!attacker.ok()) return attacker.error();
  const int board_size = static_cast<int>(size.value());
  auto roots = get_roots(object, board_size, limits, line);
  if (!roots.ok()) return roots.error();
  return ClaimHeader{rule.value(), board_size, attacker.value(), std::move(roots).value()};
}

void put_claim(OrderedJson& out, std::string_view format, const ClaimHeader& claim) {
  out["format"] = format;
  out["version"] = text_version;
  out["rule"] = name_of(claim.rule);
  out["size"] = claim.size;
  out["attacker"] = name_of(claim.attacker);
}

OrderedJson roots_json(const std::vector<Root>& roots) {
  OrderedJson list = OrderedJson::array();
  for (const Root& root : roots) {
    if (root.moves) {
      list.push_back(to_text(*root.moves));
      continue;
    }
    OrderedJson stones;
    put_stones(stones, root.position);
    stones["to-move"] = name_of(root.position.to_move());
    list.push_back(std::move(stones));
  }
  return list;
}

Result<Gap> get_gap(const json& object, const char* kind_key, const ClaimHeader& claim,
                    const TextLine& line) {
  Gap gap;
  auto kind = get_text(object, kind_key, line);
  if (!kind.ok()) return kind.error();
  const auto parsed = parse_gap_kind(kind.value());
  if (!parsed) return line.malformed("expected a gap kind, found " + in_quotes(kind.value()));
  gap.kind = *parsed;
  if (auto placed = get_place(object, claim.size, line, gap); !placed.ok()) return placed.error();
  auto position = get_position(object, claim.size, line);
  if (!position.ok()) return position.error();
  gap.position = std::move(position).value();
  auto by = get_optional_square(object, "by", claim.size, line);
  if (!by.ok()) return by.error();
  gap.by = by.value();
  if (const auto limit = object.find("limit"); limit != object.end()) {
    if (*limit != true) return line.malformed("expected \"limit\" to be true or absent");
    gap.limit = true;
  }
  if (object.contains("source-offset")) {
    const auto offset = get_number(object, "source-offset", line);
    if (!offset.ok()) return offset.error();
    gap.source_offset = offset.value();
  }
  if (auto checked = check_gap(gap, claim.roots, claim.size); !checked.ok())
    return line.malformed(checked.error().message);
  return gap;
}

OrderedJson gap_json(const Gap& gap, const char* kind_key) {
  OrderedJson out;
  out[kind_key] = name_of(gap.kind);
  if (gap.root) {
    out["root"] = *gap.root;
    out["line"] = to_text(gap.line);
  }
  put_stones(out, gap.position);
  out["to-move"] = name_of(gap.position.to_move());
  if (gap.by) out["by"] = to_text(*gap.by);
  if (gap.limit) out["limit"] = true;
  if (gap.source_offset) out["source-offset"] = *gap.source_offset;
  return out;
}

}  // namespace fiveproof
