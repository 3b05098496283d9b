#include "convert/rapfi/rapfi_index.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "game/notation.hpp"

namespace fiveproof::convert {

namespace {

/// A word of which each bit depends on all bits of the given one (the finalizer of splitmix64).
std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
  return word ^ (word >> 31);
}

}  // namespace

DbHashes::DbHashes(const DbBoard& board) : board_(board) {
  const auto word = [&](Color color, DbPoint point) {
    return mixed(0x9E3779B97F4A7C15u * (1 + static_cast<std::uint64_t>(index_of(color)) * 65536 +
                                        static_cast<std::uint64_t>(point.x) * 256 + point.y));
  };
  points_.reserve(std::size_t{2} * board.width * board.height);
  for (const Color color : {Color::black, Color::white})
    for (int x = 0; x < board.width; ++x)
      for (int y = 0; y < board.height; ++y) {
        const DbPoint point{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
        Images images{};
        for (int k = 0; k < symmetries_of(board); ++k)
          images[static_cast<std::size_t>(k)] = word(color, image_of(point, k, board));
        points_.push_back(images);
      }
}

DbStones::DbStones(const DbHashes& hashes, const DbKey& key) : DbStones(hashes, key.to_move()) {
  stones_.reserve(key.count());
  for (std::size_t i = 0; i < key.count(); ++i)
    if (const DbPoint point = key.point(i); !point.is_pass()) put({point, key.color(i)});
}

DbStones::DbStones(const DbHashes& hashes, const Position& position) : DbStones(hashes, position.to_move()) {
  for (const Color color : {Color::black, Color::white})
    for (const Square square : position.stones(color)) put({point_of(square, position.size()), color});
}

std::uint64_t DbStones::hash() const {
  // The sum does not depend on the order of the images. Each is mixed first: a sum of xors alone would have a
  // pattern.
  std::uint64_t sum = to_move_ == Color::black ? 0 : 0x6A09E667F3BCC909u;
  for (const std::uint64_t word : images_) sum += mixed(word);
  return sum;
}

DbIndex::DbIndex(const RapfiDatabase& db, const DbBoard& board) : db_(&db), hashes_(board) {
  const auto records = static_cast<std::uint32_t>(db.count());
  for (std::uint32_t i = 0; i < records; ++i)
    if (const auto key = DbKey::parse(db.record(i).key()); key && key->board() == board) add(i);
  compare_records();
  find_contradictions();
}

DbIndex::DbIndex(const RapfiDatabase& db, const DbBoard& board, std::span<const std::uint32_t> records)
    : db_(&db), hashes_(board) {
  for (const std::uint32_t record : records) add(record);
  compare_records();
  find_contradictions();
}

void DbIndex::add(std::uint32_t record) {
  const DbKey key = *DbKey::parse(db_->record(record).key());
  if (!key.is_position()) {
    ++not_positions_;
    return;
  }
  if (slots_.size() < 2 * (first_.size() + 1)) grow();
  const DbStones stones(hashes_, key);
  const auto hash = static_cast<std::uint32_t>(stones.hash());
  Slot& slot = slots_[place_of(stones, hash)];
  const std::uint8_t claims = db_->record(record).claims();
  if (slot.id_and_one != 0) {
    claims_[slot.id_and_one - 1] |= claims;
    later_.emplace_back(slot.id_and_one - 1, record);
    return;
  }
  first_.push_back(record);
  claims_.push_back(claims);
  slot = {static_cast<Id>(first_.size()), hash};
}

void DbIndex::grow() {
  const std::vector<Slot> before =
      std::exchange(slots_, std::vector<Slot>(std::max<std::size_t>(16, 2 * slots_.size())));
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.id_and_one == 0) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].id_and_one != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

std::size_t DbIndex::place_of(const DbStones& stones, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.id_and_one == 0 || (slot.hash == hash && is_at(slot.id_and_one - 1, stones))) return at;
  }
}

std::optional<DbIndex::Id> DbIndex::find(const DbStones& stones) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[place_of(stones, static_cast<std::uint32_t>(stones.hash()))];
  if (slot.id_and_one == 0) return std::nullopt;
  return slot.id_and_one - 1;
}

