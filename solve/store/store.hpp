// The solver's store, `.fvs`: what is proved and which jobs are open, in one LMDB file.
//
// Any number of processes on one machine may use a store at the same time, and any of them may be killed at
// any moment: a change is there as a whole or not at all. A store belongs to one rule set, board size and
// attacker and says so; it is refused for any other.
//
// An entry that is damaged, and a page that cannot be read, is an error and not an absence.
//
// Nothing in it needs to be believed: what is exported from it is a proof like any other, and verify checks
// it. Layout: spec/store.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "game/position.hpp"
#include "proof/proof.hpp"
#include "solve/store/upstream.hpp"

struct MDB_txn;  // LMDB's

namespace fiveproof::solve {

struct StoreIdentity {
  RuleSet rule = RuleSet::freestyle;
  int size = 15;
  Color attacker = Color::black;
  bool operator==(const StoreIdentity&) const = default;
};

enum class JobState : std::uint8_t {
  open = 0,  ///< to be searched as a whole
  /// OR: it was searched without success and is replaced by its `moves`. AND: its `moves` are the open
  /// replies.
  split = 1,
  proved = 2,
  failed = 3,  ///< the moves that the settings allow are exhausted; says nothing about who wins
};

/// What is known about one position of the job tree.
struct JobEntry {
  JobState state = JobState::open;
  std::uint8_t round = 0;      ///< how often it was searched in vain
  std::uint64_t searches = 0;  ///< db-searches spent on it
  std::vector<Square> moves;   ///< in the orientation of the canonical position
  bool operator==(const JobEntry&) const = default;
};

/// How many entries there are.
struct StoreCheck {
  std::uint64_t answers = 0, jobs = 0, roots = 0;
};

class Store {
  struct Impl;
  struct End {
    void operator()(MDB_txn* txn) const;
  };
  /// It ends unfinished, without an effect, with this.
  using Transaction = std::unique_ptr<MDB_txn, End>;

 public:
  enum class Mode { create, write, read };

  /// Mode::create makes the file if there is none. All pages are looked at before they are used (pages.hpp).
  /// ErrorCode::usage: it is the store of another game; unsupported: it is of another version; malformed: it
  /// is no store, or a damaged one; io: the disk failed.
  [[nodiscard]] static Result<Store> open(const std::string& path, const StoreIdentity& identity, Mode mode);
  /// Opens a store for reading, whatever game it is of. Needs no right to write to the folder. Errors are
  /// those of open().
  [[nodiscard]] static Result<Store> open_to_read(const std::string& path);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  [[nodiscard]] const StoreIdentity& identity() const;

  /// The store as it is at one moment. Keep it no longer than a job: old pages cannot be reused meanwhile.
  /// Used by one thread at a time.
  class View {
   public:
    /// Whether all that was read could be read. An entry that is damaged looks as if it were not there: ask
    /// before anything is concluded from what answer() and job() did not find.
    [[nodiscard]] Status status() const;
    /// The attacker's move that is proved to win at an OR position.
    [[nodiscard]] std::optional<Square> answer(const Position& or_position) const;
    /// The entry of a job; its moves are in the orientation of the canonical position.
    [[nodiscard]] std::optional<JobEntry> job(const Position& position) const;
    [[nodiscard]] std::uint64_t answers() const;
    /// What the store was asked to prove, in the order of the keys.
    [[nodiscard]] Result<std::vector<Root>> roots() const;
    /// Calls `f` with every proved position and its move, both canonical, by number of stones, until `f`
    /// returns false.
    Status for_each_answer(const std::function<bool(const Position&, Square)>& f) const;
    /// Calls `f` with every job, canonical, until `f` returns false.
    Status for_each_job(const std::function<bool(const Position&, const JobEntry&)>& f) const;

   private:
    friend class Store;
    View(const Impl& store, Transaction txn) : store_(&store), txn_(std::move(txn)) {}
    void note(const Error& error) const;
    const Impl* store_;
    Transaction txn_;
    mutable std::optional<Error> trouble_;  ///< the first
  };
  [[nodiscard]] Result<View> view() const;

  /// Several writes that take effect together, at commit(), or not at all. There is one at a time on a
  /// machine: change() waits for the other to end.
  class Change {
   public:
    /// An answer that is there already stays. require: the attacker is to move.
    Status put_answer(const Position& or_position, Square move);
    Status put_root(const Root& root);
    /// `entry.moves` belong to the canonical position.
    Status put_job(const Position& position, const JobEntry& entry);
    /// An entry as another store has it. ErrorCode::malformed: it can be none of this game.
    Status put(const StoreEntry& entry);
    /// Where there is a store upstream, the change is made there first, and not here if that fails.
    Status commit();

   private:
    friend class Store;
    Change(const Impl& store, Transaction txn, Upstream* upstream)
        : store_(&store), txn_(std::move(txn)), upstream_(upstream) {}
    Status put(Table table, std::vector<std::uint8_t> key, std::vector<std::uint8_t> value);
    const Impl* store_;
    Transaction txn_;
    Upstream* upstream_;
    std::vector<StoreEntry> entries_;  ///< what `upstream_` is told
  };
  [[nodiscard]] Result<Change> change();
  /// A change that has been made upstream.
  [[nodiscard]] Result<Change> change_copy();

  /// Makes this store the copy of another one. require: `upstream` outlives the store.
  void set_upstream(Upstream& upstream);
  /// What is committed need not reach the disk: for a store that ends with the process.
  void leave_to_system();

  /// The right to work on a position, which one process has at a time. It ends with this object, or with the
  /// process however that ends.
  class Lease {
   public:
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&& other) noexcept;
    ~Lease();

   private:
    friend class Store;
    Lease(int descriptor, std::uint64_t place) : descriptor_(descriptor), place_(place) {}
    int descriptor_;
    std::uint64_t place_;
  };
  /// Nothing when somebody else has the lease of the position.
  [[nodiscard]] std::optional<Lease> lease(const Position& position);

  /// Reads everything, pages and entries, and returns how much it is or the first thing that is wrong with
  /// it.
  [[nodiscard]] Result<StoreCheck> check() const;
  /// 1: its entries have no checksums. A store of an older version than a new one has can only be read.
  [[nodiscard]] int version() const;
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  explicit Store(std::unique_ptr<Impl> impl);
  static Result<Store> open(const std::string& path, const std::optional<StoreIdentity>& identity, Mode mode);
  static Status make(const std::string& path, const StoreIdentity& identity);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fiveproof::solve
