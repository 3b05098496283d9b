#include "convert/rapfi/rapfi_db.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "base/little_endian.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "convert/syntax/lz4_frame.hpp"

namespace fiveproof::convert {

namespace {

// These are the facts of such a tree, besides tail_fact: the bytes behind the last record.
constexpr const char* records_fact = "records";      // whole records, with their lengths
constexpr const char* order_fact = "order";          // runs of neighbours, see order_of()
constexpr const char* container_fact = "container";  // "lz4"; absent: raw
constexpr const char* count_fact = "count";          // u32, if the file says another number than there are
constexpr std::string_view lz4_name = "lz4";

/// The SourceBits of such a tree:
///
///   0-39   the first five bytes of the body (label, value, depth and bound), little endian; 0 where the body
///          is shorter
///   40-42  how many of these five bytes there are; what is behind them is the comment
///   43     set if the node is a record
///   44-45  rule + 1 for a node at the top, 0 for any other
struct Said {
  std::uint64_t bits = 0;

  static constexpr std::size_t head_bytes = 5;
  static constexpr std::uint64_t record_bit = std::uint64_t{1} << 43;

  static Said of_rule(int rule) { return {static_cast<std::uint64_t>(rule + 1) << 44}; }
  static Said of_body(View body) {
    const std::size_t head = std::min(body.size(), head_bytes);
    return {record_bit | std::uint64_t{head} << 40 | little_endian::get(body, 0, head)};
  }

