#include "format/tree/told_records.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "base/bytes.hpp"
#include "base/little_endian.hpp"
#include "base/memory/tag_table.hpp"
#include "format/coding/bit_coder.hpp"
#include "format/coding/odds.hpp"

namespace fiveproof {
namespace {

constexpr std::uint8_t version = 1;
constexpr std::size_t head_bytes = 5;

/// What can be a record.
enum class Candidate : std::uint8_t {
  move,  ///< the position before a move of the attacker, with the move
  end,   ///< the position after a move of the defender, without a move
};

/// Whether a candidate is a record: in view of the last one of its kind, and of that above it on its line.
class Answers {
 public:
  template <class Coder>
  bool code(Coder& coder, Candidate kind, bool is_above_told, bool truth) {
    bool& last = last_[index(kind)];
    return last = odds_[index(kind)][is_above_told][last].code(coder, truth);
  }

 private:
  static std::size_t index(Candidate kind) { return static_cast<std::size_t>(kind); }

  std::array<bool, 2> last_{};
  std::array<std::array<std::array<Odds, 2>, 2>, 2> odds_;
};

/// Goes through a tree and asks of each candidate whether it is a record: `ask(kind, is_above_told, entry)`.
template <class Ask>
class CandidateWalk {
 public:
  CandidateWalk(const GameTree& tree, Color attacker, Ask ask)
      : tree_(tree),
        attacker_(attacker),
        ask_(std::move(ask)),
        images_(tree.size()),
        is_taken_(static_cast<std::size_t>(tree.size() * tree.size())),
        entry_(entry_bytes(tree.size())) {}

  void go() {
    steps_.emplace_back();
    for (TreeCursor at(tree_); at.next();) {
      for (std::size_t i = 0; i < at.left(); ++i) leave();
      enter(at);
    }
    while (steps_.size() > 1) leave();
  }

 private:
  struct Step {
    std::uint16_t square = 0;
    bool is_played = false;  ///< a stone was put
    bool is_off = false;     ///< here or above is a move that cannot be played
    bool goes_on = false;    ///< there are nodes below that play
    bool is_told = false;    ///< the last candidate on the line was a record
  };

  [[nodiscard]] Color to_move() const { return stones_ % 2 == 0 ? Color::black : Color::white; }
  bool ask(Candidate kind, std::uint16_t move, bool is_above_told) {
    images_.write_entry(move, entry_);
    return ask_(kind, is_above_told, std::span<const std::uint8_t>(entry_));
  }

  void enter(const TreeCursor& at) {
    Step here;
    here.is_off = steps_.back().is_off;
    here.is_told = steps_.back().is_told;
    if (at.plays()) {
      steps_.back().goes_on = true;
      here.is_off = here.is_off || !at.move().is_square() || (at.bits() & is_out_of_turn) != 0 ||
                    is_taken_[at.move().number()];
      if (!here.is_off) play(here, at.move().number());
    }
    steps_.push_back(here);
  }
  void play(Step& here, std::uint16_t square) {
    if (to_move() == attacker_) here.is_told = ask(Candidate::move, square, here.is_told);
    here.square = square;
    here.is_played = true;
    is_taken_[square] = true;
    images_.put(to_move(), square);
    ++stones_;
  }
  void leave() {
    const Step step = steps_.back();
    steps_.pop_back();
    if (!step.is_played) {
      // A node that plays nothing stands for the one above it.
      steps_.back().goes_on |= step.goes_on;
      return;
    }
    if (to_move() == attacker_ && !step.goes_on) ask(Candidate::end, no_move, step.is_told);
    --stones_;
    images_.take(to_move(), step.square);
    is_taken_[step.square] = false;
  }

  const GameTree& tree_;
  Color attacker_;
  Ask ask_;
  ImageBoard images_;
  std::vector<bool> is_taken_;
  std::vector<std::uint8_t> entry_;
  std::vector<Step> steps_;
  std::uint32_t stones_ = 0;
};

/// Finds the records of a position.
class Positions {
 public:
  [[nodiscard]] static Result<Positions> of(const RecordTable& records) {
    Positions made(records);
    FIVEPROOF_LET(made.firsts_,
                  TagTable<std::uint32_t>::create(records.count() + records.count() / 2, records.budget()));
    for (std::size_t i = 0; i < records.count(); ++i) {
      records.passed(i);
      if (!records.is_repeated(i)) made.firsts_.add(key_of(records.entry(i)), static_cast<std::uint32_t>(i));
    }
    return made;
  }

