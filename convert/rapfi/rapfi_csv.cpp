#include "convert/rapfi/rapfi_csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/little_endian.hpp"
#include "convert/rapfi/rapfi_db.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::string_view column_names = "index,key,label,value,depth,bound,text";
constexpr std::string_view rules = "fsr";  // the number of a rule is its place
constexpr std::array<std::string_view, 4> bounds = {"none", "upper", "lower", "exact"};
constexpr int letters = 26;
constexpr int no_winner = -1;
constexpr std::uint8_t pass_byte = 0xFF;

// -- writing a row --

/// A character that the label is written as, if it has one.
bool is_shown(std::uint8_t label) { return label > ' ' && label < 0x7F; }

std::string text_of_label(const DbRecord& record) {
  const std::uint8_t label = record.body().empty() ? 0 : record.body()[0];
  const auto number = static_cast<std::int8_t>(label);
  if (number == 0) return "(null)";
  if (number == no_winner) return "(none)";
  return is_shown(label) ? std::string(1, static_cast<char>(label)) : "(" + std::to_string(number) + ")";
}

void put_escaped(View text, std::string& out) {
  out += '"';
  for (const char c : as_text(text)) {
    if (c == '\0') continue;
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n' || c == '\b')
      out += c == '\n' ? "\\n" : "\\b";
    else
      out += c;
  }
  out += '"';
}

/// The row without its end; nothing for a record that no row can be of.
std::optional<std::string> row_of(std::uint64_t index, const DbRecord& record) {
  const auto key = DbKey::parse(record.key());
  if (!key || !key->is_position()) return std::nullopt;
  const DbBoard board = key->board();
  if (!board.rule_set() || board.width > letters) return std::nullopt;
  std::string stones[2];
  for (std::size_t i = 0; i < key->count(); ++i)
    if (const DbPoint point = key->point(i); !point.is_pass())
      stones[index_of(key->color(i))] += static_cast<char>('a' + point.x) + std::to_string(point.y + 1);
  std::string row = std::to_string(index) + ',' + rules[board.rule] + '-' + std::to_string(board.width) +
                    '-' + std::to_string(board.height) + '-' + stones[index_of(Color::black)] + '-' +
                    stones[index_of(Color::white)] + (key->to_move() == Color::black ? "-b," : "-w,") +
                    text_of_label(record) + ',' + std::to_string(record.value()) + ',' +
                    std::to_string(record.depth()) + ',' + std::string(bounds[record.bound()]) + ',';
  put_escaped(record.text(), row);
  return row;
}

// -- reading a row --

/// What a row says, as the record of a database.
struct Row {
  Bytes key, body;
  bool has_key = true;  ///< or its stones are of numbers that no key can say
};

/// Reads one row, whose error has its place in the row.
class RowReader {
 public:
  explicit RowReader(std::string_view row) : row_(row) {}

  Result<Row> read() {
    if (!read_index() || !read_key() || !read_body() || !read_text()) return *error_;
    return std::move(made_);
  }

