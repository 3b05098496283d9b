// What must hold for every tree that a reader of a foreign format has accepted.
#pragma once

#include <cstddef>

#include "convert/tree/tree_reading.hpp"
#include "format/tree/tree_section.hpp"

namespace fiveproof::fuzz {

/// The tree comes back from a section. Takes milliseconds, whatever the tree: not for each input.
inline void check_section(const GameTree& tree) {
  const auto section = encode_tree(tree);
  FIVEPROOF_ENSURE(section.ok());
  const auto back = decode_tree(section.value());
  FIVEPROOF_ENSURE(back.ok());
  FIVEPROOF_ENSURE(back.value() == tree);
}

/// Options are honoured, and every offset lies in the file.
inline void check_reading(const convert::TreeReading& reading, const convert::TreeReadOptions& options,
                          std::size_t file_bytes) {
  FIVEPROOF_ENSURE(reading.tree.node_count() <= options.max_nodes);
  FIVEPROOF_ENSURE(
      reading.oddities.size() ==
      (reading.oddity_count < options.max_oddities ? reading.oddity_count : options.max_oddities));
  for (const auto& one : reading.oddities) FIVEPROOF_ENSURE(!one.offset || *one.offset <= file_bytes);
  FIVEPROOF_ENSURE(reading.offsets.empty() || reading.offsets.size() == reading.tree.node_count());
  for (const std::uint64_t offset : reading.offsets) FIVEPROOF_ENSURE(offset < file_bytes);
}

}  // namespace fiveproof::fuzz
