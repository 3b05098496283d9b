#include "plan_text.hpp"

#include <algorithm>
#include <charconv>

namespace fiveproof::audit {
namespace {

constexpr std::string_view blanks = " ";
constexpr std::string_view signs = "/:()";

}  // namespace

void PlanText::begin(std::string line, std::uint64_t number) {
  line_ = std::move(line);
  number_ = number;
  at_ = 0;
  found_.clear();
}

void PlanText::fail(const std::string& expected) const {
  std::string found = found_.empty() ? "the end of the line" : "'" + found_.substr(0, 40) + "'";
  for (char& c : found)
    if (c < ' ' || c > '~') c = '?';  // the message goes to a terminal
  throw Malformed("line " + std::to_string(number_) + ": expected " + expected + ", found " + found);
}

void PlanText::fail(const std::string& expected, const std::string& found) {
  found_ = found;
  fail(expected);
}

// A sign, or a word up to the next blank or sign.
std::string_view PlanText::peek() {
  at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size());
  std::size_t end = at_;
  while (end < line_.size() && line_[end] != ' ' && signs.find(line_[end]) == std::string_view::npos) ++end;
  if (end == at_ && end < line_.size()) ++end;
  return std::string_view(line_).substr(at_, end - at_);
}

const std::string& PlanText::word() {
  found_ = std::string(peek());
  at_ += found_.size();
  return found_;
}

void PlanText::expect(std::string_view expected) {
  if (word() != expected) fail(std::string(expected));
}

void PlanText::end_line(const std::string& expected) {
  if (!word().empty()) fail(expected);
}

Point PlanText::square() {
  (void)word();
  const int column = found_.empty() ? -1 : found_[0] - 'a';
  int row = 0;
  const char* const end = found_.data() + found_.size();
  const bool is_number =
      found_.size() > 1 && found_[1] != '0' && std::from_chars(found_.data() + 1, end, row).ptr == end;
  if (!is_number || column < 0 || column >= size_ || row < 1 || row > size_) fail("a square");
  return column * size_ + row - 1;
}

std::vector<Branch> PlanText::branches(int depth) {
  std::vector<Branch> found;
  while (peek() == "(") {
    if (depth == max_depth) fail("at most " + std::to_string(max_depth) + " branches in each other");
    expect("(");
    Branch branch;
    do branch.replies.push_back(square());
    while (peek() != ":");
    expect(":");
    branch.plan = steps(depth + 1);
    expect(")");
    found.push_back(std::move(branch));
  }
  return found;
}

std::vector<Step> PlanText::steps(int depth) {
  std::vector<Step> found;
  while (!peek().empty() && peek() != ")") {
    const Point move = square();
    found.push_back({move, branches(depth)});
  }
  return found;
}

std::vector<Step> PlanText::plan(bool is_and, Point move) {
  std::vector<Step> plan;
  if (is_and) plan.push_back({move, branches(0)});
  for (Step& step : steps(0)) plan.push_back(std::move(step));
  return plan;
}

}  // namespace fiveproof::audit
