#include "cli/output/win_tree.hpp"

#include <algorithm>
#include <vector>

#include "game/notation.hpp"

namespace fiveproof::cli {
namespace {

std::string line_of(const dbsearch::FourLine& fours) {
  return fours.empty() ? "five" : "fours " + to_text(fours);
}

// A position is reached in many ways; how long it takes from there is worked out once.
class Lengths {
 public:
  explicit Lengths(const solve::VctResult& found) : found_(found), known_(found.steps.size(), 0) {}
  std::size_t of(std::uint32_t number) {
    if (known_[number] > 0) return known_[number];
    const solve::VctStep& step = found_.steps[number];
    std::size_t longest = step.after_pass.size() + 1;
    for (const auto& reply : step.replies)
      longest = std::max(longest, reply.step ? of(*reply.step) : reply.fours.size() + 1);
    return known_[number] = longest + 1;
  }

 private:
  const solve::VctResult& found_;
  std::vector<std::size_t> known_;
};

class TreeText {
 public:
  TreeText(std::ostream& out, const solve::VctResult& found)
      : out_(out), found_(found), is_written_(found.steps.size(), false) {}
  void write(std::uint32_t number, std::size_t depth) {
    const solve::VctStep& step = found_.steps[number];
    out_ << to_text(step.move);
    if (is_written_[number]) {
      out_ << ", as above\n";
      return;
    }
    is_written_[number] = true;
    out_ << ", threatening " << line_of(step.after_pass) << '\n';
    for (const auto& reply : step.replies) {
      out_ << std::string(2 * depth + 2, ' ') << to_text(reply.square) << ": ";
      if (reply.step)
        write(*reply.step, depth + 1);
      else
        out_ << line_of(reply.fours) << '\n';
    }
  }

 private:
  std::ostream& out_;
  const solve::VctResult& found_;
  std::vector<bool> is_written_;
};

}  // namespace

std::size_t longest_of(const solve::VctResult& found) {
  return found.steps.empty() ? found.fours.size() + 1 : Lengths(found).of(0);
}

void write_tree(std::ostream& out, const solve::VctResult& found) {
  out << "  ";
  if (found.steps.empty())
    out << line_of(found.fours) << '\n';
  else
    TreeText(out, found).write(0, 1);
}

}  // namespace fiveproof::cli
