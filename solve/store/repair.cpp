#include "solve/store/repair.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "base/files/descriptor.hpp"
#include "base/files/temporary_name.hpp"
#include "game/packed_position.hpp"
#include "solve/store/store_keys.hpp"

namespace fiveproof::solve {
namespace {

/// Entries never cross a multiple of this: no page of LMDB is smaller.
constexpr std::size_t most_page_bytes = 65536;
constexpr std::size_t node_bytes = 8;
/// So many entries are written in one transaction.
constexpr std::uint64_t entries_at_once = 100'000;

Error system_error(const std::string& path, std::string_view action) {
  return {ErrorCode::io, std::string(action) + ": " + std::generic_category().message(errno), path, {}};
}

/// What looks like an entry of LMDB's.
struct Candidate {
  Span key, value;
};

/// Calls `f` with everything in the file that looks like an entry with a key of a length that `is_wanted`,
/// until it returns false. A place that cannot be read has none.
template <class Wanted, class F>
Status for_each_candidate(const std::string& path, const Wanted& is_wanted, const F& f) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return system_error(path, "cannot be opened");
  // A piece holds whole pages, whatever their size.
  std::vector<std::uint8_t> bytes(16 * most_page_bytes);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return system_error(path, "cannot be read");
  for (off_t at = 0; at < status.st_size; at += static_cast<off_t>(bytes.size())) {
    std::size_t length = 0;
    while (length < bytes.size()) {
      constexpr std::size_t sector = 4096;
      const ssize_t got = ::pread(file.number(), bytes.data() + length, bytes.size() - length,
                                  at + static_cast<off_t>(length));
      if (got < 0 && errno == EINTR) continue;
      if (got == 0) break;
      if (got > 0) {
        length += static_cast<std::size_t>(got);
        continue;
      }
      const std::size_t lost = std::min(sector, bytes.size() - length);
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(length), lost, std::uint8_t{0});
      length += lost;
    }
    for (std::size_t i = 0; i + node_bytes <= length; i += 2) {
      const std::uint8_t* node = bytes.data() + i;
      const std::size_t key_bytes = node[6] + 256u * node[7];
      if (!is_wanted(key_bytes)) continue;
      const std::size_t value_bytes = node[0] + 256u * node[1];
      if ((node[2] | node[3] | node[4] | node[5]) != 0 || i + node_bytes + key_bytes + value_bytes > length)
        continue;
      if (!f(Candidate{Span(node + node_bytes, key_bytes), Span(node + node_bytes + key_bytes, value_bytes)}))
        return Done{};
    }
  }
  return Done{};
}

/// The lengths of keys: of an answer, a job and a root, in the order of `Shape`.
enum class Shape { answer, job, root };
std::size_t key_bytes_of(Shape shape, int size) {
  return packed_bytes(size) + 2 + static_cast<std::size_t>(shape);
}
Table table_of(Shape shape) {
  return shape == Shape::answer ? Table::proved : shape == Shape::job ? Table::jobs : Table::meta;
}
constexpr std::array shapes = {Shape::answer, Shape::job, Shape::root};

