#include "tests/oracle/soundness.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "dbsearch/searcher.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/random_positions.hpp"

namespace fiveproof::oracle {
namespace {

using dbsearch::Searcher;
using dbsearch::Threat;
using dbsearch::ThreatSequence;

Threat::Mask reversed(Threat::Mask mask) {
  unsigned out = 0;
  for (int k = 0; k <= 2 * Threat::center; ++k)
    if ((mask >> k) & 1) out |= 1u << (2 * Threat::center - k);
  return static_cast<Threat::Mask>(out);
}

// The threat on the board as `symmetry` shows it.
Threat mirrored(const Threat& threat, Symmetry symmetry, int size) {
  Threat out = threat;
  out.gain = symmetry.apply(threat.gain, size);
  const auto d = static_cast<int>(threat.direction);
  // The image of the step (dx, dy), seen from a middle square so that it stays on the board.
  const Square from(2, 2);
  const Square to(2 + direction_dx[d], 2 + direction_dy[d]);
  const auto a = symmetry.apply(from, size);
  const auto b = symmetry.apply(to, size);
  const int dx = b.column() - a.column();
  const int dy = b.row() - a.row();
  for (int e = 0; e < direction_count; ++e)
    for (int sign : {1, -1})
      if (sign * direction_dx[e] == dx && sign * direction_dy[e] == dy) {
        out.direction = static_cast<Direction>(e);
        if (sign < 0)
          for (auto* mask : {&out.line, &out.rest, &out.cost, &out.extension}) *mask = reversed(*mask);
      }
  return out;
}

ThreatSequence mirrored(ThreatSequence sequence, Symmetry symmetry, int size) {
  for (auto& threat : sequence) threat = mirrored(threat, symmetry, size);
  return sequence;
}

Position mirrored(const Position& position, Symmetry symmetry) {
  Position out(position.size());
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) out.put(c, symmetry.apply(s, position.size()));
  out.set_to_move(position.to_move());
  return out;
}

// A win by fours, straight fours and a five, at most `fours` of them single. The attacker is to move.
bool wins_by_fours(Board& board, Color attacker, int fours) {
  if (!board.five_squares(attacker).empty()) return true;
  const auto must_block = board.five_squares(opponent(attacker));
  if (must_block.size() >= 2) return false;
  if (must_block.empty() && !board.double_five_moves(attacker).empty()) return true;
  if (fours == 0) return false;
  for (Square s : board.empties_of_lines(attacker, 3)) {
    if (!must_block.empty() && s != must_block.front()) continue;
    board.put(attacker, s);
    const auto fives = board.five_squares(attacker);
    bool won = fives.size() >= 2;
    if (fives.size() == 1) {
      board.put(opponent(attacker), fives.front());
      won = wins_by_fours(board, attacker, fours - 1);
      board.take(fives.front());
    }
    board.take(s);
    if (won) return true;
  }
  return false;
}

class Comparing {
 public:
  Comparing(std::uint64_t seed, std::ostream& log) : random_(seed), log_(log) {}

  void one(bool long_win) {
    const auto made = long_win ? random_.next_long() : random_.next();
    kind_ = made.kind;
    rule_ = made.rule;
    attacker_ = made.attacker;
    defender_ = opponent(made.attacker);
    searcher_ = &searcher_for(made.rule, made.position.size());
    ++figures_.positions;
    if (rule_ == RuleSet::freestyle) ++figures_.freestyle;

    const auto found = search(made.position);
    if (Board board(made.position, rule_); wins_by_fours(board, attacker_, 4)) {
      ++figures_.short_wins;
      if (found.empty()) ++figures_.short_wins_missed;
    }
    for (const auto& sequence : found) {
      replay_replies(made.position, sequence);
      replay_changes(made.position, sequence);
      replay_planted(made.position, sequence);
      replay_mutations(made.position, sequence);
      replay_mirrored(made.position, sequence);
    }
    auto& pool = pools_[{rule_, made.position.size()}];
    replay_others(made.position, pool);
    for (const auto& sequence : found) pool.push_back(sequence);
    while (pool.size() > 200) pool.pop_front();
  }

  const Comparison& figures() const { return figures_; }

