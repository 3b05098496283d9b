// The check of one node on its own, at whatever level of trust.
//
// A node is a record (its index) or a root (number of records + index of the root). Checking a node looks at
// its position, its move and every legal reply; whether the positions that answer a reply are proved
// themselves is the business of their own nodes. So nodes can be checked in any order and by any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "proof/gap.hpp"
#include "verify/check/tally.hpp"

namespace fiveproof::verify {

using NodeId = std::uint32_t;

/// What is known about a node. Only `proved` supports a claim.
enum class NodeState : std::uint8_t {
  unchecked,
  proved,       ///< all its rules hold, given that the nodes it leads to are proved
  open,         ///< it has a gap
  repetition,   ///< a record whose position an earlier record has, where that is a gap: it is reported there
  stored_root,  ///< a root that is a record; the record's node says the rest
};

/// A gap as found at a node, in the node's orientation.
struct RawGap {
  NodeId node = 0;
  GapKind kind = GapKind::unanswered_reply;
  bool limit = false;
  /// unanswered_reply: the reply. refuted_move, illegal_move: `by`. Otherwise absent.
  std::optional<Square> square = {};

  bool operator==(const RawGap&) const = default;
};

/// The outcome for one node. A repetition or a stored root counts nothing.
struct NodeOutcome {
  NodeState state = NodeState::open;
  int stones = 0;  ///< on the board of the record or root
  Tally tally;     ///< of this node alone
  /// The plan by which the kernel was convinced, in the words of a certificate, which may be none; absent:
  /// the node is not proved, needs none, or nobody asked for plans.
  std::optional<std::string> plan = {};
};

/// Thrown out of a check to which something was handed that does not do: it cannot come to an outcome.
struct Refused {
  NodeId node;
  Error error;
};
/// Thrown out of a check whose outcome nobody waits for any more.
struct Stopped {};
inline void throw_if_stopped(const std::atomic<bool>* stop) {
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Stopped();
}

/// Checks nodes one after the other; one checker per thread.
///
/// What an implementation owes: `proved` only if the rules of spec/verification.md hold for the node; a node
/// that is `open` has at least one gap and one that is not has none; the outcome depends on nothing but the
/// proof, the level and the effort; `stored` counts exactly the replies that FormChecker calls stored.
class NodeChecker {
 public:
  virtual ~NodeChecker() = default;
  /// The gaps of the node are appended to `gaps`, in a fixed order. May throw Stopped or Refused, with
  /// nothing appended. require: node < number of nodes.
  [[nodiscard]] virtual NodeOutcome check(NodeId node, std::vector<RawGap>& gaps) = 0;
};

}  // namespace fiveproof::verify
