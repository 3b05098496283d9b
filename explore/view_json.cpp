#include "explore/view_json.hpp"

#include "game/notation.hpp"

namespace fiveproof::explore {
namespace {

Json way_json(const Proof& proof, const Way& way) {
  Json object = Json::object();
  object["root"] = way.root;
  object["claim"] = proof.roots[way.root].text();
  object["symmetry"] = way.turn.number();
  object["moves"] = to_json(way.moves);
  object["line"] = to_json(way.line(proof.size));
  return object;
}

Json ways_json(const Proof& proof, const std::vector<Way>& ways) {
  Json list = Json::array();
  for (const Way& way : ways) list.push_back(way_json(proof, way));
  return list;
}

Json stored_json(const Replies& replies, const Surroundings* around) {
  Json list = Json::array();
  for (std::size_t i = 0; i < replies.stored.size(); ++i) {
    const AnsweredReply& answered = replies.stored[i];
    Json object = Json::object();
    object["reply"] = fiveproof::to_text(answered.reply);
    object["moves"] = to_json(answered.play.moves);
    object["claims-sequence"] = answered.play.claims_sequence;
    if (around) {
      object["symmetry"] = answered.to_record.number();
      add_weight(object, around->by_replies[i]);
    }
    list.push_back(std::move(object));
  }
  return list;
}

Json lost_json(const std::vector<LostReply>& lost, int size) {
  Json list = Json::array();
  for (const LostReply& one : lost) {
    Json object = Json::object();
    object["reply"] = fiveproof::to_text(one.reply);
    object["sequence"] = to_json(one.sequence, size);
    list.push_back(std::move(object));
  }
  return list;
}

Json replies_json(const Replies& replies, int size, const Surroundings* around) {
  Json object = Json::object();
  object["total"] = replies.total();
  object["stored"] = stored_json(replies, around);
  object["lost"] = to_json(squares_of(replies.lost));
  if (around) object["lost-to"] = lost_json(replies.lost, size);
  object["fives"] = to_json(replies.defender_fives);
  object["open"] = to_json(replies.open);
  object["cut-short"] = replies.cut_short;
  return object;
}

}  // namespace

void add_weight(Json& object, const Weight& weight) {
  object["positions"] = weight.positions;
  object["plies"] = weight.plies;
}

void add_view(Json& object, const Proof& proof, const View& view, const Surroundings* around) {
  object["standing"] = name_of(view.standing);
  if (around && around->way) object["way"] = way_json(proof, *around->way);
  if (around) object["ways"] = ways_json(proof, around->ways);
  if (around && around->below) {
    object["below"] = Json::object();
    add_weight(object["below"], *around->below);
  }
  object["moves"] = to_json(view.play.moves);
  object["claims-sequence"] = view.play.claims_sequence;
  object["makes-five"] = view.makes_five;
  if (view.loss) {
    object["sequence-found"] = view.loss->is_lost;
    object["sequence"] = to_json(view.loss->sequence, proof.size);
  }
  if (view.replies) object["replies"] = replies_json(*view.replies, proof.size, around);
}

Json view_json(const Proof& proof, const Position& position, std::uint32_t effort, const View& view,
               const Surroundings* around) {
  Json object = begin_json("fiveproof-probe");
  add_game(object, proof.rule, proof.size, proof.attacker);
  add_position(object, position);
  object["effort"] = effort;
  object["in-proof"] = view.is_in_proof();
  add_view(object, proof, view, around);
  return object;
}

}  // namespace fiveproof::explore
