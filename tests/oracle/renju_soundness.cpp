#include "tests/oracle/renju_soundness.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "dbsearch/exact_search.hpp"
#include "dbsearch/vcf.hpp"
#include "game/notation.hpp"
#include "game/packed_position.hpp"
#include "tests/oracle/random_positions.hpp"
#include "tests/oracle/renju_oracle.hpp"

namespace fiveproof::renju_oracle {
namespace {

using dbsearch::ExactSearch;
using dbsearch::Vcf;
using oracle::RandomPositions;
using Squares = std::vector<Square>;

SquareSet around(Square center, int radius, int size) {
  SquareSet found;
  for (int x = center.column() - radius; x <= center.column() + radius; ++x)
    for (int y = center.row() - radius; y <= center.row() + radius; ++y)
      if (x >= 0 && y >= 0 && x < size && y < size) found.insert(Square(x, y));
  return found;
}

// Positions around a square on which lines of Black cross, so that it may be forbidden, and rows of either
// side. One in four is a source with a few stones changed, a position in which there was something of
// interest: mostly it still is.
class Positions {
 public:
  explicit Positions(RandomPositions& random) : random_(random) {}

  // No position twice.
  Position next(Color attacker) {
    for (;;) {
      Position position = made(attacker);
      position.set_to_move(attacker);
      if (seen_.insert(pack(position)).second) return position;
    }
  }

  [[nodiscard]] bool is_from_source() const { return is_from_source_; }
  // Of two kinds that are taken equally often.
  void add_source(const Position& position, bool matters) { sources_[matters ? 1 : 0].push_back({position}); }

 private:
  struct Source {
    Position position;
    int uses = 0;
  };
  static constexpr int uses_of_a_source = 2;

  Position made(Color attacker) {
    auto& sources = sources_[static_cast<std::size_t>(random_.below(2))];
    is_from_source_ = !sources.empty() && random_.below(4) == 0;
    if (is_from_source_) {
      auto& source = sources[static_cast<std::size_t>(random_.below(static_cast<int>(sources.size())))];
      Position position = source.position;
      if (++source.uses == uses_of_a_source) {
        std::swap(source, sources.back());
        sources.pop_back();
      }
      move_stones(position);
      return position;
    }
    const int kind = random_.below(8);
    if (kind == 0) return random_.next().position;
    return kind < 4 && attacker == Color::black ? lone_point() : crossing_lines(attacker);
  }

  void move_stones(Position& position) {
    SquareSet near;
    for (Square s : position.occupied()) near |= around(s, 1, position.size());
    for (int n = random_.between(1, 3); n > 0; --n) {
      const int what = random_.below(4);
      const auto stones = position.occupied();
      if (what != 0 && !stones.empty()) position.take(random_.pick(stones));
      const auto free = near & position.empties();
      if (what != 1 && !free.empty())
        position.put(random_.below(2) == 0 ? Color::black : Color::white, random_.pick(free));
    }
  }

  Position crossing_lines(Color attacker) {
    const int size = random_.below(8) == 0 ? 15 : random_.between(7, 10);
    Position position(size);
    const int margin = size == 15 ? 4 : 1;
    const Square center(random_.between(margin, size - 1 - margin),
                        random_.between(margin, size - 1 - margin));
    SquareSet crossing = around(center, 2, size);
    for (int points = random_.between(1, 2); points > 0; --points) {
      const Square point = points == 1 ? center : random_.pick(crossing);
      if (!position.is_empty(point)) continue;
      kept_free_.insert(point);
      const int first = random_.below(direction_count);
      const int lines = random_.between(1, 3);
      for (int i = 0; i < lines; ++i)
        row(position, Color::black, point, (first + i) % direction_count,
            lines == 1 ? random_.between(3, 5) : random_.between(2, 3));
      // The point is what a four of the attacker leaves, or one of his fours.
      if (random_.below(4) != 0)
        row(position, attacker, point, (first + 3) % direction_count, random_.between(2, 3));
    }
    for (int rows = random_.between(0, 4); rows > 0; --rows) {
      const Color c = random_.below(3) == 0 ? opponent(attacker) : attacker;
      row(position, c, random_.pick(crossing), random_.below(direction_count), random_.between(2, 3));
    }
    const auto near = around(center, random_.between(2, 5), size) - kept_free_;
    int more = random_.between(0, size == 15 ? 16 : 12);
    if (size < 15 && random_.below(4) == 0) more = random_.between(10, size * size / 2);
    for (int i = 0; i < more; ++i) {
      const auto free = near & position.empties();
      if (free.empty()) break;
      position.put(random_.below(2) == 0 ? Color::black : Color::white, random_.pick(free));
    }
    kept_free_ = {};
    return position;
  }