  /// The first record of this position.
  [[nodiscard]] std::optional<std::size_t> find(EntryView entry) const {
    std::optional<std::size_t> found;
    firsts_.each_slot(key_of(entry), [&](std::size_t slot) {
      const std::size_t first = firsts_.at(slot);
      if (!found && std::ranges::equal(entry_position(records_->entry(first)), entry_position(entry)))
        found = first;
    });
    return found;
  }
  /// The record of this position and move.
  [[nodiscard]] std::optional<std::size_t> find_exactly(EntryView entry) const {
    const auto first = find(entry);
    for (std::size_t i = first.value_or(0); first && i < records_->count(); ++i) {
      if (i > *first && !records_->is_repeated(i)) break;
      if (records_->move_number(i) == entry_move(entry)) return i;
    }
    return std::nullopt;
  }

 private:
  explicit Positions(const RecordTable& records) : records_(&records) {}
  static std::uint64_t key_of(EntryView entry) {
    std::uint64_t key = 0;
    const EntryView bytes = entry_position(entry);
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, &bytes[at], std::min(sizeof(word), bytes.size() - at));
      key = (key ^ word) * 0x9E3779B97F4A7C15u;
      key ^= key >> 29;
    }
    return key;
  }

  const RecordTable* records_;
  TagTable<std::uint32_t> firsts_;
};

Error malformed(std::uint64_t offset, std::string message) {
  return {ErrorCode::malformed, std::move(message), {}, offset};
}

}  // namespace

Result<std::optional<ToldRecords>> tell_records(const GameTree& tree, const RecordTable& records) {
  if (!ends_that_go_on(records).empty()) return std::optional<ToldRecords>();
  FIVEPROOF_LET(const auto positions, Positions::of(records));
  std::vector<bool> is_told(records.count());
  std::uint32_t times = 0;
  BitEncoder coder;
  Answers answers;
  CandidateWalk walk(tree, records.attacker(), [&](Candidate kind, bool is_above_told, EntryView entry) {
    // A line's end is told where another line goes on, too: ends_that_go_on() takes it away.
    const auto found = kind == Candidate::move ? positions.find_exactly(entry) : positions.find(entry);
    if (found && records.move_number(*found) == entry_move(entry)) is_told[*found] = true;
    times += found.has_value();
    return answers.code(coder, kind, is_above_told, found.has_value());
  });
  walk.go();
  ToldRecords told;
  told.section = {version};
  little_endian::put_u32(told.section, times);
  put_bytes(told.section, coder.finish());
  for (std::size_t i = 0; i < records.count(); ++i)
    if (!is_told[i]) told.others.push_back(i);
  return std::optional(std::move(told));
}

Status add_told_records(std::span<const std::uint8_t> section, const GameTree& tree,
                        const ReaderLimits& limits, RecordTable& records) {
  if (section.size() < head_bytes)
    return malformed(0, "expected at least 5 bytes, found " + std::to_string(section.size()));
  if (section[0] != version)
    return Error{ErrorCode::unsupported,
                 "expected records told by a tree, version 1, found " + std::to_string(section[0]),
                 {},
                 0};
  const std::uint32_t expected = little_endian::get_u32(section, 1);
  if (expected > limits.max_records)
    return Error{ErrorCode::limit,
                 "records told by the tree: " + std::to_string(expected) + ", allowed are " +
                     std::to_string(limits.max_records),
                 {},
                 1};
  std::uint32_t times = 0;
  BitDecoder coder(section.subspan(head_bytes));
  Answers answers;
  CandidateWalk walk(tree, records.attacker(), [&](Candidate kind, bool is_above_told, EntryView entry) {
    const bool is_record = answers.code(coder, kind, is_above_told, false);
    if (is_record && times++ < expected) records.add_entry(entry);
    return is_record;
  });
  walk.go();
  if (times != expected)
    return malformed(1, "expected the tree to tell records " + std::to_string(expected) + " times, found " +
                            std::to_string(times));
  if (!coder.is_finished())
    return malformed(head_bytes, "expected no more answers than there are, found others");
  return Done{};
}

std::vector<std::size_t> ends_that_go_on(const RecordTable& records) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 1; i < records.count(); ++i) {
    records.passed(i);
    // A record without a move is the last of its position.
    if (records.move_number(i) == no_move && records.is_repeated(i)) ends.push_back(i);
  }
  return ends;
}

}  // namespace fiveproof
