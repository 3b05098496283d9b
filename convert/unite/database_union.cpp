#include "convert/unite/database_union.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "convert/rapfi/rapfi_db.hpp"
#include "convert/rapfi/rapfi_index.hpp"
#include "convert/rapfi/record_union.hpp"
#include "convert/syntax/counted.hpp"

namespace fiveproof::convert {

namespace {

struct PlainRecord {
  Bytes key, body;

  explicit PlainRecord(const DbRecord& record)
      : key(record.key().begin(), record.key().end()), body(record.body().begin(), record.body().end()) {}
  [[nodiscard]] DbRecord said() const { return {key, body}; }
};

std::optional<DbKey> position_key(const DbRecord& record) {
  auto key = DbKey::parse(record.key());
  if (!key || !key->is_position()) return std::nullopt;
  return key;
}

/// Equal for records of one position.
Bytes sorting_key(const DbRecord& record) {
  if (const auto key = position_key(record)) return canonical_key(*key).bytes;
  return {record.key().begin(), record.key().end()};
}

class DatabaseUniter {
 public:
  explicit DatabaseUniter(const RapfiDatabase& first) : first_(first) {
    records_.reserve(first.count());
    known_.reserve(first.count());
    for (std::uint32_t i = 0; i < first.count(); ++i) {
      records_.emplace_back(first.record(i));
      known_.push_back({sorting_key(first.record(i)), i});
    }
    std::ranges::stable_sort(known_, {}, &Known::key);
  }

  void take(const DbRecord& record) {
    const Bytes key = sorting_key(record);
    const auto found = std::ranges::lower_bound(known_, key, {}, &Known::key);
    if (found == known_.end() || found->key != key) {
      records_.emplace_back(record);
      ++added_;
      return;
    }
    for (auto one = found; one != known_.end() && one->key == key; ++one)
      if (is_same(records_[one->record].said(), record)) return;
    PlainRecord& mine = records_[found->record];
    const auto body = united(mine.said(), record, key);
    if (!body) {
      if (conflicts_++ == 0) first_conflict_ = position_key(record) ? text_of(record) : "no position";
    } else if (*body != mine.body) {
      mine.body = *body;
      ++completed_;
    }
  }

  Result<TreeUnion> finish() {
    const auto is_before = [](const PlainRecord& a, const PlainRecord& b) {
      return compare_keys(a.key, b.key) < 0;
    };
    if (first_.is_sorted()) std::ranges::stable_sort(records_, is_before);
    RapfiDatabase made;
    for (const PlainRecord& record : records_)
      if (!made.add(record.key, record.body)) return too_large_database();
    if (!made.set_tail(first_.tail())) return too_large_database();
    made.set_container(first_.container());
    FIVEPROOF_LET(auto tree, tree_of_db(made));
    TreeUnion out{std::move(tree), added_, {}, {}};
    tell(out.carried, completed_, "record", " of the first with what the other says of the position, too");
    tell(out.losses, conflicts_, "record",
         " that says something else than that of the first, which stays; the first: " + first_conflict_);
    return out;
  }
  [[nodiscard]] bool has_news() const { return added_ + completed_ + conflicts_ > 0; }

 private:
  struct Known {
    Bytes key;  ///< see sorting_key()
    std::uint32_t record;
  };

  static std::string text_of(const DbRecord& record) { return text_of_key(*DbKey::parse(record.key())); }

  /// require: they are of one position, or have one key that is none.
  static bool is_same(const DbRecord& a, const DbRecord& b) {
    if (position_key(a)) return canonical_body(a) == canonical_body(b);
    return std::ranges::equal(a.body(), b.body());
  }

  /// What both say, for the key of the first; nothing if that is not one thing.
  static std::optional<Bytes> united(const DbRecord& mine, const DbRecord& other, const Bytes& canonical) {
    if (!position_key(mine) || !std::ranges::equal(mine.key(), canonical)) return std::nullopt;
    const Bytes turned = canonical_body(other);
    return united_body(mine, DbRecord(canonical, turned));
  }

  const RapfiDatabase& first_;
  std::vector<PlainRecord> records_;
  std::vector<Known> known_;  ///< of the first, sorted; of one position in the order of the file
  std::uint64_t added_ = 0, completed_ = 0, conflicts_ = 0;
  std::string first_conflict_;
};

/// The union names the charset of either, so that texts of the other have to be in that.
Status check_charsets(const RapfiDatabase& a, const RapfiDatabase& b) {
  const auto may_name = [](const RapfiDatabase& naming, const RapfiDatabase& other) {
    return !naming.charset() || other.text_count() == 0 || naming.charset() == other.charset();
  };
  if (may_name(a, b) && may_name(b, a)) return Done{};
  const auto named = [](const RapfiDatabase& db) { return db.charset().value_or("none"); };
  return Error{ErrorCode::usage, "expected databases that name one charset, found " + named(a) + " and " +
                                     named(b) + " (convert --charset makes UTF-8 of it)"};
}

}  // namespace

Result<TreeUnion> unite_databases(GameTree first, const GameTree& second) {
  FIVEPROOF_LET(const auto a, db_of_tree(first));
  FIVEPROOF_LET(const auto b, db_of_tree(second));
  FIVEPROOF_TRY(check_charsets(a, b));
  DatabaseUniter uniter(a);
  for (std::uint32_t i = 0; i < b.count(); ++i) uniter.take(b.record(i));
  if (!uniter.has_news()) return TreeUnion{std::move(first)};
  return uniter.finish();
}

}  // namespace fiveproof::convert
