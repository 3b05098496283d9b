#include "engine/dialogue.hpp"

#include <algorithm>
#include <new>
#include <ostream>
#include <utility>

#include "engine/swap.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"

namespace fiveproof::engine {
namespace {

/// What a game takes beside the table of positions, with the larger proof that comes along: 26 MiB, and some
/// more.
constexpr std::size_t memory_of_game = std::size_t{40} << 20;
constexpr std::size_t usual_table = std::size_t{32} << 20, least_table = std::size_t{64} << 10;

/// Who has less for a move does not begin it with reading proofs, which takes up to half a second of a
/// processor.
constexpr milliseconds time_to_read{2000};

/// Of the table of positions; 0: no limit.
std::size_t table_bytes(std::size_t max_memory) {
  if (max_memory == 0) return usual_table;
  const std::size_t rest = max_memory > memory_of_game ? max_memory - memory_of_game : 0;
  return std::clamp(rest / 2, least_table, usual_table);
}

/// Whose stones a list has, seen from the one who is to move: White's only where he is a stone behind. Where
/// the numbers do not tell, as after an opening that was set, the list begins with Black's first stone.
Color side_of(int own, int other, bool begins_with_own) {
  if (own == other) return Color::black;
  if (other == own + 1) return Color::white;
  return begins_with_own ? Color::black : Color::white;
}

}  // namespace

Dialogue::Dialogue(std::istream& in, std::ostream& out, DialogueOptions options)
    : out_(out), version_(std::move(options.version)), lines_(in), shelf_(std::move(options.lender)) {}
Dialogue::~Dialogue() = default;

bool Dialogue::run() {
  while (const auto line = lines_.next()) {
    if (!out_) continue;  // nobody listens; his END, or the end of his pipe, is waited for
    const std::optional<Position> before = position_;
    try {
      obey(*line);
    } catch (const std::bad_alloc&) {
      player_.reset();
      position_ = before;
      // A list is answered once, after DONE.
      if (list_)
        list_->lacks_memory = true;
      else
        tell_want_of_memory();
    }
  }
  if (lines_.is_incomplete()) throw std::bad_alloc();
  return static_cast<bool>(out_);
}

/// Without a string, which would take memory.
void Dialogue::tell_want_of_memory() {
  out_ << "ERROR not enough memory\n" << std::flush;
  answered_ = Clock::now();
}

void Dialogue::write(const std::string& line) {
  out_ << line << '\n' << std::flush;
  answered_ = Clock::now();
}

void Dialogue::obey(const Line& line) {
  const Command command =
      line.is_cut ? Command{CommandKind::malformed, {}, "line: it is too long"} : parse_line(line.text);
  if (list_ && continue_list(command, line)) return;
  if (const Problem problem = follow(command, line)) write(error_line(*problem));
}

Dialogue::Problem Dialogue::follow(const Command& command, const Line& line) {
  switch (command.kind) {
    case CommandKind::nothing:
    case CommandKind::end:
    case CommandKind::stop:
    case CommandKind::silent:
      return std::nullopt;
    case CommandKind::unknown:
      write(unknown_line(command.word));
      return std::nullopt;
    case CommandKind::malformed:
      return "wrong " + command.word;
    case CommandKind::about:
      write("name=\"fiveproof\", version=\"" + version_ + "\", author=\"fiveproof contributors\"");
      return std::nullopt;
    case CommandKind::info:
      set(command.word, command.rest);
      return std::nullopt;
    case CommandKind::start:
      return start(command.numbers.front(), command.numbers.back());
    case CommandKind::stone:
    case CommandKind::done:
      return "there is no list of stones";
    default:
      break;
  }
  if (!position_) return "no game has been started";
  switch (command.kind) {
    case CommandKind::restart:
      return start(position_->size(), position_->size());
    case CommandKind::begin:
      return begin(line);
    case CommandKind::turn:
      return turn(command, line);
    case CommandKind::play:
      return play(command);
    case CommandKind::take_back:
      return take_back(command);
    case CommandKind::forbidden:
      return show_forbidden();
    default:
      begin_list(command.kind);
      return std::nullopt;
  }
}

Dialogue::Problem Dialogue::start(int width, int height) {
  if (width != height) return "only square boards are known";
  if (!is_board_size(width)) return "board sizes are 5 to 20";
  if (rule_problem_) return rule_problem_;
  if (!position_ || position_->size() != width) player_.reset();
  position_.emplace(width);
  time_.begin_match();
  prepare();
  tell_proofs();
  write("OK");
  return std::nullopt;
}

Dialogue::Problem Dialogue::begin(const Line& line) {
  if (position_->stone_count() != 0) return "the board is not empty";
  return move(line);
}

std::optional<Square> Dialogue::empty_square(const Command& command, Problem& problem) const {
  const auto square = square_of(command.numbers[0], command.numbers[1], position_->size());
  if (!square)
    problem = "the square is not on the board";
  else if (!position_->is_empty(*square))
    problem = "the square is occupied";
  return problem ? std::nullopt : square;
}

Dialogue::Problem Dialogue::turn(const Command& command, const Line& line) {
  Problem problem;
  const auto square = empty_square(command, problem);
  if (!square) return problem;
  if (has_five(*position_, rule_)) return "the game is over";
  position_->play(*square);
  return move(line);
}

/// The manager imposes a move on us.
Dialogue::Problem Dialogue::play(const Command& command) {
  Problem problem;
  const auto square = empty_square(command, problem);
  if (!square) return problem;
  position_->play(*square);
  write(coordinates_of(*square, position_->size()));
  return std::nullopt;
}

/// Whoever takes back two stones may do so in either order: after both the same side is to move as before.
Dialogue::Problem Dialogue::take_back(const Command& command) {
  const auto square = square_of(command.numbers[0], command.numbers[1], position_->size());
  if (!square || position_->is_empty(*square)) return "there is no stone";
  position_->take(*square);
  position_->set_to_move(opponent(position_->to_move()));
  write("OK");
  return std::nullopt;
}

Dialogue::Problem Dialogue::show_forbidden() {
  write(forbid_line(has_forbidden_moves(rule_, Color::black) ? forbidden_points(*position_) : SquareSet(),
                    position_->size()));
  return std::nullopt;
}

void Dialogue::set(const std::string& key, const std::string& value) {
  const auto number = number_of(value);
  if (!number) return;  // of a folder, or not meant for us
  if (key == "timeout_turn") time_.set_turn(*number);
  if (key == "timeout_match") time_.set_match(*number);
  if (key == "time_left") time_.set_left(*number);
  if (key == "max_depth")
    limits_.depth = static_cast<int>(std::clamp<std::int64_t>(*number, 1, SearchLimits{}.depth));
  if (key == "max_node")
    limits_.nodes = *number <= 0 ? SearchLimits{}.nodes : static_cast<std::uint64_t>(*number);
  if (key == "max_memory") {
    max_memory_ = static_cast<std::size_t>(std::max<std::int64_t>(*number, 0));
    player_.reset();
  }
  if (key != "rule") return;
  const auto rule = rule_of(*number);
  rule_problem_ = rule ? std::nullopt : Problem("rule " + value + " is not supported");
  if (!rule || *rule == rule_) return;
  change_rule(*rule);
}

void Dialogue::begin_list(CommandKind kind) { list_.emplace(List{.kind = kind}); }

/// Is the command part of the list? A command that is none ends the list, which is told, and is followed
/// itself.
bool Dialogue::continue_list(const Command& command, const Line& line) {
  switch (command.kind) {
    case CommandKind::nothing:
    case CommandKind::stop:
      return true;
    case CommandKind::stone:
      add_to_list(command);
      return true;
    case CommandKind::malformed:
    case CommandKind::unknown:
      if (list_->problem.empty()) list_->problem = "no stone: " + command.word;
      return true;
    case CommandKind::done: {
      const List list = *std::exchange(list_, std::nullopt);
      if (const Problem problem = finish_list(list, line)) write(error_line(*problem));
      return true;
    }
    default:
      list_.reset();
      if (command.kind != CommandKind::end) write(error_line("the list of stones had no DONE"));
      return false;
  }
}

void Dialogue::add_to_list(const Command& command) {
  if (!list_->problem.empty()) return;
  const auto square = square_of(command.numbers[0], command.numbers[1], position_->size());
  const bool has_field = command.numbers.size() == 3;
  const int field = has_field ? command.numbers[2] : 0;
  const bool is_taken =
      square && std::ranges::find(list_->stones, *square, &Stone::square) != list_->stones.end();
  if (!square)
    list_->problem = "a stone is not on the board";
  else if (is_taken)
    list_->problem = "a square is named twice";
  else if (list_->kind == CommandKind::swap2_board ? has_field : field < 1 || field > 3)
    list_->problem = "a stone has no such field";
  else
    list_->stones.push_back({*square, field});
}

Dialogue::Problem Dialogue::finish_list(const List& list, const Line& line) {
  if (list.lacks_memory) throw std::bad_alloc();
  if (!list.problem.empty()) return list.problem;
  if (list.kind == CommandKind::swap2_board) return swap2(list.stones, line);
  if (auto problem = set_board(list.stones)) return problem;
  return list.kind == CommandKind::board ? move(line) : std::nullopt;
}

Dialogue::Problem Dialogue::set_board(const std::vector<Stone>& stones) {
  int own = 0, other = 0;
  for (const Stone& stone : stones) {
    own += stone.field == 1;
    other += stone.field == 2;
    // Under renju it marks a forbidden point, which we see for ourselves; else a stone of a game that has
    // gone on.
    if (stone.field == 3 && !has_forbidden_moves(rule_)) return "continuous games are not known";
  }
  const auto first = std::ranges::find_if(stones, [](const Stone& stone) { return stone.field != 3; });
  const Color us = side_of(own, other, first == stones.end() || first->field == 1);
  Position position(position_->size());
  for (const Stone& stone : stones)
    if (stone.field != 3) position.put(stone.field == 1 ? us : opponent(us), stone.square);
  position.set_to_move(us);
  position_ = position;
  return std::nullopt;
}

Dialogue::Problem Dialogue::swap2(const std::vector<Stone>& stones, const Line& line) {
  if (rule_problem_) return rule_problem_;
  std::vector<Square> squares;
  squares.reserve(stones.size());
  for (const Stone& stone : stones) squares.push_back(stone.square);
  const auto begin = begin_of(line);
  const auto budget = time_.budget();
  const std::string answer = answer_swap2(player(), position_->size(), squares, thought_of(line), limits_);
  if (answer.empty()) return "SWAP2BOARD has no, three or five stones";
  write(answer);
  account(begin, budget);
  return std::nullopt;
}

Dialogue::Problem Dialogue::move(const Line& line) {
  if (rule_problem_) return rule_problem_;
  if (has_five(*position_, rule_)) return "the game is over";
  if (position_->is_full()) return "the board is full";
  const auto begin = begin_of(line);
  const auto budget = time_.budget();
  const bool is_hurried = budget < time_to_read;
  if (!is_hurried) shelf_.open(rule_, position_->size());
  const auto choice = player().choose(*position_, thought_of(line), limits_);
  if (!choice) return "there is no legal move";
  position_->play(choice->move);
  write(message_line(choice->text));
  write(coordinates_of(choice->move, position_->size()));
  account(begin, budget);
  if (is_hurried) open_proofs_late();
  return std::nullopt;
}

/// The time counts from when the command came, even if we were busy with an INFO then; but not while an
/// answer was owed, for which a manager waits.
Clock::time_point Dialogue::begin_of(const Line& line) const { return std::max(line.came, answered_); }

Thought Dialogue::thought_of(const Line& line) const {
  return Thought(begin_of(line) + time_.budget(),
                 [this, number = line.number] { return lines_.is_stopped(number); });
}

void Dialogue::account(Clock::time_point begin, Clock::duration budget) {
  const auto took = Clock::now() - begin;
  time_.note_lateness(took - budget);
  time_.spend(took);
}

Player& Dialogue::player() {
  if (!player_)
    player_ = std::make_unique<Player>(rule_, position_->size(), shelf_, table_bytes(max_memory_));
  return *player_;
}

/// Opens the proofs and makes the player: rather now than when a move is waited for.
void Dialogue::prepare() {
  shelf_.open(rule_, position_->size());
  (void)player();
}

/// Another rule set is meant. Its proofs are opened with a move, which may follow at once. INFO is not
/// answered, not even by an ERROR: it would be taken for the answer to what follows.
void Dialogue::change_rule(RuleSet rule) {
  rule_ = rule;
  player_.reset();
  shelf_.close();
  try {
    if (position_) (void)player();
  } catch (const std::bad_alloc&) {
    player_.reset();
  }
}

/// While nobody waits. What fails now fails again, and is told, when there is time for it before a move.
void Dialogue::open_proofs_late() {
  try {
    shelf_.open(rule_, position_->size());
  } catch (const std::bad_alloc&) {
    shelf_.close();
  }
}

void Dialogue::tell_proofs() {
  std::string text;
  for (const std::string& name : shelf_.names()) text += (text.empty() ? "plays the proof " : ", ") + name;
  if (text.empty()) text = "plays on its own: there is no proof for this game";
  if (max_memory_ != 0 && max_memory_ < memory_of_game)
    text +=
        "; needs up to " + std::to_string(memory_of_game >> 20) + " MiB, more than INFO max_memory allows";
  if (text != proofs_told_) write(message_line(text));
  proofs_told_ = text;
}

}  // namespace fiveproof::engine
