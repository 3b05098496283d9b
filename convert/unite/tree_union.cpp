#include "convert/unite/tree_union.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "convert/renlib/renlib_bytes.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/syntax/counted.hpp"
#include "convert/unite/node_union.hpp"
#include "convert/unite/siblings.hpp"

namespace fiveproof::convert {

namespace {

/// Writes the union in pre-order.
class Uniter {
 public:
  Uniter(const GameTree& first, const GameTree& second, std::span<const NodeNumber> leading)
      : first_(first),
        second_(second),
        leading_(leading),
        is_sgf_(first.source() == sgf_source),
        builder_(first.size(), first.source()) {
    if (const auto named = first.fact(charset_fact)) charset_ = as_text(*named);
    for (NodeNumber node = 0; node < first.node_count() && !has_start_; ++node)
      has_start_ = (first.bits(node) & is_start) != 0;
  }

  Status run() {
    begin();
    for (const auto& [name, value] : first_.tree().facts())
      if (!(is_root_made_ && name == header_fact)) builder_.set_fact(name, value);
    while (!pending_.empty()) {
      const Pair pair = pending_.back();
      pending_.pop_back();
      FIVEPROOF_TRY(write(pair));
    }
    return Done{};
  }

  TreeUnion finish(GameTree first) && {
    std::uint64_t split = 0;
    TreeUnion made{is_changed_ ? std::move(builder_).finish() : std::move(first), added_, {}, {}};
    if (is_sgf_ && is_changed_) made.tree = without_broken_nodes(std::move(made.tree), split);
    tell(made.carried, words_.comments, "comment", " that differ: both stay");
    tell(made.carried, words_.old_comments, "comment", " in the old coding, united with another: plain now");
    tell(made.carried, words_.labels, "text", " on a point that has another: in the comment");
    tell(made.carried, marks_, "node", " marked in one of the two: marked");
    tell(made.carried, starts_, "start", " besides that of the first: left out");
    tell(made.carried, labels_, "text", " on a point that is played now: that of the move");
    tell(made.carried, split, "move", " of nodes of several: each has a node of its own now");
    tell(made.losses, words_.properties, "property", " with two values: that of the first stays");
    return made;
  }

 private:
  /// A node of the union: one of either tree, or of both.
  struct Pair {
    NodeNumber first = nowhere, second = nowhere;
    std::uint32_t depth = 0;
    bool is_label = false;  ///< one of them is a text on the point that the other plays
  };
  using Pairs = std::vector<Pair>;

  // -- the top --

  void begin() {
    const GameTree &a = first_.tree(), &b = second_.tree();
    const bool has_first = a.has_root() || a.node_count() == 0, has_second = b.has_root();
    if (a.has_root() && !has_second) {
      for (const NodeNumber top : first_.children(above_all)) pending_.push_back({.first = top});
      pending_.front().second = above_all;
    } else {
      const bool is_silent = has_second && (b.bits(0) & (is_marked | is_start | has_texts)) == 0;
      const NodeNumber below = has_second && !has_first ? 0 : above_all;
      pending_ = paired(above_all, below, 0);
      if (!has_first && ((has_second && !is_silent) || needs_root())) {
        make_root();
        pending_ = {{above_all, below, 0}};
      }
      if (below == 0)
        for (const NodeNumber top : second_.children(above_all))
          if (top != 0) pending_.push_back({.second = top});
    }
    std::ranges::reverse(pending_);
  }

  /// Would there be moves side by side at the top, where the format has one?
  [[nodiscard]] bool needs_root() const {
    if (!is_sgf_ && first_.tree().source() != renlib_source) return false;
    return pending_.size() > 1 && first_.children(above_all).size() == 1;
  }

  void make_root() {
    is_root_made_ = true;
    if (is_sgf_) return;
    builder_.set_fact(header_fact, renlib::header_of(renlib::minor_with_root));
  }

  // -- siblings --

  /// Children with their keys, equal ones in their order.
  static std::vector<std::pair<std::uint32_t, std::size_t>> by_key(const GameTree& tree,
                                                                   const std::vector<NodeNumber>& nodes) {
    std::vector<std::pair<std::uint32_t, std::size_t>> keys;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      keys.emplace_back(sibling_key(tree.move(nodes[i]), tree.bits(nodes[i])), i);
    std::ranges::sort(keys);
    return keys;
  }

