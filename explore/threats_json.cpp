#include "explore/threats_json.hpp"

#include <utility>

#include "game/notation.hpp"

namespace fiveproof::explore {
namespace {

/// The positions, the first of which is that of the question; the others by their numbers, from 0.
Json tree_json(const solve::VctResult& found) {
  Json positions = Json::array();
  for (const solve::VctStep& step : found.steps) {
    Json position = Json::object();
    position["move"] = to_text(step.move);
    position["after-pass"] = to_json(step.after_pass);
    position["replies"] = Json::array();
    for (const auto& reply : step.replies) {
      Json branch = Json::object();
      branch["reply"] = to_text(reply.square);
      if (reply.step)
        branch["position"] = *reply.step;
      else
        branch["fours"] = to_json(reply.fours);
      position["replies"].push_back(std::move(branch));
    }
    positions.push_back(std::move(position));
  }
  return positions;
}

Json answer_json(const solve::ThreatQuestion& question, const solve::ThreatAnswer& answer) {
  const dbsearch::SearchResult& result = answer.found;
  Json object = Json::object();
  object["method"] = solve::name_of(answer.method);
  object["win"] = result.win;
  object["cut-short"] = result.cut_short;
  object["nodes"] = result.nodes;
  object["defensive-nodes"] = result.defensive_nodes;
  object["refuted"] = result.refuted;
  object["sequence"] = to_json(result.sequence, question.position.size());
  if (answer.tree) {
    object["fours"] = to_json(answer.tree->fours);
    object["tree"] = tree_json(*answer.tree);
  }
  return object;
}

}  // namespace

Json threats_json(const solve::ThreatQuestion& question, const std::vector<solve::ThreatAnswer>& answers,
                  std::uint32_t effort) {
  Json object = begin_json("fiveproof-threats");
  add_game(object, question.rule, question.position.size(), question.attacker);
  add_position(object, question.position);
  object["effort"] = effort;
  // One answer stands in the object itself.
  if (answers.size() == 1) {
    object.update(answer_json(question, answers.front()));
    return object;
  }
  object["answers"] = Json::array();
  for (const solve::ThreatAnswer& answer : answers)
    object["answers"].push_back(answer_json(question, answer));
  return object;
}

}  // namespace fiveproof::explore