  // Black has little but one point on which he would make two threes or fours, and White is near.
  Position lone_point() {
    const int size = random_.between(8, 11);
    Position position(size);
    const Square point(random_.between(2, size - 3), random_.between(2, size - 3));
    kept_free_.insert(point);
    const int first = random_.below(direction_count), lines = random_.between(1, 3);
    const int stones = random_.between(2, 3);
    for (int i = 0; i < lines; ++i)
      row(position, Color::black, point, (first + i) % direction_count, lines == 1 ? 4 : stones);
    const auto near = around(point, 4, size) - kept_free_;
    for (int more = random_.between(2, 10); more > 0; --more)
      position.put(random_.below(4) == 0 ? Color::black : Color::white,
                   random_.pick(near & position.empties()));
    kept_free_ = {};
    return position;
  }

  // `stones` stones of `c` among the squares next to `point` on a line, mostly within a window of five.
  void row(Position& position, Color c, Square point, int direction, int stones) {
    const int length = random_.below(4) == 0 || stones > 4 ? 6 : 5;
    const int from = -random_.below(length);
    SquareSet free;
    for (int k = from; k < from + length; ++k) {
      const int x = point.column() + k * direction_dx[direction],
                y = point.row() + k * direction_dy[direction];
      if (x < 0 || y < 0 || x >= position.size() || y >= position.size()) continue;
      const Square s(x, y);
      if (s == point || kept_free_.contains(s)) continue;
      if (position.at(s) == c) --stones;
      if (position.is_empty(s)) free.insert(s);
    }
    for (; stones > 0 && !free.empty(); --stones) {
      const Square s = random_.pick(free);
      free.erase(s);
      position.put(c, s);
    }
  }

  RandomPositions& random_;
  SquareSet kept_free_;
  std::array<std::vector<Source>, 2> sources_;
  bool is_from_source_ = false;
  std::set<std::vector<std::uint8_t>> seen_;  ///< packed
};

class Comparing {
 public:
  Comparing(RuleSet rule, Color attacker, std::uint64_t seed, std::ostream& log)
      : rule_(rule),
        attacker_(attacker),
        defender_(opponent(attacker)),
        random_(seed * 8 + static_cast<std::uint64_t>(rule) * 2 + static_cast<std::uint64_t>(attacker)),
        positions_(random_),
        log_(log) {}

  Comparison run(std::uint64_t count) {
    while (figures_.positions < count) one(positions_.next(attacker_));
    return figures_;
  }

 private:
  struct Found {
    bool by_fours = false;
    bool by_moves = false;  // and not by fours
    Squares fours;
    Squares moves;
  };

  // What a forbidden point changes; where Black attacks with the moves that would win if there were none.
  struct Need {
    bool turned = false;     // the verdict
    bool otherwise = false;  // the line of fours that would win, but another one wins
    bool is_line = false;    // `moves` are fours
    Squares moves = {};
  };