bool DbIndex::is_at(Id id, const DbStones& stones) const {
  const DbKey key = *DbKey::parse(db_->record(first_[id]).key());
  if (key.to_move() != stones.to_move()) return false;
  const DbStones stored(hashes_, key);
  if (stored.stones().size() != stones.stones().size()) return false;
  for (int k = 0; k < symmetries_of(board()); ++k) {
    if (stones.image_hash(k) != stored.image_hash(0)) continue;
    // Both have equally many stones, so it is enough that each stone of one is in the other.
    const auto is_there = [&](const DbStones::Stone& stone) {
      const DbPoint point = image_of(stone.point, k, board());
      return std::any_of(stored.stones().begin(), stored.stones().end(), [&](const DbStones::Stone& other) {
        return other.point == point && other.color == stone.color;
      });
    };
    if (std::all_of(stones.stones().begin(), stones.stones().end(), is_there)) return true;
  }
  return false;
}

std::vector<std::uint32_t> DbIndex::records(Id id) const {
  std::vector<std::uint32_t> all = {first_[id]};
  const auto first = std::ranges::lower_bound(later_, id, {}, &std::pair<Id, std::uint32_t>::first);
  for (auto at = first; at != later_.end() && at->first == id; ++at) all.push_back(at->second);
  return all;
}

std::optional<int> DbIndex::plies(Id id) const {
  std::optional<int> fewest;
  for (const std::uint32_t record : records(id))
    if (const auto plies = db_->record(record).plies(); plies && (!fewest || *plies < *fewest))
      fewest = plies;
  return fewest;
}

void DbIndex::compare_records() {
  std::ranges::stable_sort(later_, {}, &std::pair<Id, std::uint32_t>::first);
  std::set<std::vector<std::uint8_t>> said;  // what the records of one position have said so far
  for (std::size_t i = 0; i < later_.size(); ++i) {
    const auto [id, record] = later_[i];
    if (i == 0 || later_[i - 1].first != id) said = {canonical_body(db_->record(first_[id]))};
    const bool is_new = said.insert(canonical_body(db_->record(record))).second;
    (is_new ? different_ : repeated_).push_back(record);
  }
  std::ranges::sort(repeated_);
  std::ranges::sort(different_);
}

void DbIndex::find_contradictions() {
  for (Id id = 0; id < first_.size(); ++id) {
    if (claims_[id] != (claims_win | claims_loss)) continue;
    std::optional<std::uint32_t> win, loss;
    for (const std::uint32_t record : records(id)) {
      const std::uint8_t claims = db_->record(record).claims();
      if (claims & claims_win && !win) win = record;
      if (claims & claims_loss && !loss) loss = record;
    }
    contradictions_.push_back({*win, *loss});
  }
}

std::string text_of_key(const DbKey& key) {
  std::string out;
  const DbBoard board = key.board();
  for (const Color color : {Color::black, Color::white}) {
    std::string stones;
    for (std::size_t i = 0; i < key.count(); ++i) {
      const DbPoint point = key.point(i);
      if (key.color(i) != color || point.is_pass()) continue;
      stones += board.is_ours() && point.is_on(board)
                    ? " " + to_text(square_of(point, board.width))
                    : " " + std::to_string(point.x) + "," + std::to_string(point.y);
    }
    if (!stones.empty()) out += std::string(name_of(color)) + stones + ", ";
  }
  if (out.empty()) out = "the empty board, ";
  return out + std::string(name_of(key.to_move())) + " to move";
}

std::vector<DbGroup> groups_of(const RapfiDatabase& db) {
  std::map<DbBoard, std::vector<std::uint32_t>> by_board;
  for (std::uint32_t i = 0; i < db.count(); ++i) {
    const DbRecord record = db.record(i);
    if (record.is_metadata()) continue;
    if (const auto key = DbKey::parse(record.key())) by_board[key->board()].push_back(i);
  }
  std::vector<DbGroup> groups;
  groups.reserve(by_board.size());
  for (auto& [board, records] : by_board) groups.push_back({board, std::move(records)});
  std::stable_sort(groups.begin(), groups.end(),
                   [](const DbGroup& a, const DbGroup& b) { return a.records.size() > b.records.size(); });
  return groups;
}

}  // namespace fiveproof::convert
