#include "page/core/session.hpp"

#include "explore/view.hpp"
#include "explore/view_json.hpp"
#include "format/tree/tree_section.hpp"
#include "game/five.hpp"
#include "game/forbidden.hpp"
#include "page/core/answer.hpp"
#include "page/core/open.hpp"
#include "page/core/position_question.hpp"
#include "page/core/texts.hpp"
#include "page/core/words.hpp"
#include "verify/task/options.hpp"

namespace fiveproof::page {

using explore::Json;

namespace {

constexpr std::uint32_t effort = verify::default_effort;

Json forbidden_json(const Proof& proof, const Position& position) {
  if (!has_forbidden_moves(proof.rule, position.to_move())) return Json::array();
  return explore::to_json(forbidden_points(position));
}

std::string_view made_by(const ForbiddenReport::Line& line) {
  if (line.is_overline) return "overline";
  if (line.fours > 0) return line.fours == 1 ? "four" : "two fours";
  return line.is_three() ? "three" : "";
}

/// {"square", "kind", "lines": [{"makes", "stones"}]}
Json reason_json(const Position& position, Square square) {
  const ForbiddenReport report = report_on(position, square);
  Json object = Json::object();
  object["square"] = to_text(square);
  object["kind"] = name_of(report.kind);
  object["lines"] = Json::array();
  for (const ForbiddenReport::Line& line : report.lines) {
    if (made_by(line).empty()) continue;
    Json made = Json::object();
    made["makes"] = made_by(line);
    made["stones"] = explore::to_json(line.stones);
    object["lines"].push_back(std::move(made));
  }
  return object;
}

Json weight_json(explore::Below& below, const Proof& proof, const Position& position) {
  const auto weight = explore::weight_at(below, proof, position);
  if (!weight) return nullptr;
  Json object = Json::object();
  explore::add_weight(object, *weight);
  return object;
}

}  // namespace

Result<Json> Session::open(std::span<const std::uint8_t> bytes, const Json& request) {
  below_.reset();
  book_.reset();
  proof_.reset();
  tree_.reset();
  check_.reset();
  auto opened = open_file(bytes, request);
  if (!opened.ok()) return opened.error();
  proof_.emplace(std::move(opened.value().proof));
  tree_ = std::move(opened.value().tree);
  book_.emplace(*proof_, effort);
  Json info = info_json(*proof_);
  info["has-texts"] = tree_ ? !tree_->texts().empty() : find_section(*proof_, tree_section_kind) != nullptr;
  return info;
}

Result<Json> Session::answer(const Json& request) {
  const std::string what = word(request, "ask");
  if (what == "go on" && check_) return turn();
  if (what == "threats") return threats_at(request);
  if (what == "forbidden points") return forbidden_at(request);
  if (!proof_) return Error{ErrorCode::usage, "no proof is open"};
  if (what == "probe") return probe(request);
  if (what == "forbidden") return forbidden(request);
  if (what == "texts") return texts();
  if (what == "weights") return weights(request);
  if (what == "play") return play(request);
  if (what == "verify") return verify(request);
  return Error{ErrorCode::usage,
               "ask: expected probe, forbidden, texts, weights, play or verify, found '" + what + "'"};
}

Result<explore::Below*> Session::below() {
  if (!below_) {
    auto made = explore::Below::of(*proof_);
    if (!made.ok()) return made.error();
    below_.emplace(std::move(made).value());
  }
  return &*below_;
}

Result<Json> Session::probe(const Json& request) {
  const auto position = position_in(request, proof_->size);
  if (!position.ok()) return position.error();
  const explore::Asked asked(position.value());
  const explore::View view = explore::view_of(*book_, *proof_, asked);
  std::optional<explore::Surroundings> around;
  if (request.contains("full") && request.at("full") == true) {
    const auto made = below();
    if (!made.ok()) return made.error();
    around = explore::surroundings_of(*made.value(), *proof_, asked, view);
  }
  Json answer = Json::object();
  answer["probe"] = explore::view_json(*proof_, position.value(), effort, view, around ? &*around : nullptr);
  answer["forbidden"] = forbidden_json(*proof_, position.value());
  return answer;
}

Result<Json> Session::forbidden(const Json& request) const {
  FIVEPROOF_LET(const auto position, position_in(request, proof_->size));
  Json answer = Json::object();
  answer["forbidden"] = Json::array();
  if (has_forbidden_moves(proof_->rule, position.to_move()))
    for (const Square square : forbidden_points(position))
      answer["forbidden"].push_back(reason_json(position, square));
  return answer;
}

Result<Json> Session::texts() {
  if (const Section* section = find_section(*proof_, tree_section_kind); !tree_ && section != nullptr) {
    FIVEPROOF_LET(tree_, tree_of(*section));
  }
  if (!tree_) return Error{ErrorCode::usage, "the file has no texts"};
  return texts_json(*tree_);
}

Result<Json> Session::weights(const Json& request) {
  auto position = position_in(request, proof_->size);
  if (!position.ok()) return position.error();
  const auto line = parse_squares(word(request, "line"), proof_->size);
  if (!line.ok()) return line.error();
  const auto made = below();
  if (!made.ok()) return made.error();
  Json answer = Json::object();
  answer["weights"] = Json::array();
  answer["weights"].push_back(weight_json(*made.value(), *proof_, position.value()));
  for (const Square move : line.value()) {
    if (!position.value().is_empty(move))
      return Error{ErrorCode::usage, "line: " + to_text(move) + " is occupied"};
    position.value().play(move);
    answer["weights"].push_back(weight_json(*made.value(), *proof_, position.value()));
  }
  return answer;
}

Result<Json> Session::play(const Json& request) {
  const auto position = position_in(request, proof_->size);
  if (!position.ok()) return position.error();
  if (position.value().to_move() != proof_->attacker)
    return Error{ErrorCode::usage, "expected a position with the attacker to move"};
  if (has_five(position.value(), proof_->rule))
    return Error{ErrorCode::usage, "expected a position without a five"};
  std::optional<Square> last;
  if (has_word(request, "last")) {
    const auto square = parse_square(word(request, "last"), proof_->size);
    if (!square.ok()) return square.error();
    last = square.value();
    if (!position.value().stones(opponent(proof_->attacker)).contains(*last))
      return Error{ErrorCode::usage, "last: expected a stone of the defender"};
  }
  const Answer found = answer_at(*book_, *proof_, effort, position.value(), last);
  Json answer = Json::object();
  answer["from"] = name_of(found.from);
  answer["sequence"] = explore::to_json(found.sequence, proof_->size);
  if (found.move) {
    answer["move"] = to_text(*found.move);
    answer["makes-five"] = makes_five(position.value(), proof_->rule, proof_->attacker, *found.move);
  }
  return answer;
}

Result<Json> Session::verify(const Json& request) {
  Proof proof = std::move(*proof_);
  below_.reset();
  book_.reset();
  proof_.reset();
  tree_.reset();
  FIVEPROOF_LET(check_, Check::begin(std::move(proof), request));
  return turn();
}

Result<Json> Session::turn() {
  auto answer = check_->turn();
  if (!answer.ok() || !answer.value().contains("going")) check_.reset();
  return answer;
}

}  // namespace fiveproof::page