  void one(const Position& position) {
    ++figures_.made;
    const Board board(position, {rule_});
    if (board.has_five(Color::black) || board.has_five(Color::white)) return;
    if (!board.five_squares(attacker_).empty() && random_.below(20) != 0) return;

    choose(position.size());
    vcf_->set_position(position, attacker_);
    exact_->set_position(position, attacker_);
    const auto fours = vcf_->search(2'000'000);
    compare_fours(position, fours);
    const auto exact = exact_->search();
    Found found;
    found.by_fours = fours.win;
    found.fours = fours.fours;
    found.by_moves = exact.win && !fours.win;
    found.moves = exact.moves();
    if (fours.win && !exact.win) ++figures_.exact_misses;
    if (exact.win && exact.by_fours && !fours.win && !fours.cut_short) {
      ++figures_.fours_missed;
      report("ExactSearch wins by fours and Vcf does not", position, exact.moves());
    }
    const bool won = fours.win || exact.win;

    const Need need = rule_ != RuleSet::renju     ? Need{}
                      : attacker_ == Color::white ? white_needs(position, found)
                                                  : black_needs(position, found);
    if (need.turned || need.otherwise || found.by_moves) positions_.add_source(position, need.turned);
    if (rule_ == RuleSet::renju && !need.turned) {
      if (figures_.positions >= 5 * figures_.matter) return;
      if (won && !need.otherwise && figures_.wins >= 5 * figures_.wins_matter) return;
    }
    ++figures_.positions;
    figures_.matter += need.turned;
    figures_.matter_anew += need.turned && !positions_.is_from_source();
    figures_.otherwise += need.otherwise;
    if (need.turned && !won) refuse(position, need);
    if (!won) return;
    ++figures_.wins;
    figures_.wins_matter += need.turned || need.otherwise;
    figures_.wins_by_fours += found.by_fours;
    figures_.wins_by_moves += found.by_moves;

    if (fours.win) {
      figures_.longest_fours = std::max<std::uint64_t>(figures_.longest_fours, fours.fours.size());
      confirm_fours(position, fours.fours, "a line of fours");
      if (!vcf_->replay(fours.fours)) {
        ++figures_.inconsistent;
        report("replay rejects a line that was found", position, fours.fours);
      } else {
        replies_to_fours(position, fours.fours);
        changes_to_fours(position, fours.fours);
      }
    }
    if (exact.win) {
      if (found.by_moves)
        figures_.longest_moves = std::max<std::uint64_t>(figures_.longest_moves, exact.moves().size());
      const bool is_decided = confirm_moves(position, exact.moves(),
                                            exact.by_fours ? "ExactSearch by fours" : "ExactSearch by moves");
      // It has a limit, and tries another order when the searches remember more: then a win is lost.
      figures_.not_again +=
          !(exact.by_fours ? exact_->wins_with(exact.fours) : exact_->wins_with(exact.threats));
      if (is_decided && (found.by_moves || random_.below(4) == 0)) {
        replies_to_moves(position, exact.moves());
        changes_to_moves(position, exact.moves());
      }
    }
  }

  void choose(int size) {
    auto& vcf = vcfs_[size];
    if (vcf == nullptr) vcf = std::make_unique<Vcf>(rule_, size);
    vcf_ = vcf.get();
    auto& exact = exacts_[size];
    if (exact == nullptr) exact = std::make_unique<ExactSearch>(rule_, size, 200);
    exact_ = exact.get();
  }

  void compare_fours(const Position& position, const dbsearch::VcfResult& fours) {
    const auto plain = fours_alone(position, {rule_}, attacker_);
    if (plain.outcome == Outcome::unknown || fours.cut_short) {
      ++figures_.fours_undecided;
      if (!(plain.outcome == Outcome::confirmed && !fours.win)) return;
    }
    ++figures_.fours_compared;
    const bool wins = plain.outcome == Outcome::confirmed;
    if (wins && !fours.win) {
      if (fours.cut_short) return;
      ++figures_.fours_missed;
      report("there is a line of fours that Vcf misses", position, plain.line);
    }
    if (!wins && fours.win) {
      ++figures_.unconfirmed;
      report("UNCONFIRMED: no line of fours wins", position, fours.fours);
    }
  }

