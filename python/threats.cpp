// threats(): has a side a win by threats? As `fiveproof threats` asks (solve/vct/threat_search.hpp).
#include <pybind11/stl.h>

#include "python/bindings.hpp"
#include "python/sequence.hpp"
#include "python/without_gil.hpp"
#include "python/words.hpp"
#include "solve/vct/threat_search.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;
using solve::ThreatAnswer;
using solve::ThreatMethod;
using solve::ThreatQuestion;
using solve::VctStep;

struct BoardAnswer {
  ThreatAnswer answer;
  int size;
};

ThreatMethod method_of(const std::string& word) {
  const auto method = solve::threat_method_of(word);
  if (!method) refuse("method: expected 'db', 'vcf' or 'vct', found '" + word + "'");
  return *method;
}

/// What one of the searches would not look at is refused, as the program does.
void check(const ThreatQuestion& question, ThreatMethod method) {
  const dbsearch::SearchOptions& how = question.how;
  const bool is_shortened = solve::leaves_out_reductions(how);
  if (how.max_category < 0 || how.max_category > 2)
    refuse("max_category: expected 0, 1 or 2, found " + std::to_string(how.max_category));
  if (has_forbidden_moves(question.rule) && (is_shortened || how.max_category == 0))
    refuse(
        "in renju, where threats are played out, there are no reductions to leave out, and max_category is 1 "
        "or 2");
  if (method != ThreatMethod::db && (is_shortened || how.max_category != 2))
    refuse("max_category and reductions are for the method 'db'");
}

BoardAnswer threats(const Position& position, const std::string& rule,
                    const std::optional<std::string>& attacker, const std::string& method,
                    std::optional<std::uint64_t> effort, int max_category, bool global_refutation,
                    bool category_reduction, bool restricted_threes) {
  const Color side = attacker ? color_of(*attacker) : position.to_move();
  ThreatQuestion question{rule_of(rule), position, side};
  question.how.node_limit = effort ? checked_effort(*effort) : verify::default_effort;
  question.how.max_category = max_category;
  question.how.global_refutation = global_refutation;
  question.how.category_reduction = category_reduction;
  question.how.restricted_threes = restricted_threes;
  const ThreatMethod chosen = method_of(method);
  check(question, chosen);
  const WithoutGil released;
  return {
      effort ? solve::search_threats(question, chosen) : solve::search_threats_patiently(question, chosen),
      position.size()};
}

std::vector<VctStep> tree_of(const BoardAnswer& on) {
  return on.answer.tree ? on.answer.tree->steps : std::vector<VctStep>();
}

std::optional<std::vector<std::string>> fours_of(const BoardAnswer& on) {
  return on.answer.tree ? std::optional(square_names(on.answer.tree->fours)) : std::nullopt;
}

void bind_tree(py::module_& module) {
  py::class_<VctStep::Reply>(module, "ThreatReply", "How it goes on after a reply.")
      .def_property_readonly("reply", [](const VctStep::Reply& on) { return square_name(on.square); })
      .def_readonly("position", &VctStep::Reply::step, "The index in Threats.tree, or None: the fours win.")
      .def_property_readonly("fours", [](const VctStep::Reply& on) { return square_names(on.fours); });
  py::class_<VctStep>(module, "ThreatStep", "What is played at a position that fours alone do not win.")
      .def_property_readonly("move", [](const VctStep& on) { return square_name(on.move); })
      .def_property_readonly(
          "after_pass", [](const VctStep& on) { return square_names(on.after_pass); },
          "The fours that win after a pass, and after all replies that are not told of.")
      .def_readonly("replies", &VctStep::replies);
}

template <class Member>
auto of_search(Member dbsearch::SearchResult::*member) {
  return [member](const BoardAnswer& on) { return on.answer.found.*member; };
}

}  // namespace

void bind_threats(py::module_& module) {
  bind_tree(module);
  py::class_<BoardAnswer>(module, "Threats", "What a search for a win by threats has found.")
      .def_property_readonly("method",
                             [](const BoardAnswer& on) { return std::string(name_of(on.answer.method)); })
      .def_property_readonly("win", of_search(&dbsearch::SearchResult::win))
      .def_property_readonly("cut_short", of_search(&dbsearch::SearchResult::cut_short),
                             "There is no win, and a limit ended the search.")
      .def_property_readonly("nodes", of_search(&dbsearch::SearchResult::nodes))
      .def_property_readonly("defensive_nodes", of_search(&dbsearch::SearchResult::defensive_nodes))
      .def_property_readonly("refuted", of_search(&dbsearch::SearchResult::refuted))
      .def_property_readonly(
          "sequence", [](const BoardAnswer& on) { return on_board(on.answer.found.sequence, on.size); })
      .def_property_readonly("tree", &tree_of,
                             "With 'vct': the positions of the win, the first of which is the one asked.")
      .def_property_readonly("fours", &fours_of,
                             "With 'vct' and a win: the fours that win at once, if they do.");
  module.def(
      "threats", &threats, "position"_a, "rule"_a, py::kw_only(), "attacker"_a = py::none(),
      "method"_a = "db", "effort"_a = py::none(), "max_category"_a = 2, "global_refutation"_a = true,
      "category_reduction"_a = true, "restricted_threes"_a = true,
      "Look for a win by threats of `attacker`, by default the side to move. `effort`: the nodes it may "
      "make; None: 1000, and up to a hundred times as many where that cuts the search short.");
}

}  // namespace fiveproof::python
