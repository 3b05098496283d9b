#include "solve/jobs/extract.hpp"

#include <bit>
#include <optional>
#include <string>
#include <unordered_set>

#include "dbsearch/reply_search.hpp"
#include "game/five.hpp"
#include "game/legal_moves.hpp"
#include "game/position_key.hpp"
#include "game/symmetric_keys.hpp"
#include "game/symmetry.hpp"
#include "solve/jobs/job_tree.hpp"
#include "solve/search/evaluator.hpp"

namespace fiveproof::solve {
namespace {

class Walk {
 public:
  Walk(const StoreIdentity& game, const Store::View& view, const ExtractOptions& options)
      : view_(view),
        options_(options),
        evaluator_(Evaluator::of(game.rule, game.size, game.attacker, options.settings)),
        replies_(game.rule, game.size, options.effort),
        attacker_(game.attacker),
        out_{Proof(game.rule, game.size, game.attacker, options.budget), {}, 0} {}

  Status add_claim(const Root& root) {
    out_.proof.roots.push_back(root);
    return add(root.position);
  }
  Status add(const Position& start) {
    visit(start, true);
    while (!waiting_.empty() && !is_stopped()) {
      FIVEPROOF_TRY(may_go_on());
      const Position position = waiting_.back();
      waiting_.pop_back();
      visit(position, false);
    }
    return Done{};
  }
  Result<Extract> take() && {
    FIVEPROOF_TRY(view_.status());
    FIVEPROOF_TRY(out_.proof.records.finish_within_budget());
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is_stopped() {
    if (options_.stop != nullptr && options_.stop->load()) out_.is_interrupted = true;
    return out_.is_interrupted;
  }
  Status may_go_on() {
    const std::size_t records = out_.proof.records.count();
    if (records > options_.max_records)
      return Error{ErrorCode::limit, "expected at most " + std::to_string(options_.max_records) +
                                         " records, found more (--max-records)"};
    if (seen_.size() > options_.budget.bytes / seen_bytes)
      return Error{ErrorCode::limit, "expected to get by with " + std::to_string(options_.budget.bytes) +
                                         " bytes, needs more for " + std::to_string(seen_.size()) +
                                         " positions (--memory)"};
    if (options_.on_progress && ++steps_ % steps_told == 0) options_.on_progress(records);
    return Done{};
  }
  [[nodiscard]] std::optional<Square> answer(const Position& canonical, const std::string& key) {
    if (const auto move = view_.answer(canonical)) return move;
    const auto found = options_.answers.find(key);
    if (found == options_.answers.end()) return std::nullopt;
    ++out_.others;
    return found->second;
  }
  void visit(const Position& given, bool is_root) {
    // The verifier searches the canonical position, and orientation can decide what a search finds.
    const Position position = canonical_form(given).position;
    const auto [key, is_new] = seen_.insert(position_key(position));
    if (!is_new) return;
    if (position.to_move() != attacker_) return visit_replies(position, std::nullopt);
    const auto move = answer(position, *key);
    if (!move) {
      if (!is_root || !evaluator_->attacker_wins(position)) out_.missing.push_back(position);
      return;
    }
    out_.proof.records.add(position, *move);
    Position next = position;
    next.play(*move);
    visit_replies(next, *move);
  }
  void visit_replies(const Position& and_position, std::optional<Square> last) {
    if (has_forbidden_moves(out_.proof.rule)) return visit_as_verified(and_position);
    for (Square s : evaluator_->open_replies(and_position, last)) wait_for(and_position, s);
  }
  /// Where there are forbidden points searches differ more in what they find, and one that finds nothing
  /// takes ten milliseconds. So replies are answered in the order and with the search of the verifier: what
  /// is stored is not searched, and what is left out here is no gap there. Elsewhere a search is nothing, and
  /// may save a record.
  void visit_as_verified(const Position& and_position) {
    if (has_five(and_position, out_.proof.rule, attacker_)) return;
    const SquareSet legal = legal_moves(and_position, out_.proof.rule, opponent(attacker_));
    const SquareSet stored = stored_replies(and_position, legal);
    const SquareSet open =
        options_.stored_only ? SquareSet() : open_replies(and_position, legal - stored, stored);
    for (Square s : stored | open) wait_for(and_position, s);
  }
  /// Of the replies that are not stored. What is found of them depends on which of them are asked about, so
  /// that what an earlier walk found holds where the same ones are stored.
  SquareSet open_replies(const Position& and_position, const SquareSet& replies, const SquareSet& stored) {
    const std::string key = position_key(and_position);
    if (options_.known != nullptr)
      if (const auto known = options_.known->find(key);
          known != options_.known->end() && known->second.stored == stored)
        return known->second.open;
    const Color defender = opponent(attacker_);
    SquareSet open;
    replies_.set_and_position(and_position, attacker_);
    for (Square s : replies) {
      if (is_stopped()) return open;
      if (makes_five(and_position, out_.proof.rule, defender, s) || !replies_.answer(s).is_lost())
        open.insert(s);
    }
    if (options_.known != nullptr) options_.known->insert_or_assign(key, KnownAnd{stored, open});
    return open;
  }
  [[nodiscard]] SquareSet stored_replies(const Position& and_position, const SquareSet& replies) {
    const ImageKeys& keys = ImageKeys::of_board(and_position.size());
    const KeyImages before = keys.of(and_position);
    note_lookups(static_cast<std::uint64_t>(replies.size()));
    SquareSet stored;
    for (Square s : replies) {
      const std::uint64_t key = (before ^ keys.of(opponent(attacker_), s, and_position.size())).sum();
      if (!answered_.empty() && !answered_[place_of(key)]) continue;
      if (is_stored(and_position, s)) stored.insert(s);
    }
    return stored;
  }
  /// Most replies have no answer, and the store takes microseconds to say so: when it has been asked often
  /// enough for its size, it is noted in memory which keys can be those of something that has one.
  void note_lookups(std::uint64_t count) {
    lookups_ += count;
    if (!answered_.empty() || is_store_unread_ || !options_.answers.empty() || lookups_ < view_.answers())
      return;
    answered_.resize(std::bit_ceil(static_cast<std::size_t>(view_.answers()) * bits_of_an_answer));
    const auto note = [&](const Position& position, Square) {
      answered_[place_of(key_of_images(position))] = true;
      return !is_stopped();
    };
    // An entry that cannot be read is told when it is asked for.
    is_store_unread_ = !view_.for_each_answer(note).ok() || is_stopped();
    if (is_store_unread_) answered_.clear();
  }
  [[nodiscard]] std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>(key >> 20) & (answered_.size() - 1);
  }
  [[nodiscard]] bool is_stored(Position position, Square reply) const {
    position.play(reply);
    const Position canonical = canonical_form(position).position;
    return view_.answer(canonical) || options_.answers.contains(position_key(canonical));
  }
  void wait_for(Position position, Square reply) {
    position.play(reply);
    waiting_.push_back(position);
  }