 private:
  bool fail(std::size_t at, const std::string& expected, ErrorCode code = ErrorCode::malformed) {
    constexpr std::size_t quoted = 20;
    const std::string found(row_.substr(at, quoted));
    error_ = Error{
        code,
        "expected " + expected + ", found " + (found.empty() ? "the end of the line" : "\"" + found + "\""),
        {},
        at};
    return false;
  }
  [[nodiscard]] std::string_view rest() const { return row_.substr(at_); }
  bool take(std::string_view expected) {
    if (!rest().starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  template <class T>
  bool number(T& value, T least, T most, const std::string& what, std::string_view behind) {
    const std::size_t from = at_;
    const auto [end, wrong] = std::from_chars(row_.data() + at_, row_.data() + row_.size(), value);
    at_ = static_cast<std::size_t>(end - row_.data());
    if (wrong != std::errc() || value < least || value > most)
      return fail(from, what + " from " + std::to_string(least) + " to " + std::to_string(most));
    return take(behind) || fail(at_, "\"" + std::string(behind) + "\" behind " + what);
  }

  bool read_index() {
    std::uint64_t index = 0;
    return number<std::uint64_t>(index, 0, ~std::uint64_t{0}, "the number of the row", ",");
  }

  bool read_key() {
    const std::size_t rule = rest().empty() ? std::string_view::npos : rules.find(rest()[0]);
    if (rule == std::string_view::npos) return fail(at_, "a rule, f, s or r");
    ++at_;
    int width = 0, height = 0;
    if (!take("-")) return fail(at_, "\"-\" behind the rule");
    if (!number(width, 1, letters, "the width", "-") ||
        !number(height, 1, max_db_board_size, "the height", "-"))
      return false;
    Bytes stones[2];
    if (!read_stones(stones[0], width, height) || !read_stones(stones[1], width, height)) return false;
    const bool is_black = rest().starts_with("b,");
    if (!is_black && !rest().starts_with("w,")) return fail(at_, "the side to move, b or w");
    at_ += 2;
    made_.key = {static_cast<std::uint8_t>(rule), static_cast<std::uint8_t>(width),
                 static_cast<std::uint8_t>(height)};
    made_.has_key = put_stones(stones[0], stones[1], is_black);
    return true;
  }

  bool read_stones(Bytes& points, int width, int height) {
    while (!take("-")) {
      const int x = rest().empty() ? -1 : rest()[0] - 'a';
      if (x < 0 || x >= width)
        return fail(at_, "a stone, a1 to " + std::string(1, static_cast<char>('a' + width - 1)) +
                             std::to_string(height) + ", or \"-\"");
      ++at_;
      int y = 0;
      if (!number(y, 1, height, "the row of a stone", "")) return false;
      points.insert(points.end(), {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y - 1)});
    }
    return true;
  }

  /// A key does not say how many of its points are black, nor who is to move: a pass makes up for it.
  bool put_stones(const Bytes& black, const Bytes& white, bool is_black_to_move) {
    const std::size_t blacks = black.size() / 2, whites = white.size() / 2;
    if (blacks != whites && blacks != whites + 1) return false;
    const Bytes pass = {pass_byte, pass_byte};
    const bool has_pass = (blacks == whites) != is_black_to_move;
    const auto put = [&](const Bytes& points) {
      made_.key.insert(made_.key.end(), points.begin(), points.end());
    };
    put(black);
    if (has_pass && blacks == whites) put(pass);
    put(white);
    if (has_pass && blacks != whites) put(pass);
    return true;
  }

  bool read_body() {
    int label = 0, value = 0, depth = 0;
    if (!read_label(label)) return false;
    if (!number(value, -0x8000, 0x7FFF, "the value", ",") ||
        !number(depth, -0x2000, 0x1FFF, "the depth", ","))
      return false;
    const auto bound = std::ranges::find_if(bounds, [this](std::string_view word) { return take(word); });
    if (bound == bounds.end()) return fail(at_, "a bound, none, upper, lower or exact");
    if (!take(",")) return fail(at_, "\",\" behind the bound");
    made_.body.push_back(static_cast<std::uint8_t>(label));
    little_endian::put(made_.body, static_cast<std::uint16_t>(value), 2);
    little_endian::put(made_.body, static_cast<std::uint16_t>(depth * 4 + (bound - bounds.begin())), 2);
    return true;
  }

  bool read_label(int& label) {
    if (take("(null),")) return true;
    label = no_winner;
    if (take("(none),")) return true;
    const std::uint8_t letter = rest().empty() ? 0 : static_cast<std::uint8_t>(rest()[0]);
    if (is_shown(letter) && rest().substr(1, 1) == ",") {
      label = letter;
      at_ += 2;
      return true;
    }
    if (!take("(")) return fail(at_, "a label and \",\"");
    return number(label, -0x80, 0x7F, "the label", "),");
  }

  bool read_text() {
    if (!take("\"")) return fail(at_, "a text in quotation marks");
    for (; at_ < row_.size() && row_[at_] != '"'; ++at_) {
      char c = row_[at_];
      if (c == '\\') {
        if (++at_ == row_.size()) break;
        c = row_[at_] == 'n' ? '\n' : row_[at_] == 'b' ? '\b' : row_[at_];
        if (c != '\n' && c != '\b' && c != '"' && c != '\\')
          return fail(at_ - 1, "\\n, \\b, \\\" or two backslashes");
      }
      made_.body.push_back(static_cast<std::uint8_t>(c));
    }
    if (!take("\"")) return fail(at_, "a quotation mark behind the text");
    if (at_ < row_.size()) return fail(at_, "the end of the line");
    if (made_.body.size() > RapfiDatabase::max_part)
      return fail(0, "a text of at most 65,530 bytes", ErrorCode::limit);
    // Rapfi writes a record without a label as a key alone, and it has nothing to say then.
    if (std::ranges::count(made_.body, 0) == 5 && made_.body.size() == 5) made_.body.clear();
    return true;
  }

  std::string_view row_;
  std::size_t at_ = 0;
  Row made_;
  std::optional<Error> error_;
};

// -- reading a file --

class CsvReader {
 public:
  CsvReader(View bytes, const TreeReadOptions& options) : all_(as_text(bytes)), options_(options) {}

