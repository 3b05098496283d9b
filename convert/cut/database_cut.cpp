#include <algorithm>
#include <array>
#include <utility>

#include "convert/cut/tree_cut.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "game/notation.hpp"

namespace fiveproof::convert {

namespace {

/// The stones of a list of moves, in an image of the board.
struct Stone {
  DbPoint point;
  Color color;
};
using Line = std::vector<Stone>;

/// The stones of a position by their points, with room for the largest board.
class Points {
 public:
  explicit Points(const DbKey& key) {
    for (std::size_t i = 0; i < key.count(); ++i)
      if (const DbPoint point = key.point(i); !point.is_pass()) {
        owners_[place_of(point)] = owner_of(key.color(i));
        ++count_;
      }
  }
  [[nodiscard]] bool has(const Stone& stone) const {
    return owners_[place_of(stone.point)] == owner_of(stone.color);
  }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  static std::size_t place_of(DbPoint point) {
    return static_cast<std::size_t>(point.x) * max_db_board_size + point.y;
  }
  static std::uint8_t owner_of(Color color) { return static_cast<std::uint8_t>(1 + index_of(color)); }

  std::array<std::uint8_t, std::size_t{max_db_board_size} * max_db_board_size> owners_{};
  std::size_t count_ = 0;
};

/// Says of each record whether it stays.
class Sieve {
 public:
  /// require: the squares are on the board.
  Sieve(int size, const TreeCut& wanted) : size_(size), wanted_(wanted) {
    const auto side = static_cast<std::uint8_t>(size);
    const DbBoard board{0, side, side};
    for (const auto& moves : wanted.below)
      for (int symmetry = 0; symmetry < symmetries_of(board); ++symmetry) {
        Line line;
        for (std::size_t i = 0; i < moves.size(); ++i)
          line.push_back({image_of(point_of(moves[i], size), symmetry, board),
                          i % 2 == 0 ? Color::black : Color::white});
        images_.push_back({std::move(line), images_.size() / Symmetry::count});
      }
    if (images_.empty()) images_.push_back({});
    is_found_.resize(std::max<std::size_t>(1, wanted.below.size()));
  }

  /// Nothing: it stays. `is_other`: it is no position of this board.
  std::optional<CutReason> reason_for(const DbRecord& record, bool& is_other) {
    is_other = false;
    if (record.is_metadata()) return std::nullopt;
    const auto key = DbKey::parse(record.key());
    is_other = !key || !key->is_position() || key->board().width != size_ || !key->board().is_square();
    if (is_other) return CutReason::below;
    const Points points(*key);
    bool is_on_way = false, is_below = false, is_near = false;
    for (const auto& [line, number] : images_) {
      std::size_t there = 0;
      while (there < line.size() && points.has(line[there])) ++there;
      is_on_way = is_on_way || there == points.count();
      if (there < line.size()) continue;
      is_below = is_found_[number] = true;
      is_near = is_near || !wanted_.max_depth || points.count() - there <= *wanted_.max_depth;
    }
    if (is_near || is_on_way) return std::nullopt;
    return is_below ? CutReason::depth : CutReason::below;
  }

  /// Was there a record of each position that is named, or below it?
  [[nodiscard]] Status check_found() const {
    for (std::size_t i = 0; i < wanted_.below.size(); ++i)
      if (!is_found_[i])
        return Error{ErrorCode::usage, "no position of the database is the one after " +
                                           to_text(wanted_.below[i]) + ", or below it"};
    return Done{};
  }

 private:
  int size_;
  const TreeCut& wanted_;
  std::vector<std::pair<Line, std::size_t>> images_;  ///< each with the number of its moves in `below`
  std::vector<bool> is_found_;
};

}  // namespace

Result<CutDatabase> cut_database(const GameTree& tree, const TreeCut& wanted) {
  if (wanted.max_width)
    return Error{ErrorCode::usage,
                 "a database has positions, to which many moves lead, and no lines: --width and --only are "
                 "for trees"};
  for (const auto& moves : wanted.below) FIVEPROOF_TRY(position_after(moves, tree.size()));
  FIVEPROOF_LET(const auto db, db_of_tree(tree));
  Sieve sieve(tree.size(), wanted);
  RapfiDatabase kept;
  kept.set_container(db.container());
  CutDatabase cut{TreeBuilder(min_board_size, "").finish()};
  cut.records = db.count();
  for (std::size_t i = 0; i < db.count(); ++i) {
    const DbRecord record = db.record(i);
    bool is_other = false;
    if (const auto reason = sieve.reason_for(record, is_other)) {
      ++cut.cut[static_cast<std::size_t>(*reason)];
      cut.others += is_other;
      continue;
    }
    FIVEPROOF_ENSURE(kept.add(record.key(), record.body()));
    ++cut.kept;
  }
  FIVEPROOF_TRY(sieve.check_found());
  FIVEPROOF_ENSURE(kept.set_tail(db.tail()));
  FIVEPROOF_LET(cut.tree, tree_of_db(kept));
  return cut;
}

}  // namespace fiveproof::convert
