// What somebody is told who goes through a tree: which lines of moves there are, and what stands at each.
//
// It is what a conversion must keep, and says nothing of what it need not: the order of siblings, a root of
// no use, and whether a label on a point belongs to the position or to the move that is played there.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/convert/trees.hpp"

namespace fiveproof::test {

enum class NoteKind {
  comment,        ///< at the move
  loose_comment,  ///< of a root, or of any other node that plays nothing
  old_comment,
  label,           ///< on a point
  pointless_text,  ///< on the board, but on no point of it
  mark,
  pointless_mark,
  start,
  out_of_turn,
  properties,
};
using Point = std::uint16_t;  ///< TreeMove::number()
using MoveLine = std::vector<Point>;

struct Note {
  NoteKind kind;
  Point point = TreeMove().number();
  std::string text = {};

  auto operator<=>(const Note&) const = default;
};

struct Told {
  int size = 15;
  std::map<MoveLine, std::set<Note>> lines;  ///< the empty one is always there
  std::map<MoveLine, std::size_t> times;     ///< nodes that play the last move of such a line
  std::size_t leaves = 0;                    ///< moves with none below
  std::size_t bare = 0;                      ///< nodes without a move, but for a root
  std::size_t full_labels = 0;               ///< squares of text alone that have more to them than a label
  bool has_pass = false;

