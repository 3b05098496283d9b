#include "convert/pictures/dot.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/phase.hpp"
#include "convert/pictures/group_text.hpp"
#include "convert/proof/reach.hpp"
#include "game/notation.hpp"

namespace fiveproof::convert {

namespace {

using Place = ProofGraph::Place;

std::string name_of_place(const Place& place) {
  return (place.is_or ? "o" : "a") + std::to_string(place.number);
}

/// The text of one picture, while it is made.
class Picture {
 public:
  Picture(const Proof& proof, const RepliesAt& replies_at)
      : proof_(proof), replies_at_(replies_at), graph_(proof), reach_(graph_) {}

  Result<Writing> draw(PartOptions part) {
    part.max_positions = std::min(part.max_positions, most_drawn);
    // Every position is visited before anything is drawn: an edge must know how its lower end stands.
    auto roots = visit_part(graph_, part, [this](const Place& place, bool is_cut) {
      found_.push_back({place, is_cut});
      stands_[name_of_place(place)] = place.symmetry;
    });
    if (!roots.ok()) {
      if (roots.error().code == ErrorCode::limit)
        roots.error().message = "the picture would have " + roots.error().message +
                                ": show less of it with a root, a depth or a width";
      return roots.error();
    }
    if (replies_at_) group_replies();
    for (const auto& root : roots.value())
      if (root && root->is_or) led_to_.insert(root->number);
    begin();
    for (std::size_t i = 0; i < roots.value().size(); ++i)
      draw_claim(i, part.root ? *part.root : proof_.roots[i], roots.value()[i]);
    for (const Found& found : found_) draw_found(found, part.max_width);
    text_ += "}\n";
    Writing writing{{text_.begin(), text_.end()}};
    writing.records = drawn_records_;
    if (!part.root && !part.max_depth && !part.max_width)
      tell(writing.losses, proof_.records.count() - drawn_records_, "record", " that no claim leads to");
    tell(writing.losses, proof_.findings.size(), "finding");
    return writing;
  }

 private:
  struct Found {
    Place place;  ///< its symmetry is the one by which it stands in the picture
    bool is_cut;
  };

  /// What the groups say must be known before anything is drawn: a position that is only in groups has no
  /// node.
  void group_replies() {
    Phase phase("asking of replies", found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const Place& place = found_[i].place;
      phase.reach(i);
      if (place.is_or || found_[i].is_cut) continue;
      groups_[place.number] = replies_at_(board_of(place));
      for (const auto& [square, next] : stored_replies(place)) led_to_.insert(next.number);
    }
  }

  void draw_found(const Found& found, const std::optional<std::size_t>& max_width) {
    const Place& place = found.place;
    if (place.is_or) {
      if (is_in_groups(place)) {
        drawn_records_ += records_at(place);
        return;
      }
      draw_position(found);
      draw_moves(found);
      return;
    }
    draw_position(found);
    if (found.is_cut) return;
    draw_replies(place);
    draw_groups(place, max_width);
  }

  /// The board as it stands in the picture, or by any other symmetry of the place.
  [[nodiscard]] Position board_of(const Place& place) {
    return place.symmetry.inverse().apply(graph_.position(place));
  }

  [[nodiscard]] std::uint32_t records_at(const Place& place) const {
    const auto [first, last] = graph_.records_of(place.number);
    return last - first;
  }

  /// Is the position without a move told of by nodes of groups alone?
  [[nodiscard]] bool is_in_groups(const Place& place) {
    if (!replies_at_ || led_to_.contains(place.number)) return false;
    return records_at(place) == 1 && !proof_.records.move(place.number);
  }

  void begin() {
    const std::string size = std::to_string(proof_.size);
    text_ = "digraph proof {\n  label=\"" + std::string(name_of(proof_.rule)) + " " + size + "x" + size +
            ", " + std::string(name_of(proof_.attacker)) +
            " attacks\";\n  node [fontsize=10];\n  edge [fontsize=10];\n";
  }

  void node(const std::string& name, const std::string& rest) { text_ += "  " + name + " [" + rest + "];\n"; }
  void edge(const std::string& from, const std::string& to, const std::string& label, bool is_turned) {
    text_ += "  " + from + " -> " + to;
    std::string rest = label.empty() ? "" : "label=\"" + label + "\"";
    if (is_turned) rest += std::string(rest.empty() ? "" : ", ") + "style=dashed";
    text_ += rest.empty() ? ";\n" : " [" + rest + "];\n";
  }

  void draw_claim(std::size_t number, const Root& root, const std::optional<Place>& place) {
    const std::string name = "r" + std::to_string(number);
    node(name, "shape=plaintext, label=\"" + std::string(name_of(proof_.attacker)) + " wins from " +
                   root.text() + (place ? "" : "\\nnot stored") + "\"");
    if (place) edge(name, name_of_place(*place), "", is_turned(*place));
  }

  /// Does the position look different in the picture than it does by the symmetry of `place`?
  [[nodiscard]] bool is_turned(const Place& place) const {
    const Symmetry stands = stands_.at(name_of_place(place));
    return !(stands == place.symmetry) && !graph_.is_symmetric(place, place.symmetry.inverse().then(stands));
  }

  void draw_position(const Found& found) {
    const Place& place = found.place;
    const Position position = board_of(place);
    std::string label = std::to_string(position.stone_count());
    if (place.is_or && !proof_.records.move(graph_.records_of(place.number).second - 1)) label += " threats";
    node(name_of_place(place), std::string("shape=") + (place.is_or ? "box" : "ellipse") + ", label=\"" +
                                   label + "\", tooltip=\"" + Root{position, std::nullopt}.text() + "\"" +
                                   (is_cut_short(found) ? ", style=dotted" : ""));
  }

