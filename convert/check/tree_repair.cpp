#include <algorithm>
#include <optional>
#include <utility>

#include "convert/check/kinds.hpp"
#include "convert/check/repair.hpp"
#include "convert/decoded_tree.hpp"
#include "convert/rapfi/rapfi_db.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/syntax/counted.hpp"
#include "convert/tree/tree_facts.hpp"
#include "convert/unite/node_union.hpp"
#include "convert/unite/siblings.hpp"
#include "game/notation.hpp"
#include "game/symmetry.hpp"

namespace fiveproof::convert {

namespace {

/// Writes the tree anew in pre-order. A node that is written stands for one or several of the source.
class TreeRepair {
 public:
  TreeRepair(const GameTree& tree, RepairList& done)
      : tree_(tree), siblings_(tree), done_(done), builder_(tree.size(), tree.source()) {
    for (const auto& [name, value] : tree.facts()) builder_.set_fact(name, value);
    if (const auto named = tree.fact(charset_fact)) charset_ = as_text(*named);
    find_worded();
  }

  Status run() {
    line_.push_back({Position(tree_.size()), {}});
    std::vector<Source> tops;
    tops.push_back({above_all, Symmetry()});
    push_children(tops, 0);
    while (!pending_.empty()) {
      const Planned next = std::move(pending_.back());
      pending_.pop_back();
      FIVEPROOF_TRY(write(next));
    }
    return Done{};
  }

  GameTree finish(std::vector<std::string>& losses) && {
    tell(losses, words_.properties, "property", " with two values: that of the first stays");
    GameTree made = std::move(builder_).finish();
    std::uint64_t split = 0;
    return tree_.source() == sgf_source ? without_broken_nodes(std::move(made), split) : made;
  }

 private:
  /// A node of the source, and how it is turned.
  struct Source {
    NodeNumber node;
    Symmetry turn;
  };
  /// A node that is to be written.
  struct Planned {
    std::vector<Source> sources;
    std::size_t depth;
    TreeMove move;  ///< turned
  };
  /// What is above the next node, with the moves that lead there.
  struct Above {
    Position position;
    std::string moves;
  };

  /// Nodes that have a comment or properties, or such a node below them that can be played.
  void find_worded() {
    is_worded_.resize(tree_.node_count());
    std::vector<std::optional<Position>> line = {Position(tree_.size())};  // nothing below what is blocked
    for (TreeCursor at(tree_); at.next();) {
      line.resize(at.depth() + 1);
      const std::optional<Position> above = line.back();
      const kinds::Step step = above ? kinds::step_of(*above, at.move(), at.bits()) : kinds::Step::blocked;
      const bool is_blocked = step == kinds::Step::blocked || step == kinds::Step::full;
      line.push_back(is_blocked ? std::optional<Position>()
                                : kinds::position_after(*above, at.move(), at.bits()));
      const auto is_word = [](const NodeText& text) { return text.kind() != TextKind::board_text; };
      if (std::ranges::none_of(at.texts(), is_word)) continue;
      if (is_blocked) {
        is_worded_[at.node()] = true;  // for those who are told that it is dropped
        continue;
      }
      for (auto node = at.line().rbegin(); node != at.line().rend() && !is_worded_[*node]; ++node)
        is_worded_[*node] = true;
    }
  }

  [[nodiscard]] TreeMove turned(const Source& source) const {
    const TreeMove move = tree_.move(source.node);
    if (!move.is_square()) return move;
    return TreeMove::at(source.turn.apply(move.square(tree_.size()), tree_.size()), tree_.size());
  }
  [[nodiscard]] std::string place_of(const Above& above, TreeMove move) const {
    const std::string word = move.is_pass() ? "pass" : to_text(move.square(tree_.size()));
    return "after \"" + above.moves + (above.moves.empty() ? "" : " ") + word + "\"";
  }
  [[nodiscard]] std::uint64_t nodes_below(NodeNumber node) const {
    std::uint64_t count = 0;
    std::vector<NodeNumber> open = siblings_.children(node);
    while (!open.empty()) {
      const auto below = siblings_.children(open.back());
      open.pop_back();
      ++count;
      open.insert(open.end(), below.begin(), below.end());
    }
    return count;
  }

  // -- children --

