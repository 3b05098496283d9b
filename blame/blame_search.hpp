// Who wins at each position of a game, as far as it is proved, and which move lost it.
//
// A position is won for a side
//
//   five        whose move it is and which can make a five, or which has made one
//   forbidden   whose opponent has played onto a forbidden point
//   threats     whose move it is and which has a winning threat sequence, found and replayed by dbsearch/
//   proof       if a proof says so in which the position is
//   search      if solve finds a proof of it, which the verifier accepts
//   move        whose next move in the game leads to a position that is won for it
//
// Of all other positions nothing is said, neither way. The search goes from the end of the game to its
// beginning, as what is won there is needed before, and again and again with larger budgets.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blame/game.hpp"
#include "dbsearch/reply_search.hpp"
#include "dbsearch/vcf.hpp"
#include "explore/below.hpp"
#include "explore/proof_book.hpp"
#include "session/lone_search.hpp"

namespace fiveproof::blame {

enum class Ground : std::uint8_t { five, forbidden, threats, proof, search, move };
/// "five", "forbidden", ...
[[nodiscard]] std::string_view name_of(Ground ground);

struct Finding {
  Color winner;
  Ground ground;
  std::string proof = {};                 ///< of a proof: its name
  std::size_t positions = 0;              ///< of a search: so many has the proof that it found
  std::vector<Square> line = {};          ///< how it goes on, the replies being those that hold out longest
  dbsearch::ThreatSequence threats = {};  ///< what wins at the end of the line
  /// At the end of the line the loser is to move: the threats win if he passes, and others otherwise.
  bool is_after_pass = false;
  bool is_cut = false;  ///< the line is longer than what is told of it
};

/// A proof of the game that is believed.
struct BelievedProof {
  std::string name;
  std::shared_ptr<const Proof> proof;  ///< its records are finished
};

/// What is being looked at.
struct BlameProgress {
  std::size_t ply;                     ///< the position before this move, from 0, or after the last
  std::optional<Color> attacker = {};  ///< whose win is searched for; nothing: threats are looked for
  std::uint64_t searches = 0;          ///< of threats, for that attacker so far
};

class BlameSearch {
 public:
  /// `how`: what the searches may take, those of one attacker together; of the time only `stop` counts.
  /// require: the proofs are of the rule set and size of the game, which outlives this.
  BlameSearch(const Game& game, const std::vector<BelievedProof>& proofs, const solve::WorkOptions& how,
              std::uint32_t effort);

  std::function<void(const BlameProgress&)> on_progress;

  /// Looks until everything is known, or nothing more can be found within the limits.
  [[nodiscard]] Status look();
  /// Of the position before a move, by its number from 0, or after the last.
  [[nodiscard]] const std::optional<Finding>& at(std::size_t ply) const { return findings_[ply]; }
  /// Was a limit, or an interrupt, what ended the search?
  [[nodiscard]] bool is_limited() const { return is_limited_; }

 private:
  struct Book {
    std::string name;
    std::shared_ptr<const Proof> proof;
    explore::ProofBook book;
    std::optional<explore::Below> below;  ///< nothing: the disk failed
  };
  [[nodiscard]] std::unique_ptr<Book> open(BelievedProof named) const;

  [[nodiscard]] bool is_stopped() const { return how_.stop != nullptr && *how_.stop; }
  [[nodiscard]] std::optional<Finding> at_end() const;
  [[nodiscard]] std::optional<Finding> at_sight(const Position& position);
  [[nodiscard]] std::optional<Finding> by_book(Book& book, const Position& position);
  [[nodiscard]] std::optional<Finding> by_game(std::size_t ply) const;
  [[nodiscard]] Status look_further(std::uint64_t searches, bool& is_done);
  [[nodiscard]] Status search_for(std::size_t ply, Color attacker, std::uint64_t searches);
  void follow(Book& book, Position position, Finding& finding);
  [[nodiscard]] static std::optional<Square> longest_reply(Book& book, const Position& position);

  const Game& game_;
  solve::WorkOptions how_;
  std::uint32_t effort_;
  std::vector<std::unique_ptr<Book>> books_;
  dbsearch::ReplySearch threats_;
  dbsearch::Vcf fours_;
  std::array<std::unique_ptr<session::LoneSearch>, 2> searches_;  ///< by attacker
  std::vector<std::optional<Finding>> findings_;
  std::vector<std::array<bool, 2>> has_failed_;  ///< of each position, by attacker
  bool is_limited_ = false;
};

/// What a move did, of those that did something.
struct Fault {
  std::size_t move;    ///< from 0
  bool is_loss;        ///< after it the other side's win is proved, and before it was not
  bool is_missed_win;  ///< before it a win was proved for who moves, and after it is not
};
[[nodiscard]] std::vector<Fault> faults_of(const Game& game, const BlameSearch& search);
/// Of the side that has lost in the end, the last move that lost; nothing where there is none.
[[nodiscard]] std::optional<std::size_t> losing_move(const Game& game, const BlameSearch& search);

}  // namespace fiveproof::blame