  [[nodiscard]] bool is_cut_short(const Found& found) {
    if (!found.is_cut) return false;
    return found.place.is_or ? proof_.records.move(found.place.number).has_value()
                             : !graph_.replies(found.place.number).empty();
  }

  void draw_moves(const Found& found) {
    using Kind = ProofGraph::Answer::Kind;
    const Place& place = found.place;
    const auto [first, last] = graph_.records_of(place.number);
    for (std::uint32_t record = first; record < last; ++record) {
      ++drawn_records_;
      const auto answer = graph_.answer(record);
      if (answer.kind == Kind::is_absent || found.is_cut) continue;
      const std::string move = to_text(place.symmetry.inverse().apply(answer.move, proof_.size));
      if (answer.kind == Kind::leads_on) {
        draw_edge(place, answer.next, move);
        continue;
      }
      const bool is_five = answer.kind == Kind::makes_five;
      const std::string end = (is_five ? "f" : "x") + std::to_string(record);
      const bool is_free = proof_.records.at(record).position.is_empty(answer.move);
      const char* label = is_five ? "five" : is_free ? "forbidden" : "illegal";
      node(end, std::string("shape=plaintext, label=\"") + label + "\"");
      edge(name_of_place(place), end, move, false);
    }
  }

  /// Those that are in no group, in the order of the squares as the position stands in the picture.
  [[nodiscard]] std::map<Square, Place> stored_replies(const Place& place) {
    std::map<Square, Place> replies;
    for (const ProofGraph::Reply& reply : graph_.replies(place.number)) {
      const Square square = from_dense_index(reply.square, proof_.size);
      replies.emplace(place.symmetry.inverse().apply(square, proof_.size),
                      Place{true, reply.position, Symmetry(reply.symmetry)});
    }
    if (const auto found = groups_.find(place.number); found != groups_.end())
      for (const ReplyGroup& group : found->second)
        for (const Square reply : group.replies) replies.erase(reply);
    return replies;
  }

  void draw_replies(const Place& place) {
    struct Several {
      Square square;  ///< one of the replies, if possible one after which the position stands as it is drawn
      Place next;
      std::size_t count = 0;
    };
    std::map<std::uint32_t, Several> edges;  // by the number of the position they lead to
    std::vector<std::uint32_t> left_out;
    for (const auto& [square, next] : stored_replies(place)) {
      if (!stands_.contains(name_of_place(next))) {
        left_out.push_back(next.number);
        continue;
      }
      Several& several = edges[next.number];
      if (several.count++ == 0 || (is_turned(seen_from(place.symmetry, several.next)) &&
                                   !is_turned(seen_from(place.symmetry, next)))) {
        several.square = square;
        several.next = next;
      }
    }
    for (const auto& [number, several] : edges)
      draw_edge(
          place, several.next,
          to_text(several.square) + (several.count > 1 ? " (" + std::to_string(several.count) + ")" : ""));
    if (!left_out.empty()) draw_left_out(place, left_out);
  }

  void draw_groups(const Place& place, const std::optional<std::size_t>& max_width) {
    const auto found = groups_.find(place.number);
    if (found == groups_.end()) return;
    std::size_t sequences = 0;
    std::vector<ReplyGroup> left_out;
    for (std::size_t i = 0; i < found->second.size(); ++i) {
      const ReplyGroup& group = found->second[i];
      const bool is_sequence = group.end == ReplyGroup::End::sequence;
      if (is_sequence && max_width && sequences++ >= *max_width)
        left_out.push_back(group);
      else
        draw_group(place, group, i);
    }
    if (!left_out.empty())
      draw_below(place, "t" + std::to_string(place.number), "note", label_of(left_out), tooltip_of(left_out));
  }

  void draw_group(const Place& place, const ReplyGroup& group, std::size_t number) {
    using End = ReplyGroup::End;
    const char letter = group.end == End::sequence ? 's' : group.end == End::five ? 'd' : 'g';
    const char* shape = group.end == End::sequence ? "note"
                        : group.end == End::five   ? "plaintext"
                                                   : "octagon";
    draw_below(place, letter + std::to_string(place.number) + "_" + std::to_string(number), shape,
               label_of(group, board_of(place)), tooltip_of(group));
  }

  void draw_below(const Place& place, const std::string& name, const std::string& shape,
                  const std::string& label, const std::string& tooltip) {
    node(name, "shape=" + shape + ", label=\"" + label + "\", tooltip=\"" + tooltip + "\"");
    edge(name_of_place(place), name, "", false);
  }

  void draw_left_out(const Place& place, const std::vector<std::uint32_t>& replies) {
    const std::string name = "m" + std::to_string(place.number);
    node(name, "shape=plaintext, label=\"" + std::to_string(replies.size()) + " more\\n" +
                   counted(reach_.of(replies), "position") + "\"");
    edge(name_of_place(place), name, "", false);
  }

  void draw_edge(const Place& place, const Place& next, const std::string& move) {
    const Place seen = seen_from(place.symmetry, next);
    edge(name_of_place(place), name_of_place(seen), move, is_turned(seen));
  }

  const Proof& proof_;
  const RepliesAt& replies_at_;
  ProofGraph graph_;
  Reach reach_;
  std::vector<Found> found_;
  std::map<std::string, Symmetry> stands_;
  std::map<std::uint32_t, std::vector<ReplyGroup>> groups_;  ///< by the number of the AND position
  std::set<std::uint32_t> led_to_;                           ///< OR positions to which an edge may lead
  std::string text_;
  std::uint64_t drawn_records_ = 0;
};

}  // namespace

Result<Writing> write_dot(const Proof& proof, const PartOptions& part, const RepliesAt& replies_at) {
  return Picture(proof, replies_at).draw(part);
}

}  // namespace fiveproof::convert
