#include "format/text/json_lines.hpp"

#include <algorithm>
#include <set>

#include "format/refusal.hpp"
#include "game/notation.hpp"
#include "proof/gap_check.hpp"

namespace fiveproof {
namespace {

using nlohmann::json;

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

/// The value; an error of game/ (code usage, place within one string) is one of this line.
template <class T>
T value_in_line(Result<T> result, const char* key, const TextLine& line) {
  if (result.ok()) return std::move(result).value();
  const ErrorCode code = result.error().code;
  line.refuse(code == ErrorCode::usage ? ErrorCode::malformed : code,
              in_quotes(key) + ": " + result.error().message);
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

void check_keys(const json& object, std::initializer_list<std::string_view> known, const TextLine& line) {
  for (const auto& item : object.items())
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      line.refuse("expected a known key, found " + in_quotes(item.key()));
}

std::uint64_t get_number(const json& object, const char* key, const TextLine& line) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned())
    line.refuse("expected a whole number under " + in_quotes(key));
  return found->get<std::uint64_t>();
}

Color get_color(const json& object, const char* key, const TextLine& line) {
  return value_in_line(parse_color(get_text(object, key, line)), key, line);
}

Position get_position(const json& object, int size, const TextLine& line) {
  const Color to_move = get_color(object, "to-move", line);
  return get_stones(object, to_move, size, line);
}

Root get_root(const json& value, int size, const TextLine& line) {
  if (value.is_object()) {
    check_keys(value, {"black", "white", "to-move"}, line);
    return Root{get_position(value, size, line), std::nullopt};
  }
  if (!value.is_string()) line.refuse("expected a root: a string of moves, or an object with stones");
  auto moves = value_in_line(parse_squares(value.get<std::string>(), size), "roots", line);
  const Position position = value_in_line(position_after(moves, size), "roots", line);
  return Root{position, std::move(moves)};
}

std::vector<Root> get_roots(const json& object, int size, const ReaderLimits& limits, const TextLine& line) {
  const auto found = object.find("roots");
  if (found == object.end() || !found->is_array()) line.refuse("expected a list under \"roots\"");
  if (found->size() > limits.max_roots)
    line.refuse(ErrorCode::limit, "expected at most " + std::to_string(limits.max_roots) + " roots, found " +
                                      std::to_string(found->size()));
  std::vector<Root> roots;
  for (const json& value : *found) roots.push_back(get_root(value, size, line));
  return roots;
}

/// The version, which is 1 to that of `format`.
unsigned get_version(const json& object, const TextFormat& format, const TextLine& line) {
  const std::string text = get_text(object, "format", line);
  if (text != format.name)
    line.refuse("expected the format " + in_quotes(format.name) + ", found " + in_quotes(text));
  const std::uint64_t version = get_number(object, "version", line);
  if (version >= 1 && version <= format.version) return static_cast<unsigned>(version);
  const std::string known = format.version == 1 ? "1" : "1 to " + std::to_string(format.version);
  line.refuse(ErrorCode::unsupported, "expected version " + known + ", found " + std::to_string(version));
}

/// Reads "root" and "line", of which there are both or neither.
void get_place(const json& object, int size, const TextLine& line, Gap& gap) {
  if (object.contains("root") != object.contains("line"))
    line.refuse("expected both \"root\" and \"line\", or neither");
  if (!object.contains("root")) return;
  gap.root = static_cast<std::size_t>(get_number(object, "root", line));
  gap.line = get_squares(object, "line", size, line);
}

void put_stones(OrderedJson& out, const Position& position) {
  out["black"] = to_text(position.stones(Color::black));
  out["white"] = to_text(position.stones(Color::white));
}

}  // namespace

// -- lines --

void TextLine::refuse(ErrorCode code, const std::string& message, std::uint64_t column) const {
  throw Refusal{Error{code, "line " + std::to_string(number) + ": " + message, {}, offset + column}};
}

std::optional<TextLine> LineReader::next() {
  TextLine line{{}, number_ + 1, offset_};
  bool ended = false;
  while (!ended) {
    if (window_.empty()) {
      window_ = value_or_refuse(input_.next());
      if (window_.empty()) break;
    }
    const auto end = std::find(window_.begin(), window_.end(), std::uint8_t{'\n'});
    const auto length = static_cast<std::size_t>(end - window_.begin());
    if (length > limits_.max_line_bytes - line.text.size())
      line.refuse(ErrorCode::limit, "expected at most " + std::to_string(limits_.max_line_bytes) +
                                        " bytes in a line, found more");
    line.text.append(window_.begin(), end);
    ended = end != window_.end();
    offset_ += length + (ended ? 1 : 0);
    window_ = window_.subspan(length + (ended ? 1 : 0));
    if (offset_ > limits_.max_file_bytes)
      line.refuse(ErrorCode::limit, "expected at most " + std::to_string(limits_.max_file_bytes) +
                                        " bytes in the file, found more");
  }
  if (!ended && line.text.empty()) return std::nullopt;
  ++number_;
  return line;
}

