// A game with a manager, line by line: commands change the game, the player is asked for moves, answers are
// written.
//
//     Dialogue dialogue(std::cin, std::cout, {.lender = ..., .version = "1.2.3"});
//     dialogue.run();
//
// Every command but INFO, END and a stop is answered, the wrong ones by ERROR or UNKNOWN, in the order in
// which they came. It ends with END or with the input; what came before has been answered by then. END and
// YXSTOP are heard while a move is thought of and cut that short.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/clock.hpp"
#include "engine/lines.hpp"
#include "engine/player.hpp"
#include "engine/protocol.hpp"

namespace fiveproof::engine {

struct DialogueOptions {
  Lender lender = {};
  std::string version = {};
};

class Dialogue {
 public:
  /// require: nobody else reads or writes the streams; they outlive it.
  Dialogue(std::istream& in, std::ostream& out, DialogueOptions options);
  ~Dialogue();
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  /// Until END or the end of the input. False: an answer could not be written. A command for which memory
  /// does not do is answered by ERROR and changes nothing; std::bad_alloc where it did not do for reading on.
  bool run();

 private:
  struct Stone {
    Square square;
    int field = 0;  ///< 1 own, 2 the other's, 3 neither
  };
  /// A list of stones that has begun and waits for DONE.
  struct List {
    CommandKind kind = CommandKind::board;
    std::vector<Stone> stones = {};
    std::string problem = {};  ///< the first; empty: none
    bool lacks_memory = false;
  };

  // Commands, one each; they say what is wrong, or nothing.
  using Problem = std::optional<std::string>;
  void obey(const Line& line);
  [[nodiscard]] Problem follow(const Command& command, const Line& line);
  [[nodiscard]] Problem start(int width, int height);
  [[nodiscard]] Problem begin(const Line& line);
  [[nodiscard]] Problem turn(const Command& command, const Line& line);
  [[nodiscard]] Problem play(const Command& command);
  [[nodiscard]] Problem take_back(const Command& command);
  [[nodiscard]] Problem show_forbidden();
  void set(const std::string& key, const std::string& value);
  // Lists
  void begin_list(CommandKind kind);
  [[nodiscard]] bool continue_list(const Command& command, const Line& line);
  void add_to_list(const Command& command);
  [[nodiscard]] Problem finish_list(const List& list, const Line& line);
  [[nodiscard]] Problem set_board(const std::vector<Stone>& stones);
  [[nodiscard]] Problem swap2(const std::vector<Stone>& stones, const Line& line);
  // Moves
  [[nodiscard]] Problem move(const Line& line);
  [[nodiscard]] std::optional<Square> empty_square(const Command& command, Problem& problem) const;
  [[nodiscard]] Clock::time_point begin_of(const Line& line) const;
  [[nodiscard]] Thought thought_of(const Line& line) const;
  void account(Clock::time_point begin, Clock::duration budget);
  [[nodiscard]] Player& player();
  void prepare();
  void change_rule(RuleSet rule);
  void open_proofs_late();
  void tell_proofs();
  void tell_want_of_memory();
  void write(const std::string& line);

  std::ostream& out_;
  std::string version_;
  Lines lines_;
  ProofShelf shelf_;
  TimeControl time_;
  SearchLimits limits_;
  std::size_t max_memory_ = 0;  ///< bytes; 0: no limit
  RuleSet rule_ = RuleSet::freestyle;
  Problem rule_problem_;              ///< told at the first command that is answered
  std::optional<Position> position_;  ///< nothing before the first START
  std::optional<List> list_;
  Clock::time_point answered_ = {};  ///< when the last line was written
  std::unique_ptr<Player> player_;   ///< for the rule set and the size; made when it is asked for
  std::string proofs_told_;          ///< what MESSAGE has said of them
};

}  // namespace fiveproof::engine
