// What a manager sends, as text, to an engine without time and without proofs. Each command is answered as
// the protocol has it, by what a manager with a board of his own expects (manager.hpp): moves are legal, a
// five is made where there is one, and the only five of the other side is parried.
//
// Two things are changed in what is sent: lines that would give time are followed by one that takes it again,
// and a quiet list is one that is answered.
#include <sstream>

#include "base/error.hpp"
#include "engine/dialogue.hpp"
#include "tests/fuzz/manager.hpp"
#include "tests/fuzz/target.hpp"

namespace protocol_target {

using namespace fiveproof;
using engine::CommandKind;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Whatever limits a manager names, and in whatever order, a move may take some time, and not all the time
/// there is.
class Limits {
 public:
  void set(const engine::Command& command) {
    const auto number = engine::number_of(command.rest);
    if (!number) return;
    if (command.word == "timeout_turn") time_.set_turn(*number);
    if (command.word == "timeout_match") time_.set_match(*number);
    if (command.word == "time_left") time_.set_left(*number);
    FIVEPROOF_ENSURE(time_.budget().count() >= 0 && time_.budget() < std::chrono::hours(24 * 12));
    time_.spend(time_.budget());
  }

 private:
  engine::TimeControl time_;
};

std::vector<std::string> made_harmless(const std::vector<std::string>& lines) {
  const std::string without_time = "INFO timeout_turn 0";
  std::vector<std::string> sent = {"INFO max_memory 1", without_time};
  Limits limits;
  for (const std::string& line : lines) {
    const engine::Command command = engine::parse_line(line);
    sent.push_back(command.kind == CommandKind::quiet_board ? "BOARD" : line);
    if (command.kind != CommandKind::info) continue;
    limits.set(command);
    sent.push_back(without_time);
  }
  return sent;
}

std::deque<std::string> answers_to(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  std::istringstream in(text);
  std::ostringstream out;
  {
    engine::Dialogue dialogue(in, out, {{}, "1"});
    FIVEPROOF_ENSURE(dialogue.run());
  }
  std::deque<std::string> answers;
  for (std::string& line : lines_of(out.str()))
    if (!line.starts_with("MESSAGE ")) answers.push_back(std::move(line));
  return answers;
}

FIVEPROOF_FUZZ_TARGET(protocol, data, size) {
  const auto lines = made_harmless(lines_of(std::string_view(reinterpret_cast<const char*>(data), size)));
  fuzz::Manager(answers_to(lines)).check(lines);
  return 0;
}

}  // namespace protocol_target
