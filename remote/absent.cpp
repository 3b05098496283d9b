// In place of all that needs libpqxx, where there is none.
#include "remote/maker.hpp"
#include "remote/worker.hpp"

namespace fiveproof::remote {
namespace {

Error no_queue() {
  return {ErrorCode::unsupported,
          "this program is built without a queue (scripts/setup --queue, then configure and build anew)",
          "--queue",
          {}};
}

}  // namespace

class Maker::Impl {};

Maker::Maker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Maker::~Maker() = default;
unsigned Maker::hands() const { return 0; }
Result<solve::Yield> Maker::run(const solve::Work&, const std::function<bool()>&) { return no_queue(); }
Status Maker::put(const std::vector<solve::StoreEntry>&) { return no_queue(); }
Status Maker::end(bool) { return no_queue(); }
MakerCounts Maker::counts() const { return {}; }
Result<std::unique_ptr<Maker>> Maker::open(const MakerOptions&, solve::Store&, const solve::WorkOptions&) {
  return no_queue();
}

Result<WorkerCounts> work_at(const WorkerOptions&) { return no_queue(); }

}  // namespace fiveproof::remote
