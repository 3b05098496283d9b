// vct-soundness-run --count N --seed S: N positions for each rule set and colour. Every win by threats is
// confirmed by the oracle, against all replies; and where db-search wins, threats must, too, if no limit is
// met. Figures to stdout, failures to stderr. Exit code 0: there is none; 1: there is one; 2: usage.
#include <iostream>

#include "dbsearch/reply_search.hpp"
#include "game/notation.hpp"
#include "tests/oracle/count_and_seed.hpp"
#include "tests/solve/vct_wins.hpp"

namespace fiveproof {
namespace {

struct Figures {
  std::uint64_t positions = 0, wins = 0, by_steps = 0, refuted = 0, of_threats = 0, missed = 0, cut_short = 0;
};

constexpr std::uint32_t nodes = 1500, nodes_to_the_end = 100'000;

Figures compare(RuleSet rule, Color attacker, std::uint64_t count, std::mt19937& random) {
  Figures figures;
  solve::Vct vct(rule, 15);
  dbsearch::ReplySearch threats(rule, 15, 200);
  for (; figures.positions < count; ++figures.positions) {
    const Position p = test::crowded_position(random, 15, 6 + static_cast<int>(random() % 14));
    solve::VctResult found = vct.search(p, attacker, {.node_limit = nodes});
    const bool is_won = threats.win(p, attacker).win;
    figures.of_threats += is_won;
    if (is_won && !found.win)
      found = vct.search(p, attacker, {.node_limit = nodes_to_the_end, .fours_limit = 10'000});
    if (is_won && !found.win) {
      ++(found.cut_short ? figures.cut_short : figures.missed);
      if (!found.cut_short)
        std::cerr << "missed: " << name_of(rule) << ", " << name_of(attacker) << '\n' << diagram(p) << '\n';
    }
    if (!found.win) continue;
    ++figures.wins;
    figures.by_steps += !found.steps.empty();
    if (test::is_confirmed(p, rule, attacker, found)) continue;
    ++figures.refuted;
    std::cerr << "refuted: " << name_of(rule) << ", " << name_of(attacker) << '\n' << diagram(p) << '\n';
  }
  return figures;
}

}  // namespace
}  // namespace fiveproof

int main(int argc, char** argv) {
  using namespace fiveproof;
  const auto asked = test::count_and_seed(argc, argv, "vct-soundness-run");
  if (!asked) return 2;
  std::mt19937 random(static_cast<std::uint32_t>(asked->seed));
  bool is_sound = true;
  for (RuleSet rule : all_rule_sets)
    for (Color attacker : {Color::black, Color::white}) {
      const Figures f = compare(rule, attacker, asked->count, random);
      std::cout << name_of(rule) << ", " << name_of(attacker) << " attacks: " << f.positions << " positions, "
                << f.wins << " won, " << f.by_steps << " of them by more than fours, " << f.refuted
                << " refuted; " << f.of_threats << " won by db-search, " << f.missed << " of them missed, "
                << f.cut_short << " beyond a limit" << std::endl;
      is_sound = is_sound && f.refuted == 0 && f.missed == 0;
    }
  return is_sound ? 0 : 1;
}
