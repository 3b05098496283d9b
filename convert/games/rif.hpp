// Databases of RenjuNet, in the XML of the Renju International Federation (RIF): games, not proofs.
//
//   <database version="..." date="...">
//     <countries> <cities> <months>                 tables: rows with an id, a name and more
//     <rules>        <rule id="7" name="Yamaguchi"><info>...</info></rule>
//     <openings>     <opening id="3" name="..." abbr="D3"/>
//     <players>      <player id="11" name="..." surname="..."/>
//     <tournaments>  <tournament id="5" name="..." year="2009"/>
//     <games>        <game id="1" publisher tournament round rule black white bresult btime wtime
//                          opening alt swap><move>h8 i9 ...</move><info>...</info></game>
//
// Boards are 15x15, and a1 is bottom left. All games together are one tree, in which games that begin alike
// share nodes. Each game has one line, in UTF-8, in the comment of the node at which it ends; a game without
// moves has it at a root:
//
//   game 1: NAME - NAME 1-0; TOURNAMENT YEAR, round 3; rule Yamaguchi; opening D3; alt g7; btime 120; ...
//
// The first player is Black. Numbers of players, tournaments, rules and openings are looked up in the file's
// own tables, wherever those stand: the file is read twice, the first time for the tables, which are all that
// is kept of it besides the tree. Unknown attributes are given as they are, and an <info> comes last.
//
// A move that cannot be read ends the line of its game and is an oddity with its place. A number that is in
// no table is an oddity too, and the line gives the number. Unknown elements, XML comments, and what tables
// say besides names are losses. What is no XML, or no such database, is an error;
// convert/syntax/xml_events.hpp says how hostile documents are met.
//
// No rule set is reported: a database has games of many rule sets, and what its names for them mean is not
// for us to say. TreeReading::carried counts the games under each.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

inline constexpr int rif_board_size = 15;
/// GameTree::source() of a tree that was read from such a database.
inline constexpr std::string_view rif_source = "rif";

struct RifOptions {
  /// Games that do not begin with these moves are left out.
  std::vector<Square> beginning = {};
  /// The lines that say something of games take at most so many bytes, together.
  std::uint64_t max_text_bytes = std::uint64_t{1} << 30;
  /// All tables together have at most so many rows.
  std::size_t max_rows = std::size_t{1} << 20;
};

/// ErrorCode::malformed with the byte offset for what is no such database; ErrorCode::unsupported for
/// entities and unknown encodings; ErrorCode::limit beyond the options, 4 GiB, or a name of 1,000 bytes.
/// With options.keep_cut a file that ends too early is taken up to the last whole game.
[[nodiscard]] Result<TreeReading> read_rif(View bytes, const TreeReadOptions& options = {},
                                           const RifOptions& rif = {});

}  // namespace fiveproof::convert
