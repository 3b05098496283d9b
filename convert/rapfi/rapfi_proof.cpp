#include "convert/rapfi/rapfi_proof.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "convert/rapfi/rapfi_index.hpp"
#include "game/legal_moves.hpp"
#include "game/notation.hpp"
#include "proof/records/image_board.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t proposed_roots = 5;

/// A move that a record could have; the lesser of two is the better one.
struct Answer {
  std::uint16_t plies = unknown;  ///< plies to the mate after the move
  std::uint16_t move = no_move;   ///< the smallest image of the move in the canonical position

  static constexpr std::uint16_t unknown = 0xFFFF;
  auto operator<=>(const Answer&) const = default;
};

/// Makes stones into entries of a RecordTable, all in one buffer.
class EntryMaker {
 public:
  explicit EntryMaker(int size) : size_(size), entry_(entry_bytes(size)) {}

  /// The entry, which is good until the next call. require: the stones and the move are on the board.
  std::span<std::uint8_t> entry(const std::vector<DbStones::Stone>& stones, std::optional<DbPoint> move) {
    ImageBoard board(size_);
    for (const auto& stone : stones) board.put(stone.color, index(stone.point));
    board.write_entry(move ? static_cast<std::uint16_t>(index(*move)) : no_move, entry_);
    return entry_;
  }

 private:
  [[nodiscard]] int index(DbPoint point) const { return dense_index(square_of(point, size_), size_); }

  int size_;
  std::vector<std::uint8_t> entry_;
};

/// Calls `function` for each way to take back a move of the attacker, with the position before the move and
/// the stone.
template <class Function>
void for_each_parent(DbStones& stones, Color attacker, const Function& function) {
  stones.set_to_move(attacker);
  for (std::size_t i = 0; i < stones.stones().size(); ++i) {
    if (stones.stones()[i].color != attacker) continue;
    const auto stone = stones.take(i);
    function(stones, stone);
    stones.put_back(i, stone);
  }
  stones.set_to_move(opponent(attacker));
}

// -- reading --

Error usage(std::string message) { return {ErrorCode::usage, std::move(message)}; }

bool is_usable(const DbBoard& board) { return board.rule_set() && board.is_ours(); }

std::string list_of(const std::vector<DbGroup>& groups) {
  std::string out;
  std::size_t listed = 0;
  for (const DbGroup& group : groups) {
    if (!is_usable(group.board) || listed++ == 8) continue;
    out +=
        (out.empty() ? "" : ", ") + group.board.text() + " (" + counted(group.records.size(), "record") + ")";
  }
  return out.empty() ? "nothing of a board that can be used" : out;
}

/// The records of the board that the caller names, or of the only board.
Result<DbGroup> chosen_group(const std::vector<DbGroup>& groups, const Wanted& wanted) {
  std::vector<DbGroup> fitting;
  for (const DbGroup& group : groups)
    if (is_usable(group.board) && (!wanted.rule || wanted.rule == group.board.rule_set()) &&
        (!wanted.size || *wanted.size == group.board.width))
      fitting.push_back(group);
  if (fitting.size() == 1) return std::move(fitting.front());
  if (fitting.empty())
    return usage("expected records of the rule and size that were asked for, found " + list_of(groups));
  return usage("the database has several kinds of records; --rule and --size say which: " + list_of(fitting));
}

/// Makes the records of what one board's records claim.
class ProofOfDb {
 public:
  ProofOfDb(const RapfiDatabase& db, const DbGroup& group, const Wanted& wanted, bool is_file)
      : db_(db),
        wanted_(wanted),
        is_file_(is_file),
        attacker_(*wanted.attacker),
        index_(db, group.board, group.records),
        reading_{Proof(group.board.rule_set().value(), group.board.width, attacker_, wanted.limits.budget)} {}

  Result<Reading> read() {
    FIVEPROOF_TRY(set_roots());
    find_answers();
    FIVEPROOF_TRY(add_records());
    report();
    if (reading_.proof.roots.empty()) propose_roots();
    return std::move(reading_);
  }