 private:
  Searcher& searcher_for(RuleSet rule, int size) {
    return searchers_.try_emplace({rule, size}, rule, size).first->second;
  }

  std::vector<ThreatSequence> search(const Position& position) {
    std::vector<ThreatSequence> found;
    const dbsearch::SearchOptions plain;
    // Without the reductions the default limit is soon spent; more nodes give more wins to check.
    auto wide = without_reductions(plain);
    wide.node_limit = random_.below(2) == 0 ? plain.node_limit : 2000;
    searcher_->set_position(position, attacker_);
    std::size_t moves = 0;
    int searched = 0;
    for (const auto& options : {plain, wide, any_options()}) {
      const auto result = searcher_->search(options);
      ++searched;
      if (result.cut_short) ++figures_.cut_short;
      figures_.refuted_sequences += result.refuted;
      if (!result.win) continue;
      ++(searched == 1 ? figures_.wins : searched == 2 ? figures_.wins_unreduced : figures_.wins_other);
      moves = std::max(moves, result.sequence.size());
      if (!searcher_->replay(result.sequence)) {
        ++figures_.inconsistent;
        report("replay rejects a found win", position, result.sequence, {});
      }
      if (std::find(found.begin(), found.end(), result.sequence) == found.end()) {
        confirm(position, result.sequence, "found");
        found.push_back(result.sequence);
      }
    }
    figures_.longest = std::max<std::uint64_t>(figures_.longest, moves);
    if (position.size() == 15 && moves >= 4) ++figures_.long_wins;
    return found;
  }

  dbsearch::SearchOptions any_options() {
    dbsearch::SearchOptions options;
    options.max_category = random_.between(1, 2);
    options.node_limit = static_cast<std::uint32_t>(random_.between(20, 1000));
    options.global_refutation = random_.below(2) == 0;
    options.category_reduction = random_.below(2) == 0;
    options.restricted_threes = random_.below(3) == 0;
    return options;
  }

  // Replays on the searcher's board as it stands, which must be `position`.
  bool replay_here(const Position& position, const ThreatSequence& sequence, std::string_view how) {
    ++figures_.replays;
    if (!searcher_->replay(sequence)) return false;
    confirm(position, sequence, how);
    return true;
  }
  bool replay(const Position& position, const ThreatSequence& sequence, std::string_view how) {
    searcher_->set_position(position, attacker_);
    return replay_here(position, sequence, how);
  }

  // As the verifier does: one more defender stone, replay, take it back.
  void replay_replies(const Position& position, const ThreatSequence& sequence) {
    searcher_->set_position(position, attacker_);
    SquareSet near;
    for (const auto& threat : sequence)
      near |= threat.squares(static_cast<Threat::Mask>(threat.line | threat.extension), position.size());
    near &= position.empties();
    Position after = position;
    for (int i = 0; i < 10; ++i) {
      const auto& from = i < 3 && !near.empty() ? near : position.empties();
      if (from.empty()) return;
      const Square s = random_.pick(from);
      after.put(defender_, s);
      searcher_->put(defender_, s);
      if (replay_here(after, sequence, "after a reply"))
        ++figures_.replays_of_reply;
      else if (check(after, rule_, attacker_, gains_of(sequence)).outcome == Outcome::confirmed)
        ++figures_.true_but_rejected;
      searcher_->undo();
      after.take(s);
    }
  }

  // Stones added for either side and taken away.
  void replay_changes(const Position& position, const ThreatSequence& sequence) {
    for (int i = 0; i < 10; ++i) {
      Position changed = position;
      for (int n = random_.between(1, 6); n > 0; --n) {
        const int what = random_.below(8);
        if (what == 0 && !changed.occupied().empty()) changed.take(random_.pick(changed.occupied()));
        if (what > 0 && !changed.empties().empty())
          changed.put(what <= 5 ? defender_ : attacker_, random_.pick(changed.empties()));
      }
      if (replay(changed, sequence, "after changes")) ++figures_.replays_of_change;
    }
  }