  [[nodiscard]] bool is_record() const { return (bits & record_bit) != 0; }
  [[nodiscard]] int rule() const { return static_cast<int>(bits >> 44 & 3) - 1; }
  /// Adds the bytes of the body that are here. They are five at most, even where bits that nobody vouches for
  /// say more.
  void put_head(Bytes& body) const {
    little_endian::put(body, bits, std::min<std::size_t>(bits >> 40 & 7, head_bytes));
  }
};

/// The most points that a line can have: one for each square, and a pass.
std::size_t longest_line(int size) {
  return static_cast<std::size_t>(size) * static_cast<std::size_t>(size) + 1;
}

/// The number of the point of a key that is the move of that number in its line.
std::size_t point_number(std::size_t move, std::size_t black_count) {
  return move % 2 == 0 ? move / 2 : black_count + move / 2;
}

TreeMove move_of(const DbKey& key, std::size_t i, int size) {
  const DbPoint point = key.point(point_number(i, key.black_count()));
  return point.is_pass() ? TreeMove::pass() : TreeMove::at(square_of(point, size), size);
}

/// Can a line of the tree say the key? Others are kept as bytes.
bool is_line(const DbKey& key, int size) {
  const DbBoard board = key.board();
  if (!board.rule_set() || !board.is_square() || board.width != size || key.count() > longest_line(size))
    return false;
  for (std::size_t i = 0; i < key.count(); ++i)
    if (!key.point(i).is_pass() && !key.point(i).is_on(board)) return false;
  return true;
}

/// The board of the tree: of the boards that a tree can have, the one of most records.
int tree_size_of(const RapfiDatabase& db) {
  std::map<int, std::uint64_t> numbers;
  for (std::size_t i = 0; i < db.count(); ++i)
    if (const auto key = DbKey::parse(db.record(i).key()))
      if (const DbBoard board = key->board(); board.is_ours()) ++numbers[board.width];
  const auto most = std::max_element(numbers.begin(), numbers.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == numbers.end() ? 15 : most->first;
}

// -- the order of the file --

/// The numbers of the records in the order of their keys; equal keys stay in the order of the file.
std::vector<std::uint32_t> sorted_records(const RapfiDatabase& db) {
  std::vector<std::uint32_t> sorted(db.count());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return compare_keys(db.record(a).key(), db.record(b).key()) < 0;
  });
  return sorted;
}

/// Adds a number, seven bits in a byte, the lowest first; the highest bit of a byte says that another one
/// follows.
void put_varint(Bytes& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out.push_back(static_cast<std::uint8_t>(number | 0x80));
  out.push_back(static_cast<std::uint8_t>(number));
}

/// The order of the file: where each of its records stands among the sorted ones. It is told by runs of
/// neighbours; a run is how far its first record is from where the run before ended, with the sign in the
/// lowest bit, and how many records it has.
Bytes order_of(const RapfiDatabase& db) {
  const auto sorted = sorted_records(db);
  std::vector<std::uint32_t> rank(sorted.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) rank[sorted[i]] = i;
  Bytes out;
  std::int64_t end = 0;
  for (std::size_t i = 0; i < rank.size();) {
    std::size_t length = 1;
    while (i + length < rank.size() && rank[i + length] == rank[i] + length) ++length;
    const std::int64_t away = rank[i] - end;
    put_varint(out,
               away < 0 ? static_cast<std::uint64_t>(-away) << 1 | 1 : static_cast<std::uint64_t>(away) << 1);
    put_varint(out, length);
    end = rank[i] + static_cast<std::int64_t>(length);
    i += length;
  }
  return out;
}

/// Takes what put_varint() added; nothing for bytes that it does not make.
std::optional<std::uint64_t> take_varint(View& bytes) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 42; shift += 7) {
    if (bytes.empty()) return std::nullopt;
    const std::uint8_t byte = bytes[0];
    bytes = bytes.subspan(1);
    number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

/// Reads what order_of() wrote; nothing unless it gives `count` records their ranks, each once.
std::optional<std::vector<std::uint32_t>> ranks_of(View order, std::size_t count) {
  std::vector<std::uint32_t> ranks;
  std::vector<bool> taken(count);
  std::int64_t end = 0;
  while (!order.empty()) {
    const auto away = take_varint(order), length = take_varint(order);
    if (!away || !length || *length > count - ranks.size()) return std::nullopt;
    const auto far = static_cast<std::int64_t>(*away >> 1);
    std::int64_t at = *away & 1 ? end - far : end + far;
    for (std::uint64_t i = 0; i < *length; ++i, ++at) {
      if (at < 0 || at >= static_cast<std::int64_t>(count) || taken[static_cast<std::size_t>(at)])
        return std::nullopt;
      taken[static_cast<std::size_t>(at)] = true;
      ranks.push_back(static_cast<std::uint32_t>(at));
    }
    end = at;
  }
  if (ranks.size() != count) return std::nullopt;
  return ranks;
}

// -- a database as a tree --

/// Makes the tree: sorts the records by their lines and adds line after line.
class TreeOfDb {
 public:
  TreeOfDb(const RapfiDatabase& db, std::uint64_t max_nodes)
      : db_(db),
        max_nodes_(std::min<std::uint64_t>(max_nodes, GameTree::max_nodes)),
        size_(tree_size_of(db)),
        builder_(size_, std::string(rapfi_db_source)) {}

  Result<GameTree> make() {
    sort_lines();
    set_facts();
    for (const RecordLine& line : lines_)
      if (!add(line.record))
        return Error{ErrorCode::limit, "more than " + std::to_string(max_nodes_) + " nodes"};
    return std::move(builder_).finish();
  }

 private:
  /// A record that is a line of the tree.
  struct RecordLine {
    std::uint64_t first_moves;  ///< rule and first moves as one number, which sorts them as the tree does
    std::uint32_t record;
  };
  static constexpr std::size_t moves_in_line = 6;

  [[nodiscard]] DbKey key(std::uint32_t record) const { return *DbKey::parse(db_.record(record).key()); }

  /// The number of a move, by which siblings are sorted: from 1, a pass last.
  [[nodiscard]] unsigned move_number(const DbKey& key, std::size_t i) const {
    const TreeMove move = move_of(key, i, size_);
    return move.is_pass() ? static_cast<unsigned>(size_ * size_) + 1 : move.number() + 1u;
  }

  void sort_lines() {
    for (std::uint32_t i = 0; i < db_.count(); ++i) {
      const auto key = DbKey::parse(db_.record(i).key());
      if (!key || !is_line(*key, size_)) {
        const View bytes = db_.record_bytes(i);
        others_.insert(others_.end(), bytes.begin(), bytes.end());
        continue;
      }
      std::uint64_t moves = key->board().rule;
      for (std::size_t k = 0; k < moves_in_line; ++k)
        moves = moves << 10 | (k < key->count() ? move_number(*key, k) : 0u);
      lines_.push_back({moves, i});
    }
    std::sort(lines_.begin(), lines_.end(), [this](const RecordLine& a, const RecordLine& b) {
      if (a.first_moves != b.first_moves) return a.first_moves < b.first_moves;
      const DbKey key_a = key(a.record), key_b = key(b.record);
      const std::size_t common = std::min(key_a.count(), key_b.count());
      for (std::size_t i = moves_in_line; i < common; ++i)
        if (const unsigned one = move_number(key_a, i), other = move_number(key_b, i); one != other)
          return one < other;
      if (key_a.count() != key_b.count()) return key_a.count() < key_b.count();
      return a.record < b.record;
    });
  }

  void set_facts() {
    if (!others_.empty()) builder_.set_fact(records_fact, others_);
    if (!db_.is_sorted()) builder_.set_fact(order_fact, order_of(db_));
    if (db_.container() == DbContainer::lz4) builder_.set_fact(container_fact, as_view(lz4_name));
    if (db_.stated_count() != db_.count()) builder_.set_fact(count_fact, db_.bytes().first(4));
    if (!db_.tail().empty()) builder_.set_fact(tail_fact, db_.tail());
  }

  bool add(std::uint32_t record) {
    const DbKey next = key(record);
    const int rule = next.board().rule;
    if (rule != rule_ || line_.empty()) {
      if (!add_top(rule)) return false;
      line_.assign(1, TreeMove());
      has_record_ = false;
    }
    std::size_t common = 1;
    while (common < line_.size() && common <= next.count() &&
           line_[common] == move_of(next, common - 1, size_))
      ++common;
    const bool is_again = has_record_ && common == line_.size() && common == next.count() + 1;
    if (is_again) {
      // The key is there already, so the record gets a node beside that one.
      if (common == 1 ? !add_top(rule) : !add_node(common - 1, line_.back())) return false;
    } else {
      line_.resize(common);
      for (std::size_t i = common; i <= next.count(); ++i) {
        line_.push_back(move_of(next, i - 1, size_));
        if (!add_node(i, line_.back())) return false;
      }
    }
    const DbRecord said = db_.record(record);
    builder_.add_source_bits(builder_.line().back(), Said::of_body(said.body()).bits);
    if (said.body().size() > Said::head_bytes) builder_.add_text(TextKind::comment, said.text());
    has_record_ = true;
    return true;
  }

  bool add_node(std::size_t depth, TreeMove move) {
    if (builder_.node_count() >= max_nodes_) return false;
    builder_.add(depth, move);
    return true;
  }
  bool add_top(int rule) {
    rule_ = rule;
    if (!add_node(0, TreeMove())) return false;
    builder_.add_source_bits(builder_.line().back(), Said::of_rule(rule).bits);
    return true;
  }

  const RapfiDatabase& db_;
  std::uint64_t max_nodes_;
  int size_;
  TreeBuilder builder_;
  std::vector<RecordLine> lines_;
  Bytes others_;
  int rule_ = -1;
  std::vector<TreeMove> line_;  ///< the moves down to the last node, from the node at the top
  bool has_record_ = false;     ///< the last node is a record
};

// -- a tree as a database --

constexpr std::string_view no_database = "the tree of a database that cannot be one";

/// Makes the database: first all its records in any order, then their order.
class DbOfTree {
 public:
  DbOfTree(const GameTree& tree, std::uint64_t max_bytes) : tree_(tree), max_bytes_(max_bytes) {}

  Result<RapfiDatabase> make() {
    if (!add_lines() || !add_others() || !put_in_order() || !finish()) return *error_;
    return std::move(db_);
  }

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }

  bool add_lines() {
    std::vector<TreeMove> line;
    int rule = -1;
    for (TreeCursor at(tree_); at.next();) {
      const Said said{at.source_bits()};
      line.resize(at.depth());
      line.push_back(at.move());
      if (at.depth() == 0) rule = said.rule();
      if (said.is_record() && !add_record(rule, line, said, at)) return false;
    }
    return true;
  }

  bool add_record(int rule, const std::vector<TreeMove>& line, const Said& said, const TreeCursor& at) {
    const std::size_t count = line.size() - 1;
    if (rule < 0 || count > longest_line(tree_.size()))
      return fail(contradiction(no_database, "a line that is no key"));
    const auto size = static_cast<std::uint8_t>(tree_.size());
    key_.assign({static_cast<std::uint8_t>(rule), size, size});
    key_.resize(3 + 2 * count);
    for (std::size_t i = 0; i < count; ++i) {
      const TreeMove move = line[i + 1];
      if (move.is_none()) return fail(contradiction(no_database, "a line with a node without a move"));
      const DbPoint point = move.is_pass() ? DbPoint() : point_of(move.square(tree_.size()), tree_.size());
      const std::size_t to = 3 + 2 * point_number(i, (count + 1) / 2);
      key_[to] = point.x;
      key_[to + 1] = point.y;
    }
    body_.clear();
    said.put_head(body_);
    for (const NodeText& text : at.texts()) {
      const View bytes = tree_.pool().at(text.text());
      if (bytes.size() > RapfiDatabase::max_part - body_.size())
        return fail(contradiction(no_database, "a text of more than 65,530 bytes"));
      body_.insert(body_.end(), bytes.begin(), bytes.end());
    }
    return add(key_, body_);
  }

  bool add(View key, View body) {
    if (db_.add(key, body) && db_.bytes().size() <= max_bytes_) return true;
    return fail({ErrorCode::limit, "a database of more than " + std::to_string(max_bytes_) + " bytes"});
  }

  bool add_others() {
    View rest = tree_.fact(records_fact).value_or(View());
    // The lengths are not believed: each one is held against what is left of the bytes.
    const auto take = [&](View& part) {
      if (rest.size() < 2) return false;
      const std::size_t length = little_endian::get_u16(rest, 0);
      if (rest.size() - 2 < length) return false;
      part = rest.subspan(2, length);
      rest = rest.subspan(2 + length);
      return true;
    };
    while (!rest.empty()) {
      View key, body;
      if (!take(key) || (!key.empty() && !take(body)))
        return fail(contradiction(no_database, "a record that is cut"));
      if (!add(key, body)) return false;
    }
    return true;
  }

  bool put_in_order() {
    auto records = sorted_records(db_);
    if (const auto order = tree_.fact(order_fact)) {
      const auto ranks = ranks_of(*order, db_.count());
      if (!ranks) return fail(contradiction(no_database, "an order that is none"));
      std::vector<std::uint32_t> in_order;
      in_order.reserve(ranks->size());
      for (const std::uint32_t rank : *ranks) in_order.push_back(records[rank]);
      records = std::move(in_order);
    }
    RapfiDatabase ordered;
    for (const std::uint32_t i : records) {
      const DbRecord record = db_.record(i);
      const bool is_added = ordered.add(record.key(), record.body());
      FIVEPROOF_ENSURE(is_added);  // the database is as large as db_
    }
    db_ = std::move(ordered);
    return true;
  }

  bool finish() {
    if (const auto tail = tree_.fact(tail_fact); tail && !db_.set_tail(*tail))
      return fail(too_large_database());
    if (const auto count = tree_.fact(count_fact)) {
      if (count->size() != 4) return fail(contradiction(no_database, "a number of records that is none"));
      db_.set_stated_count(little_endian::get_u32(*count, 0));
    }
    if (const auto container = tree_.fact(container_fact)) {
      if (as_text(*container) != lz4_name) return fail(contradiction(no_database, "an unknown container"));
      db_.set_container(DbContainer::lz4);
    } else if (is_lz4_frame(db_.bytes())) {
      return fail(contradiction(no_database, "a number of records that says the file is an LZ4 frame"));
    }
    return true;
  }

  const GameTree& tree_;
  std::uint64_t max_bytes_;
  RapfiDatabase db_;
  Bytes key_, body_;
  std::optional<Error> error_;
};