  /// The children of a pair, in their order.
  Pairs paired(NodeNumber first, NodeNumber second, std::uint32_t depth) const {
    const std::vector<NodeNumber> a = first_.children(first), b = second_.children(second);
    Pairs known, fresh;
    for (const NodeNumber node : a) known.push_back({.first = node, .depth = depth});
    for (const NodeNumber node : b) fresh.push_back({.second = node, .depth = depth});
    if (a.empty()) return fresh;
    if (b.empty()) return known;
    const auto a_keys = by_key(first_.tree(), a), b_keys = by_key(second_.tree(), b);
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a_keys[i].first < b_keys[j].first) {
        ++i;
      } else if (b_keys[j].first < a_keys[i].first) {
        ++j;
      } else {
        known[a_keys[i++].second].second = std::exchange(fresh[b_keys[j++].second].second, nowhere);
      }
    }
    std::erase_if(fresh, [](const Pair& pair) { return pair.second == nowhere; });
    if (is_sgf_) join_labels(known, fresh);
    return in_order(std::move(known), fresh);
  }

  /// In SGF a text on a point is that of the move there.
  void join_labels(Pairs& known, Pairs& fresh) const {
    for (Pair& pair : fresh) {
      const GameTree& tree = second_.tree();
      const bool is_text = second_.is_label(pair.second);
      if (!tree.move(pair.second).is_square() || (second_.is_text(pair.second) && !is_text)) continue;
      const auto other = std::ranges::find_if(known, [&](const Pair& one) {
        return one.first != nowhere && one.second == nowhere && !one.is_label &&
               first_.tree().move(one.first) == tree.move(pair.second) &&
               (is_text ? !first_.is_text(one.first) && !first_.has_board_text(one.first)
                        : first_.is_label(one.first) && !second_.has_board_text(pair.second));
      });
      if (other == known.end()) continue;
      if (is_text) {
        other->second = std::exchange(pair.second, nowhere);
        other->is_label = true;
      } else {
        pair.first = std::exchange(other->first, nowhere);
        pair.is_label = true;
      }
    }
    std::erase_if(known, [](const Pair& pair) { return pair.first == nowhere; });
    std::erase_if(fresh, [](const Pair& pair) { return pair.second == nowhere; });
  }

  Pairs in_order(Pairs known, const Pairs& fresh) const {
    auto texts = known.end();
    while (texts != known.begin() && first_.is_text(texts[-1].first)) --texts;
    const Pairs last(texts, known.end());
    Pairs all;
    const auto is_leading = [&](const Pair& pair) {
      return std::ranges::binary_search(leading_, pair.second);
    };
    std::ranges::copy_if(fresh, std::back_inserter(all), is_leading);
    all.insert(all.end(), known.begin(), texts);
    std::ranges::copy_if(fresh, std::back_inserter(all), [&](const Pair& pair) {
      return !is_leading(pair) && !second_.is_text(pair.second);
    });
    all.insert(all.end(), last.begin(), last.end());
    std::ranges::copy_if(fresh, std::back_inserter(all),
                         [&](const Pair& pair) { return !is_leading(pair) && second_.is_text(pair.second); });
    return all;
  }

  // -- nodes --

  static bool is_node(NodeNumber node) { return node < above_all; }

  Status write(const Pair& pair) {
    if (builder_.node_count() >= GameTree::max_nodes)
      return Error{ErrorCode::limit, "more nodes than a tree can have"};
    const bool is_old = is_node(pair.first), is_other = is_node(pair.second);
    // What plays goes before a text on its point.
    const bool is_of_first = is_old && !(pair.is_label && first_.is_text(pair.first));
    const TreeMove move = is_of_first ? first_.tree().move(pair.first)
                          : is_other  ? second_.tree().move(pair.second)
                                      : TreeMove();
    const NodeNumber node = builder_.add(pair.depth, move, bits_of(pair, is_of_first));
    added_ += !is_of_first;
    labels_ += pair.is_label;
    is_changed_ |= !is_of_first || pair.is_label;
    FIVEPROOF_TRY(add_words(pair, node));
    Pairs below = paired(pair.first, pair.second, pair.depth + 1);
    pending_.insert(pending_.end(), below.rbegin(), below.rend());
    return Done{};
  }