/// What the store was of: it says so itself, or the checksum of any entry does.
Result<VersionedIdentity> find_identity(const std::string& path) {
  std::optional<VersionedIdentity> found;
  auto read = for_each_candidate(
      path, [](std::size_t length) { return length == store_magic.size(); },
      [&](const Candidate& entry) {
        if (!std::ranges::equal(entry.key, store_magic)) return true;
        if (const auto identity = parse_identity(path, entry.value); identity.ok()) found = identity.value();
        return !found;
      });
  if (!read.ok()) return read.error();
  if (found) return *found;

  std::vector<std::tuple<std::size_t, Table, Seals, StoreIdentity>> possible;
  for (int size = min_board_size; size <= max_board_size; ++size)
    for (const RuleSet rule : all_rule_sets)
      for (const Color attacker : {Color::black, Color::white})
        for (const Shape shape : shapes) {
          const StoreIdentity game{rule, size, attacker};
          for (const int version : {2, store_version})
            possible.emplace_back(key_bytes_of(shape, size), table_of(shape), Seals(game, version), game);
        }
  read = for_each_candidate(
      path,
      [](std::size_t length) {
        return length >= key_bytes_of(Shape::answer, min_board_size) &&
               length <= key_bytes_of(Shape::root, max_board_size);
      },
      [&](const Candidate& entry) {
        for (const auto& [length, table, seals, game] : possible)
          if (entry.key.size() == length && seals.opened(table, entry.key, entry.value))
            found = {game, seals.version()};
        return !found;
      });
  if (!read.ok()) return read.error();
  if (!found)
    return Error{ErrorCode::malformed, "expected a fiveproof store, found no whole entry of one", path, {}};
  return *found;
}

/// Of two entries of one job, found in pages of different times, the later one: what was spent on a job
/// grows.
bool is_later(const JobEntry& a, const JobEntry& b) {
  const auto rank = [](const JobEntry& e) {
    return std::tuple(e.searches, e.state != JobState::open, e.state != JobState::split, e.round);
  };
  return rank(a) > rank(b);
}

/// The new store on its way: in a folder of its own, so that it appears whole or not at all.
class NewStore {
 public:
  static Result<NewStore> make(const std::string& path, const StoreIdentity& game) {
    NewStore made;
    made.path_ = path;
    made.folder_ = TemporaryName::make_folder(path);
    if (made.folder_.empty()) return system_error(path, "cannot be written");
    FIVEPROOF_LET(auto store, Store::open(made.inner_path(), game, Store::Mode::create));
    made.store_.emplace(std::move(store));
    return made;
  }
  template <class Put>
  Status put(Put put) {
    if (!change_) {
      FIVEPROOF_LET(auto change, store_->change());
      change_.emplace(std::move(change));
    }
    FIVEPROOF_TRY(put(*change_));
    return ++count_ % entries_at_once == 0 ? commit() : Done{};
  }
  Status commit() {
    if (!change_) return Done{};
    auto done = change_->commit();
    change_.reset();
    return done;
  }
  [[nodiscard]] const Store& store() const { return *store_; }
  Status finish() {
    store_.reset();
    if (::link(inner_path().c_str(), path_.c_str()) == 0) return Done{};
    if (errno == EEXIST) return system_error(path_, "cannot be written");
    // Not every file system has links.
    if (::rename(inner_path().c_str(), path_.c_str()) != 0) return system_error(path_, "cannot be written");
    return Done{};
  }

 private:
  [[nodiscard]] std::string inner_path() const { return folder_.path() + "/store.fvs"; }
  std::string path_;
  TemporaryName folder_;  // outlives what is in it
  std::optional<Store> store_;
  std::optional<Store::Change> change_;
  std::uint64_t count_ = 0;
};

/// Jobs and roots are few beside the answers: they are kept in memory.
struct Salvage {
  std::map<Bytes, std::pair<Position, JobEntry>> jobs;
  std::map<Bytes, Root> roots;
};

Status copy_sound(const Store& old, NewStore& made, Salvage& salvage) {
  FIVEPROOF_LET(const auto view, old.view());
  const Color attacker = old.identity().attacker;
  Status put = Done{};
  auto read = view.for_each_answer([&](const Position& position, Square move) {
    put = made.put([&](auto& change) { return change.put_answer(position, move); });
    return put.ok();
  });
  if (!put.ok()) return put;
  if (!read.ok()) return read;
  read = view.for_each_job([&](const Position& position, const JobEntry& entry) {
    salvage.jobs.emplace(job_key(position, attacker), std::pair(position, entry));
    return true;
  });
  if (!read.ok()) return read;
  FIVEPROOF_LET(const auto roots, view.roots());
  for (const Root& root : roots) salvage.roots.emplace(job_key(root.position, attacker), root);
  return view.status();
}

