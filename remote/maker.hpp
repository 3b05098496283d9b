// The side of the queue that makes jobs: a workforce for the foreman, and the store upstream of his.
//
// Jobs go into the database, workers anywhere take them (remote/worker.hpp), and what they hand in is
// verified here before anybody sees it (remote/acceptance.hpp). Changes of the store are made in the database
// first.
//
// Nothing is lost. What is kept of a job is written together with its end in the queue. Where the database is
// away everybody waits for it, up to ten minutes. A job that was tried too often, and one of which a worker
// says that nothing wins, is done here.
#pragma once

#include <memory>
#include <string>

#include "solve/jobs/workforce.hpp"
#include "solve/store/upstream.hpp"

namespace fiveproof::remote {

struct MakerOptions {
  std::string url;
  unsigned jobs = 64;  ///< in the queue at a time
};

/// What became of what workers handed in.
struct MakerCounts {
  std::uint64_t accepted = 0, refused = 0;
  std::uint64_t own = 0;      ///< jobs that were done here
  std::uint64_t answers = 0;  ///< that were handed in
  std::uint64_t dropped = 0;  ///< of these: that do not hold
  std::string last_refusal = {};
};

class Maker final : public solve::Workforce, public solve::Upstream {
 public:
  /// Makes the queue if there is none. What `store` has goes up, what the queue has comes down. From then on
  /// the store is a copy. ErrorCode::usage: it is the queue of another game, or another maker is at work;
  /// unsupported: of another version, or this program is built without libpqxx; io: the database cannot be
  /// reached. require: `store` outlives the maker, and nobody changes it after the maker.
  [[nodiscard]] static Result<std::unique_ptr<Maker>> open(const MakerOptions& options, solve::Store& store,
                                                           const solve::WorkOptions& how);
  ~Maker() override;

  [[nodiscard]] unsigned hands() const override;
  [[nodiscard]] Result<solve::Yield> run(const solve::Work& work,
                                         const std::function<bool()>& is_over) override;
  [[nodiscard]] Status put(const std::vector<solve::StoreEntry>& entries) override;

  /// Takes the jobs out of the queue. `is_done`: workers that were told so end, too.
  Status end(bool is_done);
  [[nodiscard]] MakerCounts counts() const;

 private:
  class Impl;
  explicit Maker(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fiveproof::remote
