#include "tests/fuzz/kernel_input.hpp"

#include "tests/fuzz/byte_reader.hpp"

namespace fiveproof::fuzz {
namespace {

constexpr unsigned standard_bit = 1, white_attacks_bit = 2, white_moves_bit = 4, solve_bit = 8,
                   guide_bit = 16, certificate_bit = 32;
constexpr int most_empties = 12;
constexpr std::size_t most_lines = 7, most_edits = 12, most_plans = 6;
constexpr int deepest_plan = 6;

/// A colour for every square that makes no three in a row, so that it decides nothing by itself.
Color filler(Square s) { return (s.column() + 2 * s.row()) % 4 < 2 ? Color::black : Color::white; }

/// Lines of five squares with some stones in them, one over the other; all other squares are filled. So there
/// are threes and fours to make and to break, and few squares to do it on.
class RootMaker {
 public:
  RootMaker(int size, Color to_move) : root_(size) { root_.set_to_move(to_move); }

  /// First square; direction and colour; which of the five hold a stone.
  void add_line(ByteReader& in) {
    constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const int size = root_.size();
    const int start = in.u8() % (size * size);
    const unsigned what = in.u8();
    for (int k = 0; k < 5; ++k) {
      const int x = start / size + k * steps[what & 3][0];
      const int y = start % size + k * steps[what & 3][1];
      if (x < 0 || y < 0 || x >= size || y >= size) continue;
      const Square s(x, y);
      named_.insert(s);
      if (what >> (3 + k) & 1 && root_.is_empty(s)) root_.put(what & 4 ? Color::white : Color::black, s);
    }
  }
  [[nodiscard]] Position made() {
    int left = most_empties;
    for (Square s : root_.empties())
      if (!named_.contains(s) || left-- <= 0) root_.put(filler(s), s);
    return root_;
  }

 private:
  Position root_;
  SquareSet named_;
};

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
  RootMaker root(size, bits & white_moves_bit ? Color::white : Color::black);
  for (unsigned lines = in.u8() % (most_lines + 1); lines > 0; --lines) root.add_line(in);
  input.root = root.made();
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