 private:
  [[nodiscard]] int size() const { return reading_.proof.size; }
  [[nodiscard]] DbKey key(DbIndex::Id id) const {
    return *DbKey::parse(db_.record(index_.first_record(id)).key());
  }
  /// Does the database say that the attacker wins the position?
  [[nodiscard]] bool is_claimed(DbIndex::Id id) const {
    return (index_.claims(id) & (key(id).to_move() == attacker_ ? claims_win : claims_loss)) != 0;
  }

  Status set_roots() {
    for (const auto& moves : wanted_.roots.value_or(std::vector<std::vector<Square>>())) {
      FIVEPROOF_LET(auto position, position_after(moves, size()));
      reading_.proof.roots.push_back({position, moves});
      const auto id = index_.find(DbStones(index_.hashes(), position));
      if (!id || !is_claimed(*id))
        reading_.carried.push_back("root " + reading_.proof.roots.back().text() +
                                   ": the database does not say that " + std::string(name_of(attacker_)) +
                                   " wins there");
    }
    return Done{};
  }

  /// Goes back from each position that the defender is said to lose to the positions before it, for which the
  /// move between them is an answer.
  void find_answers() {
    answers_.resize(index_.count());
    EntryMaker maker(size());
    for (DbIndex::Id id = 0; id < index_.count(); ++id) {
      const DbKey child = key(id);
      if (child.to_move() == attacker_ || !is_claimed(id)) continue;
      ++defender_claims_;
      const auto plies = index_.plies(id);
      DbStones stones(index_.hashes(), child);
      for_each_parent(stones, attacker_, [&](const DbStones& before, const DbStones::Stone& stone) {
        const auto parent = index_.find(before);
        if (!parent || !is_claimed(*parent)) return;
        const auto entry = maker.entry(before.stones(), stone.point);
        const Answer answer{plies ? static_cast<std::uint16_t>(*plies) : Answer::unknown, entry_move(entry)};
        answers_[*parent] = std::min(answers_[*parent], answer);
      });
    }
  }

  Status add_records() {
    EntryMaker maker(size());
    for (DbIndex::Id id = 0; id < index_.count(); ++id) {
      const DbKey at = key(id);
      if (at.to_move() != attacker_ || !is_claimed(id)) continue;
      if (records_ == wanted_.limits.max_records)
        return Error{ErrorCode::limit, "more than " + counted(wanted_.limits.max_records, "record")};
      ++records_;
      const auto entry = maker.entry(DbStones(index_.hashes(), at).stones(), std::nullopt);
      const std::uint16_t move = answers_[id].move;
      entry[entry.size() - 2] = static_cast<std::uint8_t>(move >> 8);
      entry[entry.size() - 1] = static_cast<std::uint8_t>(move);
      without_move_ += move == no_move;
      reading_.proof.records.add_entry(entry);
    }
    return reading_.proof.records.finish_within_budget();
  }

  /// Tells of what the tree of the database holds and the proof does not.
  void leave(std::uint64_t number, const std::string& noun, const std::string& what) {
    tell(reading_.carried, number, noun, what + ": in the annotations only");
  }

  void report() {
    const std::string side(name_of(attacker_)), other(name_of(opponent(attacker_)));
    std::uint64_t against = 0, silent = 0, records = 0;
    for (DbIndex::Id id = 0; id < index_.count(); ++id) {
      records += index_.records(id).size();
      if (is_claimed(id)) continue;
      ++(index_.claims(id) == claims_nothing ? silent : against);
    }
    auto& carried = reading_.carried;
    tell(carried, records_, "record", ", positions with " + side + " to move that are said to be won");
    tell(carried, without_move_, "record", " without a move: no position after one is said to be won");
    tell(carried, defender_claims_, "position",
         " with " + other + " to move that " + side + " is said to win");
    tell(carried, index_.contradictions().size(), "position",
         " said to be won and to be lost: " + list_of_contradictions());
    leave(against, "position", " that " + other + " is said to win");
    leave(silent, "position", " of which the database does not say who wins");
    leave(index_.not_positions(), "record", " whose keys are no positions");
    leave(db_.count() - records - index_.not_positions(), "record", " of metadata and other boards");
    leave(db_.text_count(), "text", " and all values");
  }