  void push_children(const std::vector<Source>& sources, std::size_t depth) {
    const Above above = line_.back();
    symmetries_ = automorphisms(above.position);
    std::vector<Planned> planned;
    for (const Source& source : sources) {
      const std::size_t before = planned.size();  // those of the other sources
      std::vector<bool> is_taken(before);
      for (const NodeNumber child : siblings_.children(source.node)) {
        const Source made{child, source.turn};
        const auto step = kinds::step_of(above.position, turned(made), tree_.bits(child));
        if (step == kinds::Step::blocked || step == kinds::Step::full)
          drop(above, made, step);
        else if (step == kinds::Step::played)
          add_played(above, made, depth, planned, before);
        else
          add_other(made, depth, planned, is_taken);
      }
    }
    std::move(planned.rbegin(), planned.rend(), std::back_inserter(pending_));
  }

  void drop(const Above& above, const Source& source, kinds::Step step) {
    const std::uint64_t below = nodes_below(source.node);
    std::string place = place_of(above, turned(source));
    if (below > 0) place += ", " + counted(below, "node") + " below";
    if (is_worded_[source.node]) place += ", with texts";
    done_.note(step == kinds::Step::full ? kinds::beyond_full : kinds::occupied,
               "dropped, with what is below", std::move(place));
  }

  /// Nodes that play nothing, or pass, are one only where their parents became one.
  void add_other(const Source& source, std::size_t depth, std::vector<Planned>& planned,
                 std::vector<bool>& is_taken) {
    for (std::size_t i = 0; i < is_taken.size(); ++i) {
      if (is_taken[i] || key_of(planned[i].sources[0]) != key_of(source)) continue;
      is_taken[i] = true;
      planned[i].sources.push_back(source);
      return;
    }
    planned.push_back({{source}, depth, turned(source)});
  }

  [[nodiscard]] std::uint32_t key_of(const Source& source) const {
    return sibling_key(turned(source), tree_.bits(source.node));
  }

  /// `before`: so many of `planned` have other parents.
  void add_played(const Above& above, const Source& source, std::size_t depth, std::vector<Planned>& planned,
                  std::size_t before) {
    const std::uint32_t key = key_of(source);
    const auto same =
        std::ranges::find_if(planned, [&](const Planned& one) { return key_of(one.sources[0]) == key; });
    if (same != planned.end()) {
      if (static_cast<std::size_t>(same - planned.begin()) >= before)
        done_.note(kinds::equal, "made one", place_of(above, turned(source)));
      same->sources.push_back(source);
      return;
    }
    for (Planned& one : planned)
      if (const auto turn = turn_onto(above, source, one)) {
        done_.note(kinds::mirrored, "turned and made one", place_of(above, turned(source)));
        one.sources.push_back({source.node, source.turn.then(*turn)});
        return;
      }
    planned.push_back({{source}, depth, turned(source)});
  }

  /// The symmetry of the position above that makes one move of these two, if that may be done.
  [[nodiscard]] std::optional<Symmetry> turn_onto(const Above& above, const Source& source,
                                                  const Planned& other) const {
    const auto played = [&](const Source& one) {
      return kinds::step_of(above.position, turned(one), tree_.bits(one.node)) == kinds::Step::played;
    };
    if (is_worded_[source.node] || !played(other.sources[0]) ||
        ((tree_.bits(source.node) ^ tree_.bits(other.sources[0].node)) & is_out_of_turn) != 0)
      return std::nullopt;
    const Square from = turned(source).square(tree_.size()), to = other.move.square(tree_.size());
    for (const Symmetry turn : symmetries_)
      if (turn.apply(from, tree_.size()) == to) return turn;
    return std::nullopt;
  }

  // -- nodes --

