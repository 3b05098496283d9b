// Proofs to read and write. None of them has to be right: nothing in format/ asks.
#pragma once

#include <random>
#include <string>

#include "format/text/gap_list.hpp"
#include "format/walk/fvp_coding.hpp"
#include "proof/proof.hpp"
#include "tests/bytes_of.hpp"

namespace fiveproof::test {

/// A position with about `stones` random stones, `to_move` to move.
Position random_position(std::mt19937& random, int size, int stones, Color to_move);
Square random_square(std::mt19937& random, int size);

/// About so many records that hang together: from the empty board, one move each, some replies each; most
/// have no record below them. Positions met twice have one.
Proof random_strategy(unsigned seed, int size, Color attacker, std::size_t records);

/// Records without and with moves, symmetrical positions among them, roots of both kinds, two findings.
Proof random_proof(unsigned seed, RuleSet rule, int size, Color attacker, std::size_t records);

/// The example of spec/format.md: one root, one record, on 5x5.
Proof smallest_proof();

/// The text of a proof, not packed.
Result<std::string> jsonl_text(const Proof& proof);

/// A gap of every kind.
GapList sample_gaps(const Proof& proof);

/// Equality of all that a file must keep; on a difference, says which part.
std::string difference(const Proof& a, const Proof& b);

/// Is it what write_canonical_entry writes, for whatever record?
bool is_canonical_entry(std::span<const std::uint8_t> entry, int size);

/// The bits of a block of .fvp, and how many records they hold.
struct EncodedBlock {
  std::vector<std::uint8_t> bytes;
  std::uint32_t count;
};

/// All records, in blocks of `per_block`.
std::vector<EncodedBlock> encoded_blocks(const RecordTable& records, std::uint32_t per_block,
                                         FvpCoding coding = default_coding);

}  // namespace fiveproof::test
