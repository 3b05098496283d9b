// Makes big proofs for the benches: true ones, without a gap, of nothing anybody asked about.
//
//     make-big-proof --preset speed -o speed.fvp
//
// Free-style, 15x15, Black attacks. A proof grows from roots at which Black has scattered stones and White
// answers are all lost to db-search. After some of White's replies Black plays on, and a move is kept when
// the position after it is again lost for White whatever he replies.
//
// - quiet positions: if White passes, Black cannot win by fours alone. Every reply costs db-search its work.
// - ends: positions at which Black makes a five, stored one by one. They cost a check next to nothing, so a
//   file can have very many of them.
//
// The same options make the same file. It is checked before it is written.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "dbsearch/searcher.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "game/five.hpp"
#include "game/position_key.hpp"
#include "game/symmetry.hpp"
#include "proof/proof.hpp"
#include "verify/verifier.hpp"

namespace {

using namespace fiveproof;
using dbsearch::Searcher;
using dbsearch::SearchOptions;
using dbsearch::ThreatSequence;

constexpr int size = 15;
constexpr RuleSet rule = RuleSet::freestyle;
constexpr Color attacker = Color::black;
constexpr Color defender = Color::white;

constexpr std::size_t root_count = 6;
constexpr int root_stones_of_attacker = 5;
/// Replies at an AND position after which a move is looked for, and moves looked at after each.
constexpr std::size_t replies_stored = 24;
constexpr std::size_t moves_tried = 8;
/// One record in so many is no end, in a proof made of ends; positions with many ends after each of those.
constexpr std::size_t records_per_quiet_one = 500;
constexpr std::size_t fours_per_threat = 2;

/// The same numbers everywhere: what std::shuffle and the distributions do is left to each library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  /// In [0, n). require: n > 0.
  std::size_t roll(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  void shuffle(std::vector<Square>& squares) {
    for (std::size_t i = squares.size(); i > 1; --i) std::swap(squares[i - 1], squares[roll(i)]);
  }

 private:
  std::mt19937_64 random_;
};

/// Answers replies as the verifier does: replay what is known at the position, then search.
class Answers {
 public:
  Answers() : searcher_(rule, size) {}

  /// If the defender passes, does the attacker win by fours alone?
  [[nodiscard]] bool threatens_four(const Position& and_position) {
    searcher_.set_position(and_position, attacker);
    SearchOptions fours = options_;
    fours.max_category = 1;
    return searcher_.search(fours).win;
  }

  /// Does every reply, by itself, lose to a winning threat sequence?
  [[nodiscard]] bool all_lost(const Position& and_position) {
    if (!five_squares(and_position, rule, defender).empty()) return false;
    searcher_.set_position(and_position, attacker);
    const auto pass = searcher_.search(options_);
    if (!pass.win) return false;
    // Where the defender interferes with that win he has the best chances.
    SquareSet nearby;
    for (const auto& threat : pass.sequence) nearby |= threat.squares(threat.line, size);
    return each_lost(nearby - and_position.occupied()) && each_lost(and_position.empties());
  }

  /// Do these, when only they are looked at?
  [[nodiscard]] bool all_lost(const Position& and_position, const SquareSet& replies) {
    searcher_.set_position(and_position, attacker);
    return each_lost(replies);
  }

  /// The verifier's own effort from now on.
  void try_hard() { options_.node_limit = verify::default_effort; }

 private:
  bool each_lost(const SquareSet& replies) {
    known_.clear();  // as in a check: what other replies taught before does not help
    return std::all_of(replies.begin(), replies.end(), [this](Square s) {
      searcher_.put(defender, s);
      const bool lost = is_lost();
      searcher_.undo();
      return lost;
    });
  }

  bool is_lost() {
    for (auto known = known_.begin(); known != known_.end(); ++known)
      if (searcher_.replay(*known)) {
        std::rotate(known_.begin(), known, known + 1);
        return true;
      }
    auto found = searcher_.search(options_);
    if (!found.win && options_.node_limit >= verify::default_effort)
      found = searcher_.search(without_reductions(options_));
    if (found.win) known_.insert(known_.begin(), std::move(found.sequence));
    return found.win;
  }

  Searcher searcher_;
  SearchOptions options_{};  // a fraction of the verifier's effort: what is lost here is lost there
  std::vector<ThreatSequence> known_;
};

class Grower {
 public:
  Grower(std::size_t positions, std::uint64_t seed) : wanted_(positions), dice_(seed) {}

  /// A proof with that many records, all of them at quiet positions.
  void grow_quiet_proof() {
    make_roots();
    grow_quietly(wanted_);
  }

