// The report as one text.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "verify/outcome/report.hpp"

namespace fiveproof::verify::test {

inline std::string report_text(const Verification& checked, const Decision& decision,
                               const ReportContext& context = {}) {
  std::string text;
  const auto sink = [&](std::string_view piece) -> Status {
    text += piece;
    return Done{};
  };
  REQUIRE(write_report(checked, decision, context, sink).ok());
  return text;
}

}  // namespace fiveproof::verify::test
