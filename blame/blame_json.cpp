#include "blame/blame_json.hpp"

#include "game/notation.hpp"

namespace fiveproof::blame {

using explore::Json;

namespace {

Json position_json(const std::optional<Finding>& finding, int size) {
  if (!finding) return nullptr;
  Json object = Json::object();
  object["winner"] = name_of(finding->winner);
  object["ground"] = name_of(finding->ground);
  if (finding->ground == Ground::proof) object["proof"] = finding->proof;
  if (finding->ground == Ground::search) object["positions"] = finding->positions;
  object["line"] = explore::to_json(finding->line);
  object["threats"] = explore::to_json(finding->threats, size);
  object["after-pass"] = finding->is_after_pass;
  return object;
}

Json fault_json(const Game& game, const Fault& fault) {
  Json object = Json::object();
  object["move"] = fault.move + 1;
  object["colour"] = name_of(game.mover(fault.move));
  object["square"] = to_text(game.moves[fault.move]);
  object["loses"] = fault.is_loss;
  object["misses-win"] = fault.is_missed_win;
  return object;
}

}  // namespace

Json blame_json(const Game& game, const BlameSearch& search) {
  Json object = explore::begin_json("fiveproof-blame");
  object["rule"] = name_of(game.rule);
  object["size"] = game.size;
  object["moves"] = explore::to_json(game.moves);
  object["end"] = name_of(game.end);
  object["positions"] = Json::array();
  for (std::size_t ply = 0; ply <= game.moves.size(); ++ply)
    object["positions"].push_back(position_json(search.at(ply), game.size));
  object["faults"] = Json::array();
  for (const Fault& fault : faults_of(game, search)) object["faults"].push_back(fault_json(game, fault));
  const auto losing = losing_move(game, search);
  object["losing-move"] = losing ? Json(*losing + 1) : Json(nullptr);
  object["limit"] = search.is_limited();
  return object;
}

}  // namespace fiveproof::blame
