#include "dbsearch/searcher.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "dbsearch/related.hpp"
#include "dbsearch/replay.hpp"
#include "dbsearch/threat_tree.hpp"
#include "dbsearch/zone.hpp"
#include "game/five_kind.hpp"

namespace fiveproof::dbsearch {

namespace {

/// Does the stone stand in a five? This is makes_five() of game/five.hpp told from lines, which is faster.
/// require: `side` has a stone on `s`.
bool stands_in_five(const LineBoard& board, int side, Square s, FiveKind kind) {
  for (int d = 0; d < direction_count; ++d) {
    const std::uint32_t own = board.around(side, s, d).own;
    const int length =
        std::countr_one(own >> Threat::center) + std::countl_one(own << (31 - Threat::center)) - 1;
    if (is_five(kind, length)) return true;
  }
  return false;
}

}  // namespace

struct Searcher::Impl {
  Impl(RuleSet r, int n) : rule(r), size(n), empty(n), field(n), replay(r, n), tree(r, n) {}

  struct Put {
    Square square;
    int side;
    Field::Mark before;
    bool over_before;
  };

  [[nodiscard]] int side_of(Color c) const { return c == attacker ? Field::attacker : Field::defender; }
  /// Does one of these stones, all of colour `c`, stand in a five?
  [[nodiscard]] bool stands_in_five(const SquareSet& stones, Color c) const {
    return std::any_of(stones.begin(), stones.end(), [&](Square s) {
      return dbsearch::stands_in_five(field.board(), side_of(c), s, five_kind(rule, c));
    });
  }
  /// Does the attacker win by this sequence from `field`?
  [[nodiscard]] bool is_win(const ThreatSequence& sequence) {
    const bool is_replayed = replay.wins(field, attacker, sequence);
    if (judge == nullptr) return is_replayed;
    if (is_replayed != has_forbidden_moves(rule, attacker)) return is_replayed;
    const Judgement judgement = (*judge)(sequence);
    if (judgement == Judgement::no_more) {
      has_enough = true;
      tree.stop();
    }
    return judgement == Judgement::wins;
  }
  SearchResult search(const Field& root, const SearchOptions& options, ThreatSequence& prefix,
                      std::uint32_t refused_before);
  SearchResult search_behind(const Field& root, Square forced, const SearchOptions& options,
                             ThreatSequence& prefix, std::uint32_t refused_before);

