#include "page/core/check.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "format/text/json_lines.hpp"
#include "page/core/host.hpp"
#include "page/core/words.hpp"
#include "verify/outcome/decision.hpp"

namespace fiveproof::page {

using explore::Json;

namespace {

/// As many gaps as somebody can look at.
constexpr std::size_t most_gaps = 1000;

void show(const verify::Progress& progress) {
  host_progress(static_cast<double>(progress.replies_done), static_cast<double>(progress.replies_total),
                static_cast<double>(progress.positions_done), static_cast<double>(progress.positions_total),
                static_cast<double>(progress.gaps));
}

Result<verify::Options> options_of(const Json& request) {
  verify::Options options;
  const std::string trust = word(request, "trust");
  if (trust != "dbsearch" && trust != "rules")
    return Error{ErrorCode::usage, "trust: expected dbsearch or rules, found '" + trust + "'"};
  options.task = verify::Check{.trust = trust == "rules" ? verify::Trust::rules : verify::Trust::dbsearch};
  options.threads = 1;
  return options;
}

Result<std::vector<Gap>> take_gaps(verify::GapStream& gaps, std::size_t most) {
  std::vector<Gap> list;
  while (list.size() < most) {
    FIVEPROOF_LET(auto gap, gaps.next());
    if (!gap) break;
    list.push_back(*std::move(gap));
  }
  return list;
}

/// The first of them.
Json gaps_json(const std::vector<Gap>& gaps) {
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(gaps.size(), most_gaps); ++i)
    list.push_back(gap_json(gaps[i], "kind"));
  return list;
}

Result<Json> report_of(const verify::Verification& checked, const verify::Decision& decision,
                       const verify::ReportContext& context) {
  std::string text;
  const auto sink = [&](std::string_view piece) -> Status {
    text += piece;
    return Done{};
  };
  if (auto written = verify::write_report(checked, decision, context, sink); !written.ok())
    return written.error();
  return Json::parse(text);
}

}  // namespace

Result<std::unique_ptr<Check>> Check::begin(Proof proof, const Json& request) {
  FIVEPROOF_LET(verify::Options options, options_of(request));
  if (proof.roots.empty()) return Error{ErrorCode::usage, "nothing claimed: the file has no root"};
  std::unique_ptr<Check> check(new Check);
  check->in_turns_ = request.contains("turns") && request.at("turns") == true;
  check->context_.version = FIVEPROOF_VERSION;
  check->context_.file = word(request, "name");
  check->context_.file_format = check->context_.file.substr(check->context_.file.rfind('.') + 1);
  check->context_.file_format_version = proof.format_version;
  if (request.contains("gap-list") && request.at("gap-list") == true)
    check->gap_list_ = gap_list_header(proof);
  options.stop = &check->stop_;
  options.on_progress = [is = check.get()](const verify::Progress& progress) {
    show(progress);
    is->stop_ = is->in_turns_;
  };
  FIVEPROOF_LET(check->checking_, verify::Checking::begin(std::move(proof), options));
  return check;
}

Result<Json> Check::turn() {
  stop_ = false;
  FIVEPROOF_TRY(checking_->go_on());
  if (checking_->is_complete()) return end();
  Json answer = Json::object();
  answer["going"] = true;
  return answer;
}

Result<Json> Check::end() {
  stop_ = false;
  FIVEPROOF_LET(const verify::Verification checked, checking_->end());
  const verify::Decision decision = verify::decide(checked, {});
  Json answer = Json::object();
  answer["answer"] = static_cast<int>(decision.answer);
  answer["lines"] = verify::lines_of(checked, decision);
  FIVEPROOF_LET(answer["report"], report_of(checked, decision, context_));
  const std::size_t most = gap_list_ ? std::numeric_limits<std::size_t>::max() : most_gaps;
  FIVEPROOF_LET(auto gaps, take_gaps(*checked.gaps, most));
  answer["gaps"] = gaps_json(gaps);
  if (gap_list_) {
    FIVEPROOF_LET(answer["gap-list"], gap_list_text({*gap_list_, std::move(gaps)}));
  }
  return answer;
}

}  // namespace fiveproof::page