TextLine LineReader::header() {
  if (auto line = next()) return *std::move(line);
  throw Refusal{Error{ErrorCode::malformed, "line 1: expected a header, found an empty file", {}, 0}};
}

// -- values --

json parse_object(const TextLine& line, std::initializer_list<std::string_view> known) {
  // This is asked first, as the parser passes over a byte order mark and over white space,
  // and a list may nest deeply.
  if (line.text.empty() || line.text[0] != '{') line.refuse("expected an object, \"{\" being its first byte");
  UniqueKeys keys;
  try {
    json object = json::parse(line.text, std::ref(keys));
    if (keys.twice()) line.refuse("expected each key once, found " + in_quotes(*keys.twice()) + " twice");
    check_keys(object, known, line);
    return object;
  } catch (const json::parse_error& error) {
    // The parser counts from 1 and may stand behind the end.
    const std::uint64_t column =
        std::min<std::uint64_t>(error.byte > 0 ? error.byte - 1 : 0, line.text.size());
    line.refuse(ErrorCode::malformed, "expected JSON, found an error at column " + std::to_string(column + 1),
                column);
  } catch (const json::exception&) {  // a number out of range
    line.refuse("expected JSON within the range of its numbers");
  }
}

std::string get_text(const json& object, const char* key, const TextLine& line) {
  const auto found = object.find(key);
  if (found == object.end()) line.refuse("expected the key " + in_quotes(key) + ", found none");
  if (!found->is_string()) line.refuse("expected a string under " + in_quotes(key));
  return found->get<std::string>();
}

std::vector<Square> get_squares(const json& object, const char* key, int size, const TextLine& line) {
  return value_in_line(parse_squares(get_text(object, key, line), size), key, line);
}

std::optional<Square> get_optional_square(const json& object, const char* key, int size,
                                          const TextLine& line) {
  if (!object.contains(key)) return std::nullopt;
  return value_in_line(parse_square(get_text(object, key, line), size), key, line);
}

Position get_stones(const json& object, Color to_move, int size, const TextLine& line) {
  const auto black = get_squares(object, "black", size, line);
  const auto white = get_squares(object, "white", size, line);
  return value_in_line(position_of(black, white, to_move, size), "white", line);
}

ClaimHeader get_claim(const json& object, const TextFormat& format, const ReaderLimits& limits,
                      const TextLine& line) {
  const unsigned version = get_version(object, format, line);
  const RuleSet rule = value_in_line(parse_rule_set(get_text(object, "rule", line)), "rule", line);
  const std::uint64_t size = get_number(object, "size", line);
  if (size < min_board_size || size > max_board_size)
    line.refuse("expected a board size from 5 to 20, found " + std::to_string(size));
  const Color attacker = get_color(object, "attacker", line);
  const int board_size = static_cast<int>(size);
  return {rule, board_size, attacker, get_roots(object, board_size, limits, line), version};
}

void put_claim(OrderedJson& out, const TextFormat& format, const ClaimHeader& claim) {
  out["format"] = format.name;
  out["version"] = format.version;
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
    OrderedJson stones = OrderedJson::object();
    put_stones(stones, root.position);
    stones["to-move"] = name_of(root.position.to_move());
    list.push_back(std::move(stones));
  }
  return list;
}

Gap get_gap(const json& object, const char* kind_key, const ClaimHeader& claim, const TextLine& line) {
  Gap gap;
  const std::string kind = get_text(object, kind_key, line);
  const auto parsed = parse_gap_kind(kind);
  if (!parsed) line.refuse("expected a gap kind, found " + in_quotes(kind));
  gap.kind = *parsed;
  get_place(object, claim.size, line, gap);
  gap.position = get_position(object, claim.size, line);
  gap.by = get_optional_square(object, "by", claim.size, line);
  if (const auto limit = object.find("limit"); limit != object.end()) {
    if (*limit != true) line.refuse("expected \"limit\" to be true or absent");
    gap.limit = true;
  }
  if (object.contains("source-offset")) gap.source_offset = get_number(object, "source-offset", line);
  if (const auto checked = check_gap(gap, claim.roots, claim.size); !checked.ok())
    line.refuse(checked.error().message);
  return gap;
}

OrderedJson gap_json(const Gap& gap, const char* kind_key) {
  OrderedJson out = OrderedJson::object();
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
