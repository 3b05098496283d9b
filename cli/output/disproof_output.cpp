#include "cli/output/disproof_output.hpp"

#include "cli/output/json_output.hpp"
#include "game/notation.hpp"

namespace fiveproof::cli {
namespace {

Json line_of(const solve::Prover::Defence& defence) {
  constexpr std::string_view kinds[] = {"reply", "threats", "full", "five", "no-line", "pairing"};
  Json line;
  add_position(line, defence.position);
  line["why"] = kinds[static_cast<std::size_t>(defence.kind)];
  if (defence.reply) line["reply"] = to_text(*defence.reply);
  for (const auto& [a, b] : defence.pairs) line["pairs"].push_back({to_text(a), to_text(b)});
  return line;
}

}  // namespace

std::string disproof_text(const solve::StoreIdentity& game, const Root& root,
                          const std::vector<solve::Prover::Defence>& defences) {
  Json header;
  header["format"] = "fiveproof-disproof";
  header["version"] = 1;
  header["rule"] = name_of(game.rule);
  header["size"] = game.size;
  header["attacker"] = name_of(game.attacker);
  header["root"] = to_json(root);
  if (root.moves) header["root"]["moves"] = to_text(*root.moves);  // the file format has them as text
  std::string text = header.dump() + "\n";
  for (const auto& defence : defences) text += line_of(defence).dump() + "\n";
  return text;
}

}  // namespace fiveproof::cli
