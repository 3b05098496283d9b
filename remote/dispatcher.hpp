// What the maker's threads share: the jobs that are in the queue, and one thread that talks with the database
// about them.
//
// Threads of the foreman wait, each for one job. The thread of the dispatcher posts what they ask for, many
// at a time, and fetches what was handed in; who waits is woken and verifies it.
//
//     to_post ──▶ posted ──▶ handed ──▶ taken      the foreman keeps it: put() ends the job
//                   ▲           │ refused
//                   └─ refused ◀┘        own        tried too often: done here
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/files/descriptor.hpp"
#include "remote/acceptance.hpp"
#include "remote/link.hpp"
#include "remote/maker.hpp"
#include "remote/mirror.hpp"

namespace fiveproof::remote {

class Dispatcher {
 public:
  /// require: `store` outlives it.
  Dispatcher(const MakerOptions& options, solve::Store& store, const solve::WorkOptions& how);
  ~Dispatcher();

  Status begin();
  [[nodiscard]] unsigned hands() const { return options_.jobs; }
  [[nodiscard]] Result<solve::Yield> run(const solve::Work& work, const std::function<bool()>& is_over);
  [[nodiscard]] Status put(const std::vector<solve::StoreEntry>& entries);
  Status end(bool is_done);
  [[nodiscard]] MakerCounts counts() const;

 private:
  using Key = solve::Bytes;
  enum class State : std::uint8_t { to_post, posted, handed, refused, taken, own, cancelled };
  struct Slot {
    State state = State::to_post;
    int round = 0;
    bool is_replacing = false;  ///< another job of this position is in the queue
    bool is_waited_for = false;
    solve::Bytes task, result;
    std::size_t most_bytes = 0;
    std::condition_variable changed;
  };
  /// What is to be told to the database next.
  struct Batch {
    std::vector<Key> replaced, withdrawn, refused, posted;
    std::vector<solve::Bytes> tasks;
    std::string rounds, sizes;  ///< arrays of numbers
  };

  // -- the dispatcher's thread --
  void serve();
  [[nodiscard]] Batch next_batch();
  void tell(pqxx::transaction_base& work, const Batch& batch);
  void note_told(const Batch& batch);
  void fetch(pqxx::transaction_base& work);
  void look_after(pqxx::transaction_base& work);
  void note_news();
  void wait_for_news();
  void wake();
  void fail(const Error& error);
  [[nodiscard]] std::function<bool()> stopping() const;

  // -- begin and end --
  void lock_out_others(pqxx::connection& connection);
  Status take_over(pqxx::transaction_base& work);
  Status send_up();

  // -- the foreman's threads --
  Slot& ask_for(const solve::Work& work, const Key& key);
  Result<solve::Yield> stopped(const solve::Work& work, Slot& slot);
  Result<solve::Yield> do_it_here(const solve::Work& work, const std::function<bool()>& is_over);
  Result<std::optional<solve::Yield>> judge(const solve::Work& work, const Key& key,
                                            const std::function<bool()>& is_over);
  /// One of as many threads as may compute at a time, as long as it lives.
  class Place;

  MakerOptions options_;
  solve::Store& store_;
  solve::WorkOptions how_;
  Mirror mirror_;
  Link link_;      ///< of the dispatcher's thread
  Link put_link_;  ///< of who puts, under put_mutex_
  std::mutex put_mutex_;
  Descriptor bell_;  ///< rung when there is something to tell
  std::thread thread_;
  std::atomic<bool> is_ending_ = false;

  mutable std::mutex mutex_;  ///< guards all below
  std::map<Key, Slot> slots_;
  std::set<Key> withdrawn_;
  std::optional<Error> error_;
  MakerCounts counts_;
  unsigned places_ = 0;
  std::condition_variable place_free_;

  // -- of the dispatcher's thread alone --
  struct News {
    Key key;
    int round = 0;
    solve::Bytes result;
  };
  std::vector<News> news_;
  std::vector<Key> overdue_, there_;
  bool is_list_known_ = false;
  bool is_fresh_ = true;   ///< the connection is new
  bool is_handed_ = true;  ///< it is time to fetch what was handed in
  std::chrono::steady_clock::time_point looked_{}, fetched_{};
};

}  // namespace fiveproof::remote
