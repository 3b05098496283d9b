// player(): an opponent, which plays what proofs say and by a search where they say nothing
// (engine/player.hpp).
#include <pybind11/stl.h>

#include <mutex>

#include "engine/player.hpp"
#include "game/five.hpp"
#include "python/bindings.hpp"
#include "python/failure.hpp"
#include "python/reading.hpp"
#include "python/words.hpp"
#include "python/work_thread.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;
using engine::Choice;

/// Of the table of positions, as with the engine.
constexpr std::size_t table_bytes = std::size_t{32} << 20;

/// One of them may be asked from several threads: they wait for each other.
class Opponent : public std::enable_shared_from_this<Opponent> {
 public:
  Opponent(RuleSet rule, int size, std::vector<NamedProof> proofs)
      : rule_(rule), size_(size), shelf_(lender_of(std::move(proofs))) {
    shelf_.open(rule, size);
    player_.emplace(rule, size, shelf_, table_bytes);
  }

  [[nodiscard]] RuleSet rule() const { return rule_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::optional<Choice> choose(const Position& position, double seconds,
                                             const std::atomic<bool>& stop) {
    const std::lock_guard lock(mutex_);
    const auto time =
        std::chrono::duration_cast<engine::Clock::duration>(std::chrono::duration<double>(seconds));
    return player_->choose(position,
                           engine::Thought(engine::Clock::now() + time, [&stop] { return stop.load(); }));
  }

 private:
  static engine::Lender lender_of(std::vector<NamedProof> proofs) {
    return [proofs = std::move(proofs)](RuleSet, int) {
      std::vector<engine::NamedProof> lent;
      for (const NamedProof& named : proofs) lent.push_back({named.name, named.proof});
      return lent;
    };
  }

  RuleSet rule_;
  int size_;
  engine::ProofShelf shelf_;
  std::mutex mutex_;  ///< guards what follows
  std::optional<engine::Player> player_;
};

std::shared_ptr<Opponent> make_opponent(const std::string& rule, int size, const py::object& proofs) {
  const RuleSet rules = rule_of(rule);
  const int board = checked_size(size);
  auto given = proofs_in(proofs, rules, board);
  const WithoutGil released;
  return std::make_shared<Opponent>(rules, board, std::move(given));
}

/// The longest time that a clock can add to now.
constexpr double most_seconds = 1e9;

std::optional<Choice> choose(Opponent& asked, const Position& position, double seconds) {
  const std::shared_ptr<Opponent> opponent = asked.shared_from_this();
  const std::string size = std::to_string(opponent->size());
  if (position.size() != opponent->size()) refuse("the player is for another board: " + size + "x" + size);
  if (!(seconds > 0 && seconds <= most_seconds)) refuse("seconds: expected more than 0, and less than 1e9");
  if (has_five(position, opponent->rule())) refuse("the game is over in this position");
  return value_or_raise(work_in_thread<Done, std::optional<Choice>>(  // which tells of no progress
      [opponent, position, seconds](const auto&, std::atomic<bool>& stop) {
        return Result<std::optional<Choice>>(opponent->choose(position, seconds, stop));
      },
      py::none()));
}

std::string word_for(engine::Why why) {
  constexpr const char* words[] = {"proof", "sequence", "alone"};
  return words[static_cast<std::size_t>(why)];
}

}  // namespace

void bind_player(py::module_& module) {
  py::class_<Choice>(module, "Choice", "A move of a player, and why.")
      .def_property_readonly("move", [](const Choice& on) { return square_name(on.move); })
      .def_property_readonly(
          "why", [](const Choice& on) { return word_for(on.why); },
          "'proof': it is stored in one; 'sequence': part of a win by fives, fours or threats; 'alone'.")
      .def_property_readonly("text", [](const Choice& on) { return text_of(on.text); });
  py::class_<Opponent, std::shared_ptr<Opponent>>(module, "Player", "An opponent in a game.")
      .def_property_readonly("rule", [](const Opponent& on) { return std::string(name_of(on.rule())); })
      .def_property_readonly("size", [](const Opponent& on) { return on.size(); })
      .def("choose", &choose, "position"_a, py::kw_only(), "seconds"_a = 1.0,
           "A legal move for the side to move, within about so long; None where there is none.");
  module.def("player", &make_opponent, "rule"_a, py::kw_only(), "size"_a = 15, "proofs"_a = py::tuple(),
             "An opponent who plays by these proofs, which are believed as they are, and where they say "
             "nothing by wins that he sees and by alpha-beta: as `fiveproof play` and `fiveproof engine`.");
}

}  // namespace fiveproof::python
