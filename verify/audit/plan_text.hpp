// Reads one line of a certificate, word by word, and the plans in it (spec/certificate.md).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernel.hpp"

namespace fiveproof::audit {

/// The text is not a certificate. what(): "line 7: expected a square, found 'z9'".
class Malformed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Begins with an empty line. What it reads from a line it does not read again; all functions throw
/// Malformed.
class PlanText {
 public:
  static constexpr std::size_t max_line = 1 << 20;  ///< characters
  static constexpr int max_depth = 100;             ///< of branches in branches

  /// The next line, without its line feed. `number`: what messages call it.
  void begin(std::string line, std::uint64_t number);
  /// Squares are read as those of a board of this size.
  void set_size(int size) { size_ = size; }

  /// The next word, or sign; empty at the end of the line.
  [[nodiscard]] std::string_view peek();
  /// The same, which is read by that; fail() would name it.
  const std::string& word();
  void expect(std::string_view word);
  Point square();
  /// A plan with the defender to move after `move` (-1: after nobody's), or, `is_and` being false, with the
  /// attacker to move.
  std::vector<Step> plan(bool is_and, Point move);
  void end_line(const std::string& expected);
  /// Expected was what `expected` says and found what was read last; or `found`, when it is given.
  [[noreturn]] void fail(const std::string& expected) const;
  [[noreturn]] void fail(const std::string& expected, const std::string& found);

 private:
  std::vector<Branch> branches(int depth);
  std::vector<Step> steps(int depth);

  std::string line_, found_;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
  int size_ = 0;
};

}  // namespace fiveproof::audit
