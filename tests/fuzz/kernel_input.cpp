#include "tests/fuzz/kernel_input.hpp"

#include "tests/fuzz/byte_reader.hpp"

namespace fiveproof::fuzz {
namespace {

constexpr unsigned standard_bit = 1, white_attacks_bit = 2, white_moves_bit = 4, solve_bit = 8,
                   guide_bit = 16, certificate_bit = 32;
constexpr int most_empties = 11;
constexpr std::size_t most_edits = 12, most_plans = 6;
constexpr int deepest_plan = 6;

/// A colour for every square that makes no three in a row, so that it decides nothing by itself.
Color filler(Square s) { return (s.column() + 2 * s.row()) % 4 < 2 ? Color::black : Color::white; }

/// Two bits a square: empty, black, white, filler.
Position root_of(ByteReader& in, int size, Color to_move) {
  Position root(size);
  root.set_to_move(to_move);
  unsigned bits = 0;
  int left = 0;
  for (Square s : SquareSet::whole_board(size)) {
    if (left == 0) {
      bits = in.u8();
      left = 4;
    }
    const unsigned what = bits & 3;
    bits >>= 2;
    --left;
    if (what == 1 || what == 2) root.put(what == 1 ? Color::black : Color::white, s);
    if (what == 3) root.put(filler(s), s);
  }
  while (root.empties().size() > most_empties) {
    const Square s = root.empties().first();
    root.put(filler(s), s);
  }
  return root;
}

std::vector<audit::Step> plan_of(ByteReader& in, int size, int depth) {
  const auto point = [&] { return in.u8() % (size * size + 1) - 1; };
  std::vector<audit::Step> plan;
  for (int steps = in.u8() % 4; steps > 0; --steps) {
    audit::Step step{point(), {}};
    for (int branches = depth > 0 && !in.at_end() ? in.u8() % 3 : 0; branches > 0; --branches) {
      audit::Branch branch;
      for (int replies = 1 + in.u8() % 3; replies > 0; --replies) branch.replies.push_back(point());
      branch.plan = plan_of(in, size, depth - 1);
      step.branches.push_back(std::move(branch));
    }
    plan.push_back(std::move(step));
  }
  return plan;
}

}  // namespace

KernelInput decode_kernel_input(std::span<const std::uint8_t> data) {
  ByteReader in(data);
  KernelInput input;
  const unsigned bits = in.u8();
  input.rule = bits & standard_bit ? RuleSet::standard : RuleSet::freestyle;
  input.attacker = bits & white_attacks_bit ? Color::white : Color::black;
  input.solve_first = bits & solve_bit;
  input.ask_guide = bits & guide_bit;
  input.write_certificate = bits & certificate_bit;
  const int size = 5 + in.u8() % 4;
  input.root = root_of(in, size, bits & white_moves_bit ? Color::white : Color::black);
  for (std::size_t edits = in.u8() % (most_edits + 1); edits > 0; --edits) {
    const auto kind = static_cast<RecordEdit::Kind>(in.u8() % 6);
    const std::uint16_t record = in.u16();
    input.edits.push_back({kind, record, in.u8()});
  }
  while (!in.at_end() && input.plans.size() < most_plans)
    input.plans.push_back(plan_of(in, size, deepest_plan));
  return input;
}

}  // namespace fiveproof::fuzz
