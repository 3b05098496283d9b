#include "explore/json.hpp"

#include "game/notation.hpp"

namespace fiveproof::explore {

std::string text_of(const Json& object) { return object.dump(2, ' ', false, Json::error_handler_t::replace); }

Json begin_json(std::string_view format) { return {{"format", format}, {"version", 1}}; }

void add_game(Json& object, RuleSet rule, int size, Color attacker) {
  object["rule"] = name_of(rule);
  object["size"] = size;
  object["attacker"] = name_of(attacker);
}

void add_position(Json& object, const Position& position) {
  object["black"] = to_json(position.stones(Color::black));
  object["white"] = to_json(position.stones(Color::white));
  object["to-move"] = name_of(position.to_move());
}

Json to_json(const SquareSet& squares) {
  return to_json(std::vector<Square>(squares.begin(), squares.end()));
}

Json to_json(const std::vector<Square>& squares) {
  Json list = Json::array();
  for (const Square s : squares) list.push_back(to_text(s));
  return list;
}

Json to_json(const Root& root) {
  Json object = Json::object();
  object["text"] = root.text();
  if (root.moves) object["moves"] = to_json(*root.moves);
  add_position(object, root.position);
  return object;
}

Json to_json(const dbsearch::ThreatSequence& sequence, int size) {
  Json list = Json::array();
  for (const dbsearch::Threat& threat : sequence) {
    Json object = Json::object();
    object["kind"] = dbsearch::name_of(threat.kind);
    object["category"] = dbsearch::category_of(threat.kind);
    object["gain"] = to_text(threat.gain);
    object["cost"] = to_json(threat.squares(threat.cost, size));
    object["rest"] = to_json(threat.squares(threat.rest, size));
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace fiveproof::explore