Status salvage_from(const std::string& path, const VersionedIdentity& identity, NewStore& made,
                    Salvage& salvage) {
  const StoreIdentity& game = identity.game;
  const Seals seals(game, identity.version);
  const std::size_t least = key_bytes_of(Shape::answer, game.size);
  Status put = Done{};
  auto read = for_each_candidate(
      path, [&](std::size_t length) { return length - least < shapes.size(); },
      [&](const Candidate& entry) {
        const Shape shape = shapes[entry.key.size() - least];
        const auto value = seals.opened(table_of(shape), entry.key, entry.value);
        if (!value) return true;
        if (shape == Shape::answer && fault_of_answer(entry.key, *value, game).empty()) {
          put = made.put([&](auto& change) {
            return change.put_answer(*position_of_answer(entry.key, game), *decode_move(*value, game.size));
          });
        } else if (shape == Shape::job && fault_of_job(entry.key, *value, game).empty()) {
          const JobEntry job = *decode_entry(*value, game.size);
          const auto [place, is_new] = salvage.jobs.try_emplace(Bytes(entry.key.begin(), entry.key.end()),
                                                                *position_of_job(entry.key, game), job);
          if (!is_new && is_later(job, place->second.second)) place->second.second = job;
        } else if (shape == Shape::root) {
          if (auto root = decode_root(entry.key, *value, game))
            salvage.roots.insert_or_assign(Bytes(entry.key.begin(), entry.key.end()), *std::move(root));
        }
        return put.ok();
      });
  return put.ok() ? read : put;
}

}  // namespace

Result<Repaired> repair(const std::string& path, const std::string& new_path) {
  struct stat status {};
  if (::lstat(new_path.c_str(), &status) == 0) return Error{ErrorCode::usage, "exists already", new_path, {}};
  if (::stat(path.c_str(), &status) != 0) return system_error(path, "cannot be opened");
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::io, "expected a regular file", path, {}};

  Repaired repaired;
  std::optional<Store> sound;
  if (auto store = Store::open_to_read(path); !store.ok()) {
    repaired.damage = store.error();
  } else if (const auto checked = store.value().check(); !checked.ok()) {
    repaired.damage = checked.error();
  } else {
    sound.emplace(std::move(store).value());
  }
  VersionedIdentity identity;
  if (sound) {
    identity = {sound->identity(), sound->version()};
  } else {
    FIVEPROOF_LET(const auto found, find_identity(path));
    identity = found;
  }
  repaired.game = identity.game;
  repaired.version = identity.version;

  FIVEPROOF_LET(auto made, NewStore::make(new_path, identity.game));
  Salvage salvage;
  FIVEPROOF_TRY(sound ? copy_sound(*sound, made, salvage) : salvage_from(path, identity, made, salvage));
  FIVEPROOF_TRY(made.commit());
  {
    FIVEPROOF_LET(const auto view, made.store().view());
    for (auto& [key, job] : salvage.jobs) {
      auto& [position, entry] = job;
      const bool is_lost = entry.state == JobState::proved && position.to_move() == identity.game.attacker &&
                           !view.answer(position);
      if (!is_lost) continue;
      entry.state = entry.moves.empty() ? JobState::open : JobState::split;
      ++repaired.reopened;
    }
    FIVEPROOF_TRY(view.status());
  }
  for (const auto& [key, job] : salvage.jobs)
    if (auto put = made.put([&job = job](auto& change) { return change.put_job(job.first, job.second); });
        !put.ok())
      return put.error();
  for (const auto& [key, root] : salvage.roots)
    FIVEPROOF_TRY(made.put([&root = root](auto& change) { return change.put_root(root); }));
  FIVEPROOF_TRY(made.commit());
  FIVEPROOF_LET(const auto saved, made.store().check());
  repaired.saved = saved;
  FIVEPROOF_TRY(made.finish());
  return repaired;
}

}  // namespace fiveproof::solve
