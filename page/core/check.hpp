// The check of `fiveproof verify`, on one thread, with the program's own verdict lines and report.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "explore/json.hpp"
#include "format/text/gap_list.hpp"
#include "proof/proof.hpp"
#include "verify/outcome/report.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::page {

/// In turns of about a quarter of a second, if wished: nobody can call the page's only thread while it is at
/// work. How far it has come goes to host_progress().
class Check {
 public:
  /// `request`: "trust" ("dbsearch" or "rules"); "name", the file's; and "turns" and "gap-list", true or left
  /// out.
  [[nodiscard]] static Result<std::unique_ptr<Check>> begin(Proof proof, const explore::Json& request);
  Check(Check&&) = delete;

  /// Goes on. {"going": true} when there is more to do; or, once, {"answer", "lines", "report", "gaps"}:
  /// whether every claim is proved, as an exit code; the lines that `verify` writes to its standard output;
  /// the report that --report writes; the first gaps, as a gap list has them; and, if wished, "gap-list", all
  /// of them as --gaps writes them.
  [[nodiscard]] Result<explore::Json> turn();

 private:
  Check() = default;
  [[nodiscard]] Result<explore::Json> end();

  bool in_turns_ = false;
  std::atomic<bool> stop_{false};
  verify::ReportContext context_;
  std::optional<GapListHeader> gap_list_;  ///< if it is wished
  std::optional<verify::Checking> checking_;
};

}  // namespace fiveproof::page
