#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "base/little_endian.hpp"
#include "convert/check/kinds.hpp"
#include "convert/check/repair.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "convert/rapfi/record_union.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t head_bytes = 5;  // of a body: label, value, depth and bound

/// The plies of a mate as far as they are known.
struct Length {
  int plies;
  bool is_exact;
};

class DbRepair {
 public:
  DbRepair(const RapfiDatabase& db, RepairList& done) : db_(db), done_(done) {
    entries_.reserve(db.count());
    for (std::uint32_t i = 0; i < db.count(); ++i) {
      const DbRecord record = db.record(i);
      entries_.push_back(
          {{record.key().begin(), record.key().end()}, {record.body().begin(), record.body().end()}, i});
    }
  }

  Result<RapfiDatabase> run() {
    for (const DbGroup& group : groups_of(db_))
      if (is_known(group.board))
        for (const std::uint32_t record : group.records) settle_record(entries_[record]);
    std::erase_if(entries_, [](const Entry& entry) { return entry.is_dropped; });
    RapfiDatabase sound;
    if (!fill(sound)) return too_large_database();
    for (const DbGroup& group : groups_of(sound))
      if (is_known(group.board)) settle_group(sound, group);
    std::erase_if(entries_, [](const Entry& entry) { return entry.is_dropped; });
    if (db_.is_sorted())
      std::ranges::stable_sort(entries_,
                               [](const Entry& a, const Entry& b) { return compare_keys(a.key, b.key) < 0; });
    RapfiDatabase made;
    if (!fill(made) || !made.set_tail(db_.tail())) return too_large_database();
    made.set_container(db_.container());
    return made;
  }

 private:
  struct Entry {
    Bytes key, body;
    std::uint32_t record;  ///< its number in the file
    bool is_dropped = false;

    [[nodiscard]] DbRecord said() const { return {key, body}; }
  };

  static bool is_known(const DbBoard& board) {
    const auto is_size = [](int size) { return size >= 1 && size <= max_db_board_size; };
    return board.rule_set() && is_size(board.width) && is_size(board.height);
  }
  [[nodiscard]] bool fill(RapfiDatabase& db) const {
    return std::ranges::all_of(entries_, [&](const Entry& entry) { return db.add(entry.key, entry.body); });
  }
  void note(const char* what, const std::string& how, const Entry& entry) {
    done_.note(what, how, kinds::place_of(db_, entry.record));
  }

  // -- single records --

  void settle_record(Entry& entry) {
    const DbKey key = *DbKey::parse(entry.key);
    if (!key.is_position()) {
      note(key.fault(), "dropped: it is no position", entry);
      entry.is_dropped = true;
      return;
    }
    if (entry.body.size() == 2 || entry.body.size() == 4) {
      note(entry.said().body_fault(), "the half number is dropped", entry);
      entry.body.pop_back();
    }
    const char* fault = key.fault();
    const bool is_out_of_order = fault != nullptr && std::string_view(fault) == "stones out of order";
    if ((fault != nullptr && !is_out_of_order) || is_canonical(key)) return;
    note(is_out_of_order ? fault : kinds::not_smallest, "the smallest image now", entry);
    entry.body = canonical_body(entry.said());
    entry.key = canonical_key(key).bytes;
  }

  // -- what follows from other positions --

  /// What is known of the positions of one board.
  struct Known {
    std::vector<std::uint8_t> claims;
    std::vector<bool> has_win;                   ///< a move leads to a position that is lost
    std::vector<std::optional<Length>> best;     ///< the shortest of those that tell their length
    std::vector<std::optional<Length>> lengths;  ///< of what is claimed
  };

  void settle_group(const RapfiDatabase& db, const DbGroup& group) {
    const DbIndex index(db, group.board, group.records);
    Known known{std::vector<std::uint8_t>(index.count()), std::vector<bool>(index.count()),
                std::vector<std::optional<Length>>(index.count()),
                std::vector<std::optional<Length>>(index.count())};
    for (DbIndex::Id id = 0; id < index.count(); ++id) known.claims[id] = index.claims(id);
    for (const DbIndex::Id id : most_stones_first(db, index)) {
      settle(db, index, id, known);
      known.lengths[id] = length_of(index.records(id));
      if (known.claims[id] == claims_loss) tell_before(db, index, id, known);
    }
    for (DbIndex::Id id = 0; id < index.count(); ++id) unite(index.records(id));
  }