  std::uint8_t bits_of(const Pair& pair, bool is_of_first) {
    const auto of = [](const Siblings& tree, NodeNumber node) {
      return static_cast<std::uint8_t>(is_node(node) ? tree.tree().bits(node) & author_bits : 0);
    };
    const std::uint8_t a = of(first_, pair.first);
    std::uint8_t b = of(second_, pair.second);
    if ((b & is_start) != 0 && has_start_ && (a & is_start) == 0) {
      ++starts_;
      b &= static_cast<std::uint8_t>(~is_start);
    }
    if (pair.is_label) return is_of_first ? a : b;
    if (is_node(pair.first) && is_node(pair.second)) {
      marks_ += ((a ^ b) & is_marked) != 0;
      is_changed_ |= (b & ~a) != 0;
    }
    return a | b;
  }

  Status add_words(const Pair& pair, NodeNumber node) {
    const GameTree &a = first_.tree(), &b = second_.tree();
    NodeWords words = is_node(pair.first) ? words_of(a, pair.first) : NodeWords();
    auto& properties = words[static_cast<std::size_t>(TextKind::properties)];
    bool is_other = false;
    // A root that is made has the properties of what was at the top.
    if (is_root_made_ && is_sgf_) {
      if (pair.first == above_all)
        properties = words_of(a, 0)[static_cast<std::size_t>(TextKind::properties)];
      else if (pair.first == 0)
        is_other = std::exchange(properties, std::nullopt).has_value();
    }
    if (is_node(pair.second)) {
      const NodeWords before = words;
      const bool is_new = pair.first == nowhere && !(pair.depth > 0 && is_top_of_second(pair.second));
      if (is_new)
        words = words_of(b, pair.second);
      else
        unite_words(words, words_of(b, pair.second), a.source(), charset_, words_);
      is_other = is_other || words != before;
    }
    is_changed_ |= is_other;
    bool has_words = false;
    for (std::size_t kind = 0; kind < text_kinds; ++kind) {
      if (!words[kind]) continue;
      has_words = true;
      const TextPool& pool = builder_.pool();
      if (pool.total_bytes() + words[kind]->size() > 0xFFFFFFFF || pool.count() >= TextPool::max_count - 1)
        return Error{ErrorCode::limit, "texts that take 4 GiB"};
      builder_.add_text(static_cast<TextKind>(kind), *words[kind]);
    }
    add_source_bits(pair, node, is_other, has_words);
    return Done{};
  }

  [[nodiscard]] bool is_top_of_second(NodeNumber node) const {
    return std::ranges::binary_search(tops_of_second_, node);
  }

  static std::uint64_t bits_in(const GameTree& tree, NodeNumber node) {
    return is_node(node) ? tree.source_bits_of(node) : 0;
  }
  void add_source_bits(const Pair& pair, NodeNumber node, bool is_other, bool has_words) {
    const bool is_new = !is_node(pair.first);
    const std::uint64_t bits =
        is_new ? bits_in(second_.tree(), pair.second) : bits_in(first_.tree(), pair.first);
    builder_.add_source_bits(
        node, settled_bits(first_.tree().source(), bits, is_new, is_other && !is_new, has_words));
  }

  const Siblings first_, second_;
  const std::span<const NodeNumber> leading_;
  const bool is_sgf_;
  const std::vector<NodeNumber> tops_of_second_ = second_.children(above_all);
  TreeBuilder builder_;
  std::string charset_;
  bool has_start_ = false, is_root_made_ = false, is_changed_ = false;
  Pairs pending_;
  WordsUnion words_;
  std::uint64_t added_ = 0, marks_ = 0, starts_ = 0, labels_ = 0;
};

}  // namespace

Result<TreeUnion> unite(GameTree first, const GameTree& second, std::span<const NodeNumber> leading) {
  FIVEPROOF_ENSURE(first.source() == second.source());
  if (first.size() != second.size()) {
    const auto board = [](int size) { return std::to_string(size) + "x" + std::to_string(size); };
    return Error{ErrorCode::usage, "expected trees of one board, found " + board(first.size()) + " and " +
                                       board(second.size())};
  }
  Uniter uniter(first, second, leading);
  FIVEPROOF_TRY(uniter.run());
  return std::move(uniter).finish(std::move(first));
}

}  // namespace fiveproof::convert