  Result<TreeReading> read() {
    FIVEPROOF_TRY(add(utf8_metadata_key(), utf8_metadata_body(), 0));
    if (const std::string_view names = next_line(); names != column_names)
      return Error{ErrorCode::malformed,
                   "expected the line \"" + std::string(column_names) + "\", found another",
                   {},
                   std::uint64_t{0}};
    while (at_ < all_.size()) FIVEPROOF_TRY(read_row());
    TreeReadOptions with_metadata = options_;
    ++with_metadata.max_nodes;
    FIVEPROOF_LET(auto reading, reading_of_records(db_, offsets_, with_metadata));
    tell(reading.losses, without_key_, "row", " with numbers of stones that no key of a database can say");
    tell(reading.losses, respelled_, "row", " spelled as Rapfi does not: the spelling");
    if (has_cr_) reading.carried.push_back("lines that end in CR LF; they are written with LF");
    return reading;
  }

 private:
  std::string_view next_line() {
    const std::size_t end = std::min(all_.find('\n', at_), all_.size());
    std::string_view line = all_.substr(at_, end - at_);
    at_ = std::min(end + 1, all_.size());
    if (!line.ends_with('\r')) return line;
    has_cr_ = true;
    return line.substr(0, line.size() - 1);
  }

  Status read_row() {
    const std::size_t from = at_;
    const std::string_view line = next_line();
    if (rows_ == options_.max_nodes)
      return Error{ErrorCode::limit, "more than " + counted(options_.max_nodes, "row"), {}, from};
    auto row = RowReader(line).read();
    if (!row.ok()) {
      row.error().offset = from + row.error().offset.value_or(0);
      return row.error();
    }
    const auto& [key, body, has_key] = row.value();
    const auto again = row_of(rows_++, DbRecord(key, body));
    if (!has_key) {
      ++without_key_;
      return Done{};
    }
    respelled_ += again != line;
    return add(key, body, from);
  }

  Status add(View key, View body, std::size_t offset) {
    if (!db_.add(key, body) || db_.bytes().size() > options_.max_bytes)
      return Error{ErrorCode::limit,
                   "a database of more than " + std::to_string(options_.max_bytes) + " bytes",
                   {},
                   offset};
    offsets_.push_back(offset);
    return Done{};
  }

  std::string_view all_;
  const TreeReadOptions& options_;
  std::size_t at_ = 0;
  RapfiDatabase db_;
  std::vector<std::uint64_t> offsets_;
  std::uint64_t rows_ = 0, without_key_ = 0, respelled_ = 0;
  bool has_cr_ = false;
};

}  // namespace

Result<TreeReading> read_rapfi_csv(View bytes, const TreeReadOptions& options) {
  return CsvReader(bytes, options).read();
}

TreeWriting csv_of_db(const RapfiDatabase& db) {
  std::string out = std::string(column_names) + '\n';
  std::uint64_t rows = 0, unwritten = 0, changed = 0;
  for (std::size_t i = 0; i < db.count(); ++i) {
    const DbRecord record = db.record(i);
    const bool is_utf8_metadata = record.is_metadata() && db.charset() == "UTF-8" && i == 0;
    if (is_utf8_metadata) continue;  // as the dump is
    const auto row = row_of(rows, record);
    const auto again = row ? RowReader(*row).read() : Error{};
    if (!again.ok() || !again.value().has_key) {
      ++unwritten;
      continue;
    }
    ++rows;
    changed += !std::ranges::equal(again.value().key, record.key()) ||
               !std::ranges::equal(again.value().body, record.body());
    out.append(*row) += '\n';
  }
  TreeWriting writing{{out.begin(), out.end()}};
  tell(writing.losses, unwritten, "record", " of metadata, or that are no positions of a rule set of ours");
  tell(writing.losses, changed, "record",
       " of which a row cannot say all: short bodies, zero bytes in texts");
  tell(writing.losses, db.tail().size(), "byte", " behind the last record");
  return writing;
}

Result<TreeWriting> write_rapfi_csv(const GameTree& tree) {
  FIVEPROOF_LET(const auto db, db_of_tree(tree));
  return csv_of_db(db);
}

}  // namespace fiveproof::convert
