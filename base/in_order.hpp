// Work done on several threads, its results taken in order.
#pragma once

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "base/memory_limit.hpp"

namespace fiveproof {

/// Does `work(thing)` on some thread for each thing that `next()` gives, until it gives an empty
/// std::optional, and `take(result)` on the calling thread in the order of the things. Ends early with the
/// first Status of `take` that is an error; an exception of any of the three comes out. `threads` 0 means as
/// many as the machine has. At most one thing more than there are threads is held at a time.
template <class Next, class Work, class Take>
Status in_order(unsigned threads, Next next, Work work, Take take) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  make_room_for_threads(threads + 1);
  using Outcome = decltype(work(std::move(*next())));
  std::deque<std::future<Outcome>> running;
  // A single thing is worked on by get(), here, without a thread; so is any thing for
  // which no thread is to be had.
  for (auto thing = next(); thing || !running.empty();) {
    if (thing && running.size() <= threads) {
      auto following = next();
      const bool is_alone = threads == 1 || (!following && running.empty());
      const auto policy = is_alone ? std::launch::deferred : std::launch::async | std::launch::deferred;
      // Named, and so copied: where no thread is to be had, GCC's library has moved from what it was given
      // and then does the work with what is left.
      const auto job = [&work, held = std::make_shared<std::decay_t<decltype(*thing)>>(std::move(*thing))] {
        return work(std::move(*held));
      };
      running.push_back(std::async(policy, job));
      thing = std::move(following);
      continue;
    }
    const auto first = [&] {
      auto future = std::move(running.front());
      running.pop_front();
      return future.get();
    };
    FIVEPROOF_TRY(take(first()));
  }
  return Done{};
}

}  // namespace fiveproof
