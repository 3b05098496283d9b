// The bytes of keys and values in a store (spec/store.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// The version that is written. Those before it are read: version 1 had no seals, version 2 longer ones.
inline constexpr int store_version = 3;
inline constexpr std::string_view store_magic = "fiveproof-store";
/// The key of a root begins with this byte, before that of a job.
inline constexpr std::uint8_t root_mark = 'r';
/// What a root says that is not reached by moves.
inline constexpr std::string_view no_moves = "-";

/// `fiveproof-store VERSION RULE SIZE ATTACKER`
[[nodiscard]] std::string identity_text(const StoreIdentity& game, int version);
struct VersionedIdentity {
  StoreIdentity game;
  int version = store_version;
};
/// Reads the value under store_magic, with its seal. `path` is for the error.
[[nodiscard]] Result<VersionedIdentity> parse_identity(const std::string& path, Span value);

/// FNV-1a of 64 bits, of these bytes or with them behind those of `hash`. Every step is reversible, so that
/// no single byte can be another without being seen.
[[nodiscard]] std::uint64_t fnv(Span bytes, std::uint64_t hash = 1469598103934665603u);

/// The last bytes of every value tell whether the entry is whole: a hash of the game, the table, the key and
/// the rest of the value. An entry that stands under another key, or in another store, is none.
class Seals {
 public:
  Seals(const StoreIdentity& game, int version);

  /// The value with its seal behind it.
  [[nodiscard]] Bytes sealed(Table table, Span key, Span payload) const;
  /// The value without its seal; nothing when it is not the one that belongs there. In version 1, the value.
  [[nodiscard]] std::optional<Span> opened(Table table, Span key, Span value) const;
  [[nodiscard]] int version() const { return version_; }
  /// How long a seal is.
  [[nodiscard]] static constexpr int bytes(int version) { return version == 1 ? 0 : version == 2 ? 8 : 4; }

 private:
  [[nodiscard]] std::uint64_t seal(Table table, Span key, Span payload) const;

  int version_;
  std::array<std::uint64_t, 3> beginnings_{};  ///< one for each table
};

/// What is wrong with an entry, whose value has no seal any more; empty: nothing.
[[nodiscard]] std::string fault_of_answer(Span key, Span move, const StoreIdentity& game);
[[nodiscard]] std::string fault_of_job(Span key, Span entry, const StoreIdentity& game);
/// The root of an entry under root_mark; nothing when it holds none.
[[nodiscard]] std::optional<Root> decode_root(Span key, Span text, const StoreIdentity& game);

}  // namespace fiveproof::solve
