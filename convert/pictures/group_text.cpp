#include "convert/pictures/group_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.hpp"
#include "convert/syntax/counted.hpp"
#include "game/notation.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t line_width = 40;

/// In steps of a king.
int distance(Square a, Square b) {
  return std::max(std::abs(a.column() - b.column()), std::abs(a.row() - b.row()));
}

int distance_to_stones(Square square, const Position& position) {
  int least = position.size();
  for (const Color side : {Color::black, Color::white})
    for (const Square stone : position.stones(side)) least = std::min(least, distance(square, stone));
  return least;
}

/// Those that matter most come first: a reply far off is mostly a pass.
std::vector<Square> nearest_first(std::vector<Square> replies, const Position& position) {
  std::ranges::stable_sort(replies, {}, [&](Square square) { return distance_to_stones(square, position); });
  return replies;
}

/// With a break after the words that fill a line.
std::string broken(const std::string& text) {
  std::string out;
  std::size_t in_line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (in_line != 0) {
      const bool fits = in_line + 1 + end - begin <= line_width;
      out += fits ? " " : "\\n";
      in_line = fits ? in_line + 1 : 0;
    }
    out += text.substr(begin, end - begin);
    in_line += end - begin;
    begin = end + 1;
  }
  return out;
}

std::string what_becomes(const ReplyGroup& group) {
  if (group.end == ReplyGroup::End::sequence) return "lost to " + group.moves;
  return group.end == ReplyGroup::End::five ? "a five" : "open";
}

std::size_t count_of(const std::vector<ReplyGroup>& groups) {
  std::size_t count = 0;
  for (const ReplyGroup& group : groups) count += group.replies.size();
  return count;
}

std::string counted_replies(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " reply" : " replies");
}

}  // namespace

std::string label_of(const ReplyGroup& group, const Position& position) {
  FIVEPROOF_ENSURE(!group.replies.empty());
  std::vector<Square> named = nearest_first(group.replies, position);
  // To count a single one would take no less room than its name.
  const std::size_t count = named.size() <= most_named + 1 ? named.size() : most_named;
  const std::size_t others = named.size() - count;
  named.resize(count);
  const std::string replies =
      to_text(named) + (others == 0 ? "" : " and " + std::to_string(others) + " more");
  return broken(replies) + "\\n" + broken(what_becomes(group));
}

std::string tooltip_of(const ReplyGroup& group) {
  std::string text = to_text(group.replies) + " (" + counted_replies(group.replies.size()) + ")";
  if (!group.in_full.empty()) text += ": " + group.in_full;
  return text;
}

std::string label_of(const std::vector<ReplyGroup>& left_out) {
  return counted(left_out.size(), "more sequence") + "\\n" + counted_replies(count_of(left_out));
}

std::string tooltip_of(const std::vector<ReplyGroup>& left_out) {
  std::vector<Square> replies;
  for (const ReplyGroup& group : left_out)
    replies.insert(replies.end(), group.replies.begin(), group.replies.end());
  return to_text(replies) + " (" + counted_replies(replies.size()) + ")";
}

}  // namespace fiveproof::convert
