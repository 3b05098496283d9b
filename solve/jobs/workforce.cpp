#include "solve/jobs/workforce.hpp"

namespace fiveproof::solve {

Result<Yield> OwnHands::run(const Work& work, const std::function<bool()>&) {
  FIVEPROOF_LET(const auto view, store_.view());
  Yield yield = JobSearch(store_.identity(), view, options_).run(work);
  FIVEPROOF_TRY(view.status());
  return yield;
}

}  // namespace fiveproof::solve