  RuleSet rule;
  int size;
  Color attacker = Color::black;
  Field empty;  // has no stones; copying it is faster than making a new one
  Field field;
  bool over = false;  // somebody has a five
  std::vector<Put> puts;
  Replay replay;
  ThreatTree tree;
  const Judge* judge = nullptr;  // of the search that is going on
  bool has_enough = false;       // it wants no more sequences
};

Searcher::Searcher(RuleSet rule, int size) : impl_(std::make_unique<Impl>(rule, size)) {}
Searcher::~Searcher() = default;
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;

RuleSet Searcher::rule() const { return impl_->rule; }
int Searcher::size() const { return impl_->size; }

void Searcher::set_position(const Position& position, Color attacker) {
  FIVEPROOF_ENSURE(position.size() == impl_->size);
  Impl& me = *impl_;
  me.attacker = attacker;
  me.puts.clear();
  me.field = me.empty;
  // The attacker's stones come first, since a window that one of them blocks is then never noted.
  for (Square s : position.stones(attacker)) me.field.put_attacker(s);
  for (Square s : position.stones(opponent(attacker))) me.field.put_defender(s);
  me.over = me.stands_in_five(position.stones(attacker), attacker) ||
            me.stands_in_five(position.stones(opponent(attacker)), opponent(attacker));
}

void Searcher::put(Color c, Square s) {
  Impl& me = *impl_;
  FIVEPROOF_ENSURE(s.is_on_board(me.size) && me.field.board().is_empty(s));
  const int side = me.side_of(c);
  me.puts.push_back({s, side, me.field.mark(), me.over});
  if (side == Field::attacker)
    me.field.put_attacker(s);
  else
    me.field.put_defender(s);
  me.over = me.over || stands_in_five(me.field.board(), side, s, five_kind(me.rule, c));
}

void Searcher::undo() {
  Impl& me = *impl_;
  FIVEPROOF_ENSURE(!me.puts.empty());
  const Impl::Put last = me.puts.back();
  me.puts.pop_back();
  me.field.take(last.side, last.square, last.before);
  me.over = last.over_before;
}

bool Searcher::replay(std::span<const Threat> sequence) {
  FIVEPROOF_ENSURE(!has_forbidden_moves(impl_->rule, impl_->attacker));
  return !impl_->over && impl_->replay.wins(impl_->field, impl_->attacker, sequence);
}

SquareSet Searcher::zone_of(std::span<const Threat> sequence) const {
  return dbsearch::zone_of(impl_->field, sequence, impl_->size);
}
SquareSet Searcher::related_squares(std::span<const Threat> sequence) const {
  return dbsearch::related_squares(impl_->field, sequence, impl_->size);
}

SearchResult Searcher::search(const SearchOptions& options) {
  FIVEPROOF_ENSURE(!has_forbidden_moves(impl_->rule, impl_->attacker));
  return search(options, nullptr);
}

SearchResult Searcher::search(const SearchOptions& options, const Judge& judge) {
  Impl& me = *impl_;
  me.judge = judge ? &judge : nullptr;
  me.has_enough = false;
  SearchResult result;
  if (me.over) return result;
  if (me.field.overflowed()) {
    result.cut_short = true;
    return result;
  }
  const std::uint64_t before = me.replay.defensive_nodes();
  ThreatSequence prefix;
  // Fours are searched first, as they make a small tree. Among threes, whose trees are deep, a
  // short win by fours alone can be out of reach of any node limit (measured: one in ninety of such
  // wins on random positions).
  SearchOptions rest = options;
  if (options.max_category > 1) {
    SearchOptions fours = options;
    fours.max_category = 1;
    result = me.search(me.field, fours, prefix, 0);
    rest.node_limit -= std::min(rest.node_limit, result.nodes);
  }
  if (!result.win && !me.has_enough) {
    const SearchResult of_fours = std::move(result);
    result = me.search(me.field, rest, prefix, 0);
    result.nodes += of_fours.nodes;
    result.refuted += of_fours.refuted;
    result.cut_short = !result.win && (result.cut_short || of_fours.cut_short);
  }
  result.defensive_nodes = static_cast<std::uint32_t>(me.replay.defensive_nodes() - before);
  return result;
}

// Searches from `root`, the board after the threats of `prefix` and their replies.
SearchResult Searcher::Impl::search(const Field& root, const SearchOptions& options, ThreatSequence& prefix,
                                    std::uint32_t refused_before) {
  // A defender who threatens a five leaves the attacker a five of his own or a threat on that very square.
  const SquareSet threatened = root.defender_five_squares();
  const bool must_block = !threatened.empty();

  SearchResult result;
  const auto try_sequence = [&](const ThreatSequence& tail) {
    const std::size_t length = prefix.size();
    prefix.insert(prefix.end(), tail.begin(), tail.end());
    const bool wins = is_win(prefix);
    if (wins) result.sequence = prefix;
    if (!wins) result.cut_short = result.cut_short || replay.hit_limit();
    prefix.resize(length);
    return wins;
  };
  SearchOptions limited = options;
  if (must_block) limited.max_category = 0;
  result.win = tree.build(root, attacker, limited, refused_before, std::ref(try_sequence));
  result.nodes = tree.node_count();
  result.refuted = tree.refused();
  result.cut_short = !result.win && (result.cut_short || tree.was_cut_short());
  if (result.win || has_enough || !must_block || threatened.size() > 1) return result;

  SearchOptions rest = options;
  rest.node_limit -= std::min(rest.node_limit, result.nodes);
  const SearchResult behind =
      search_behind(root, threatened.first(), rest, prefix, refused_before + result.refuted);
  result.win = behind.win;
  result.nodes += behind.nodes;
  result.refuted += behind.refuted;
  result.cut_short = !behind.win && (result.cut_short || behind.cut_short);
  result.sequence = behind.sequence;
  return result;
}

// Searches where the attacker has to block on `forced`: each threat that he makes with that stone is a root.
SearchResult Searcher::Impl::search_behind(const Field& root, Square forced, const SearchOptions& options,
                                           ThreatSequence& prefix, std::uint32_t refused_before) {
  SearchResult result;
  if (!root.board().is_empty(forced)) return result;
  SearchOptions rest = options;
  for (const Threat& threat : tree.threats_at(root, attacker, forced, options)) {
    if (has_enough || result.nodes >= options.node_limit) {
      result.cut_short = true;
      break;
    }
    ++result.nodes;
    prefix.push_back(threat);
    SearchResult next;
    if (is_double_threat(threat.kind)) {
      next.win = is_win(prefix);
      if (next.win) next.sequence = prefix;
      next.refuted = next.win ? 0 : 1;
    } else {
      Field after = root;
      after.put_attacker(threat.gain);
      put_costs(after, threat);
      rest.node_limit = options.node_limit - result.nodes;
      if (!after.overflowed()) next = search(after, rest, prefix, refused_before + result.refuted);
    }
    prefix.pop_back();
    result.nodes += next.nodes;
    result.refuted += next.refuted;
    result.cut_short = result.cut_short || next.cut_short;
    if (next.win) {
      result.win = true;
      result.cut_short = false;
      result.sequence = next.sequence;
      return result;
    }
  }
  return result;
}

}  // namespace fiveproof::dbsearch
