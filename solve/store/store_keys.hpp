// The bytes of keys and values in a store (spec/store.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solve/store/store.hpp"

namespace fiveproof::solve {

using Bytes = std::vector<std::uint8_t>;
using Span = std::span<const std::uint8_t>;

/// The key of an answer is the stone count and the packed canonical position. The key of a job is the same
/// and a byte that says who is to move.
[[nodiscard]] Bytes answer_key(const Position& position);
[[nodiscard]] Bytes job_key(const Position& position, Color attacker);
/// The position that a key holds; nothing when it holds none.
[[nodiscard]] std::optional<Position> position_of_answer(Span key, const StoreIdentity& game);
[[nodiscard]] std::optional<Position> position_of_job(Span key, const StoreIdentity& game);

/// The value of an answer is its move, in two bytes. This is key and value in one piece.
[[nodiscard]] Bytes answer_entry(const Position& position, std::optional<Square> move);
[[nodiscard]] std::optional<Square> decode_move(Span bytes, int size);
/// The value of a job is state 1, round 1, searches 8, moves 2 each; big-endian.
[[nodiscard]] Bytes encode(const JobEntry& entry, int size);
[[nodiscard]] std::optional<JobEntry> decode_entry(Span bytes, int size);

}  // namespace fiveproof::solve