  Status write(const Planned& planned) {
    line_.resize(planned.depth + 1, line_.front());
    const NodeNumber first = planned.sources[0].node;
    std::uint8_t bits = 0;
    for (const Source& source : planned.sources)
      bits = static_cast<std::uint8_t>(bits | (tree_.bits(source.node) & author_bits));
    if ((bits & is_start) != 0 && std::exchange(has_start_, true))
      bits &= static_cast<std::uint8_t>(~is_start);
    const NodeNumber node = builder_.add(planned.depth, planned.move, bits);
    NodeWords words = words_of(tree_, first);
    const NodeWords before = words;
    for (std::size_t i = 1; i < planned.sources.size(); ++i)
      add_words(words, words_of(tree_, planned.sources[i].node));
    bool has_words = false;
    for (std::size_t kind = 0; kind < text_kinds; ++kind) {
      if (!words[kind]) continue;
      has_words = true;
      if (builder_.pool().total_bytes() + words[kind]->size() > 0xFFFFFFFF)
        return Error{ErrorCode::limit, "texts that take 4 GiB"};
      builder_.add_text(static_cast<TextKind>(kind), *words[kind]);
    }
    builder_.add_source_bits(
        node, settled_bits(tree_.source(), tree_.source_bits_of(first), false, words != before, has_words));
    Above next = line_.back();
    next.position = kinds::position_after(next.position, planned.move, bits);
    if (!planned.move.is_none())
      next.moves += (next.moves.empty() ? "" : " ") +
                    (planned.move.is_pass() ? "pass" : to_text(planned.move.square(tree_.size())));
    line_.push_back(std::move(next));
    push_children(planned.sources, planned.depth + 1);
    return Done{};
  }

  void add_words(NodeWords& words, NodeWords more) {
    constexpr auto properties = static_cast<std::size_t>(TextKind::properties);
    if (tree_.source() != sgf_source && more[properties] && more[properties] != words[properties]) {
      words_.properties += words[properties].has_value();
      if (!words[properties]) words[properties] = more[properties];
    }
    unite_words(words, std::move(more), tree_.source(), charset_, words_);
  }

  const GameTree& tree_;
  const Siblings siblings_;
  RepairList& done_;
  TreeBuilder builder_;
  std::string charset_;
  std::vector<bool> is_worded_;
  std::vector<Above> line_;
  std::vector<Symmetry> symmetries_;  ///< of the last position
  std::vector<Planned> pending_;
  WordsUnion words_;
  bool has_start_ = false;
};

}  // namespace

Result<GameTree> with_sound_moves(GameTree tree, RepairList& done, std::vector<std::string>& losses) {
  RepairList met;
  TreeRepair repair(tree, met);
  FIVEPROOF_TRY(repair.run());
  if (met.empty()) return tree;
  std::vector<std::string> lost;
  GameTree made = std::move(repair).finish(lost);
  append(losses, lost);
  done = std::move(met);
  return made;
}

namespace {

/// The tree with its texts in UTF-8, each from the charset or from the only other one that fits.
Result<GameTree> decoded(const GameTree& tree, const std::string& charset, RepairList& done, Repaired& told,
                         std::vector<Inconsistency>& left) {
  FIVEPROOF_LET(auto made, decode_texts(tree, charset, only_fitting_charset));
  told.carried.push_back(counted(made.texts, "text") + " decoded from " + charset);
  tell(told.losses, made.invalid, "byte", " in texts: not of " + charset);
  for (const TextElsewhere& one : made.elsewhere)
    done.note(kinds::not_in_charset, "decoded from " + one.charset, one.place);
  if (made.unfit_texts > 0) left.push_back({kinds::not_in_charset, made.unfit_texts, made.first_unfit});
  return std::move(made.tree);
}

}  // namespace

Result<Repaired> repaired(GameTree tree, const std::string& charset) {
  Repaired out;
  RepairList texts, others;
  if (!charset.empty()) {
    FIVEPROOF_LET(tree, decoded(tree, charset, texts, out, out.left));
  }
  const std::string is_in = charset.empty() ? "" : "UTF-8";
  FIVEPROOF_LET(const auto found, inconsistencies_of(tree, is_in));
  if (!found.empty()) {
    const bool is_database = tree.source() == rapfi_db_source;
    FIVEPROOF_LET(tree, is_database ? with_sound_records(std::move(tree), others)
                                    : with_sound_moves(std::move(tree), others, out.losses));
    FIVEPROOF_LET(const auto left, inconsistencies_of(tree, is_in));
    out.left.insert(out.left.end(), left.begin(), left.end());
  }
  out.done = std::move(texts).list();
  for (Repair& one : std::move(others).list()) out.done.push_back(std::move(one));
  out.tree = std::move(tree);
  return out;
}

}  // namespace fiveproof::convert