  // One to three rows of defender stones, each in a line of five with a square that the sequence uses,
  // sometimes closed by an attacker's stone: fours that fall on the sequence, whose answers do, or that a
  // reply completes.
  void replay_planted(const Position& position, const ThreatSequence& sequence) {
    SquareSet used;
    for (const auto& threat : sequence)
      used |= threat.squares(static_cast<Threat::Mask>(threat.line | threat.extension), position.size());
    for (int i = 0; i < 20; ++i) {
      Position planted = position;
      SquareSet target = used & position.empties();
      if (target.empty()) return;
      for (int rows = random_.between(1, 3); rows > 0; --rows) {
        SquareSet row = line_of_five(random_.pick(target), position.size()) & planted.empties();
        target |= row;  // the next row may cross this one
        auto free = row - used;
        for (int stones = random_.between(1, 3); stones > 0 && !free.empty(); --stones) {
          const Square s = random_.pick(free);
          free.erase(s);
          planted.put(defender_, s);
        }
      }
      if (random_.below(2) == 0) {
        const auto free = planted.empties() - used;
        if (!free.empty()) planted.put(attacker_, random_.pick(free));
      }
      if (replay(planted, sequence, "after planting")) ++figures_.replays_of_planted;
    }
  }

  // A random line of five through `s`; empty when it would leave the board.
  SquareSet line_of_five(Square s, int size) {
    const int d = random_.below(direction_count);
    const int from = -random_.below(5);
    SquareSet row;
    for (int k = from; k < from + 5; ++k) {
      const int x = s.column() + k * direction_dx[d];
      const int y = s.row() + k * direction_dy[d];
      if (x < 0 || y < 0 || x >= size || y >= size) return {};
      row.insert(Square(x, y));
    }
    return row;
  }

  ThreatSequence mutated(ThreatSequence sequence) {
    const auto any = [&] {
      return static_cast<std::size_t>(random_.below(static_cast<int>(sequence.size())));
    };
    switch (random_.below(8)) {
      case 0:
        sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(any()));
        break;
      case 1:
        std::swap(sequence[any()], sequence[any()]);
        break;
      case 2: {
        const auto from = static_cast<std::ptrdiff_t>(any());
        std::rotate(sequence.begin() + from, sequence.begin() + from, sequence.end());
        std::reverse(sequence.begin(), sequence.end() - 1);
        break;
      }
      case 3:
        sequence[any()].cost = 0;
        break;
      case 4: {
        auto& threat = sequence[any()];
        threat.kind = static_cast<dbsearch::ThreatKind>(random_.below(dbsearch::threat_kind_count));
        break;
      }
      case 5: {
        auto& threat = sequence[any()];
        Threat::Mask* masks[] = {&threat.line, &threat.rest, &threat.cost, &threat.extension};
        auto& mask = *masks[random_.below(4)];
        mask = static_cast<Threat::Mask>(mask ^ (1u << random_.below(13)));
        break;
      }
      case 6:
        sequence.push_back(sequence[any()]);
        std::swap(sequence.back(), sequence[any()]);
        break;
      default: {
        auto& threat = sequence[any()];
        threat.direction = static_cast<Direction>(random_.below(direction_count));
        break;
      }
    }
    return sequence;
  }

  void replay_mutations(const Position& position, const ThreatSequence& sequence) {
    for (int i = 0; i < 12; ++i) {
      auto other = mutated(sequence);
      if (other.empty() || other == sequence) continue;
      if (random_.below(3) == 0) other = mutated(other);
      if (other.empty() || other == sequence) continue;
      if (replay(position, other, "mutated")) ++figures_.replays_of_mutation;
    }
    const Symmetry symmetry(random_.between(1, 7));
    if (replay(position, mirrored(sequence, symmetry, position.size()), "mirrored alone"))
      ++figures_.replays_of_mutation;
  }

  void replay_mirrored(const Position& position, const ThreatSequence& sequence) {
    const Symmetry symmetry(random_.between(1, 7));
    const auto other = mirrored(position, symmetry);
    searcher_->set_position(other, attacker_);
    ++figures_.replays;
    const auto image = mirrored(sequence, symmetry, position.size());
    if (searcher_->replay(image)) {
      ++figures_.mirrored;
    } else {
      ++figures_.lost_when_mirrored;
      report("replay rejects a win on the mirrored board", other, image, {});
    }
  }

  void replay_others(const Position& position, const std::deque<ThreatSequence>& pool) {
    searcher_->set_position(position, attacker_);
    for (const auto& sequence : pool)
      if (replay_here(position, sequence, "found elsewhere")) ++figures_.replays_of_other;
  }

