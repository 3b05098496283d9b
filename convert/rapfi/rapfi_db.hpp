// Databases of Yixin and Rapfi, .db, as trees, which is what readers and writers of foreign files hand over.
//
// A database is no tree: it says things of positions, and not by which moves they are reached. So that .fvp
// can hold it as it is, in the section that holds trees (format/tree/tree_section.hpp), it becomes one all
// the same:
//
//   node at the top    A node without a move is the empty board; there is one for each rule set, which its
//                      SourceBits name.
//   line to a record   The points of the key become moves: the first black one, the first white one, the
//                      second black one and so on, each colour in the order of the key, and a pass where the
//                      key has one.
//   record             SourceBits of its node hold label, value, depth and bound; a comment is the text as it
//                      is. If a key is there twice, its node has an equal sibling.
//   facts              They hold what has no place in the tree. `records` are the bytes of the records of
//                      another board than the tree's, of metadata, and of keys that are no keys. `order` is
//                      the order of the file, when it is not the one that the keys give. `container`, `count`
//                      and `tail` are what rapfi_db.cpp says.
//
// The order of moves in such a tree means nothing, and no one but write_rapfi_db should take it for a game.
// What a database claims is read from the database itself: convert/rapfi/rapfi_proof.hpp. The same bytes come
// back from the tree, except that of an LZ4 frame only the content is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "convert/rapfi/rapfi_file.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// GameTree::source() of a database.
inline constexpr std::string_view rapfi_db_source = "rapfi-db";

/// The database as a tree. Of the square boards from 5x5 to 20x20 the tree has the one that most records are
/// of; it is 15x15 if no record is of such a board. ErrorCode::limit beyond `max_nodes`.
[[nodiscard]] Result<GameTree> tree_of_db(const RapfiDatabase& db,
                                          std::uint64_t max_nodes = GameTree::max_nodes);

/// The database of which tree_of_db makes the tree. ErrorCode::malformed when there is none; ErrorCode::limit
/// when it would be larger than `max_bytes`.
[[nodiscard]] Result<RapfiDatabase> db_of_tree(const GameTree& tree,
                                               std::uint64_t max_bytes = RapfiDatabase::max_bytes);

/// Reads a file as a tree. TreeReading::rule is the rule set of all records, if they have only one. Keys that
/// are not the smallest image, positions that are there twice, and records that contradict each other are
/// oddities; a contradiction is told with both offsets. Offsets count in the file, or in what its LZ4 frame
/// holds.
[[nodiscard]] Result<TreeReading> read_rapfi_db(View bytes, const TreeReadOptions& options = {});

/// The same of records that came in a file of another kind; `offsets` says where each of them stands there,
/// in ascending order. require: there are as many offsets as records.
[[nodiscard]] Result<TreeReading> reading_of_records(const RapfiDatabase& db,
                                                     std::span<const std::uint64_t> offsets,
                                                     const TreeReadOptions& options);

/// Writes a tree that was read from a database, in `container` or in the one that the database came in.
/// ErrorCode::unsupported for any other tree: moves alone do not say what a position is worth. For a proof
/// see db_of_proof (convert/rapfi/rapfi_proof.hpp).
[[nodiscard]] Result<TreeWriting> write_rapfi_db(const GameTree& tree,
                                                 std::optional<DbContainer> container = std::nullopt);

}  // namespace fiveproof::convert
