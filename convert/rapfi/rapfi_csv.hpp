// The text that Rapfi dumps a database to (its command DBTOCSV; YXDBTOTXT and YXDBTOTXTALL of a GUI): a line
// of names, then a line for each record.
//
//   index,key,label,value,depth,bound,text
//   0,f-15-15-h8-i9-b,w,-29966,20,exact,"why"
//
//   key        rule (f, s, r), width, height, black stones, white stones, side to move (b, w). A stone is a
//              letter from the left and a number from the top, where squares of ours count from the bottom
//   label      the character; (null) for 0, (none) for -1, else the number in parentheses
//   bound      none, upper, lower, exact
//   text       in quotation marks, UTF-8; a backslash stands before " and \, and \n and \b are the bytes 0A
//              and 08
//
// It follows what Rapfi's code writes; Rapfi does not read it. A row becomes the record that Rapfi would
// write to a .db (convert/rapfi/rapfi_record.hpp), and the whole the tree of such a database
// (convert/rapfi/rapfi_db.hpp), behind a record that says that texts are UTF-8.
#pragma once

#include "convert/rapfi/rapfi_file.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

/// ErrorCode::malformed with the byte offset for a line that is none of these; ErrorCode::limit beyond the
/// limits of the options, of which `max_nodes` counts rows. Oddities are those of a database, at the rows.
/// Lost are rows with numbers of stones that no key of a database can say, and the spelling of rows that
/// Rapfi would write in another way.
[[nodiscard]] Result<TreeReading> read_rapfi_csv(View bytes, const TreeReadOptions& options = {});

/// Lost are records whose keys are no positions of the three rule sets, and what a row cannot say of the
/// others.
[[nodiscard]] TreeWriting csv_of_db(const RapfiDatabase& db);
/// Writes the tree of a database. ErrorCode::unsupported for any other tree.
[[nodiscard]] Result<TreeWriting> write_rapfi_csv(const GameTree& tree);

}  // namespace fiveproof::convert