// -- what is said of a database --

/// Adds to a reading what is only seen when all records are looked at, and what is said to people.
class Survey {
 public:
  Survey(const RapfiDatabase& db, std::span<const std::uint64_t> offsets, TreeReading& reading,
         Oddities& oddities)
      : db_(db), offsets_(offsets), reading_(reading), oddities_(oddities) {}

  void make() {
    const auto groups = groups_of(db_);
    for (const DbGroup& group : groups) {
      const DbBoard& board = group.board;
      // Each record with an unknown rule or board is an oddity by itself.
      if (!board.rule_set() || board.width < 1 || board.height < 1 || board.width > max_db_board_size ||
          board.height > max_db_board_size)
        continue;
      survey(group);
    }
    if (groups.size() == 1) reading_.rule = groups[0].board.rule_set();
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < db_.count(); ++i) {
      const auto key = DbKey::parse(db_.record(i).key());
      others += !key || !is_line(*key, reading_.tree.size());
    }
    tell(reading_.carried, others, "record", " of metadata and other boards: kept as bytes");
    say_of_texts();
    oddities_.sort_by_offset();
  }

 private:
  /// Where the record stands in its file.
  [[nodiscard]] std::uint64_t offset(std::uint32_t record) const {
    return offsets_.empty() ? db_.offset(record) : offsets_[record];
  }
  void note(std::uint32_t record, const std::string& text) { oddities_.note(text, offset(record)); }

  void survey(const DbGroup& group) {
    const DbIndex index(db_, group.board, group.records);
    std::array<std::uint64_t, 2> won{};
    for (DbIndex::Id id = 0; id < index.count(); ++id) {
      const auto key = *DbKey::parse(db_.record(index.first_record(id)).key());
      const auto side = static_cast<std::size_t>(index_of(key.to_move()));
      if (index.claims(id) & claims_win) ++won[side];
      if (index.claims(id) & claims_loss) ++won[1 - side];
    }
    reading_.carried.push_back(group.board.text() + ": " + counted(group.records.size(), "record") + ", " +
                               counted(index.count(), "position") + "; black is said to win " +
                               std::to_string(won[0]) + ", white " + std::to_string(won[1]));
    for (const std::uint32_t record : group.records)
      if (const auto key = *DbKey::parse(db_.record(record).key()); key.is_position() && !is_canonical(key))
        note(record, "a key that is not the smallest image of its position");
    note_repetitions(index);
  }

  void note_repetitions(const DbIndex& index) {
    for (const std::uint32_t record : index.repeated())
      note(record, "a position that was there before, which says the same");
    for (const std::uint32_t record : index.different())
      note(record, "a position that was there before, which says something else");
    for (const DbContradiction& one : index.contradictions()) {
      if (one.win == one.loss) continue;  // DbRecord::body_fault() has told that
      const DbKey key = *DbKey::parse(db_.record(one.win).key());
      note(std::max(one.win, one.loss), text_of_key(key) + ": said to be won at byte " +
                                            std::to_string(offset(one.win)) + " and lost at byte " +
                                            std::to_string(offset(one.loss)));
    }
  }

  void say_of_texts() {
    tell(reading_.carried, db_.text_count(), "text",
         " in " + db_.charset().value_or("an encoding that the file does not name"));
    if (db_.container() == DbContainer::lz4)
      reading_.carried.push_back("the content of an LZ4 frame; how it was compressed is not kept");
  }

  const RapfiDatabase& db_;
  std::span<const std::uint64_t> offsets_;  ///< empty: those of the database
  TreeReading& reading_;
  Oddities& oddities_;
};