  static std::vector<DbIndex::Id> most_stones_first(const RapfiDatabase& db, const DbIndex& index) {
    std::vector<std::size_t> stones(index.count());
    for (DbIndex::Id id = 0; id < index.count(); ++id) {
      const DbKey key = *DbKey::parse(db.record(index.first_record(id)).key());
      for (std::size_t i = 0; i < key.count(); ++i) stones[id] += !key.point(i).is_pass();
    }
    std::vector<DbIndex::Id> order(index.count());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, [&](DbIndex::Id a, DbIndex::Id b) { return stones[a] > stones[b]; });
    return order;
  }

  void settle(const RapfiDatabase& db, const DbIndex& index, DbIndex::Id id, Known& known) {
    const std::uint8_t claims = known.claims[id];
    const auto records = index.records(id);
    if (known.has_win[id]) {
      const auto& best = known.best[id];
      const auto length = best ? std::optional<Length>({best->plies + 1, false}) : std::nullopt;
      if ((claims & claims_loss) != 0)
        say(records, claims_win, length, claims == claims_loss ? kinds::lost_with_win : kinds::won_and_lost);
      if (best) shorten(records, *best);
      if (claims != claims_nothing) known.claims[id] = claims_win;
      return;
    }
    if (claims == claims_loss || !kinds::may_be_lost(entries_[records[0]].said().label())) return;
    const auto replies = kinds::replies_that_all_win(db, index, id, known.claims);
    if (!replies) return;
    Length length{0, true};
    bool is_known = true;
    for (const DbIndex::Id reply : *replies) {
      is_known = is_known && known.lengths[reply];
      if (!is_known) break;
      length = {std::max(length.plies, known.lengths[reply]->plies + 1),
                length.is_exact && known.lengths[reply]->is_exact};
    }
    const char* what = claims == claims_win       ? kinds::won_without_move
                       : claims == claims_nothing ? kinds::not_lost
                                                  : kinds::won_and_lost;
    say(records, claims_loss, is_known ? std::optional(length) : std::nullopt, what);
    known.claims[id] = claims_loss;
  }

  /// The positions a move before one that is lost.
  static void tell_before(const RapfiDatabase& db, const DbIndex& index, DbIndex::Id id, Known& known) {
    const auto& length = known.lengths[id];
    kinds::for_each_before(db, index, id, [&](DbIndex::Id before) {
      known.has_win[before] = true;
      auto& best = known.best[before];
      if (length && (!best || length->plies < best->plies)) best = length;
    });
  }

  [[nodiscard]] std::optional<Length> length_of(const std::vector<std::uint32_t>& records) const {
    std::optional<Length> length;
    for (const std::uint32_t record : records) {
      const DbRecord said = entries_[record].said();
      if (const auto plies = said.plies(); plies && (!length || *plies < length->plies))
        length = {*plies, said.bound() == exact_bound};
    }
    return length;
  }

  /// Lets all records say who wins, where one of them says the contrary, or none says it.
  void say(const std::vector<std::uint32_t>& records, DbClaim claim, std::optional<Length> length,
           const char* what) {
    const std::string how = claim == claims_win ? "said to be won now" : "said to be lost now";
    for (const std::uint32_t record : records) {
      Entry& entry = entries_[record];
      if (entry.said().claims() == claim) continue;
      // Of several records that say nothing, one is enough.
      if (entry.said().claims() == claims_nothing && (what != kinds::not_lost || record != records[0]))
        continue;
      note(what, how, entry);
      say(entry, claim, length);
    }
  }
  static void say(Entry& entry, DbClaim claim, std::optional<Length> length) {
    const bool has_label = entry.said().label() == 'w' || entry.said().label() == 'l';
    Bytes values = entry.body;
    if (!values.empty()) values[0] = 0;
    const std::uint8_t by_value = DbRecord(entry.key, values).claims();
    const bool is_contrary = by_value != claims_nothing && by_value != claim;
    const bool is_valued = length && length->plies <= db_mate - least_db_mate && by_value != claim &&
                           (is_contrary || !has_label);
    if (has_label || (!is_valued && by_value != claim)) {
      if (entry.body.empty()) entry.body.resize(1);
      entry.body[0] = claim == claims_win ? 'l' : 'w';
    }
    if (is_valued) {
      put_value(entry, claim, *length);
    } else if (is_contrary) {
      const auto end = std::min<std::ptrdiff_t>(std::ssize(entry.body), head_bytes);
      std::fill(entry.body.begin() + 1, entry.body.begin() + end, std::uint8_t{0});
    }
  }
  static void put_value(Entry& entry, DbClaim claim, const Length& length) {
    if (entry.body.size() < head_bytes) entry.body.resize(head_bytes);
    const int value = (claim == claims_win ? 1 : -1) * (db_mate - length.plies);
    const int bound = length.is_exact ? exact_bound : claim == claims_win ? lower_bound : upper_bound;
    entry.body[1] = static_cast<std::uint8_t>(value);
    entry.body[2] = static_cast<std::uint8_t>(value >> 8);
    entry.body[3] = static_cast<std::uint8_t>((entry.body[3] & ~3) | bound);
  }

  void shorten(const std::vector<std::uint32_t>& records, const Length& best) {
    for (const std::uint32_t record : records) {
      Entry& entry = entries_[record];
      if (!kinds::is_too_long(entry.said(), best.plies)) continue;
      note(kinds::too_long, "at most so many plies now", entry);
      put_value(entry, claims_win, {best.plies + 1, false});
    }
  }

  // -- several records --

  void unite(const std::vector<std::uint32_t>& records) {
    Entry& first = entries_[records[0]];
    for (std::size_t i = 1; i < records.size(); ++i) {
      Entry& other = entries_[records[i]];
      if (other.key != first.key) continue;  // a fault of one of them has not been put right
      const bool is_same = canonical_body(first.said()) == canonical_body(other.said());
      auto body = united_body(first.said(), other.said());
      if (!body) continue;
      note(is_same ? kinds::says_same : kinds::says_else, is_same ? "dropped" : "made one with that", other);
      first.body = *std::move(body);
      other.is_dropped = true;
    }
  }

  const RapfiDatabase& db_;
  RepairList& done_;
  std::vector<Entry> entries_;
};

}  // namespace

Result<GameTree> with_sound_records(GameTree tree, RepairList& done) {
  FIVEPROOF_LET(const auto db, db_of_tree(tree));
  RepairList met;
  FIVEPROOF_LET(const auto made, DbRepair(db, met).run());
  if (met.empty()) return tree;
  done = std::move(met);
  return tree_of_db(made);
}

}  // namespace fiveproof::convert
