// What a database of Yixin or Rapfi claims, as a proof; and a proof as a database.
//
// A database says of positions who wins. Nothing of that is believed: each claim becomes a record that verify
// checks.
//
//   in the database                                 in the proof
//   attacker to move, said to be won                a record; its move is explained below
//   defender to move, said to be lost               nothing of its own: it is where a record's move leads
//   said to be won and to be lost                   what it would be if it were only said to be won; counted
//   won for the defender, no winner, other boards   nothing; counted
//
// The move of a record leads to a position of the database that is said to be lost for the defender. Of
// several such moves it is the one with the fewest plies to a mate that are known, and of those the one with
// the smallest square in the canonical position. Where there is no such move the record has none, which
// claims a winning threat sequence.
//
// A database says it by the label, which speaks of the side that has just moved, or by a mate value, which
// speaks of the side to move (convert/rapfi/rapfi_record.hpp). It has no root: the caller names one, or the
// proof claims nothing, and the positions with the fewest stones that are said to be won are proposed.
//
// What a proof cannot hold (texts, values, positions of other boards, the order of the file) is in the tree
// that convert/rapfi/rapfi_db.hpp makes of the database. The proof made here has no section for it: the
// caller adds that tree.
#pragma once

#include "convert/proof/conversion.hpp"
#include "convert/rapfi/rapfi_file.hpp"

namespace fiveproof::convert {

/// The caller has to name `wanted.attacker`, and `wanted.rule` and `wanted.size` if the database has records
/// of several boards. ErrorCode::usage, which tells what boards there are, when these are missing or no
/// record is of that board; ErrorCode::limit for too many records. No losses are named, because the tree is
/// to go along. `is_file`: the bytes are those of the file, so that places in them are told.
[[nodiscard]] Result<Reading> proof_of_db(const RapfiDatabase& db, const Wanted& wanted, bool is_file = true);

struct DbWriting {
  RapfiDatabase db;
  std::vector<std::string> losses = {};  ///< what the proof says and a database cannot
};

/// Makes a database that has, for each record, its position with the label `l` and the position after its
/// move with the label `w`. There are no values, as a proof knows no lengths. Keys are smallest images, and
/// come in the order of a file, behind the metadata.
///
/// A database knows which positions are won, not which move the proof plays. So when it is read again a
/// record may have another move, if several moves lead to positions of the proof. Such records are counted as
/// losses.
///
/// ErrorCode::limit when the file would have 4 GiB. require: proof.records is finished.
[[nodiscard]] Result<DbWriting> db_of_proof(const Proof& proof);

/// Adds these positions to a database, such as the one that the proof was made of before its gaps were
/// closed. Records that are there stay as they are, in their order; one that does not say who wins gets a
/// label. Where the database says the contrary its record stays, too, which is a loss. If nothing is new the
/// bytes are those of `base`.
[[nodiscard]] Result<DbWriting> db_of_proof(const Proof& proof, const RapfiDatabase& base);

}  // namespace fiveproof::convert