  /// Bytes that one seen position takes: 57 or more of its key on 15x15, and those of its place in the table.
  static constexpr std::size_t seen_bytes = 160;
  static constexpr std::uint64_t steps_told = 256;

  const Store::View& view_;
  const ExtractOptions& options_;
  std::unique_ptr<Evaluator> evaluator_;
  dbsearch::ReplySearch replies_;
  Color attacker_;
  Extract out_;
  std::vector<Position> waiting_;
  std::unordered_set<std::string> seen_;
  std::uint64_t lookups_ = 0;
  static constexpr std::size_t bits_of_an_answer = 16;
  std::vector<bool> answered_;  ///< by place_of() a key; empty: not noted
  bool is_store_unread_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace

Result<std::vector<Root>> proved_claims(const Store& store, const Store::View& view) {
  std::vector<Root> claims;
  JobTree tree(store.identity().attacker, {});
  std::vector<bool> seen;
  FIVEPROOF_LET(const auto roots, view.roots());
  for (const Root& root : roots) {
    std::vector<JobId> waiting{tree.add(root.position, view)};
    if (tree.at(waiting.front()).entry.state == JobState::proved) {
      claims.push_back(root);
      continue;
    }
    seen.resize(tree.size());
    while (!waiting.empty()) {
      const JobId id = waiting.back();
      waiting.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      const Job& job = tree.at(id);
      if (job.entry.state == JobState::proved)
        claims.push_back({job.position, std::nullopt});
      else
        waiting.insert(waiting.end(), job.children.begin(), job.children.end());
    }
  }
  FIVEPROOF_TRY(view.status());
  return claims;
}

Result<Extract> extract(const Store& store, const Store::View& view, const std::vector<Root>& roots,
                        const ExtractOptions& options) {
  Walk walk(store.identity(), view, options);
  for (const Root& root : roots) FIVEPROOF_TRY(walk.add_claim(root));
  for (const Position& position : options.also) FIVEPROOF_TRY(walk.add(position));
  return std::move(walk).take();
}

}  // namespace fiveproof::solve
