#include "session/store_reading.hpp"

#include <algorithm>

#include "game/position_key.hpp"
#include "session/job_list.hpp"
#include "session/lone_search.hpp"
#include "session/proof_check.hpp"
#include "solve/jobs/extract.hpp"

namespace fiveproof::session {
namespace {

/// What the solver wins by a threat sequence is won by the first move of the sequence, and few db-searches
/// find that. The bounds are low because a claim that the store does not prove is not to be solved here.
constexpr std::uint64_t searches_for_one = 20'000;
constexpr std::uint64_t searches_for_all = 200'000;

solve::WorkOptions work_of(const StoreReadingOptions& options) {
  solve::WorkOptions how;
  how.threads = options.threads;
  how.memory = options.limits.budget.bytes;
  return how;
}

/// Whether an answer can close the gap. Where a move of the store is wrong there is nothing to go on from.
bool wants_answer(const Gap& gap) {
  return gap.kind == GapKind::unanswered_reply || gap.kind == GapKind::missing_root;
}

class Reader {
 public:
  Reader(const solve::Store& store, const solve::Store::View& view, const StoreReadingOptions& options)
      : view_(view), options_(options), how_(work_of(options)), search_(store.identity(), how_) {
    walk_.budget = options.limits.budget;
    walk_.max_records = options.limits.max_records;
    walk_.on_progress = [this](std::uint64_t records) { tell({records, {}, 0, 0}); };
  }

  Result<StoreReading> read(const solve::Store& store, const std::vector<Root>& claims) {
    for (;;) {
      FIVEPROOF_LET(auto taken, solve::extract(store, view_, claims, walk_));
      Proof& proof = taken.proof;
      const auto check = check_found(proof, how_, [&](const verify::Progress& progress) {
        tell({proof.records.count(), progress, 0, 0});
      });
      if (!check.ok()) return check.error();
      FIVEPROOF_LET(const auto is_more, answer(check.value().gaps));
      if (is_more) continue;
      return StoreReading{std::move(proof), view_.answers(), taken.others, check.value().gaps.size()};
    }
  }

 private:
  void tell(const StoreReadingOptions::Progress& progress) const {
    if (options_.on_progress) options_.on_progress(progress);
  }

  /// Looks for answers at the gaps, and says whether there is anything new to walk from.
  Result<bool> answer(const std::vector<Gap>& gaps) {
    const std::size_t before = walk_.also.size();
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      const Position& position = gaps[i].position;
      if (!wants_answer(gaps[i]) || !tried_.add({position})) continue;
      tell({0, {}, i, gaps.size()});
      const bool is_there = view_.answer(position).has_value();
      FIVEPROOF_TRY(view_.status());
      FIVEPROOF_LET(auto is_answered, is_there ? Result<bool>(true) : search(position));
      if (is_answered) walk_.also.push_back(position);
    }
    return walk_.also.size() > before;
  }

  Result<bool> search(const Position& position) {
    const std::uint64_t spent = search_.prover().searches();
    if (spent >= searches_for_all) return false;
    auto found =
        search_.prove({position, std::nullopt}, std::min(searches_for_one, searches_for_all - spent));
    if (!found.ok()) return found.error();
    if (!found.value()) return false;
    const RecordTable& records = found.value()->records;
    for (std::size_t i = 0; i < records.count(); ++i)
      if (const Record record = records.at(i); record.move)
        walk_.answers.emplace(position_key(record.position), *record.move);
    return true;
  }

  const solve::Store::View& view_;
  const StoreReadingOptions& options_;
  solve::WorkOptions how_;
  LoneSearch search_;
  solve::ExtractOptions walk_;
  JobList tried_;
};

}  // namespace

Result<StoreReading> read_store(const solve::Store& store, const StoreReadingOptions& options) {
  FIVEPROOF_LET(const auto view, store.view());
  FIVEPROOF_LET(const auto claims,
                options.claims ? Result(*options.claims) : solve::proved_claims(store, view));
  return Reader(store, view, options).read(store, claims);
}

}  // namespace fiveproof::session
