#include "cli/commands/blame_text.hpp"

#include <algorithm>
#include <cctype>

#include "convert/syntax/counted.hpp"
#include "game/forbidden.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

using blame::BlameSearch, blame::Fault, blame::Finding, blame::Game, blame::GameEnd, blame::Ground;

namespace {

std::string capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// "move 7, black o1".
std::string text_of_move(const Game& game, std::size_t move) {
  return "move " + std::to_string(move + 1) + ", " + std::string(name_of(game.mover(move))) + " " +
         to_text(game.moves[move]);
}

std::string text_of_end(const Game& game) {
  const std::string last = game.moves.empty() ? "" : std::string(name_of(game.mover(game.moves.size() - 1)));
  switch (game.end) {
    case GameEnd::five:
      return last + " makes a five";
    case GameEnd::forbidden: {
      const Square move = game.moves.back();
      const Forbidden kind = forbidden_on(game.positions[game.moves.size() - 1], move);
      return last + " plays onto a forbidden point, " + std::string(name_of(kind));
    }
    case GameEnd::full:
      return "the board is full, a draw";
    case GameEnd::open:
      break;
  }
  return "not played to its end";
}

/// "h9 i10 j8, then four e15 (d15), straight four i8".
std::string win_line(const Finding& finding, int size) {
  std::string text = to_text(finding.line);
  if (finding.is_cut) text += " and so on";
  if (finding.threats.empty()) return text;
  if (finding.is_after_pass)
    text += text.empty() ? "with the threat of " : ", with the threat of ";
  else if (!text.empty())
    text += ", then ";
  return text + dbsearch::to_text(finding.threats, size);
}

/// "black wins by threats".
std::string outcome_text(const std::optional<Finding>& finding) {
  if (!finding) return "not known";
  const std::string text = std::string(name_of(finding->winner)) + " wins";
  switch (finding->ground) {
    case Ground::five:
      return finding->line.empty() ? text + ": five in a row" : text + " at once";
    case Ground::forbidden:
      return text + ": the move is forbidden";
    case Ground::threats:
      return text + " by threats";
    case Ground::proof:
      return text + " by the proof " + finding->proof;
    case Ground::search:
      if (finding->is_after_pass && finding->line.empty()) return text + " whatever is played, by threats";
      return text + " by a proof of " + convert::counted(finding->positions, "position") + ", found now";
    case Ground::move:
      break;
  }
  return text + " by the move that follows";
}

/// "black wins by threats: four e15 (d15), straight four i8".
std::string full_text(const Finding& finding, int size) {
  const std::string line = win_line(finding, size);
  return outcome_text(finding) + (line.empty() ? "" : ": " + line);
}

std::vector<std::string> sentences_of(const Game& game, const BlameSearch& search, const Fault& fault) {
  const bool is_last_loss = losing_move(game, search) == fault.move;
  std::string head = text_of_move(game, fault.move) + ",";
  if (fault.is_loss) head += is_last_loss ? " is the losing move" : " lost, but not for good";
  if (fault.is_missed_win) head += fault.is_loss ? ", and missed a win" : " missed a win";
  std::vector<std::string> lines{capital(head) + "."};
  const auto &before = search.at(fault.move), &after = search.at(fault.move + 1);
  lines.push_back(before ? "Before it " + full_text(*before, game.size) + "."
                         : "Before it nothing is proved: it may have been lost already.");
  lines.push_back(after ? "After it " + full_text(*after, game.size) + "."
                        : "After it nothing is proved: it may still be won.");
  return lines;
}

/// What is said of the whole game.
std::string verdict_text(const Game& game, const BlameSearch& search) {
  const auto& last = search.at(game.moves.size());
  if (const auto losing = losing_move(game, search))
    return capital(std::string(name_of(game.mover(*losing)))) + " lost by " + text_of_move(game, *losing) +
           ".";
  if (last) return "No move lost: " + std::string(name_of(last->winner)) + " wins from the beginning.";
  return game.end == GameEnd::full ? "Nobody lost."
                                   : "Who wins in the end is not known: no losing move is named.";
}

std::vector<std::string> verdict_lines(const Game& game, const BlameSearch& search) {
  std::vector<std::string> lines{verdict_text(game, search)};
  if (search.is_limited())
    lines.push_back("The search came to its limit: with more --time or --nodes more may become known.");
  return lines;
}

// -- the tree ---------------------------------------------------------------------------------------------

/// The moves that show a win: those of the line, then the threats, each answered on one of its squares.
std::vector<Square> shown_moves(const Finding& finding) {
  std::vector<Square> moves = finding.line;
  if (finding.is_after_pass) return moves;
  for (std::size_t i = 0; i < finding.threats.size(); ++i) {
    const dbsearch::Threat& threat = finding.threats[i];
    moves.push_back(threat.gain);
    std::optional<Square> answer;
    threat.each_cost([&](Square s) { answer = answer.value_or(s); });
    if (i + 1 == finding.threats.size() || !answer) break;
    moves.push_back(*answer);
  }
  return moves;
}

std::string lines_together(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

void add_said(TreeBuilder& builder, const std::string& text) {
  builder.add_text(TextKind::comment, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

void write_blame(std::ostream& out, const Game& game, const BlameSearch& search) {
  out << name_of(game.rule) << ' ' << game.size << 'x' << game.size << ", "
      << convert::counted(game.moves.size(), "move") << ": " << text_of_end(game) << '\n';
  out << "  at the beginning: " << outcome_text(search.at(0)) << '\n';
  for (std::size_t move = 0; move < game.moves.size(); ++move)
    out << "  " << text_of_move(game, move) << ": " << outcome_text(search.at(move + 1)) << '\n';
  for (const Fault& fault : faults_of(game, search)) {
    const auto lines = sentences_of(game, search, fault);
    for (const std::string& line : lines) out << (&line == &lines.front() ? "" : "  ") << line << '\n';
  }
  for (const std::string& line : verdict_lines(game, search)) out << line << '\n';
}

GameTree blame_tree(const Game& game, const BlameSearch& search) {
  TreeBuilder builder(game.size, "");
  builder.add(0, TreeMove());
  std::vector<std::string> about = verdict_lines(game, search);
  about.insert(about.begin(), capital("at the beginning: " + outcome_text(search.at(0)) + "."));
  add_said(builder, lines_together(about));
  const std::vector<Fault> faults = faults_of(game, search);
  for (std::size_t move = 0; move < game.moves.size(); ++move) {
    builder.add(move + 1, TreeMove::at(game.moves[move], game.size));
    std::vector<std::string> lines{capital(outcome_text(search.at(move + 1)) + ".")};
    for (const Fault& fault : faults)
      if (fault.move == move) lines = sentences_of(game, search, fault);
    add_said(builder, lines_together(lines));
  }
  // From the end on, so that each hangs beside the move of the game.
  for (auto fault = faults.rbegin(); fault != faults.rend(); ++fault) {
    if (!fault->is_missed_win) continue;
    std::size_t depth = fault->move + 1;
    for (const Square move : shown_moves(*search.at(fault->move)))
      builder.add(depth++, TreeMove::at(move, game.size));
    add_said(builder, capital(full_text(*search.at(fault->move), game.size) + "."));
  }
  return std::move(builder).finish();
}

}  // namespace fiveproof::cli
