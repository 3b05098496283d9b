#include "solve/vct/vct.hpp"

#include <utility>

#include "dbsearch/field.hpp"
#include "game/five.hpp"
#include "solve/vct/vct_graph.hpp"

namespace fiveproof::solve {
namespace {

using namespace vct;
using dbsearch::FourLine;
using dbsearch::VcfResult;

// What a move seems to cost before it is examined. Fours and threes that the defender has to answer on few
// squares are cheap; of quiet moves most are no threat at all. Chosen on published positions, as all prices
// here (docs/notebook/2026-11-threats-one-by-one.md).
constexpr Number price_of_a_move = 8, price_of_a_late_move = 4;
constexpr Number early_moves = 2;  // deep wins come late enough at half the price
constexpr Number price_of(ThreatClass kind) {
  switch (kind) {
    case ThreatClass::four:
      return 2;
    case ThreatClass::three:
      return 4;
    case ThreatClass::fukumi:
      return 8;
  }
  return infinite;
}
/// A move is dearer the less it has to do with stones of the attacker; at this potential nothing is added.
constexpr int enough_potential = 48;

}  // namespace

struct Vct::Impl {
  Impl(RuleSet r, int n) : rule(r), vcf(r, n), lines(n) {}

  // -- the board --
  void set_position(const Position& position, Color who);
  void put(Color c, Square s);
  void take(Color c, Square s);

  // -- the search --
  [[nodiscard]] bool is_at_limit() const { return nodes >= options.node_limit; }
  [[nodiscard]] VcfResult search_fours();
  [[nodiscard]] std::optional<FourLine> fours_after_pass();
  [[nodiscard]] std::optional<std::uint32_t> position_on_board();
  void take_for_likely(const VctResult& found, std::uint32_t step, Stones moves);
  void prove_position(std::uint32_t node, Number proof_limit, Number disproof_limit);
  void prove_threat(std::uint32_t node, Number proof_limit, Number disproof_limit);
  void find_threats(std::uint32_t node);
  void add_threat(Square s, ThreatClass kind, int potential);
  void examine(std::uint32_t node);
  [[nodiscard]] Number price_of_depth() const {
    const auto moves = static_cast<Number>(played.attacker.size());
    const Number early = std::min(moves, early_moves);
    return price_of_a_move * early + price_of_a_late_move * (moves - early);
  }

  // -- what was found --
  std::uint32_t step_on_board();
  [[nodiscard]] VctStep::Reply reply_on_board(Square reply);

