// What a database of Yixin or Rapfi claims, as a proof; and a proof as a database.
//
// A database says of positions who wins. Nothing in it is believed: each claim becomes a record that verify
// checks.
//
//   in the database                                 in the proof
//   attacker to move, said to be won                a record; for its move see below
//   defender to move, said to be lost               nothing of its own: where a record's move leads
//   said to be won, and to be lost                  as if it were said to be won, and counted
//   won for the defender, no winner, other boards   nothing, and counted
//
// The move of a record leads to a position of the database that is said to be lost for the defender: in the
// fewest plies that are known, and of those the one with the smallest square of the canonical position. Where
// there is no such position, the record has no move, which claims a winning threat sequence.
//
// "Said" is said by the label, which speaks of the side that has just moved, or by a mate value, which speaks
// of the side to move (convert/rapfi/rapfi_record.hpp). A database has no root: the caller names one, or the proof
// claims nothing, and the positions with the fewest stones that are said to be won are proposed.
//
// What a proof cannot hold (texts, values, positions of other boards, the order of the file) is in the tree
// that convert/rapfi/rapfi_db.hpp makes of the database. The proof has no section of its own: whoever asks for it
// adds that tree.
#pragma once

#include <cstdint>
#include <string>

#include "convert/proof/conversion.hpp"
#include "convert/rapfi/rapfi_file.hpp"

namespace fiveproof::convert {

/// `wanted.attacker` must be there; `wanted.rule` and `wanted.size` where the database has records of several
/// boards. ErrorCode::usage, which names what there is, when they are not, or when there are no such records;
/// ErrorCode::limit for too many records. Nothing is among the losses as long as the tree goes along.
[[nodiscard]] Result<Reading> proof_of_db(const RapfiDatabase& db, const Wanted& wanted,
                                          const std::string& file_name = {});

struct DbWriting {
  RapfiDatabase db;
  std::vector<std::string> losses = {};  ///< what the proof says and a database cannot
};

/// For each record its position with the label `l`, and the position after its move with the label `w`; no
/// values, as a proof knows no lengths. Keys are smallest images in the order of a file, behind the metadata.
///
/// A database knows won positions, not which move the proof plays: read again, a record may have another
/// move, where several lead to positions of the proof. Such records are counted among the losses.
///
/// ErrorCode::limit when the file would have 4 GiB. require: proof.records is finished.
[[nodiscard]] Result<DbWriting> db_of_proof(const Proof& proof);

/// The same added to a database, as to the one that the proof was made of before its gaps were closed.
/// Records that are there stay as they are, in their order; one that does not say who wins gets a label.
/// Where the database says the contrary it stays, which is a loss. Nothing new: the same bytes.
[[nodiscard]] Result<DbWriting> db_of_proof(const Proof& proof, const RapfiDatabase& base);

}  // namespace fiveproof::convert