Result<TreeReading> reading_of(DbReading file, std::span<const std::uint64_t> offsets,
                               const TreeReadOptions& options) {
  FIVEPROOF_LET(auto tree, tree_of_db(file.db, options.max_nodes));
  TreeReading reading{std::move(tree)};
  Oddities oddities(options.max_oddities, std::move(file.oddities), file.oddity_count);
  Survey(file.db, offsets, reading, oddities).make();
  std::move(oddities).move_to(reading);
  append(reading.losses, file.losses);
  return reading;
}

}  // namespace

Result<GameTree> tree_of_db(const RapfiDatabase& db, std::uint64_t max_nodes) {
  return TreeOfDb(db, max_nodes).make();
}

Result<RapfiDatabase> db_of_tree(const GameTree& tree, std::uint64_t max_bytes) {
  if (tree.source() != rapfi_db_source)
    return contradiction(no_database, "its source is '" + tree.source() + "'");
  auto db = DbOfTree(tree, std::min(max_bytes, RapfiDatabase::max_bytes)).make();
  if (!db.ok()) return db;
  // Sections come from files that nobody vouches for, so the database that was made must give the same tree.
  const auto again = tree_of_db(db.value());
  if (!again.ok() || again.value() != tree)
    return contradiction(no_database, "its records say something else");
  return db;
}

