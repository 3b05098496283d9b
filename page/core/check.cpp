#include "page/core/check.hpp"

#include "format/text/json_lines.hpp"
#include "page/core/host.hpp"
#include "page/core/words.hpp"
#include "verify/outcome/decision.hpp"
#include "verify/outcome/report.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::page {
namespace {

/// As many gaps as somebody can look at.
constexpr int most_gaps = 1000;

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
  options.on_progress = show;
  return options;
}

Result<Json> gaps_of(verify::GapStream& gaps) {
  Json list = Json::array();
  for (int i = 0; i < most_gaps; ++i) {
    const auto gap = gaps.next();
    if (!gap.ok()) return gap.error();
    if (!gap.value()) break;
    list.push_back(gap_json(*gap.value(), "kind"));
  }
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

Result<Json> check(Proof proof, const Json& request) {
  const auto options = options_of(request);
  if (!options.ok()) return options.error();
  if (proof.roots.empty()) return Error{ErrorCode::usage, "nothing claimed: the file has no root"};
  verify::ReportContext context;
  context.version = FIVEPROOF_VERSION;
  context.file = word(request, "name");
  context.file_format = context.file.substr(context.file.rfind('.') + 1);
  context.file_format_version = proof.format_version;
  const auto checked = verify::check_proof(std::move(proof), options.value());
  if (!checked.ok()) return checked.error();
  const verify::Decision decision = verify::decide(checked.value(), {});
  auto report = report_of(checked.value(), decision, context);
  if (!report.ok()) return report.error();
  auto gaps = gaps_of(*checked.value().gaps);
  if (!gaps.ok()) return gaps.error();

  Json answer = Json::object();
  answer["answer"] = static_cast<int>(decision.answer);
  answer["lines"] = Json::array();
  for (const verify::Verdict& verdict : checked.value().verdicts) answer["lines"].push_back(to_text(verdict));
  for (const std::string& objection : decision.objections) answer["lines"].push_back(objection);
  answer["report"] = std::move(report).value();
  answer["gaps"] = std::move(gaps).value();
  return answer;
}

}  // namespace fiveproof::page