  [[nodiscard]] bool has_equal_siblings() const {
    for (const auto& [line, count] : times)
      if (count > 1) return true;
    return false;
  }
  [[nodiscard]] bool is_end(const MoveLine& line) const {
    const auto next = std::next(lines.find(line));
    return next == lines.end() || next->first.size() <= line.size() ||
           !std::equal(line.begin(), line.end(), next->first.begin());
  }
};

inline Told told_of(const GameTree& tree) {
  using namespace convert;
  Told told;
  told.size = tree.size();
  told.lines[{}];
  std::vector<MoveLine> above;
  std::vector<bool> goes_on;
  std::vector<std::size_t> player;  // the node above that plays
  for (TreeCursor at(tree); at.next();) {
    above.resize(at.depth());
    player.resize(at.depth());
    const MoveLine before = above.empty() ? MoveLine() : above.back();
    MoveLine line = before;
    const bool is_square = at.move().is_square(), is_label = (at.bits() & is_text_only) != 0;
    goes_on.push_back(true);
    if (at.plays()) {
      line.push_back(at.move().number());
      ++told.times[line];
      told.has_pass = told.has_pass || at.move().is_pass();
      goes_on.back() = false;
      if (!player.empty()) goes_on[player.back()] = true;
    } else if (!is_label) {
      told.bare += !(at.node() == 0 && at.move().is_none());
    }
    auto& notes = told.lines[line];
    const auto note = [&](NoteKind kind, Point point, std::string text) {
      notes.insert({kind, point, std::move(text)});
    };
    const Point nowhere = TreeMove().number(), here = is_square ? at.move().number() : nowhere;
    bool has_more = false;
    for (const NodeText& one : at.texts()) {
      const std::string text = text_of(tree.pool().at(one.text()));
      has_more = has_more || one.kind() != TextKind::board_text;
      if (one.kind() == TextKind::comment)
        note(at.plays() ? NoteKind::comment : NoteKind::loose_comment, nowhere, text);
      else if (one.kind() == TextKind::old_comment)
        note(NoteKind::old_comment, nowhere, text);
      else if (one.kind() == TextKind::properties)
        note(NoteKind::properties, nowhere, text);
      else if (is_square)
        told.lines[before].insert({NoteKind::label, here, text});
      else
        note(NoteKind::pointless_text, nowhere, text);
    }
    if (at.bits() & is_marked) note(is_square ? NoteKind::mark : NoteKind::pointless_mark, here, {});
    if (at.bits() & is_start) note(NoteKind::start, nowhere, {});
    if ((at.bits() & is_out_of_turn) && at.plays()) note(NoteKind::out_of_turn, nowhere, {});
    told.full_labels += is_label && has_more;
    player.push_back(at.plays() || player.empty() ? at.node() : player.back());
    above.push_back(std::move(line));
  }
  told.leaves = static_cast<std::size_t>(std::count(goes_on.begin(), goes_on.end(), false));
  return told;
}

/// In one of the eight ways in which a board can lie, written out.
inline Point turned(Point point, int number, int size) {
  const auto move = TreeMove::from_number(point);
  if (!move.is_square()) return point;
  const int x = move.square(size).column(), y = move.square(size).row(), m = size - 1;
  const Square all[8] = {{x, y}, {m - x, y}, {x, m - y}, {m - x, m - y},
                         {y, x}, {y, m - x}, {m - y, x}, {m - y, m - x}};
  return TreeMove::at(all[number], size).number();
}

inline MoveLine turned(MoveLine line, int number, int size) {
  for (Point& point : line) point = turned(point, number, size);
  return line;
}

inline Told turned(const Told& told, int number) {
  Told out = told;
  out.lines.clear(), out.times.clear();
  for (const auto& [line, notes] : told.lines)
    for (auto& to = out.lines[turned(line, number, told.size)]; const Note& one : notes)
      to.insert({one.kind, turned(one.point, number, told.size), one.text});
  for (const auto& [line, count] : told.times) out.times[turned(line, number, told.size)] = count;
  return out;
}

inline GameTree turned(const GameTree& tree, int number) {
  return with_moves(tree, tree.source(), [&](TreeMove move) {
    return TreeMove::from_number(turned(move.number(), number, tree.size()));
  });
}

inline std::string to_text(const MoveLine& line, int size) {
  std::string text;
  for (const Point point : line) {
    const auto move = TreeMove::from_number(point);
    text += (text.empty() ? "" : " ") + (move.is_square() ? fiveproof::to_text(move.square(size)) : "--");
  }
  return text;
}

/// Without what a source says of itself in its own notation.
inline Told without_properties(Told told) {
  for (auto& [line, notes] : told.lines)
    std::erase_if(notes, [](const Note& note) { return note.kind == NoteKind::properties; });
  return told;
}

inline Told lines_alone(Told told) {
  for (auto& [line, notes] : told.lines) notes.clear();
  return told;
}

/// The lines and the kinds of what is noted, for people.
inline std::string outline(const Told& told) {
  std::string text = std::to_string(told.size) + ": ";
  for (const auto& [line, notes] : told.lines) {
    text += to_text(line, told.size);
    for (const Note& note : notes)
      text += " " + std::to_string(static_cast<int>(note.kind)) + "'" + note.text;
    text += "; ";
  }
  return text;
}

/// For people: one line of text for each line of moves at which it is not the same; "" when all are.
inline std::string difference(const Told& found, const Told& expected) {
  std::string text = found.size == expected.size ? "" : "another board";
  const auto missing = [&](const Told& one, const Told& other, const char* what) {
    for (const auto& [line, notes] : one.lines) {
      const auto there = other.lines.find(line);
      if (there == other.lines.end()) text += what + (" the line " + to_text(line, one.size)) + "\n";
      for (const Note& note : notes)
        if (there == other.lines.end() || !there->second.contains(note))
          text += what + (" at \"" + to_text(line, one.size)) + "\": kind " +
                  std::to_string(static_cast<int>(note.kind)) + " on " + to_text({note.point}, one.size) +
                  " \"" + note.text + "\"\n";
    }
    for (const auto& [line, count] : one.times) {
      const auto there = other.times.find(line);
      if (there != other.times.end() && there->second < count)
        text += what + (" times " + std::to_string(count) + " " + to_text(line, one.size)) + "\n";
    }
  };
  missing(expected, found, "missing");
  missing(found, expected, "surplus");
  return text;
}

}  // namespace fiveproof::test
