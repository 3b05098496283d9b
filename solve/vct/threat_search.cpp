#include "solve/vct/threat_search.hpp"

#include <algorithm>
#include <utility>

#include "dbsearch/reply_search.hpp"
#include "dbsearch/vcf.hpp"

namespace fiveproof::solve {
namespace {

/// Fours alone are exact under every rule set.
dbsearch::SearchResult search_fours(const ThreatQuestion& question) {
  dbsearch::Vcf fours(question.rule, question.position.size());
  fours.set_position(question.position, question.attacker);
  const dbsearch::VcfResult found = fours.search(question.how.node_limit);
  dbsearch::SearchResult result;
  result.win = found.win;
  result.cut_short = found.cut_short;
  result.nodes = found.nodes;
  if (found.win) result.sequence = fours.threats_of(found.fours);
  return result;
}

/// Where there are forbidden points a sequence has to be played out, whoever attacks.
dbsearch::SearchResult search_sequence(const ThreatQuestion& question) {
  if (has_forbidden_moves(question.rule)) {
    if (question.how.max_category == 1) return search_fours(question);
    dbsearch::ReplySearch exact(question.rule, question.position.size(), question.how.node_limit);
    return exact.win(question.position, question.attacker);
  }
  dbsearch::Searcher searcher(question.rule, question.position.size());
  searcher.set_position(question.position, question.attacker);
  return searcher.search(question.how);
}

ThreatAnswer search_one_by_one(const ThreatQuestion& question) {
  Vct vct(question.rule, question.position.size());
  constexpr std::uint32_t most = VctOptions::most_nodes / ThreatQuestion::vct_nodes_per_node;
  VctOptions how;
  how.node_limit = ThreatQuestion::vct_nodes_per_node * std::min(question.how.node_limit, most);
  VctResult found = vct.search(question.position, question.attacker, how);
  ThreatAnswer answer{ThreatMethod::vct};
  answer.found.win = found.win;
  answer.found.cut_short = found.cut_short;
  answer.found.nodes = found.nodes;
  if (found.win) answer.tree = std::move(found);
  return answer;
}

}  // namespace

std::optional<ThreatMethod> threat_method_of(std::string_view name) {
  const auto found =
      std::ranges::find(threat_methods, name, [](ThreatMethod method) { return name_of(method); });
  return found == threat_methods.end() ? std::nullopt : std::optional(*found);
}

std::string_view name_of(ThreatMethod method) {
  switch (method) {
    case ThreatMethod::db:
      return "db";
    case ThreatMethod::vcf:
      return "vcf";
    case ThreatMethod::vct:
      return "vct";
  }
  return {};
}

ThreatAnswer search_threats(const ThreatQuestion& question, ThreatMethod method) {
  switch (method) {
    case ThreatMethod::db:
      return {method, search_sequence(question)};
    case ThreatMethod::vcf:
      return {method, search_fours(question)};
    case ThreatMethod::vct:
      break;
  }
  return search_one_by_one(question);
}

ThreatAnswer search_threats_patiently(ThreatQuestion& question, ThreatMethod method) {
  ThreatAnswer answer = search_threats(question, method);
  for (int more = 0; more < 2 && !answer.found.win && answer.found.cut_short; ++more) {
    question.how.node_limit *= 10;
    answer = search_threats(question, method);
  }
  return answer;
}

}  // namespace fiveproof::solve
