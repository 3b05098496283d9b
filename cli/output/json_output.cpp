#include "cli/output/json_output.hpp"

#include "game/notation.hpp"

namespace fiveproof::cli {

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
