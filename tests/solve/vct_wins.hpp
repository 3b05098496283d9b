// What tests of solve/vct share: positions in which threats win, and the oracle's word on a win.
#pragma once

#include <random>

#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "solve/vct/vct.hpp"
#include "tests/oracle/renju_oracle.hpp"

namespace fiveproof::test {

inline renju_oracle::Plan plan_of(const dbsearch::FourLine& fours) {
  renju_oracle::Plan plan;
  for (Square four : fours) plan.push_back({four});
  return plan;
}

inline renju_oracle::Plan plan_of(const solve::VctResult& found, std::uint32_t number) {
  const solve::VctStep& step = found.steps.at(number);
  renju_oracle::Plan plan = plan_of(step.after_pass);
  plan.insert(plan.begin(), {step.move});
  for (const auto& reply : step.replies)
    plan.front().branches.push_back(
        {reply.square, reply.step ? plan_of(found, *reply.step) : plan_of(reply.fours)});
  return plan;
}

/// Does the oracle win by what was found, against every reply on real boards?
inline bool is_confirmed(const Position& p, RuleSet rule, Color attacker, const solve::VctResult& found) {
  const renju_oracle::Plan plan = found.steps.empty() ? plan_of(found.fours) : plan_of(found, 0);
  return renju_oracle::wins_by_plan(p, {rule}, attacker, plan);
}

/// Stones of both colours in turn, close to the middle; nobody has a five.
inline Position crowded_position(std::mt19937& random, int size, int stones) {
  for (;;) {
    Position p(size);
    const int middle = size / 2;
    for (int i = 0; i < stones;) {
      const Square s(middle - 3 + static_cast<int>(random() % 7),
                     middle - 3 + static_cast<int>(random() % 7));
      if (!p.is_empty(s)) continue;
      p.play(s);
      ++i;
    }
    bool is_over = false;
    for (RuleSet rule : all_rule_sets)
      for (Color c : {Color::black, Color::white}) is_over = is_over || has_five(p, rule, c);
    if (!is_over && !is_dead(p, RuleSet::renju)) return p;
  }
}

}  // namespace fiveproof::test