  [[nodiscard]] std::string list_of_contradictions() const {
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(index_.contradictions().size(), 5); ++i) {
      const DbContradiction& one = index_.contradictions()[i];
      const DbKey at = *DbKey::parse(db_.record(one.win).key());
      out += (i == 0 ? "" : "; ") + text_of_key(at);
      if (is_file_)
        out += " (bytes " + std::to_string(db_.offset(one.win)) + " and " +
               std::to_string(db_.offset(one.loss)) + ")";
    }
    return out;
  }

  /// Proposes the claims with the fewest stones.
  void propose_roots() {
    std::vector<std::pair<std::size_t, DbIndex::Id>> best;
    for (DbIndex::Id id = 0; id < index_.count(); ++id) {
      if (!is_claimed(id)) continue;
      best.emplace_back(key(id).count(), id);
      std::sort(best.begin(), best.end());
      if (best.size() > proposed_roots) best.pop_back();
    }
    for (const auto& [stones, id] : best)
      reading_.carried.push_back(
          "no root was named; this could be one: " + text_of_key(key(id)) +
          (is_file_ ? " (byte " + std::to_string(db_.offset(index_.first_record(id))) + ")" : ""));
  }

  const RapfiDatabase& db_;
  const Wanted& wanted_;
  bool is_file_;  ///< places in the database are told
  Color attacker_;
  DbIndex index_;
  Reading reading_;
  std::vector<Answer> answers_;  ///< the best answer, by number of the position
  std::uint64_t records_ = 0, without_move_ = 0, defender_claims_ = 0;
};

// -- writing --

/// Adds the positions of a proof to a database.
class DbOfProof {
 public:
  DbOfProof(const Proof& proof, const RapfiDatabase& base) : proof_(proof), base_(base) {}

  Result<DbWriting> write() {
    for (std::size_t i = 0; i < proof_.records.count(); ++i) add(i);
    std::ranges::sort(keys_, [](const Bytes& a, const Bytes& b) { return compare_keys(a, b) < 0; });
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    compare_with_base();
    if (!put_all()) return too_large_database();
    FIVEPROOF_TRY(count_other_moves());
    auto& losses = writing_.losses;
    tell(losses, proof_.roots.size(), "root",
         ", and which side is the attacker: a database claims positions");
    tell(losses, unsayable_, "position", " with numbers of stones that no key can say");
    tell(losses, contradicted_, "position",
         " of which the database says something else: it is left as it was");
    tell(losses, several_, "record", " of a position that has another record, too");
    tell(losses, other_moves_, "record",
         " with another move, or without one, when the database is read again");
    tell(losses, proof_.findings.size(), "finding");
    return std::move(writing_);
  }

 private:
  void add(std::size_t i) {
    Record record = proof_.records.at(i);
    const bool is_first = i == 0 || !std::ranges::equal(entry_position(proof_.records.entry(i)),
                                                        entry_position(proof_.records.entry(i - 1)));
    several_ += !is_first;
    if (is_first && !add(record.position)) {
      ++unsayable_;
      return;
    }
    if (!record.move || !is_legal(record.position, proof_.rule, proof_.attacker, *record.move)) return;
    record.position.play(*record.move);
    add(record.position);
  }

  bool add(const Position& position) {
    const auto key = key_of(position, proof_.rule);
    if (key) keys_.push_back(canonical_key(*DbKey::parse(*key)).bytes);
    return key.has_value();
  }

  /// What is said of a position of the proof: a label speaks of the side that has just moved.
  [[nodiscard]] char label_of(View key) const {
    return DbKey::parse(key)->to_move() == proof_.attacker ? 'l' : 'w';
  }

  /// Finds which keys are new to the database, and which of its records get a label.
  void compare_with_base() {
    const auto size = static_cast<std::uint8_t>(proof_.size);
    const DbIndex index(base_, {db_rule(proof_.rule), size, size});
    for (const Bytes& key : keys_) {
      const auto id = index.find(DbStones(index.hashes(), *DbKey::parse(key)));
      const char label = label_of(key);
      const std::uint8_t claim = label == 'l' ? claims_win : claims_loss;
      if (!id)
        added_.push_back(key);
      else if (is_silent(base_.record(index.first_record(*id))) && index.claims(*id) == claims_nothing)
        labelled_.emplace(index.first_record(*id), label);
      else if ((index.claims(*id) & claim) == 0)
        ++contradicted_;
    }
  }