  /// A proof with that many records, nearly all of them ends.
  void grow_proof_of_ends() {
    make_roots();
    grow_quietly(std::max<std::size_t>(1, wanted_ / records_per_quiet_one));
    while (records_.size() < wanted_) {
      FIVEPROOF_ENSURE(!waiting_.empty());
      const Position quiet = waiting_.front();  // kept: a position has many replies
      waiting_.pop_front();
      waiting_.push_back(quiet);
      grow_ends(quiet);
    }
  }

  [[nodiscard]] Proof proof() const {
    Proof proof(rule, size, attacker);
    proof.roots = roots_;
    for (const auto& [position, move] : records_) proof.records.add(position, move);
    proof.records.finish();
    return proof;
  }

  /// One more record, for a reply that a check leaves open: it may miss a win that was found here with
  /// the help of replies stored since. False: no move was found.
  bool close(const Position& gap) {
    const Position canonical = canonical_form(gap).position;
    answers_.try_hard();
    for (Square move : near_attacker(canonical)) {
      if (!answers_.all_lost(after(canonical, move))) continue;
      store(canonical, move);
      return true;
    }
    return false;
  }

 private:
  void make_roots() {
    while (roots_.size() < root_count) {
      Root root{Position(size), std::vector<Square>{}};
      for (int i = 0; i < 2 * root_stones_of_attacker - 1; ++i) {
        const std::size_t edge = root.position.to_move() == attacker ? 4 : 0;
        const std::size_t width = size - 2 * edge;
        Square s;
        do s = Square(static_cast<int>(edge + dice_.roll(width)), static_cast<int>(edge + dice_.roll(width)));
        while (!root.position.is_empty(s));
        root.position.play(s);
        root.moves->push_back(s);
      }
      if (!is_quiet_and_won(root.position)) continue;
      waiting_.push_back(root.position);
      roots_.push_back(std::move(root));
    }
  }

  [[nodiscard]] bool is_quiet_and_won(const Position& and_position) {
    return !answers_.threatens_four(and_position) && answers_.all_lost(and_position);
  }

  /// Stores records until there are `end`, breadth first.
  void grow_quietly(std::size_t end) {
    while (records_.size() < end) {
      FIVEPROOF_ENSURE(!waiting_.empty());
      const Position and_position = waiting_.front();
      waiting_.pop_front();
      std::vector<Square> replies = squares(and_position.empties());
      dice_.shuffle(replies);
      replies.resize(std::min(replies.size(), replies_stored));
      const std::size_t before = records_.size();
      for (Square reply : replies) {
        if (records_.size() == end) break;
        const auto next = unstored_after(and_position, reply);
        if (!next) continue;
        const auto move = find_move(*next, [this](const Position& p) { return is_quiet_and_won(p); });
        if (!move) continue;
        store(*next, *move);
      }
      // The stored replies no longer teach a check how to answer the others.
      if (!answers_.all_lost(and_position, unstored(and_position))) {
        take_back(before);
        continue;
      }
      for (std::size_t i = before; i < records_.size(); ++i)
        waiting_.push_back(after(records_[i].first, records_[i].second));
    }
  }

  void take_back(std::size_t end) {
    for (std::size_t i = end; i < records_.size(); ++i) stored_.erase(position_key(records_[i].first));
    records_.erase(records_.begin() + static_cast<std::ptrdiff_t>(end), records_.end());
  }

  /// After one reply to `and_position`: a threat of a straight or double four; after some replies to that,
  /// the four; after all replies to this, the five.
  void grow_ends(const Position& and_position) {
    const std::vector<Square> replies = squares(and_position.empties());
    const auto next = unstored_after(and_position, replies[dice_.roll(replies.size())]);
    if (!next) return;
    const auto threat = find_move(
        *next, [this](const Position& p) { return answers_.threatens_four(p) && answers_.all_lost(p); });
    if (!threat) return;
    const std::size_t before = records_.size();
    store(*next, *threat);
    const Position threatened = after(*next, *threat);
    store_ends(threatened);
    if (!answers_.all_lost(threatened, unstored(threatened)) ||
        !answers_.all_lost(and_position, unstored(and_position)))
      take_back(before);
  }

  void store_ends(const Position& threatened) {
    std::vector<Square> answers = squares(threatened.empties());
    dice_.shuffle(answers);
    std::size_t fours = 0;
    for (Square answer : answers) {
      if (fours == fours_per_threat || records_.size() >= wanted_) return;
      const auto position = unstored_after(threatened, answer);
      if (!position || !five_squares(*position, rule, defender).empty()) continue;
      if (!five_squares(*position, rule, attacker).empty()) continue;  // nothing comes after a five
      const auto four = double_four(*position);
      if (!four) continue;
      ++fours;
      store(*position, *four);
      const Position won = after(*position, *four);
      for (Square last : won.empties()) {
        const auto end = unstored_after(won, last);
        if (end) store(*end, five_squares(*end, rule, attacker).first());
      }
    }
  }

