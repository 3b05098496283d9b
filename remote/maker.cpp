#include "remote/maker.hpp"

#include "remote/dispatcher.hpp"

namespace fiveproof::remote {

class Maker::Impl : public Dispatcher {
 public:
  using Dispatcher::Dispatcher;
};

Maker::Maker(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Maker::~Maker() = default;
unsigned Maker::hands() const { return impl_->hands(); }
Status Maker::put(const std::vector<solve::StoreEntry>& entries) { return impl_->put(entries); }
Status Maker::end(bool is_done) { return impl_->end(is_done); }
MakerCounts Maker::counts() const { return impl_->counts(); }
Result<solve::Yield> Maker::run(const solve::Work& work, const std::function<bool()>& is_over) {
  return impl_->run(work, is_over);
}

Result<std::unique_ptr<Maker>> Maker::open(const MakerOptions& options, solve::Store& store,
                                           const solve::WorkOptions& how) {
  auto impl = std::make_unique<Impl>(options, store, how);
  FIVEPROOF_TRY(impl->begin());
  std::unique_ptr<Maker> maker(new Maker(std::move(impl)));
  store.set_upstream(*maker);
  return maker;
}

}  // namespace fiveproof::remote
