// What there is to do: one of four tasks, each with what goes with it and with nothing else.
//
// A Check looks at nodes and may remember what it has finished. At level rules the plans that convinced the
// kernel can be written down, which is Certify; an Audit is handed such plans. Neither keeps a journal, which
// has outcomes and no plans, and at level dbsearch there are no plans. Combine looks at no node at all, so it
// has no shard.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "verify/check/shard.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::verify {

/// Checks every node.
struct Check {
  Trust trust = Trust::dbsearch;
  /// Check only this share of the nodes; all verdicts are UNDECIDED.
  std::optional<Shard> shard = {};
  /// A file that remembers finished portions (verify/parts/journal.hpp); what it has is not checked again.
  std::string journal = {};
  /// At level dbsearch no reply is answered by a zone (dbsearch/zone.hpp), under renju none by what a win
  /// after a pass reads: each is replayed or searched for. The result is the same, later. The kernel has
  /// lemmas of its own, for which this changes nothing.
  bool every_reply = false;
};

/// Checks every node at level rules and writes a piece of a certificate.
struct Certify {
  static constexpr Trust trust = Trust::rules;
  /// As in Check.
  std::optional<Shard> shard = {};
  /// Is handed the piece, line by line, with the plan of each node checked (verify/parts/piece_set.hpp). Its
  /// first error ends the check. require: there is one.
  std::function<Status(std::string_view)> on_piece = {};
};

/// Checks every node at level rules with the plans of pieces.
struct Audit {
  static constexpr Trust trust = Trust::rules;
  /// As in Check.
  std::optional<Shard> shard = {};
  /// These have the plans, so that nothing is searched for but where they have none. Whatever they say, what
  /// is established is so by the kernel of this check; a piece whose plans do not do is an error. One for
  /// each shard, or, with `shard`, that of it. require: one at least.
  std::vector<std::string> pieces = {};
};

/// Checks nothing: takes the outcomes from the reports of all shards (verify/frame/combine.hpp).
struct Combine {
  Trust trust = Trust::dbsearch;          ///< the level of the checks that wrote the reports
  std::vector<std::string> reports = {};  ///< require: one at least
};

using Task = std::variant<Check, Certify, Audit, Combine>;

/// The level of trust at which the task is done.
[[nodiscard]] inline Trust trust_of(const Task& task) {
  return std::visit([](const auto& each) { return each.trust; }, task);
}

/// The share of the nodes that the task is about; absent: all of them.
[[nodiscard]] inline std::optional<Shard> shard_of(const Task& task) {
  return std::visit(
      [](const auto& each) -> std::optional<Shard> {
        if constexpr (requires { each.shard; })
          return each.shard;
        else
          return std::nullopt;
      },
      task);
}

}  // namespace fiveproof::verify
