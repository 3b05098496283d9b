#include "cli/output/json_output.hpp"

#include "game/notation.hpp"

namespace fiveproof::cli {

Json begin_json(std::string_view format) { return {{"format", format}, {"version", 1}}; }

void add_game(Json& object, RuleSet rule, int size, Color attacker) {
  object["rule"] = name_of(rule);
  object["size"] = size;
  object["attacker"] = name_of(attacker);
}

std::string text_of(const Json& object) { return object.dump(2, ' ', false, Json::error_handler_t::replace); }

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

Json to_json(const solve::JobReport& report) {
  constexpr std::string_view outcomes[] = {"proved", "failed", "limit", "stopped"};
  Json line = Json::object();
  line["outcome"] = outcomes[static_cast<std::size_t>(report.outcome)];
  line["round"] = report.round;
  if (report.by_simulation) line["simulated"] = true;
  line["searches"] = report.searches;
  line["nodes"] = report.nodes;
  line["answers"] = report.answers;
  line["seconds"] = report.seconds;
  add_position(line, report.position);
  return line;
}

namespace {

Json line_of(const solve::Prover::Defence& defence) {
  constexpr std::string_view kinds[] = {"reply", "threats", "full", "five", "no-line", "pairing"};
  Json line = Json::object();
  add_position(line, defence.position);
  line["why"] = kinds[static_cast<std::size_t>(defence.kind)];
  if (defence.reply) line["reply"] = to_text(*defence.reply);
  if (!defence.pairs.empty()) line["pairs"] = Json::array();
  for (const auto& [a, b] : defence.pairs) line["pairs"].push_back({to_text(a), to_text(b)});
  return line;
}

}  // namespace

std::string disproof_text(const solve::StoreIdentity& game, const Root& root,
                          const std::vector<solve::Prover::Defence>& defences) {
  Json header = begin_json("fiveproof-disproof");
  add_game(header, game.rule, game.size, game.attacker);
  header["root"] = to_json(root);
  if (root.moves) header["root"]["moves"] = to_text(*root.moves);  // the file format has them as text
  std::string text = header.dump() + "\n";
  for (const auto& defence : defences) text += line_of(defence).dump() + "\n";
  return text;
}

}  // namespace fiveproof::cli
