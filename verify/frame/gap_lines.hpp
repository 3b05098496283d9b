// The list of gaps in the order and orientation in which people read it.
//
// What is sorted is small: where a gap was found. Its line is worked out when it is read, by going back over
// the parents of its node.
#pragma once

#include <map>
#include <memory>

#include "verify/frame/check_state.hpp"
#include "verify/outcome/verification.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::verify {

/// One gap, and the occurrence that stands for it.
struct ShownGap {
  Occurrence at;
  bool limit = false;        ///< a limit ended the search at every occurrence
  std::uint64_t shared = 0;  ///< number of nodes at which the gap occurs
};

class SortedGapList final : public GapStream {
 public:
  /// `starts`: for each node at which roots begin, the first such root. require: the walks are over.
  SortedGapList(std::shared_ptr<const CheckState> state, std::map<NodeId, std::size_t> starts,
                const Options& options);

  /// The first root that reaches this occurrence; nothing when none does.
  [[nodiscard]] std::optional<std::size_t> root_of(const Occurrence& at) const;

  Status add(const ShownGap& gap);
  Status finish() { return sorter_.finish(); }
  [[nodiscard]] Result<std::optional<Gap>> next() override;
  Status rewind() override { return sorter_.rewind(); }

 private:
  [[nodiscard]] Gap without_line(const Occurrence& at, std::optional<std::size_t> root) const;
  void add_line(const Occurrence& at, Gap& gap) const;
  [[nodiscard]] std::vector<NodeId> way_to(NodeId node) const;

  std::shared_ptr<const CheckState> state_;
  std::map<NodeId, std::size_t> starts_;
  ExternalSorter sorter_;
  std::vector<std::uint8_t> entry_;
};

}  // namespace fiveproof::verify