  Need white_needs(const Position& position, const Found& found) {
    if (!found.by_fours && !found.by_moves) return {};
    const auto without =
        check(position, {rule_, false}, attacker_, found.by_fours ? found.fours : found.moves, {3'000});
    return {.turned = without.outcome == Outcome::refuted};
  }

  Need black_needs(const Position& position, const Found& found) {
    const auto without = fours_alone(position, {rule_, false}, attacker_);
    if (without.outcome == Outcome::unknown) return {};
    if (without.outcome == Outcome::confirmed) {
      if (plays_out(position, {rule_}, attacker_, without.line)) return {};
      if (found.by_fours || found.by_moves) return {.otherwise = true};
      const auto with = check(position, {rule_}, attacker_, without.line, {3'000});
      return {.turned = with.outcome == Outcome::refuted, .is_line = true, .moves = without.line};
    }
    if (found.by_fours || found.by_moves) return {};
    // Fours do not win; the moves of a search for which no point is forbidden may.
    auto& naive = naives_[position.size()];
    if (naive == nullptr) naive = std::make_unique<ExactSearch>(RuleSet::standard, position.size(), 200);
    naive->set_position(position, attacker_);
    const auto moves = naive->search();
    if (!moves.win) return {};
    const auto steps = naive->play_out(moves.moves());
    const bool turned =
        steps && wins_by_plan(position, {rule_, false}, attacker_, plan_of(*steps)) &&
        check(position, {rule_}, attacker_, moves.moves(), {3'000}).outcome == Outcome::refuted;
    return {.turned = turned, .moves = moves.moves()};
  }

  // These moves would win if Black might play anywhere, and the oracle has refuted them.
  void refuse(const Position& position, const Need& need) {
    vcf_->set_position(position, attacker_);
    exact_->set_position(position, attacker_);
    if ((need.is_line && vcf_->replay(need.moves)) || exact_->wins_with(need.moves)) {
      ++figures_.unconfirmed;
      report("UNCONFIRMED, moves that win only if nothing is forbidden", position, need.moves);
    }
    if (need.is_line) changes_to_fours(position, need.moves);
    changes_to_moves(position, need.moves);
  }

  // Every empty square outside the set leaves the line as it is; the oracle is asked about some of them and
  // about those inside after which replay still says yes.
  void replies_to_fours(const Position& position, const Squares& fours) {
    vcf_->set_position(position, attacker_);
    const SquareSet read = vcf_->squares_read(fours);
    Board board(position, {rule_});
    const auto fives = board.five_squares(defender_);
    int inside = 0;
    for (Square s : board.empties()) {
      board.put(defender_, s);
      auto fives_then = board.five_squares(defender_);
      const bool has_five = board.has_five(defender_);
      std::erase_if(fives_then,
                    [&](Square five) { return std::find(fives.begin(), fives.end(), five) != fives.end(); });
      board.take(s);
      const bool is_four = has_five || !fives_then.empty();
      // Where the attacker makes a five at once a four of the defender is too late.
      const bool must_be_read = !fours.empty() || has_five;
      if (is_four && ((must_be_read && !read.contains(s)) || !vcf_->makes_four(s))) {
        ++figures_.overlooked;
        report("a four of the defender is overlooked: " + to_text(s), position, fours);
      }
      vcf_->put(defender_, s);
      const bool still = vcf_->replay(fours);
      vcf_->undo();
      Position after = position;
      after.put(defender_, s);
      compare_played(after, fours, still);
      if (read.contains(s)) {
        ++figures_.squares_read;
      } else {
        ++figures_.squares_outside;
        if (!still) {
          ++figures_.spoiled;
          report("replay says no after a stone on a square not read: " + to_text(s), position, fours);
        }
      }
      if (!still) continue;
      ++figures_.replays_of_reply;
      if (read.contains(s) ? ++inside <= 6 : random_.below(20) == 0)
        confirm_fours(after, fours, "a reply to fours");
    }
    if (vcf_->replay(fours)) return;
    ++figures_.inconsistent;
    report("put and undo leave another board", position, fours);
  }

  Position changed(const Position& position, const Squares& used) {
    SquareSet near;
    for (Square s : used) near |= around(s, 2, position.size());
    if (near.empty() || random_.below(4) == 0) near = SquareSet::whole_board(position.size());
    Position other = position;
    for (int n = random_.between(1, 4); n > 0; --n) {
      const auto stones = near & other.occupied();
      const auto free = near & other.empties();
      const int what = random_.below(6);
      if (what < 2 && !stones.empty()) other.take(random_.pick(stones));
      if (what >= 2 && !free.empty()) other.put(what < 5 ? defender_ : attacker_, random_.pick(free));
    }
    return other;
  }

  void changes_to_fours(const Position& position, const Squares& fours) {
    for (int i = 0; i < 12; ++i) {
      const Position other = changed(position, fours);
      vcf_->set_position(other, attacker_);
      const bool yes = vcf_->replay(fours);
      compare_played(other, fours, yes);
      if (!yes) continue;
      ++figures_.replays_of_change;
      confirm_fours(other, fours, "changes to fours");
    }
  }

  void replies_to_moves(const Position& position, const Squares& moves) {
    exact_->set_position(position, attacker_);
    SquareSet near;
    for (Square s : moves) near |= around(s, 2, position.size());
    near &= position.empties();
    const auto before = exact_->play_out(moves);
    for (int i = 0; i < 8; ++i) {
      const auto& from = i < 6 && !near.empty() ? near : position.empties();
      if (from.empty()) return;
      const Square s = random_.pick(from);
      exact_->put(defender_, s);
      if (const auto like = before ? exact_->play_out(moves, *before) : std::nullopt) {
        ++figures_.moves_played_like;
        Position after = position;
        after.put(defender_, s);
        confirm(after, moves, plan_of(*like), "a reply to moves that are played like before");
      }
      const bool still = exact_->wins_with(moves);
      if (still) {
        ++figures_.moves_of_reply;
        Position after = position;
        after.put(defender_, s);
        confirm_moves(after, moves, "a reply to moves");
      }
      exact_->undo();
    }
  }

  void changes_to_moves(const Position& position, const Squares& moves) {
    for (int i = 0; i < 8; ++i) {
      const Position other = changed(position, moves);
      exact_->set_position(other, attacker_);
      if (!exact_->wins_with(moves)) continue;
      ++figures_.moves_of_change;
      confirm_moves(other, moves, "changes to moves");
    }
  }

  void compare_played(const Position& position, const Squares& fours, bool replayed) {
    if (plays_out(position, {rule_}, attacker_, fours) == replayed) return;
    ++figures_.played_otherwise;
    report(replayed ? "replay says yes, the oracle no" : "replay says no, the oracle yes", position, fours);
  }

  void confirm_fours(const Position& position, const Squares& fours, std::string_view how) {
    Plan plan;
    for (Square s : fours) plan.push_back({s});
    confirm(position, fours, plan, how);
  }
  // The position that ExactSearch has on its board. False when the oracle cannot tell.
  bool confirm_moves(const Position& position, const Squares& moves, std::string_view how) {
    const auto steps = exact_->play_out(moves);
    return confirm(position, moves, steps ? plan_of(*steps) : Plan{}, how);
  }
  static Plan plan_of(const std::vector<dbsearch::PlayedStep>& steps) {
    Plan plan;
    for (const auto& step : steps) {
      plan.push_back({step.move});
      for (const auto& branch : step.branches)
        plan.back().branches.push_back({branch.reply, plan_of(branch.steps)});
    }
    return plan;
  }

  bool confirm(const Position& position, const Squares& claim, const Plan& plan, std::string_view how) {
    ++figures_.queries;
    if (wins_by_plan(position, {rule_}, attacker_, plan)) {
      ++figures_.by_plan;
      return true;
    }
    Answer answer;
    for (std::uint64_t budget : {5'000, 40'000, 400'000}) {
      answer = check(position, {rule_}, attacker_, claim, {budget});
      figures_.oracle_nodes += answer.nodes;
      if (answer.outcome != Outcome::unknown) break;
    }
    if (answer.outcome == Outcome::confirmed) return true;
    if (answer.outcome == Outcome::unknown) {
      ++figures_.undecided;
      return false;
    }
    ++figures_.unconfirmed;
    report("UNCONFIRMED, " + std::string(how), position, claim);
    return true;
  }

  void report(const std::string& what, const Position& position, const Squares& claim) {
    if (++reports_ > 40) return;  // enough to work on
    log_ << what << ", " << name_of(rule_) << ", attacker " << name_of(attacker_) << '\n'
         << diagram(position) << "--size " << position.size() << " --black \""
         << to_text(position.stones(Color::black)) << "\" --white \""
         << to_text(position.stones(Color::white)) << "\"\nclaim: " << to_text(claim) << '\n'
         << std::endl;
  }

  RuleSet rule_;
  Color attacker_;
  Color defender_;
  RandomPositions random_;
  Positions positions_;
  std::ostream& log_;
  Comparison figures_;
  std::map<int, std::unique_ptr<Vcf>> vcfs_;
  std::map<int, std::unique_ptr<ExactSearch>> exacts_, naives_;
  Vcf* vcf_ = nullptr;
  ExactSearch* exact_ = nullptr;
  int reports_ = 0;
};

}  // namespace

Comparison compare(RuleSet rule, Color attacker, std::uint64_t count, std::uint64_t seed, std::ostream& log) {
  return Comparing(rule, attacker, seed, log).run(count);
}

void print(const Comparison& figures, std::ostream& out) {
  const std::pair<const char*, std::uint64_t> rows[] = {
      {"positions made", figures.made},
      {"positions", figures.positions},
      {"  a forbidden point matters", figures.matter},
      {"    found anew, and not by changing one of these", figures.matter_anew},
      {"  it does not, but Black has to win otherwise", figures.otherwise},
      {"won", figures.wins},
      {"  it matters, or Black has to win otherwise", figures.wins_matter},
      {"  by fours", figures.wins_by_fours},
      {"  by moves", figures.wins_by_moves},
      {"longest line of fours", figures.longest_fours},
      {"most moves of a win", figures.longest_moves},
      {"replies outside the squares read", figures.squares_outside},
      {"replies inside", figures.squares_read},
      {"fours accepted after a reply", figures.replays_of_reply},
      {"fours accepted after changes", figures.replays_of_change},
      {"moves accepted after a reply", figures.moves_of_reply},
      {"moves accepted after a reply, played like before", figures.moves_played_like},
      {"moves accepted after changes", figures.moves_of_change},
      {"oracle queries", figures.queries},
      {"  confirmed by the plan of the search", figures.by_plan},
      {"oracle nodes", figures.oracle_nodes},
      {"fours compared", figures.fours_compared},
      {"fours undecided", figures.fours_undecided},
      {"won by fours, not by ExactSearch", figures.exact_misses},
      {"found by ExactSearch, and beyond its limit when played again", figures.not_again},
      {"undecided", figures.undecided},
      {"found but not replayed (must be 0)", figures.inconsistent},
      {"spoiled by a square not read (must be 0)", figures.spoiled},
      {"fours of the defender overlooked (must be 0)", figures.overlooked},
      {"lines of fours missed (must be 0)", figures.fours_missed},
      {"replayed in another way than played (must be 0)", figures.played_otherwise},
      {"UNCONFIRMED (must be 0)", figures.unconfirmed},
  };
  for (const auto& [name, value] : rows) out << name << ": " << value << '\n';
}

}  // namespace fiveproof::renju_oracle
