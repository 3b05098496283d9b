#include "solve/jobs/workforce.hpp"

namespace fiveproof::solve {

Result<Yield> OwnHands::run(const Work& work, const std::function<bool()>&) {
  const auto view = store_.view();
  if (!view.ok()) return view.error();
  Yield yield = JobSearch(store_.identity(), view.value(), options_).run(work);
  if (auto whole = view.value().status(); !whole.ok()) return whole.error();
  return yield;
}

}  // namespace fiveproof::solve