  /// A move after which two squares make a five.
  [[nodiscard]] static std::optional<Square> double_four(const Position& or_position) {
    for (Square s : near_attacker(or_position))
      if (five_squares(after(or_position, s), rule, attacker).size() >= 2) return s;
    return std::nullopt;
  }

  template <typename Good>
  [[nodiscard]] std::optional<Square> find_move(const Position& or_position, Good is_good) {
    std::vector<Square> moves = near_attacker(or_position);
    dice_.shuffle(moves);
    moves.resize(std::min(moves.size(), moves_tried));
    const auto found = std::find_if(moves.begin(), moves.end(),
                                    [&](Square move) { return is_good(after(or_position, move)); });
    if (found == moves.end()) return std::nullopt;
    return *found;
  }

  /// The position after the reply as the verifier will see it, in canonical form. Nothing if it is stored, or
  /// if it is symmetric: then the smallest image of the move is stored and leads to another orientation.
  [[nodiscard]] std::optional<Position> unstored_after(const Position& and_position, Square reply) const {
    const Position next = canonical_form(after(and_position, reply)).position;
    if (stored_.contains(position_key(next)) || automorphisms(next).size() > 1) return std::nullopt;
    return next;
  }

  [[nodiscard]] SquareSet unstored(const Position& and_position) const {
    SquareSet replies;
    for (Square reply : and_position.empties())
      if (!stored_.contains(symmetric_key(after(and_position, reply)))) replies.insert(reply);
    return replies;
  }

  void store(const Position& canonical, Square move) {
    FIVEPROOF_ENSURE(stored_.insert(position_key(canonical)).second);
    records_.emplace_back(canonical, move);
  }

  [[nodiscard]] static std::vector<Square> squares(const SquareSet& set) { return {set.begin(), set.end()}; }
  [[nodiscard]] static Position after(Position position, Square move) {
    position.play(move);
    return position;
  }
  /// Empty squares at most two steps from a stone of the attacker.
  [[nodiscard]] static std::vector<Square> near_attacker(const Position& position) {
    SquareSet near;
    for (Square stone : position.stones(attacker))
      for (int x = std::max(0, stone.column() - 2); x <= std::min(size - 1, stone.column() + 2); ++x)
        for (int y = std::max(0, stone.row() - 2); y <= std::min(size - 1, stone.row() + 2); ++y)
          near.insert(Square(x, y));
    return squares(near - position.occupied());
  }

  std::size_t wanted_;
  Dice dice_;
  Answers answers_;
  std::vector<Root> roots_;
  std::vector<std::pair<Position, Square>> records_;
  std::unordered_set<std::string> stored_;
  std::deque<Position> waiting_;  ///< AND positions to grow from, all of them proved
};

int fail(const std::string& text) {
  std::fprintf(stderr, "make-big-proof: %s\n", text.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Makes a big proof for the benches");
  std::string preset = "speed";
  std::size_t positions = 0;
  std::uint64_t seed = 1;
  std::string out;
  app.add_option("--preset", preset, "speed: quiet positions, 25,000; memory: mostly ends, 400,000")
      ->check(CLI::IsMember({"speed", "memory"}))
      ->capture_default_str();
  app.add_option("--positions", positions, "At least so many stored positions");
  app.add_option("--seed", seed, "Another proof for each")->capture_default_str();
  app.add_option("-o", out, "The file to write (.fvp)")->required();
  CLI11_PARSE(app, argc, argv);

  const bool is_quiet = preset == "speed";
  if (positions == 0) positions = is_quiet ? 25'000 : 400'000;
  Grower grower(positions, seed);
  if (is_quiet)
    grower.grow_quiet_proof();
  else
    grower.grow_proof_of_ends();
  for (;;) {
    const Proof proof = grower.proof();
    const auto checked = verify::check_proof(proof, {});
    if (!checked.ok()) return fail(checked.error().text());
    const auto& result = checked.value();
    std::fprintf(stderr, "%zu positions, %zu gaps\n", proof.records.count(),
                 static_cast<std::size_t>(result.gap_count()));
    if (result.accepted() && result.gap_count() == 0 && result.unreached == 0) {
      for (const auto& verdict : result.verdicts) std::printf("%s\n", to_text(verdict).c_str());
      const auto written = write_fvp(proof, out);
      return written.ok() ? 0 : fail(written.error().text());
    }
    for (;;) {
      const auto gap = result.gaps->next();
      if (!gap.ok()) return fail(gap.error().text());
      if (!gap.value()) break;
      if (!grower.close(gap.value()->position)) return fail("a gap stays open");
    }
  }
}