Result<TreeReading> read_rapfi_db(View bytes, const TreeReadOptions& options) {
  FIVEPROOF_LET(auto file, read_rapfi_file(bytes, options));
  return reading_of(std::move(file), {}, options);
}

Result<TreeReading> reading_of_records(const RapfiDatabase& db, std::span<const std::uint64_t> offsets,
                                       const TreeReadOptions& options) {
  FIVEPROOF_ENSURE(offsets.size() == db.count());
  FIVEPROOF_LET(auto file, read_rapfi_file(db.bytes(), options));
  std::size_t record = 0;  // remarks are in the order of the records
  for (Remark& odd : file.oddities) {
    while (record + 1 < db.count() && db.offset(static_cast<std::uint32_t>(record + 1)) <= *odd.offset)
      ++record;
    odd.offset = offsets[record];
  }
  return reading_of(std::move(file), offsets, options);
}

Result<TreeWriting> write_rapfi_db(const GameTree& tree, std::optional<DbContainer> container) {
  if (tree.source() != rapfi_db_source)
    return Error{
        ErrorCode::unsupported,
        "a database is written of a proof, or of a tree that was read from a database; this one says '" +
            tree.source() + "'"};
  FIVEPROOF_LET(auto db, db_of_tree(tree));
  if (container) db.set_container(*container);
  return TreeWriting{rapfi_file(db)};
}

}  // namespace fiveproof::convert