  void confirm(const Position& position, const ThreatSequence& sequence, std::string_view how) {
    const auto gains = gains_of(sequence);
    ++figures_.queries;
    Options options;
    auto answer = check(position, rule_, attacker_, gains, options);
    figures_.oracle_nodes += answer.nodes;
    if (answer.outcome == Outcome::unknown) {
      options.node_budget = 20'000'000;
      answer = check(position, rule_, attacker_, gains, options);
      figures_.oracle_nodes += answer.nodes;
    }
    if (answer.outcome == Outcome::confirmed) return;
    if (answer.outcome == Outcome::unknown) {
      ++figures_.undecided;
      report("the oracle cannot tell", position, sequence, {});
      return;
    }
    options.any_order = true;
    if (check(position, rule_, attacker_, gains, options).outcome == Outcome::confirmed) {
      ++figures_.any_order;
      report("confirmed only in another order, " + std::string(how), position, sequence, answer.line);
      return;
    }
    ++figures_.unconfirmed;
    report("UNCONFIRMED, " + std::string(how), position, sequence, answer.line);
  }

  void report(const std::string& what, const Position& position, const ThreatSequence& sequence,
              const std::vector<Square>& line) {
    if (++reports_ > 40) return;  // enough to work on
    log_ << what << " (" << kind_ << "), " << name_of(rule_) << ", attacker " << name_of(attacker_) << '\n'
         << diagram(position) << "--black \"" << to_text(position.stones(Color::black)) << "\" --white \""
         << to_text(position.stones(Color::white)) << "\"\n"
         << to_text(sequence, position.size()) << '\n';
    if (!line.empty()) log_ << "refuted by " << to_text(line) << '\n';
    log_ << std::endl;
  }

  RandomPositions random_;
  std::ostream& log_;
  Comparison figures_;
  std::map<std::pair<RuleSet, int>, Searcher> searchers_;
  std::map<std::pair<RuleSet, int>, std::deque<ThreatSequence>> pools_;
  Searcher* searcher_ = nullptr;
  std::string_view kind_;
  RuleSet rule_ = RuleSet::freestyle;
  Color attacker_ = Color::black;
  Color defender_ = Color::white;
  int reports_ = 0;
};

}  // namespace

Comparison compare(std::uint64_t count, std::uint64_t seed, std::ostream& log) {
  Comparing comparing(seed, log);
  for (std::uint64_t i = 0; i < count; ++i) comparing.one(i % 2 == 0);
  return comparing.figures();
}

void print(const Comparison& figures, std::ostream& out) {
  const std::pair<const char*, std::uint64_t> rows[] = {
      {"positions", figures.positions},
      {"  free-style", figures.freestyle},
      {"won by search", figures.wins},
      {"won by search without reductions", figures.wins_unreduced},
      {"won by search with other options", figures.wins_other},
      {"won in 4 or more moves on 15x15", figures.long_wins},
      {"longest win in attacker moves", figures.longest},
      {"searches cut short", figures.cut_short},
      {"sequences refuted by search", figures.refuted_sequences},
      {"replays", figures.replays},
      {"accepted after a reply", figures.replays_of_reply},
      {"accepted after changes", figures.replays_of_change},
      {"accepted after planting rows", figures.replays_of_planted},
      {"accepted, found elsewhere", figures.replays_of_other},
      {"accepted, mutated", figures.replays_of_mutation},
      {"accepted on the mirrored board", figures.mirrored},
      {"true after a reply but rejected", figures.true_but_rejected},
      {"won by fours alone", figures.short_wins},
      {"  missed by search", figures.short_wins_missed},
      {"oracle queries", figures.queries},
      {"oracle nodes", figures.oracle_nodes},
      {"confirmed only in another order", figures.any_order},
      {"undecided (must be 0)", figures.undecided},
      {"found but not replayed (must be 0)", figures.inconsistent},
      {"lost when mirrored (must be 0)", figures.lost_when_mirrored},
      {"UNCONFIRMED (must be 0)", figures.unconfirmed},
  };
  for (const auto& [name, value] : rows) out << name << ": " << value << '\n';
}

}  // namespace fiveproof::oracle
