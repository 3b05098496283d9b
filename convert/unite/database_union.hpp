// Two databases of Yixin and Rapfi as one: the records of both.
//
// Of one position, turned and mirrored as may be, stays the record of the first, with what that of the second
// says and it does not (convert/rapfi/record_union.hpp). Where they say different things that of the first
// stays, and the other is a loss; so where the key of the first is not the smallest image, which is put right
// by `convert --repair`. Records that are no position are compared byte by byte. Container and tail are those
// of the first, and the order is that of keys if it is so there.
//
// It takes the records of both, and once more the keys of the first.
#pragma once

#include "convert/unite/tree_union.hpp"

namespace fiveproof::convert {

/// `added` counts records. ErrorCode::usage where texts are in two charsets; ErrorCode::limit for a database
/// of 4 GiB or more. require: both trees were read from databases.
[[nodiscard]] Result<TreeUnion> unite_databases(GameTree first, const GameTree& second);

}  // namespace fiveproof::convert