  /// Has the record no label? That of a draw is one.
  static bool is_silent(const DbRecord& record) { return record.label() == '\0' || record.label() == '\xFF'; }

  bool put_all() {
    if (added_.empty() && labelled_.empty()) {
      writing_.db = base_;
      return true;
    }
    tell(writing_.losses, base_.tail().size(), "byte", " behind the last record of the database");
    const bool is_sorted = base_.is_sorted();
    auto next = added_.begin();
    for (std::uint32_t i = 0; i < base_.count(); ++i) {
      const DbRecord record = base_.record(i);
      for (; is_sorted && next != added_.end() && compare_keys(*next, record.key()) <= 0; ++next)
        if (!put_added(*next)) return false;
      if (!put_known(i, record)) return false;
    }
    for (; next != added_.end(); ++next)
      if (!put_added(*next)) return false;
    writing_.db.set_container(base_.container());
    return true;
  }

  bool put_added(View key) {
    const std::array<std::uint8_t, 5> body = {static_cast<std::uint8_t>(label_of(key))};
    return writing_.db.add(key, body);
  }

  bool put_known(std::uint32_t number, const DbRecord& record) {
    const auto label = labelled_.find(number);
    if (label == labelled_.end()) return writing_.db.add(record.key(), record.body());
    std::vector<std::uint8_t> body(record.body().begin(), record.body().end());
    if (body.empty()) body.resize(5);
    body[0] = static_cast<std::uint8_t>(label->second);
    return writing_.db.add(record.key(), body);
  }

  /// Reads the database as a proof again, to count the records that get another move.
  Status count_other_moves() {
    Wanted wanted;
    wanted.rule = proof_.rule;
    wanted.size = proof_.size;
    wanted.attacker = proof_.attacker;
    wanted.limits.max_records = std::numeric_limits<std::uint64_t>::max();
    wanted.limits.budget = proof_.records.budget();
    if (keys_.empty()) return Done{};
    FIVEPROOF_LET(const auto reading, proof_of_db(writing_.db, wanted));
    // Both tables are in canonical order, so that going through each of them once is enough.
    const RecordTable &own = proof_.records, &read = reading.proof.records;
    for (std::size_t i = 0, k = 0; i < own.count(); ++i) {
      const auto position = entry_position(own.entry(i));
      while (k < read.count() &&
             std::ranges::lexicographical_compare(entry_position(read.entry(k)), position))
        ++k;
      if (k == read.count()) break;
      if (std::ranges::equal(entry_position(read.entry(k)), position) &&
          own.move_number(i) != read.move_number(k))
        ++other_moves_;
    }
    return Done{};
  }

  const Proof& proof_;
  const RapfiDatabase& base_;
  DbWriting writing_;
  std::vector<Bytes> keys_;                 ///< those of the proof's positions, sorted
  std::vector<View> added_;                 ///< those of them that the base does not have
  std::map<std::uint32_t, char> labelled_;  ///< labels for records of the base that claim nothing, by number
  std::uint64_t unsayable_ = 0, contradicted_ = 0, several_ = 0, other_moves_ = 0;
};

}  // namespace

Result<Reading> proof_of_db(const RapfiDatabase& db, const Wanted& wanted, bool is_file) {
  FIVEPROOF_LET(auto group, chosen_group(groups_of(db), wanted));
  if (!wanted.attacker) return usage("a database does not say who attacks: --attacker black or white");
  return ProofOfDb(db, group, wanted, is_file).read();
}

Result<DbWriting> db_of_proof(const Proof& proof) {
  RapfiDatabase metadata;
  const bool is_added = metadata.add(utf8_metadata_key(), utf8_metadata_body());
  FIVEPROOF_ENSURE(is_added);
  return db_of_proof(proof, metadata);
}

Result<DbWriting> db_of_proof(const Proof& proof, const RapfiDatabase& base) {
  return DbOfProof(proof, base).write();
}

}  // namespace fiveproof::convert
