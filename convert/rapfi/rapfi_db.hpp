// Databases of Yixin and Rapfi, .db, as what readers and writers of foreign files hand over.
//
// A database is no tree: it says things of positions, and not how one is come to. So that .fvp can hold it as
// it is, in the section that holds trees (convert/tree/tree_section.hpp), it becomes one all the same:
//
//   node at the top    no move: the empty board. One for each rule set, which its SourceBits name
//   line to a record   its points as moves, the first black one, the first white one, the second black one
//                      and so on, each colour in the order of the key; a pass where the key has one
//   record             SourceBits: label, value, depth and bound; a comment: the text, as it is. The same
//                      key twice is a node with an equal sibling
//   facts              what has no place there. `records`: those of another board than the tree has,
//                      metadata, keys that are none, their bytes one after the other. `order`: that of the
//                      file, when it is not the one that the keys give. `container`, `count`, `tail`
//
// The order of moves in such a tree means nothing, and no one but write_rapfi_db should take it for a game.
// What a database claims is read from the database: convert/rapfi/rapfi_proof.hpp. The same bytes come back from
// the tree, but for an LZ4 frame, of which only the content is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "convert/rapfi/rapfi_file.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a database.
inline constexpr std::string_view rapfi_db_source = "rapfi-db";

/// The board of the tree is the square one of a size that we have which most records are of, or 15x15.
/// ErrorCode::limit beyond `max_nodes`.
[[nodiscard]] Result<GameTree> tree_of_db(const RapfiDatabase& db,
                                          std::uint64_t max_nodes = GameTree::max_nodes);

/// The way back. ErrorCode::malformed for a tree that is not what tree_of_db makes of some database;
/// ErrorCode::limit for one that would be larger than `max_bytes`.
[[nodiscard]] Result<RapfiDatabase> db_of_tree(const GameTree& tree,
                                               std::uint64_t max_bytes = RapfiDatabase::max_bytes);

/// `rule` is the one that all records are of, if there is only one. Keys that are not the smallest image,
/// positions that are there twice, and records that contradict each other are oddities with both offsets.
/// Offsets are those in the file, or in what its LZ4 frame holds.
[[nodiscard]] Result<TreeReading> read_rapfi_db(std::span<const std::uint8_t> bytes,
                                                const TreeReadOptions& options = {},
                                                const std::string& file_name = {});

/// Of a tree that was read from a database; ErrorCode::unsupported for any other: moves alone do not say what
/// a position is worth. For a proof see db_of_proof (convert/rapfi/rapfi_proof.hpp). In `container`, or the one
/// that it came in.
[[nodiscard]] Result<TreeWriting> write_rapfi_db(const GameTree& tree,
                                                 std::optional<DbContainer> container = std::nullopt);

}  // namespace fiveproof::convert