  RuleSet rule;
  dbsearch::Vcf vcf;
  LineBoard lines;  // side 0 is the attacker
  const OutlookTable* outlooks = nullptr;
  SquareSet empties;
  Color attacker = Color::black, defender = Color::white;
  Stones played;
  VctOptions options;
  Graph graph;
  std::unordered_map<Stones, Square, StonesHash> likely;  // what won elsewhere, after these moves
  std::uint32_t nodes = 0;
  std::uint32_t fukumi = 0;  // on the way to the board
  bool is_cut = false;
  std::vector<VctStep> steps;
  std::unordered_map<std::uint32_t, std::uint32_t> step_of;  // by node
};

Vct::Vct(RuleSet rule, int size) : impl_(std::make_unique<Impl>(rule, size)) {}
Vct::~Vct() = default;
Vct::Vct(Vct&&) noexcept = default;
Vct& Vct::operator=(Vct&&) noexcept = default;

VctResult Vct::search(const Position& position, Color attacker, const VctOptions& options) {
  Impl& me = *impl_;
  VctResult result;
  for (Color c : {Color::black, Color::white})
    if (has_five(position, me.rule, c)) return result;
  me.options = options;
  me.options.node_limit = std::min(options.node_limit, VctOptions::most_nodes);
  me.set_position(position, attacker);
  me.likely.clear();
  if (options.like != nullptr && !options.like->steps.empty()) me.take_for_likely(*options.like, 0, {});
  if (const VcfResult fours = me.search_fours(); fours.win) {
    result.win = true;
    result.fours = fours.fours;
  } else if (const auto root = me.position_on_board()) {
    me.prove_position(*root, infinite, infinite);
    result.win = me.graph.positions[*root].numbers.is_proved();
    // What a search for fours found within its limit, one that remembers other failures may only find beyond.
    me.options.fours_limit = std::numeric_limits<std::uint32_t>::max();
    if (result.win) (void)me.step_on_board();
    result.steps = std::exchange(me.steps, {});
  }
  result.nodes = me.nodes;
  result.cut_short = !result.win && me.is_cut;
  return result;
}

// -- the board
// ------------------------------------------------------------------------------------------------------

void Vct::Impl::set_position(const Position& position, Color who) {
  attacker = who;
  defender = opponent(who);
  vcf.set_position(position, who);
  lines = LineBoard(position, who);
  outlooks = &OutlookTable::of(rule, who);
  empties = position.empties();
  played = {};
  graph.clear();
  nodes = fukumi = 0;
  is_cut = false;
  steps.clear();
  step_of.clear();
}

void Vct::Impl::put(Color c, Square s) {
  vcf.put(c, s);
  lines.put(c == attacker ? 0 : 1, s);
  empties.erase(s);
  (c == attacker ? played.attacker : played.defender).insert(s);
}

void Vct::Impl::take(Color c, Square s) {
  vcf.undo();
  lines.take(c == attacker ? 0 : 1, s);
  empties.insert(s);
  (c == attacker ? played.attacker : played.defender).erase(s);
}

// -- the search
// -----------------------------------------------------------------------------------------------------

VcfResult Vct::Impl::search_fours() {
  VcfResult found = vcf.search(options.fours_limit);
  is_cut = is_cut || found.cut_short;
  return found;
}

// Nothing: the limit is reached.
std::optional<std::uint32_t> Vct::Impl::position_on_board() {
  if (const auto known = graph.place_of.find(played); known != graph.place_of.end()) return known->second;
  if (is_at_limit()) {
    is_cut = true;
    return std::nullopt;
  }
  ++nodes;
  const auto node = static_cast<std::uint32_t>(graph.positions.size());
  graph.place_of.emplace(played, node);
  graph.positions.emplace_back();
  graph.positions.back().numbers.proof = likely.contains(played) ? 1 : 1 + price_of_depth();
  return node;
}

void Vct::Impl::take_for_likely(const VctResult& found, std::uint32_t step, Stones moves) {
  const VctStep& told = found.steps[step];
  if (!likely.emplace(moves, told.move).second) return;
  moves.attacker.insert(told.move);
  for (const VctStep::Reply& reply : told.replies) {
    if (!reply.step) continue;
    Stones after = moves;
    after.defender.insert(reply.square);
    take_for_likely(found, *reply.step, after);
  }
}

void Vct::Impl::prove_position(std::uint32_t node, Number proof_limit, Number disproof_limit) {
  if (graph.positions[node].first_threat == none) find_threats(node);
  for (;;) {
    const Choice choice = graph.choose_threat(graph.positions[node]);
    const Numbers numbers = graph.positions[node].numbers = choice.numbers;
    if (numbers.is_decided() || numbers.proof >= proof_limit || numbers.disproof >= disproof_limit) return;
    if (is_at_limit()) {
      is_cut = true;
      return;
    }
    const auto [move, kind] = std::pair(graph.threats[choice.best].move, graph.threats[choice.best].kind);
    // Seen only now, as most moves are never looked at.
    if (!graph.threats[choice.best].is_examined && !vcf.is_legal(attacker, move)) {
      graph.threats[choice.best].numbers = disproved;
      continue;
    }
    const Number others = numbers.disproof - std::min(numbers.disproof, choice.best_other);
    fukumi += kind == ThreatClass::fukumi;
    put(attacker, move);
    prove_threat(choice.best, std::min(proof_limit, choice.second + 1),
                 disproof_limit - std::min(disproof_limit, others));
    take(attacker, move);
    fukumi -= kind == ThreatClass::fukumi;
  }
}

void Vct::Impl::prove_threat(std::uint32_t node, Number proof_limit, Number disproof_limit) {
  if (!graph.threats[node].is_examined) examine(node);
  for (;;) {
    if (graph.threats[node].numbers.is_disproved()) return;
    const Choice choice = graph.choose_reply(graph.threats[node]);
    const Numbers numbers = graph.threats[node].numbers = choice.numbers;
    if (numbers.is_decided() || numbers.proof >= proof_limit || numbers.disproof >= disproof_limit) return;
    if (is_at_limit()) {
      is_cut = true;
      return;
    }
    const ReplyNode reply = graph.replies[choice.best];
    const Number others = numbers.proof - std::min(numbers.proof, choice.best_other);
    put(defender, reply.reply);
    prove_position(reply.node, proof_limit - std::min(proof_limit, others),
                   std::min(disproof_limit, choice.second + 1));
    take(defender, reply.reply);
  }
}

// Where the defender threatens a five the only move is to parry it.
void Vct::Impl::find_threats(std::uint32_t node) {
  const auto first = static_cast<std::uint32_t>(graph.threats.size());
  const std::vector<Square> forced = vcf.defender_five_squares();
  if (forced.size() == 1) add_threat(forced.front(), ThreatClass::four, enough_potential);
  if (forced.empty())
    for (Square s : empties)
      if (const Outlook outlook = outlooks->at(lines, 0, s); outlook.kind)
        add_threat(s, *outlook.kind, outlook.potential);
  if (const auto known = likely.find(played); known != likely.end())
    for (std::uint32_t i = first; i < graph.threats.size(); ++i)
      if (graph.threats[i].move == known->second) graph.threats[i].numbers.proof = 1;
  graph.positions[node].first_threat = first;
  graph.positions[node].threat_count = static_cast<std::uint32_t>(graph.threats.size()) - first;
}

void Vct::Impl::add_threat(Square s, ThreatClass kind, int potential) {
  if (kind == ThreatClass::fukumi && fukumi >= options.most_fukumi) {
    is_cut = true;
    return;
  }
  ThreatNode threat;
  threat.move = s;
  threat.kind = kind;
  threat.numbers.proof =
      price_of(kind) + price_of_depth() + static_cast<Number>(std::max(0, enough_potential - potential) / 2);
  graph.threats.push_back(threat);
}

std::optional<FourLine> Vct::Impl::fours_after_pass() {
  if (!vcf.defender_five_squares().empty() || empties.empty()) return std::nullopt;
  VcfResult found = search_fours();
  if (!found.win) return std::nullopt;
  return std::move(found.fours);
}

// The move is on the board. Is it a threat, and which replies does it leave? What the limit leaves open is no
// threat, and `is_cut` tells.
void Vct::Impl::examine(std::uint32_t node) {
  ++nodes;
  graph.threats[node].is_examined = true;
  graph.threats[node].first_reply = static_cast<std::uint32_t>(graph.replies.size());
  const auto line = fours_after_pass();
  if (!line) {
    graph.threats[node].numbers = disproved;
    return;
  }
  for (Square reply : empties& vcf.squares_read(*line)) {
    if (!vcf.is_legal(defender, reply)) continue;  // or he loses at once
    put(defender, reply);
    const bool is_lost = vcf.replay(*line) || search_fours().win;
    const auto after = is_lost ? std::nullopt : position_on_board();
    take(defender, reply);
    if (is_lost) continue;
    if (!after) {
      graph.threats[node].numbers = disproved;
      return;
    }
    graph.replies.push_back({reply, *after});
    ++graph.threats[node].reply_count;
  }
}

// -- what was found
// -------------------------------------------------------------------------------------------------

// The proved position on the board; it comes once, however many ways lead to it.
std::uint32_t Vct::Impl::step_on_board() {
  const std::uint32_t node = graph.place_of.at(played);
  const auto [place, is_new] = step_of.try_emplace(node, static_cast<std::uint32_t>(steps.size()));
  if (!is_new) return place->second;
  const std::uint32_t number = place->second;
  steps.emplace_back();
  std::uint32_t i = graph.positions[node].first_threat;
  while (!graph.threats[i].numbers.is_proved()) ++i;
  VctStep step;
  step.move = graph.threats[i].move;
  put(attacker, step.move);
  auto line = fours_after_pass();
  FIVEPROOF_ENSURE(line.has_value());
  step.after_pass = std::move(*line);
  for (Square reply : empties& vcf.squares_read(step.after_pass)) {
    if (!vcf.is_legal(defender, reply)) continue;
    put(defender, reply);
    if (!vcf.replay(step.after_pass)) step.replies.push_back(reply_on_board(reply));
    take(defender, reply);
  }
  take(attacker, step.move);
  steps[number] = std::move(step);
  return number;
}

// What is proved in the graph is not searched for fours, which without a limit could take for ever where
// there are none.
VctStep::Reply Vct::Impl::reply_on_board(Square reply) {
  const auto known = graph.place_of.find(played);
  if (known != graph.place_of.end() && graph.positions[known->second].numbers.is_proved())
    return {reply, step_on_board(), {}};
  VcfResult found = search_fours();
  FIVEPROOF_ENSURE(found.win);
  return {reply, std::nullopt, std::move(found.fours)};
}

}  // namespace fiveproof::solve
