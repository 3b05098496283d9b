// A small position, records around it and plans, for the audit kernel, out of made-up bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/position.hpp"
#include "verify/audit/kernel.hpp"

namespace fiveproof::fuzz {

/// One change of the records that a true solution has.
struct RecordEdit {
  enum class Kind : std::uint8_t { drop, other_move, no_move, flip_stone, add_stone, add_record };
  Kind kind = Kind::drop;
  std::uint16_t record = 0;  ///< modulo their number
  std::uint8_t point = 0;    ///< modulo the number of squares
};

struct KernelInput {
  RuleSet rule = RuleSet::freestyle;
  Color attacker = Color::black;
  Position root;                   ///< few empty squares, so that it can be solved
  bool solve_first = false;        ///< the records begin with a solution of the root, where there is one
  bool ask_guide = false;          ///< hints come from the guide first
  bool write_certificate = false;  ///< the proof goes through a certificate as well
  std::vector<RecordEdit> edits;
  std::vector<std::vector<audit::Step>> plans;  ///< handed out in turn
};

[[nodiscard]] KernelInput decode_kernel_input(std::span<const std::uint8_t> data);

}  // namespace fiveproof::fuzz
