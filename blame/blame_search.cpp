#include "blame/blame_search.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "game/five.hpp"
#include "game/legal_moves.hpp"

namespace fiveproof::blame {
namespace {

/// Nodes of a search for fours alone, which are cheap.
constexpr std::uint32_t nodes_of_fours = 2'000;
/// Threat searches of the first round, and how many times more each later one may take. Positions beside
/// those that are known get more, as most is found there.
constexpr std::uint64_t first_searches = 50, growth = 4, more_at_edges = 16;
constexpr std::uint64_t most_searches = std::uint64_t{1} << 40;
/// So many moves of a proof are told: whoever wants the rest has the proof.
constexpr std::size_t longest_line = 15;

}  // namespace

std::string_view name_of(Ground ground) {
  constexpr std::string_view names[] = {"five", "forbidden", "threats", "proof", "search", "move"};
  return names[static_cast<std::size_t>(ground)];
}

BlameSearch::BlameSearch(const Game& game, const std::vector<BelievedProof>& proofs,
                         const solve::WorkOptions& how, std::uint32_t effort)
    : game_(game),
      how_(how),
      effort_(effort),
      threats_(game.rule, game.size, effort),
      fours_(game.rule, game.size),
      findings_(game.positions.size()),
      has_failed_(game.positions.size()) {
  how_.seconds = solve::WorkOptions().seconds;
  for (const BelievedProof& named : proofs) books_.push_back(open(named));
  for (const Color attacker : {Color::black, Color::white})
    searches_[static_cast<std::size_t>(index_of(attacker))] =
        std::make_unique<session::LoneSearch>(solve::StoreIdentity{game.rule, game.size, attacker}, how_);
}

std::unique_ptr<BlameSearch::Book> BlameSearch::open(BelievedProof named) const {
  const Proof& proof = *named.proof;
  auto below = explore::Below::of(proof);
  return std::make_unique<Book>(Book{std::move(named.name), std::move(named.proof),
                                     explore::ProofBook(proof, effort_),
                                     below.ok() ? std::optional(std::move(below).value()) : std::nullopt});
}

// -- what needs no search for a proof -----------------------------------------------------------------------

std::optional<Finding> BlameSearch::at_end() const {
  const Color next = game_.positions.back().to_move();
  if (game_.end == GameEnd::five) return Finding{opponent(next), Ground::five};
  if (game_.end == GameEnd::forbidden) return Finding{next, Ground::forbidden};
  return std::nullopt;
}

std::optional<Finding> BlameSearch::at_sight(const Position& position) {
  const Color mover = position.to_move();
  // A stone that makes a five is never forbidden.
  if (const SquareSet fives = five_squares(position, game_.rule, mover); !fives.empty())
    return Finding{mover, Ground::five, {}, 0, {fives.first()}};
  fours_.set_position(position, mover);
  if (const auto found = fours_.search(nodes_of_fours); found.win)
    return Finding{mover, Ground::threats, {}, 0, {}, fours_.threats_of(found.fours)};
  if (auto found = threats_.win(position, mover); found.win)
    return Finding{mover, Ground::threats, {}, 0, {}, std::move(found.sequence)};
  return std::nullopt;
}

std::optional<Finding> BlameSearch::by_book(Book& book, const Position& position) {
  const explore::Asked asked(position);
  Finding finding{book.proof->attacker, Ground::proof, book.name};
  const explore::Standing standing = book.book.standing(asked);
  if (standing == explore::Standing::absent) return std::nullopt;
  const bool is_stored = standing == explore::Standing::stored && !book.book.play_at(asked).moves.empty();
  if (!is_stored && standing != explore::Standing::after_move) {
    auto loss = book.book.loss_at(asked);
    if (!loss.is_lost) return std::nullopt;
  }
  follow(book, position, finding);
  return finding;
}

/// A win that the game itself goes on to show.
std::optional<Finding> BlameSearch::by_game(std::size_t ply) const {
  if (ply == game_.moves.size()) return std::nullopt;
  const auto& next = findings_[ply + 1];
  if (!next || next->winner != game_.mover(ply)) return std::nullopt;
  Finding finding = *next;
  finding.ground = Ground::move;
  finding.line.insert(finding.line.begin(), game_.moves[ply]);
  return finding;
}

/// Where the proof goes on from a position of it.
void BlameSearch::follow(Book& book, Position position, Finding& finding) {
  const Proof& proof = *book.proof;
  for (;;) {
    std::optional<Square> next;
    if (position.to_move() == proof.attacker) {
      for (const Square move : book.book.play_at(position).moves)
        if (!next && is_legal(position, proof.rule, proof.attacker, move)) next = move;
      if (!next) finding.threats = book.book.loss_at(position).sequence;
    } else {
      next = longest_reply(book, position);
      if (!next) {
        position.set_to_move(proof.attacker);
        finding.threats = threats_.win(position, proof.attacker).sequence;
        finding.is_after_pass = true;
      }
    }
    if (!next) return;
    if (finding.line.size() == longest_line) {
      finding.is_cut = true;
      return;
    }
    finding.line.push_back(*next);
    position.play(*next);
    if (has_five(position, proof.rule, proof.attacker)) return;
  }
}

/// Of the stored replies the one that holds out longest; nothing where none is stored.
std::optional<Square> BlameSearch::longest_reply(Book& book, const Position& position) {
  std::optional<Square> longest;
  explore::Weight most;
  std::set<std::size_t> seen;
  for (const Square reply : legal_moves(position, book.proof->rule, position.to_move())) {
    Position after = position;
    after.play(reply);
    const auto [first, last] = book.proof->records.find(explore::Asked(after).canonical());
    if (first == last || !seen.insert(first).second) continue;
    const explore::Weight weight = book.below ? book.below->at(first) : explore::Weight{};
    if (longest && std::pair(weight.plies, weight.positions) <= std::pair(most.plies, most.positions))
      continue;
    longest = reply;
    most = weight;
  }
  return longest;
}

// -- the search ---------------------------------------------------------------------------------------------

Status BlameSearch::look() {
  for (std::size_t ply = findings_.size(); ply-- > 0;) {
    auto& finding = findings_[ply];
    if (on_progress) on_progress({ply});
    if (ply + 1 == findings_.size()) finding = at_end();
    if (finding || (ply + 1 == findings_.size() && game_.end == GameEnd::full)) continue;
    if (!is_stopped()) finding = at_sight(game_.positions[ply]);
    for (const auto& book : books_)
      if (!finding && !is_stopped()) finding = by_book(*book, game_.positions[ply]);
    if (!finding) finding = by_game(ply);
  }
  bool is_done = false;
  for (std::uint64_t searches = first_searches; !is_done && searches < most_searches; searches *= growth)
    FIVEPROOF_TRY(look_further(searches, is_done));
  return Done{};
}

/// One round; `is_done`: another one would bring nothing more.
Status BlameSearch::look_further(std::uint64_t searches, bool& is_done) {
  is_done = true;
  for (std::size_t ply = findings_.size(); ply-- > 0;) {
    if (findings_[ply]) continue;
    const bool is_last = ply == game_.moves.size();
    if (is_last && game_.end == GameEnd::full) continue;
    if ((findings_[ply] = by_game(ply))) continue;
    const Color mover = game_.positions[ply].to_move(), other = opponent(mover);
    // Who wins against every move wins against the one that was played.
    const bool is_other_possible = is_last || (findings_[ply + 1] && findings_[ply + 1]->winner == other);
    const bool is_at_edge = is_last || findings_[ply + 1];
    for (const Color attacker : {other, mover}) {
      if (findings_[ply] || (attacker == other && !is_other_possible)) continue;
      if (has_failed_[ply][static_cast<std::size_t>(index_of(attacker))]) continue;
      const auto& graph = searches_[static_cast<std::size_t>(index_of(attacker))]->prover().graph();
      if (is_stopped() || graph.size() >= how_.nodes || graph.bytes() >= how_.memory) {
        is_limited_ = true;
        continue;
      }
      is_done = false;
      FIVEPROOF_TRY(search_for(ply, attacker, is_at_edge ? more_at_edges * searches : searches));
    }
  }
  return Done{};
}

Status BlameSearch::search_for(std::size_t ply, Color attacker, std::uint64_t searches) {
  session::LoneSearch& search = *searches_[static_cast<std::size_t>(index_of(attacker))];
  const Position& position = game_.positions[ply];
  if (on_progress) on_progress({ply, attacker, search.prover().searches()});
  FIVEPROOF_LET(auto found, search.prove({position, std::nullopt}, searches));
  has_failed_[ply][static_cast<std::size_t>(index_of(attacker))] = search.has_failed();
  if (!found) return Done{};
  const auto proof = std::make_shared<const Proof>(*std::move(found));
  Finding finding{attacker, Ground::search, {}, proof->records.count()};
  follow(*open({{}, proof}), position, finding);
  findings_[ply] = std::move(finding);
  return Done{};
}

// -- what it means ------------------------------------------------------------------------------------------

std::vector<Fault> faults_of(const Game& game, const BlameSearch& search) {
  std::vector<Fault> faults;
  for (std::size_t move = 0; move < game.moves.size(); ++move) {
    const Color mover = game.mover(move);
    const auto is_won = [&](std::size_t ply, Color side) {
      return search.at(ply) && search.at(ply)->winner == side;
    };
    const Fault fault{move, is_won(move + 1, opponent(mover)) && !is_won(move, opponent(mover)),
                      is_won(move, mover) && !is_won(move + 1, mover)};
    if (fault.is_loss || fault.is_missed_win) faults.push_back(fault);
  }
  return faults;
}

std::optional<std::size_t> losing_move(const Game& game, const BlameSearch& search) {
  const auto& last = search.at(game.moves.size());
  if (!last) return std::nullopt;
  std::optional<std::size_t> losing;
  for (const Fault& fault : faults_of(game, search))
    if (fault.is_loss && game.mover(fault.move) != last->winner) losing = fault.move;
  return losing;
}

}  // namespace fiveproof::blame
