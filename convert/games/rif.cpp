#include "convert/games/rif.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "convert/games/moves.hpp"
#include "convert/syntax/xml_events.hpp"
#include "convert/tree/line_trie.hpp"

namespace fiveproof::convert {

namespace {

/// An element below <database>; `none` stands for any other.
enum class Table { countries, cities, months, rules, openings, players, tournaments, games, none };
constexpr std::array<std::string_view, 8> table_names = {"countries", "cities",  "months",      "rules",
                                                         "openings",  "players", "tournaments", "games"};
constexpr std::size_t table_count = table_names.size() - 1;  // the last one, games, is not kept

constexpr std::size_t least_rif_move_bytes = 2;
constexpr std::size_t longest_name = 1000;
constexpr std::size_t longest_rif_quotation = 40;
constexpr std::size_t most_unknown_names = 20;
constexpr std::size_t most_rules_named = 20;

Table table_of(std::string_view name) {
  return static_cast<Table>(std::find(table_names.begin(), table_names.end(), name) - table_names.begin());
}
std::string_view name_of(Table table) { return table_names[static_cast<std::size_t>(table)]; }

bool is_xml_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_xml_separator(char c) { return is_xml_blank(c) || c == ','; }

/// The beginning of a long text, cut between two characters of UTF-8.
std::string shortened(std::string_view text) {
  if (text.size() <= longest_rif_quotation) return std::string(text);
  std::size_t length = longest_rif_quotation;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  return std::string(text.substr(0, length)) + "...";
}
std::string quoted(std::string_view text) { return "\"" + shortened(text) + "\""; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_xml_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_xml_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The text without the blanks around it; ends of lines become spaces.
std::string on_one_line(std::string_view text) {
  std::string out(trimmed(text));
  for (char& c : out)
    if (c == '\n' || c == '\r') c = ' ';
  return out;
}

// -- tables --

/// The names that the file's tables give to numbers.
class Tables {
 public:
  /// False if there is such a row already.
  bool add(Table table, std::string_view id, std::string name) {
    ++count_;
    return rows_[static_cast<std::size_t>(table)].emplace(id, std::move(name)).second;
  }
  /// The name of a row; nullptr when there is no such row.
  [[nodiscard]] const std::string* find(Table table, const std::string& id) const {
    const auto& all = rows_[static_cast<std::size_t>(table)];
    const auto found = all.find(id);
    return found == all.end() ? nullptr : &found->second;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t count(Table table) const { return rows_[static_cast<std::size_t>(table)].size(); }

 private:
  std::array<std::map<std::string, std::string, std::less<>>, table_count> rows_;
  std::size_t count_ = 0;
};

/// The name of a row for people: of a player both names, of a tournament the year as well.
std::string display_name(Table table, const XmlAttributes& row) {
  const auto value = [&](std::string_view name) { return on_one_line(row.value(name).value_or("")); };
  const auto joined = [](std::string first, const std::string& second) {
    return first.empty() || second.empty() ? first + second : std::move(first) + " " + second;
  };
  switch (table) {
    case Table::players:
      return joined(value("name"), value("surname"));
    case Table::tournaments: {
      const std::string name = value("name"), year = value("year");
      return name.find(year) == std::string::npos ? joined(name, year) : name;
    }
    case Table::openings:
      return value("abbr").empty() ? value("name") : value("abbr");
    default:
      return value("name");
  }
}

// -- the way through a file --

/// Follows the elements of a database and tells each event by where it stands.
class DatabaseWalk : public XmlHandler {
 public:
  void start(std::string_view name, const XmlAttributes& attributes, std::uint64_t offset) final {
    ++depth_;
    if (unknown_depth_ != 0) return;
    switch (depth_) {
      case 1:
        if (name != "database")
          return stop({ErrorCode::malformed,
                       "expected a database of RenjuNet, <database>, found the element " + quoted(name),
                       {},
                       offset});
        return on_database(attributes);
      case 2:
        table_ = table_of(name);
        if (table_ == Table::none) unknown(name);
        return;
      case 3:
        if (table_ == Table::games ? name == "game" : attributes.value("id").has_value())
          return on_row(table_, attributes, offset);
        return unknown(name);
      case 4:
        is_move_ = table_ == Table::games && name == "move";
        is_info_ = (table_ == Table::games || table_ == Table::rules) && name == "info";
        if (is_move_ || is_info_) return on_field(offset);
        return unknown(name);
      default:
        return unknown(name);
    }
  }

  void end(std::string_view, std::uint64_t offset) final {
    const std::size_t depth = depth_--;
    if (unknown_depth_ != 0) {
      if (unknown_depth_ == depth) unknown_depth_ = 0;
    } else if (depth == 4) {
      is_move_ = is_info_ = false;
    } else if (depth == 3) {
      on_row_end(table_, offset);
    }
  }

  void text(std::string_view piece, std::uint64_t offset) final {
    if (unknown_depth_ != 0) return;
    if (is_move_ || is_info_) return on_text(piece, offset);
    if (!std::all_of(piece.begin(), piece.end(), is_xml_blank)) on_stray_text(offset);
  }

 protected:
  virtual void on_database(const XmlAttributes&) {}
  virtual void on_row(Table table, const XmlAttributes& row, std::uint64_t offset) = 0;
  virtual void on_row_end(Table, std::uint64_t /*offset*/) {}
  virtual void on_field(std::uint64_t /*offset*/) {}
  /// A piece of the text in a <move> or an <info>.
  virtual void on_text(std::string_view, std::uint64_t /*offset*/) {}
  virtual void on_stray_text(std::uint64_t /*offset*/) {}
  virtual void on_unknown(std::string_view) {}

  [[nodiscard]] Table table() const { return table_; }
  [[nodiscard]] bool is_move() const { return is_move_; }

 private:
  void unknown(std::string_view name) {
    unknown_depth_ = depth_;
    on_unknown(name);
  }

  std::size_t depth_ = 0, unknown_depth_ = 0;
  Table table_ = Table::none;
  bool is_move_ = false, is_info_ = false;  ///< whether the walk is inside such an element
};

/// Goes through the file for the first time, for its tables.
class TableReader : public DatabaseWalk {
 public:
  TableReader(Tables& tables, Oddities& oddities, std::size_t max_rows)
      : tables_(tables), oddities_(oddities), max_rows_(max_rows) {}

 protected:
  void on_row(Table table, const XmlAttributes& row, std::uint64_t offset) override {
    if (table == Table::games) return;
    const std::string_view id = *row.value("id");
    std::string name = display_name(table, row);
    if (std::max(id.size(), name.size()) > longest_name)
      return stop({ErrorCode::limit,
                   "a name of more than " + std::to_string(longest_name) + " bytes in the table " +
                       std::string(name_of(table)),
                   {},
                   offset});
    if (tables_.count() >= max_rows_)
      return stop(
          {ErrorCode::limit, "more than " + std::to_string(max_rows_) + " rows of tables", {}, offset});
    if (!tables_.add(table, id, std::move(name)))
      oddities_.note("the id " + quoted(id) + " a second time among the " + std::string(name_of(table)) +
                         "; the first one counts",
                     offset);
  }

 private:
  Tables& tables_;
  Oddities& oddities_;
  std::size_t max_rows_;
};

// -- games --

/// The attributes of a game: name and value.
using Sayings = std::vector<std::pair<std::string, std::string>>;

/// Goes through the file for the second time, for its games.
class GameReader : public DatabaseWalk {
 public:
  GameReader(std::uint64_t file_bytes, const Tables& tables, Oddities& oddities,
             const TreeReadOptions& options, const RifOptions& rif)
      : file_bytes_(file_bytes),
        tables_(tables),
        oddities_(oddities),
        options_(options),
        rif_(rif),
        trie_(options.max_nodes, file_bytes / least_rif_move_bytes),
        builder_(rif_board_size, std::string(rif_source)) {
    for (const Square square : rif.beginning) beginning_.push_back(TreeMove::at(square, rif_board_size));
  }

  TreeReading finish() && {
    TreeReading reading;
    const std::size_t nodes = trie_.node_count();
    reading.offsets = std::move(trie_).move_into(builder_);
    reading.tree = std::move(builder_).finish();
    reading.carried = carried(nodes);
    reading.losses = losses();
    return reading;
  }

 protected:
  void on_database(const XmlAttributes& attributes) override {
    for (const char* name : {"version", "date"})
      if (const auto value = attributes.value(name)) builder_.set_fact(name, as_view(*value));
  }

  void on_row(Table table, const XmlAttributes& row, std::uint64_t offset) override {
    if (table != Table::games) return;
    game_offset_ = offset;
    is_in_game_ = true;
    id_ = one_line(row.value("id").value_or("?"));
    sayings_.clear();
    row.for_each([&](std::string_view name, std::string_view value) {
      if (name != "id") sayings_.emplace_back(name, value);
    });
    move_lists_ = 0;
    infos_.clear();
    move_text_.clear();
    pieces_.clear();
  }

  void on_field(std::uint64_t offset) override {
    if (table() == Table::rules) {
      ++rule_infos_;
    } else if (is_move()) {
      if (++move_lists_ > 1) {
        ++second_moves_;
        oddities_.note("a second <move> of a game, which is not read", offset);
      }
    } else {
      infos_.emplace_back();
    }
  }

  void on_text(std::string_view piece, std::uint64_t offset) override {
    if (table() == Table::rules) return;
    if (!is_move()) {
      infos_.back() += piece;
    } else if (move_lists_ == 1) {
      pieces_.push_back({move_text_.size(), offset});
      move_text_ += piece;
    }
  }

  void on_stray_text(std::uint64_t offset) override {
    if (stray_texts_++ == 0) oddities_.note("text where only elements are expected", offset);
  }

  void on_unknown(std::string_view name) override {
    const auto known = unknown_.find(name);
    if (known != unknown_.end())
      ++known->second;
    else if (unknown_.size() < most_unknown_names)
      unknown_.emplace(name, 1);
    else
      ++other_unknown_;
  }

  void comment(std::uint64_t) override { ++xml_comments_; }
  void document_type(bool is_external, std::uint64_t offset) override {
    if (!is_external) return;
    has_external_type_ = true;
    oddities_.note("a document type that is kept elsewhere and not looked at", offset);
  }
  void unknown_entity(std::string_view name, std::uint64_t offset) override {
    ++unknown_entities_;
    oddities_.note("the name of an entity that is declared nowhere: " + quoted(name), offset);
  }
  void cut(std::uint64_t offset) override {
    oddities_.note("the file ends where more must follow", offset);
    is_game_cut_ = is_in_game_;
  }

  void on_row_end(Table table, std::uint64_t) override {
    if (table != Table::games) return;
    is_in_game_ = false;
    ++games_;
    read_line();
    if (line_.size() < beginning_.size() ||
        !std::equal(beginning_.begin(), beginning_.end(), line_.begin())) {
      ++others_;
      return;
    }
    LineTrie::Place place = LineTrie::start;
    for (std::size_t i = 0; i < line_.size(); ++i) {
      const auto next = trie_.step(place, line_[i], static_cast<std::uint32_t>(offsets_[i]));
      if (!next)
        return stop({ErrorCode::limit,
                     "more than " + std::to_string(options_.max_nodes) + " nodes",
                     {},
                     offsets_[i]});
      place = *next;
    }
    if (line_.empty()) ++empty_;
    if (bad_move_at_) {
      ++broken_;
      oddities_.note(game_name() + ": a move that cannot be read, " + bad_move_ + "; its line ends before it",
                     *bad_move_at_);
    }
    const std::string saying = game_saying();
    if (trie_.comment_bytes() + saying.size() >= std::min(rif_.max_text_bytes, LineTrie::max_offset))
      return stop({ErrorCode::limit,
                   "more text than " + std::to_string(rif_.max_text_bytes) + " bytes",
                   {},
                   game_offset_});
    trie_.add_comment(place, saying);
  }

 private:
  struct Piece {
    std::size_t from;      ///< where the piece begins in move_text_
    std::uint64_t offset;  ///< where it begins in the file
  };

  /// Where in the file a place of the move text is: exact in a file in UTF-8, else counted from where its
  /// piece begins.
  [[nodiscard]] std::uint64_t offset_of(std::size_t place) const {
    const auto after = std::ranges::upper_bound(pieces_, place, {}, &Piece::from);
    const Piece& piece = *(after - 1);
    return std::min(piece.offset + (place - piece.from), file_bytes_ - 1);
  }

  void read_line() {
    line_.clear();
    offsets_.clear();
    bad_move_at_.reset();
    for (std::size_t at = 0;;) {
      while (at < move_text_.size() && is_xml_separator(move_text_[at])) ++at;
      if (at == move_text_.size()) return;
      const std::size_t from = at;
      const auto move = read_move(move_text_, at, rif_board_size);
      if (!move.ok()) {
        const auto end = std::find_if(move_text_.begin() + static_cast<std::ptrdiff_t>(from),
                                      move_text_.end(), is_xml_separator);
        const auto to = static_cast<std::size_t>(end - move_text_.begin());
        bad_move_ = quoted(std::string_view(move_text_).substr(from, to - from));
        bad_move_at_ = offset_of(from);
        return;
      }
      line_.push_back(move.value());
      offsets_.push_back(offset_of(from));
    }
  }

  /// The value of an attribute, or "". It is taken away, so that what is left is what nobody asked for.
  std::string take(std::string_view name) {
    for (auto& [key, value] : sayings_)
      if (key == name) {
        key.clear();
        return one_line(std::exchange(value, {}));
      }
    return {};
  }

  /// The name of the row that an attribute refers to, or its number if there is no such row.
  std::string named(Table table, std::string_view attribute) {
    const std::string id = take(attribute);
    if (id.empty()) return {};
    const std::string* name = tables_.find(table, id);
    if (name == nullptr)
      oddities_.note(game_name() + ": the " + std::string(attribute) + " " + quoted(id) +
                         " is not in the table " + std::string(name_of(table)),
                     game_offset_);
    return name == nullptr || name->empty() ? std::string(attribute) + " " + id : *name;
  }

  std::string one_line(std::string_view text) {
    std::string line = on_one_line(text);
    joined_lines_ += line != trimmed(text);
    return line;
  }

  [[nodiscard]] std::string game_name() const { return "game " + shortened(id_); }

  static std::string result_of(const std::string& bresult) {
    if (bresult == "1") return " 1-0";
    if (bresult == "0") return " 0-1";
    if (bresult == "0.5") return " 1/2-1/2";
    return bresult.empty() ? "" : " bresult " + bresult;
  }

  /// The game's line in the comment.
  std::string game_saying() {
    std::string black = named(Table::players, "black"), white = named(Table::players, "white");
    if (black.empty()) black = "?";
    if (white.empty()) white = "?";
    std::string saying = "game " + id_ + ": " + black + " - " + white + result_of(take("bresult"));
    const auto say = [&](const std::string& key, const std::string& value) {
      if (!value.empty()) saying += "; " + key + (key.empty() ? "" : " ") + value;
    };
    say("", named(Table::tournaments, "tournament"));
    say("round", take("round"));
    const std::string rule = named(Table::rules, "rule");
    ++games_by_rule_[rule];
    say("rule", rule);
    say("opening", named(Table::openings, "opening"));
    for (const char* name : {"alt", "swap", "btime", "wtime"}) say(name, take(name));
    say("publisher", named(Table::players, "publisher"));
    for (const auto& [key, value] : sayings_)
      if (!key.empty()) say(key, one_line(value));
    for (const std::string& info : infos_) say("info", one_line(info));
    return saying;
  }

  [[nodiscard]] std::vector<std::string> carried(std::size_t nodes) const {
    std::vector<std::string> all = {counted(games_ - others_, "game") + ", " + counted(nodes, "node")};
    tell(all, others_, "game", " that began otherwise, left out as asked for");
    tell(all, empty_, "game", " without a move that can be read");
    std::size_t named = 0;
    for (const auto& [rule, games] : games_by_rule_)
      if (named++ < most_rules_named)
        all.push_back((rule.empty() ? "no rule" : "rule " + rule) + ": " + counted(games, "game"));
    if (named > most_rules_named) all.push_back(counted(named - most_rules_named, "other rule"));
    return all;
  }

  [[nodiscard]] std::vector<std::string> losses() const {
    std::vector<std::string> all;
    if (is_game_cut_) all.push_back("the game at byte " + std::to_string(game_offset_) + ", which was cut");
    tell(all, broken_, "game", " from a move that cannot be read on");
    for (const auto& [name, number] : unknown_) tell(all, number, "element", " " + quoted(name));
    tell(all, other_unknown_, "element", " of other names that are not known");
    tell(all, second_moves_, "second list", " of the moves of a game");
    tell(all, joined_lines_, "text", " of several lines, in one line now");
    tell(all, rule_infos_, "description", " of rules");
    for (const Table table : {Table::countries, Table::cities, Table::months})
      tell(all, tables_.count(table), "row", " of the table " + std::string(name_of(table)));
    for (const Table table : {Table::rules, Table::openings, Table::players, Table::tournaments})
      if (tables_.count(table) != 0)
        all.push_back("the table " + std::string(name_of(table)) + ", but for the names that games use");
    if (stray_texts_ != 0) all.push_back("text where only elements are expected");
    tell(all, xml_comments_, "XML comment");
    tell(all, unknown_entities_, "entity", " that nobody declared");
    if (has_external_type_) all.push_back("a document type that is kept elsewhere");
    return all;
  }

  std::uint64_t file_bytes_;
  const Tables& tables_;
  Oddities& oddities_;
  const TreeReadOptions& options_;
  const RifOptions& rif_;
  LineTrie trie_;
  TreeBuilder builder_;
  std::vector<TreeMove> beginning_;

  // These belong to the game that is being read.
  std::uint64_t game_offset_ = 0;
  bool is_in_game_ = false;
  std::string id_;
  Sayings sayings_;  ///< an attribute that has been said has lost its name
  std::size_t move_lists_ = 0;
  std::vector<std::string> infos_;
  std::string move_text_;
  std::vector<Piece> pieces_;
  std::vector<TreeMove> line_;
  std::vector<std::uint64_t> offsets_;
  std::optional<std::uint64_t> bad_move_at_;
  std::string bad_move_;

  // These count over all games.
  std::uint64_t games_ = 0, others_ = 0, empty_ = 0, broken_ = 0, joined_lines_ = 0, second_moves_ = 0;
  std::map<std::string, std::uint64_t> games_by_rule_;
  bool is_game_cut_ = false;

  // These count over the whole file.
  std::map<std::string, std::uint64_t, std::less<>> unknown_;
  std::uint64_t other_unknown_ = 0, rule_infos_ = 0, stray_texts_ = 0, xml_comments_ = 0,
                unknown_entities_ = 0;
  bool has_external_type_ = false;
};

}  // namespace

Result<TreeReading> read_rif(View bytes, const TreeReadOptions& options, const RifOptions& rif) {
  if (bytes.size() > LineTrie::max_offset)
    return Error{ErrorCode::limit, "a file of 4 GiB or more", {}, std::uint64_t{0}};
  Oddities oddities(options.max_oddities);
  Tables tables;
  TableReader table_reader(tables, oddities, rif.max_rows);
  FIVEPROOF_TRY(read_xml(bytes, table_reader, options.keep_cut));
  GameReader game_reader(bytes.size(), tables, oddities, options, rif);
  FIVEPROOF_TRY(read_xml(bytes, game_reader, options.keep_cut));
  TreeReading reading = std::move(game_reader).finish();
  oddities.sort_by_offset();
  std::move(oddities).move_to(reading);
  return reading;
}

}  // namespace fiveproof::convert
