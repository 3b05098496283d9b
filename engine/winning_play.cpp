#include "engine/winning_play.hpp"

#include <algorithm>
#include <span>

#include "game/legal_moves.hpp"
#include "game/notation.hpp"

namespace fiveproof::engine {
namespace {

std::optional<Win> five_of(const Position& position, RuleSet rule, Color attacker) {
  const SquareSet fives = five_squares(position, rule, attacker);
  if (fives.empty()) return std::nullopt;
  return Win{WinKind::five, fives.first()};
}

Win by_threats(dbsearch::ThreatSequence sequence) {
  Win win{WinKind::threats, sequence.front().gain};
  win.threats = std::move(sequence);
  return win;
}

Win by_fours(dbsearch::FourLine fours) {
  Win win{WinKind::fours, fours.front()};
  win.fours = std::move(fours);
  return win;
}

/// The shortest end of `whole` with which `wins` says yes; nothing where none does.
template <class Item, class Wins>
std::optional<std::vector<Item>> shortest_end(const std::vector<Item>& whole, const Wins& wins) {
  for (std::size_t length = 1; length <= whole.size(); ++length) {
    const auto end = std::span(whole).last(length);
    if (wins(end)) return std::vector<Item>(end.begin(), end.end());
  }
  return std::nullopt;
}

}  // namespace

std::string text_of(const Win& win, int size) {
  switch (win.kind) {
    case WinKind::five:
      return "five " + to_text(win.move);
    case WinKind::fours:
      return "fours " + to_text(win.fours);
    case WinKind::threats:
      return win.threats.empty() ? "threats " + to_text(win.moves) : dbsearch::to_text(win.threats, size);
  }
  FIVEPROOF_ENSURE(false);
}

WinningPlay::WinningPlay(RuleSet rule, int size)
    : rule_(rule), size_(size), vcf_(rule, size), searcher_(rule, size) {}

std::optional<Win> WinningPlay::find(const Position& position, const Thought& thought,
                                     const WinEffort& effort) {
  const Color attacker = position.to_move();
  if (auto five = five_of(position, rule_, attacker)) return five;
  const bool is_ours = known_ && attacker_ == attacker;
  if (is_ours)
    if (auto win = known_fours(position)) return remembered(position, std::move(win));
  if (auto win = search_fours(position, attacker, thought, effort.fours))
    return remembered(position, std::move(win));
  if (is_ours) {
    if (auto win = known_threats(position)) return remembered(position, std::move(win));
    if (auto win = known_moves(position)) return remembered(position, std::move(win));
  }
  return remembered(position, search_beyond_fours(position, attacker, thought, effort));
}

std::optional<Win> WinningPlay::adopt(const Position& position, const dbsearch::ThreatSequence& sequence) {
  const Color attacker = position.to_move();
  if (sequence.empty()) return std::nullopt;
  if (!has_forbidden_moves(rule_, attacker)) {
    searcher_.set_position(position, attacker);
    if (searcher_.replay(sequence)) return remembered(position, by_threats(sequence));
    return std::nullopt;
  }
  Win proposal{WinKind::threats, sequence.front().gain};
  proposal.moves = dbsearch::gains_of(sequence);
  know(attacker, std::move(proposal));
  return remembered(position, known_moves(position));
}

std::optional<Win> WinningPlay::threat_against(const Position& position, const Thought& thought,
                                               const WinEffort& effort) {
  const Color attacker = opponent(position.to_move());
  if (auto five = five_of(position, rule_, attacker)) return five;
  if (auto win = search_fours(position, attacker, thought, effort.fours)) return win;
  return search_beyond_fours(position, attacker, thought, effort);
}

SquareSet WinningPlay::squares_of(const Position& position, Color attacker, const Win& win) {
  SquareSet squares;
  squares.insert(win.move);
  if (!win.fours.empty()) {
    vcf_.set_position(position, attacker);
    if (vcf_.replay(win.fours)) squares |= vcf_.squares_read(win.fours);
  }
  if (!win.threats.empty()) {
    searcher_.set_position(position, attacker);
    if (searcher_.replay(win.threats)) squares |= searcher_.related_squares(win.threats);
  }
  // Of moves that are played out it is not known what was read.
  if (!win.moves.empty()) squares = position.empties();
  return squares & position.empties();
}

std::optional<Win> WinningPlay::remembered(const Position& position, std::optional<Win> win) {
  if (win) know(position.to_move(), *win);
  return win;
}

std::optional<Win> WinningPlay::known_fours(const Position& position) {
  vcf_.set_position(position, attacker_);
  auto end = shortest_end(known_->fours, [&](std::span<const Square> fours) { return vcf_.replay(fours); });
  if (!end) return std::nullopt;
  return by_fours(*std::move(end));
}

std::optional<Win> WinningPlay::known_threats(const Position& position) {
  if (has_forbidden_moves(rule_, attacker_)) return std::nullopt;
  searcher_.set_position(position, attacker_);
  auto end = shortest_end(
      known_->threats, [&](std::span<const dbsearch::Threat> threats) { return searcher_.replay(threats); });
  if (!end) return std::nullopt;
  return by_threats(*std::move(end));
}

/// The moves that are left, played out on this board; which of them comes first follows from that.
std::optional<Win> WinningPlay::known_moves(const Position& position) {
  Win win{WinKind::threats, {}};
  for (const Square move : known_->moves)
    if (position.is_empty(move)) win.moves.push_back(move);
  if (win.moves.empty()) return std::nullopt;
  dbsearch::ExactSearch exact(rule_, size_, 1);
  exact.set_position(position, attacker_);
  const auto steps = exact.play_out(win.moves);
  if (!steps || steps->empty()) return std::nullopt;
  win.move = steps->front().move;
  return win;
}

std::optional<Win> WinningPlay::search_fours(const Position& position, Color attacker, const Thought& thought,
                                             std::uint32_t most) {
  vcf_.set_position(position, attacker);
  auto found = with_growing_limit(thought, most, [this](std::uint32_t limit) { return vcf_.search(limit); });
  // A line without fours is a five, and who is asked for one has none.
  if (!found.win || found.fours.empty()) return std::nullopt;
  return by_fours(std::move(found.fours));
}

std::optional<Win> WinningPlay::search_beyond_fours(const Position& position, Color attacker,
                                                    const Thought& thought, const WinEffort& effort) {
  return has_forbidden_moves(rule_, attacker) ? search_exactly(position, attacker, thought, effort)
                                              : search_threats(position, attacker, thought, effort);
}

std::optional<Win> WinningPlay::search_threats(const Position& position, Color attacker,
                                               const Thought& thought, const WinEffort& effort) {
  searcher_.set_position(position, attacker);
  const auto search = [this](bool with_reductions) {
    return [this, with_reductions](std::uint32_t limit) {
      dbsearch::SearchOptions options;
      options.node_limit = limit;
      return searcher_.search(with_reductions ? options : without_reductions(options));
    };
  };
  auto found = with_growing_limit(thought, effort.threats, search(true));
  if (!found.win && effort.fully) found = with_growing_limit(thought, effort.threats, search(false));
  if (!found.win || found.sequence.empty()) return std::nullopt;
  return by_threats(std::move(found.sequence));
}

/// Moves that are played out, for an attacker with forbidden points.
std::optional<Win> WinningPlay::search_exactly(const Position& position, Color attacker,
                                               const Thought& thought, const WinEffort& effort) {
  const auto found = with_growing_limit(thought, effort.threats, [&](std::uint32_t limit) {
    // So many positions for so many nodes is what they have with verify.
    dbsearch::ExactSearch exact(rule_, size_, limit,
                                {.positions = std::min(limit / 2, dbsearch::ExactSearch::usual_positions)});
    exact.set_position(position, attacker);
    return exact.search();
  });
  if (!found.win) return std::nullopt;
  if (found.by_fours) {
    if (found.fours.empty()) return std::nullopt;
    return by_fours(found.fours);
  }
  dbsearch::ExactSearch exact(rule_, size_, 1);
  exact.set_position(position, attacker);
  Win win{WinKind::threats, {}};
  win.moves = found.moves();
  const auto steps = exact.play_out(win.moves);
  if (!steps || steps->empty()) return std::nullopt;
  win.move = steps->front().move;
  return win;
}

}  // namespace fiveproof::engine
