// The checker: does the attacker win from every root of a proof, as the file says?
//
// spec/verification.md is the contract, rule by rule. Every record is checked on its own: every legal reply,
// one by one, is stored, or lost to a winning threat sequence, or a gap. What the claims reach is worked out
// afterwards. Nothing here comes from the solver.
//
//     verify::Options options;
//     options.threads = 2;
//     auto checked = verify::check_proof(std::move(proof), options);
//     if (!checked.ok()) return checked.error();
//     for (const verify::Verdict& verdict : checked.value().verdicts) std::cout << to_text(verdict) << '\n';
//
// The result is the same for any number of threads, whether it was reached in one go, with a journal, or from
// the reports of shards. Memory: the records, an index over them, and 5 bytes for each; gaps are on disk.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proof/proof.hpp"
#include "verify/check/node_checker.hpp"
#include "verify/check/shard.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::verify {

/// Attacker nodes per search. Goes into the verdict: another effort may answer other replies.
inline constexpr std::uint32_t default_effort = 1000;

/// How far a check has come. Replies are those that the records promise, known from the start.
struct Progress {
  std::uint64_t positions_done = 0;
  std::uint64_t positions_total = 0;
  std::uint64_t replies_done = 0;
  std::uint64_t replies_total = 0;
  std::uint64_t gaps = 0;  ///< found so far, not yet compared with each other
  double seconds = 0;      ///< since the check began
};

struct Options {
  std::uint32_t effort = default_effort;
  Trust trust = Trust::dbsearch;
  unsigned threads = 0;  ///< 0: as many as the machine has
  /// Called about four times a second, and once at the end, from the thread that called check_proof.
  std::function<void(const Progress&)> on_progress = {};
  /// When it becomes true after on_start the check ends within a moment, whatever it is at, and all verdicts
  /// are UNDECIDED; what the roots reach, and the list of gaps, are then as far as that moment allows.
  const std::atomic<bool>* stop = nullptr;
  /// Called when the records are ready and the check begins. Until then nobody looks at `stop`.
  std::function<void()> on_start = {};
  /// A position with several records is a gap, `contradictory`; otherwise they are alternatives, one of which has
  /// to hold (verify/frame/alternatives.hpp).
  bool strict = false;
  /// At level dbsearch no reply is answered by a zone (dbsearch/zone.hpp), under renju none by what a win after a pass reads:
  /// each is replayed or searched for. The result is the same, later.
  bool every_reply = false;
  /// Check only this share of the nodes; all verdicts are UNDECIDED.
  std::optional<Shard> shard = {};
  /// A file that remembers finished portions (verify/parts/journal.hpp); what it has is not checked again.
  std::string journal = {};
  /// Take the outcomes from these reports of shards (verify/frame/combine.hpp) and check nothing. Not together with
  /// `shard` or `journal`.
  std::vector<std::string> reports = {};
  /// At level rules: is handed a piece of a certificate, line by line, with the plan of each node checked
  /// (verify/parts/piece_set.hpp). Not together with `journal`, `reports` or `pieces`.
  std::function<Status(std::string_view)> on_piece = {};
  /// At level rules: these have the plans, so that nothing is searched for but where they have none. Whatever they say,
  /// what is established is so by the kernel of this check; a piece whose plans do not do is an error. One for each shard,
  /// or, with `shard`, that of it. Not together with `journal` or `reports`.
  std::vector<std::string> pieces = {};
  /// Of this program: a journal or report of another version is refused.
  std::string program_version = {};
  /// Which build of it, without blanks: a journal of another one is refused.
  std::string program_build = {};
  /// For what does not stay in memory; empty: where the system has its temporary files.
  std::string temporary_folder = {};
  /// What sorting gaps may hold in memory, up to three times at once.
  std::size_t sorting_memory_bytes = std::size_t{8} << 20;
  /// For tests only: keys of the index are cut to these bits. The result must not depend on it.
  std::uint64_t key_mask = ~std::uint64_t{0};
};

/// The gaps of a check, one by one, from disk, each once up to symmetry. Order: occurring in most positions
/// first, then by root (none last), length of the line, number of stones, position, kind.
class GapStream {
 public:
  virtual ~GapStream() = default;
  /// Nothing after the last one.
  [[nodiscard]] virtual Result<std::optional<Gap>> next() = 0;
  /// From the first one again.
  virtual Status rewind() = 0;
};

/// The gaps as found, node by node, which is what another process needs to know about a shard.
class RawGapList {
 public:
  virtual ~RawGapList() = default;
  [[nodiscard]] virtual Result<std::optional<RawGap>> next() = 0;
};

/// The result of a check.
struct Verification {
  std::vector<Verdict> verdicts;    ///< one per root, in the order of the roots
  std::shared_ptr<GapStream> gaps;  ///< keeps what it needs of the proof alive
  GapCounts gap_counts{};           ///< of `gaps`
  /// Gaps at moves that are not needed, as another one at their position holds or comes first, and below them.
  /// `gaps` has those of them that say the file is wrong.
  GapCounts aside{};
  std::uint64_t alternatives = 0;  ///< positions with several records; 0 where that is a gap
  std::uint64_t later_taken = 0;   ///< of these: where not the first move is the one that counts
  std::uint64_t limited_gaps = 0;  ///< of `gaps`: those with `limit`
  Tally all;                       ///< over all records checked, reached or not
  PlyTallies by_ply;               ///< the same by number of stones on the board
  std::uint64_t records = 0;       ///< in the file
  std::uint64_t unreached = 0;     ///< stored positions that no root reaches
  std::string content_hash;
  bool interrupted = false;
  Trust trust = Trust::dbsearch;
  std::string trusted;  ///< what must be believed, in words
  std::uint32_t effort = 0;
  std::optional<Shard> shard = {};
  std::shared_ptr<RawGapList> raw_gaps;  ///< of a shard that was not interrupted, by node; can be read once
  std::uint64_t resumed = 0;             ///< nodes whose outcome a journal remembered
  std::uint64_t reports = 0;             ///< of shards, that were combined
  std::uint64_t pieces = 0;              ///< of a certificate, that were audited
  unsigned threads = 0;                  ///< used
  double seconds = 0;

  [[nodiscard]] std::uint64_t gap_count() const;
  /// Of `gaps`: those that are not aside.
  [[nodiscard]] GapCounts needed_gaps() const;
  /// Is every claim proved, by this check alone? False when there is none. Whether that is a yes to what the
  /// caller asks, decide() says (verify/outcome/decision.hpp).
  [[nodiscard]] bool accepted() const;
  /// Takes back what it says of claims: somebody did not want to wait for the rest.
  void interrupt(int percent_done);
};

/// Checks the whole proof. require: proof.records is finished; all roots have the board size of the proof.
/// Errors: a journal, report or piece that cannot be used, or a disk that fails. What goes wrong in a thread (no
/// memory) is thrown again here.
[[nodiscard]] Result<Verification> check_proof(Proof proof, const Options& options);

}  // namespace fiveproof::verify
