#include "cli/output/view_text.hpp"

#include <algorithm>
#include <map>

#include "cli/output/threat_text.hpp"
#include "convert/syntax/counted.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {

using explore::AnsweredReply;
using explore::Replies;
using explore::Standing;
using explore::StoredPlay;
using explore::Surroundings;
using explore::View;
using explore::Way;
using explore::Weight;

namespace {

std::string to_text(const StoredPlay& play) {
  std::string text = fiveproof::to_text(play.moves);
  if (play.claims_sequence)
    text += std::string(text.empty() ? "" : " and ") + "a winning threat sequence, claimed";
  return text;
}

std::string to_text(const Weight& weight) {
  return convert::counted(weight.positions, "position") + ", " + std::to_string(weight.plies) +
         (weight.plies == 1 ? " ply" : " plies");
}

/// Replies that one answer answers, the most first: a line for each answer, wrapped.
void write_by_answer(std::ostream& out, const std::vector<AnsweredReply>& stored) {
  constexpr std::size_t columns = 78;
  std::map<std::string, std::vector<Square>> by_answer;
  for (const AnsweredReply& answered : stored) by_answer[to_text(answered.play)].push_back(answered.reply);
  using Group = std::pair<std::string, std::vector<Square>>;
  std::vector<Group> groups(by_answer.begin(), by_answer.end());
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.second.size() > b.second.size(); });
  for (const auto& [answer, replies] : groups) {
    std::string line = "  " + answer + " to " + convert::counted(replies.size(), "reply") + ":";
    for (const Square reply : replies) {
      const std::string word = " " + fiveproof::to_text(reply);
      if (line.size() + word.size() > columns) {
        out << line << '\n';
        line = "   ";
      }
      line += word;
    }
    out << line << '\n';
  }
}

void write_stored(std::ostream& out, const Replies& replies, const Surroundings* around) {
  for (std::size_t i = 0; i < replies.stored.size(); ++i) {
    const AnsweredReply& answered = replies.stored[i];
    out << "  " << fiveproof::to_text(answered.reply) << ": " << to_text(answered.play);
    if (around)
      out << "; " << to_text(around->by_replies[i]) << "; by symmetry " << answered.to_record.number();
    out << '\n';
  }
}

void write_replies(std::ostream& out, const Replies& replies, int size, const ViewWords& words) {
  out << "replies: " << replies.total() << "; " << replies.stored.size() << " stored, " << replies.lost.size()
      << " lost to a winning threat sequence, " << replies.defender_fives.size() << " that make a five, "
      << replies.open.size() << " open" << (replies.cut_short ? " (searches were cut short)" : "") << '\n';
  if (words.by_answer && !words.around)
    write_by_answer(out, replies.stored);
  else
    write_stored(out, replies, words.around);
  if (words.around)
    for (const explore::LostReply& lost : replies.lost)
      out << "  " << fiveproof::to_text(lost.reply) << ": lost to " << dbsearch::to_text(lost.sequence, size)
          << '\n';
  if (!replies.defender_fives.empty()) out << "fives: " << fiveproof::to_text(replies.defender_fives) << '\n';
  if (!replies.open.empty()) out << "open: " << fiveproof::to_text(replies.open) << '\n';
}

void write_way(std::ostream& out, std::string_view word, const Way& way, const Proof& proof) {
  out << word << ": " << proof.roots[way.root].text();
  if (way.turn != Symmetry()) out << ", by symmetry " << way.turn.number();
  if (!way.moves.empty()) out << ", then " << fiveproof::to_text(way.moves);
  out << '\n';
}

void write_surroundings(std::ostream& out, const Surroundings& around, const Proof& proof) {
  if (around.way) write_way(out, "way", *around.way, proof);
  for (const Way& way : around.ways)
    if (!around.way || way.moves != around.way->moves) write_way(out, "another way", way, proof);
  if (around.below) out << "below: " << to_text(*around.below) << '\n';
}

}  // namespace

Marks marks_of(const explore::View& view) {
  Marks marks;
  for (const Square move : view.play.moves) marks.emplace(move, '*');
  if (view.loss) marks.merge(cli::marks_of(view.loss->sequence));
  return marks;
}

void write_view(std::ostream& out, const Proof& proof, const View& view, const ViewWords& words) {
  const std::string& where = words.where;
  const std::string_view attacker = name_of(proof.attacker);
  switch (view.standing) {
    case Standing::absent:
      out << "not " << where << '\n';
      return;
    case Standing::after_move:
      out << where << ": the defender is to move\n";
      break;
    case Standing::reply:
      if (view.is_in_proof())
        out << where << ": not stored, but lost to a winning threat sequence\n";
      else
        out << "not " << where
            << ": it arises there, is not stored, and is not lost to a winning threat sequence\n";
      break;
    case Standing::stored:
      if (view.play.moves.size() == 1)
        out << where << ": " << attacker << " plays " << fiveproof::to_text(view.play.moves)
            << ", a stored move\n";
      if (view.play.moves.size() > 1)
        out << where << ": " << attacker << " plays one of " << fiveproof::to_text(view.play.moves)
            << ", stored moves\n";
      if (view.play.claims_sequence) out << where << ": claims a winning threat sequence\n";
      if (view.play.moves.size() + (view.play.claims_sequence ? 1 : 0) > 1)
        out << "several moves are stored: one that holds will do\n";
      break;
  }
  if (view.is_occupied) out << "the move is onto an occupied square\n";
  if (view.forbidden != Forbidden::no)
    out << "the move is onto a forbidden point: " << name_of(view.forbidden) << '\n';
  if (view.makes_five) out << "the move makes a five\n";
  if (words.around) write_surroundings(out, *words.around, proof);
  if (view.loss && !view.loss->is_lost)
    out << "db-search finds none" << (view.loss->cut_short ? ", and was cut short" : "") << '\n';
  if (view.loss) write_sequence(out, view.loss->sequence, proof.size);
  if (view.replies) write_replies(out, *view.replies, proof.size, words);
}

}  // namespace fiveproof::cli
