// What is said about one root: a verdict and its line.
//
//   VERIFIED freestyle 15x15: black wins from h8 a1; 3,766 positions, 812,004 replies; effort 200; ...
//   VERIFIED, TRUSTING 4 reports; freestyle 15x15: black wins from h8 a1; 3,766 positions, ...
//   NOT VERIFIED standard 15x15: black wins from the empty board; 14 gaps (14 unanswered-reply), ...
//   UNDECIDED freestyle 15x15: black wins from h8 a1; interrupted after 41 % of the replies; ...
//   UNDECIDED freestyle 15x15: black wins from h8 a1; shard 2/4: all its 941 positions hold; ...
//
// All name the proof, by its content hash, and the first two end in what must be believed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "verify/check/shard.hpp"
#include "verify/outcome/claim.hpp"

namespace fiveproof::verify {

/// verified_trusting: everything holds if what a journal or reports say is true; only a check that did all of
/// the work itself says verified.
enum class Outcome { verified, verified_trusting, not_verified, undecided };
/// "verified", "verified-trusting", "not-verified", "undecided": the words of the report.
[[nodiscard]] std::string_view name_of(Outcome outcome);

/// How much one must believe.
enum class Trust { dbsearch, rules };
/// "dbsearch", "rules": the words of --trust.
[[nodiscard]] std::string_view name_of(Trust trust);
/// What one must believe to believe a verdict, of a level alone: "fiveproof rules, reader and db-search".
[[nodiscard]] std::string_view trusted_at(Trust trust);
/// The files that took the place of work: "a journal", "4 reports", "a journal and 4 reports"; empty: none.
[[nodiscard]] std::string parts_text(bool journal, std::uint64_t reports);
/// The level with these files: "..., and a journal and 4 reports".
[[nodiscard]] std::string trusted_text(Trust trust, bool journal, std::uint64_t reports);

/// Does the kind say that the file says too little? With the others it is wrong.
[[nodiscard]] bool is_missing_evidence(GapKind kind);

/// How many gaps there are of each kind, indexed by static_cast<std::size_t>(GapKind).
using GapCounts = std::array<std::uint64_t, gap_kind_count>;

/// The verdict on one root. A fresh one rejects.
struct Verdict {
  Claim claim;
  Outcome outcome = Outcome::not_verified;
  std::uint64_t positions = 0;  ///< stored positions that the claim reaches
  std::uint64_t replies = 0;    ///< legal replies at the AND positions that the claim reaches
  GapCounts gaps{};             ///< gaps at the root and what it reaches, each once up to symmetry
  std::uint32_t effort = 0;
  std::string proof;     ///< its content hash; empty: not known yet, and undecided
  std::string trusted;   ///< what must be believed, in words
  std::string trusting;  ///< the files that took the place of work; empty: none
  /// UNDECIDED because only a share was checked: its name, and what was found at its positions.
  std::optional<Shard> shard = {};
  std::uint64_t shard_positions = 0;
  GapCounts shard_gaps{};
  /// UNDECIDED because of an interrupt: how much of all replies had been checked, in percent.
  std::optional<int> percent_done = {};
};

/// The line of a verdict, without a line feed.
[[nodiscard]] std::string to_text(const Verdict& verdict);

/// "1,204 gaps (1,190 unanswered-reply, 14 unproved-leaf), 2 refuted-move"; "no gaps" for none. "gaps" proper
/// are those where the file does not say enough; the others are named one by one.
[[nodiscard]] std::string to_text(const GapCounts& gaps);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string with_separators(std::uint64_t number);

}  // namespace fiveproof::verify
