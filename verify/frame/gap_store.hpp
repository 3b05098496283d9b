// Holds gaps on disk as they are found, sorted so that equal ones stand side by side.
//
// Two gaps are one when kind and position agree up to symmetry. A gap found at many nodes has many
// occurrences.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/memory/external_sort.hpp"
#include "verify/check/form.hpp"

namespace fiveproof::verify {

/// Where a gap was found: by the check of a node, or by a converter.
struct Occurrence {
  bool is_new = false;      ///< it is the first occurrence of its gap
  bool is_finding = false;  ///< then raw.node is an index into the findings
  RawGap raw;
};

class GapStore {
 public:
  /// Temporary files go to `folder`, or where the system has them when it is empty.
  GapStore(int size, std::size_t memory_bytes, const std::string& folder);

  // -- fill --
  /// Appends one entry to `out`. It is safe from several threads, so that they share this work.
  static void encode(const FormChecker& forms, const RawGap& gap, std::vector<std::uint8_t>& out);
  static void encode_finding(const Gap& finding, std::uint32_t index, std::vector<std::uint8_t>& out);
  /// Takes entries, one after the other. It is for one thread at a time.
  Status add(std::span<const std::uint8_t> entries);
  /// Forgets all others, as ExternalSorter does.
  void keep_at_most(std::size_t entries) { sorter_.keep_at_most(entries); }
  Status finish();

  // -- read, after finish() --
  /// The next occurrence: gap by gap, and of one gap by node and square, a converter's findings last. Nothing
  /// after the last one.
  [[nodiscard]] Result<std::optional<Occurrence>> next();
  Status rewind();
  [[nodiscard]] bool empty() const { return sorter_.count() == 0; }

 private:
  std::size_t identity_bytes_;
  std::size_t entry_bytes_;
  ExternalSorter sorter_;
  std::vector<std::uint8_t> entry_;
  std::vector<std::uint8_t> last_identity_;
};

}  // namespace fiveproof::verify
