#include "verify/frame/gap_lines.hpp"

#include <algorithm>
#include <limits>

#include "verify/check/gap_bytes.hpp"

namespace fiveproof::verify {
namespace {

// An entry is made of big-endian numbers, so that comparing bytes gives the order of the list:
//
//   order       2^32 - 1 less `shared` 4, root 4, length 2, position, kind 1
//   occurrence  finding or not 1, gap
constexpr std::size_t entry_bytes(int size) { return 10 + position_bytes(size) + 1 + 1 + gap_bytes; }
constexpr std::uint32_t max_number = std::numeric_limits<std::uint32_t>::max();

}  // namespace

SortedGapList::SortedGapList(std::shared_ptr<const CheckState> state, std::map<NodeId, std::size_t> starts,
                             const Options& options)
    : state_(std::move(state)),
      starts_(std::move(starts)),
      sorter_(entry_bytes(state_->proof().size), options.sorting_memory_bytes, options.temporary_folder),
      entry_(entry_bytes(state_->proof().size)) {}

std::optional<std::size_t> SortedGapList::root_of(const Occurrence& at) const {
  if (at.is_finding) return state_->proof().findings[at.raw.node].root;
  NodeId node = at.raw.node;
  if (!state_->table.is_reached(node)) return std::nullopt;
  while (state_->table.parent(node) != NodeTable::no_node) node = state_->table.parent(node);
  return starts_.at(node);
}

Status SortedGapList::add(const ShownGap& gap) {
  const auto root = root_of(gap.at);
  const Gap shown = without_line(gap.at, root);
  const int stones = shown.position.stone_count();
  const int length = root ? stones - state_->proof().roots[*root].position.stone_count() : 0;
  FIVEPROOF_ENSURE(length >= 0 && gap.shared > 0);
  const auto shared = static_cast<std::uint32_t>(std::min<std::uint64_t>(gap.shared, max_number));
  std::vector<std::uint8_t>& out = entry_;
  out.clear();
  put_number(out, max_number - shared, 4);
  put_number(out, root ? *root : max_number, 4);
  put_number(out, static_cast<std::uint64_t>(length), 2);
  put_position(out, shown.position);
  put_number(out, static_cast<std::uint64_t>(shown.kind), 1);
  put_number(out, gap.at.is_finding ? 1 : 0, 1);
  put_gap(out, {gap.at.raw.node, gap.at.raw.kind, gap.limit, gap.at.raw.square});
  return sorter_.add(out);
}

Result<std::optional<Gap>> SortedGapList::next() {
  entry_.resize(entry_bytes(state_->proof().size));
  const auto more = sorter_.next(entry_);
  if (!more.ok()) return more.error();
  if (!more.value()) return std::optional<Gap>();
  ByteReader in(entry_);
  const auto shared = max_number - static_cast<std::uint32_t>(in.number(4));
  const auto root_number = in.number(4);
  in.bytes(2 + position_bytes(state_->proof().size) + 1);
  Occurrence at;
  at.is_finding = in.number(1) != 0;
  at.raw = take_gap(in).value();

  std::optional<std::size_t> root;
  if (root_number != max_number) root = root_number;
  Gap gap = without_line(at, root);
  if (root && !at.is_finding) add_line(at, gap);
  gap.limit = at.raw.limit;
  gap.shared = shared;
  return std::optional(std::move(gap));
}

/// The gap in the orientation of its root, or of its node where no root reaches it.
Gap SortedGapList::without_line(const Occurrence& at, std::optional<std::size_t> root) const {
  if (at.is_finding) return state_->proof().findings[at.raw.node];
  Gap gap;
  gap.kind = at.raw.kind;
  gap.root = root;
  gap.position = state_->forms().position_of(at.raw);
  if (gap.kind != GapKind::unanswered_reply) gap.by = at.raw.square;
  if (!root) {
    if (gap.kind == GapKind::unanswered_reply) gap.position = canonical_form(gap.position).position;
    return gap;
  }
  const Symmetry to_root = state_->table.from_root(at.raw.node).inverse();
  gap.position = to_root.apply(gap.position);
  if (gap.by) gap.by = to_root.apply(*gap.by, state_->proof().size);
  return gap;
}

std::vector<NodeId> SortedGapList::way_to(NodeId node) const {
  std::vector<NodeId> way;
  for (; node != NodeTable::no_node; node = state_->table.parent(node)) way.push_back(node);
  std::reverse(way.begin(), way.end());
  return way;
}

/// Adds the moves from the root to the gap, in the orientation of the root. Each node on the way gives two:
/// the attacker's, which the record names, and the reply, which is the one stone that the next node has more.
void SortedGapList::add_line(const Occurrence& at, Gap& gap) const {
  const Proof& proof = state_->proof();
  const Color defender = opponent(proof.attacker);
  const auto to_root = [&](NodeId node) { return state_->table.from_root(node).inverse(); };
  Position here = proof.roots[*gap.root].position;
  const auto play = [&](Square s) {
    gap.line.push_back(s);
    here.play(s);  // this insists that the square is empty
  };
  const auto play_move_of = [&](NodeId node) {
    if (!state_->forms().is_record(node)) return;  // a root with the defender to move
    play(to_root(node).apply(state_->records().at(node).move.value(), proof.size));
  };

  const std::vector<NodeId> way = way_to(at.raw.node);
  for (std::size_t i = 1; i < way.size(); ++i) {
    play_move_of(way[i - 1]);
    const Position next = to_root(way[i]).apply(state_->records().at(way[i]).position);
    const SquareSet replies = next.stones(defender) - here.stones(defender);
    FIVEPROOF_ENSURE(replies.size() == 1);
    play(replies.first());
  }
  if (gap.kind == GapKind::unanswered_reply) {
    play_move_of(at.raw.node);
    play(to_root(at.raw.node).apply(*at.raw.square, proof.size));
  }
  FIVEPROOF_ENSURE(here == gap.position);
}

}  // namespace fiveproof::verify
