// What it takes to solve: a store, a session that works on it, limits, and where the results go.
#pragma once

#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "base/files/temporary_name.hpp"
#include "cli/commands/solve_command.hpp"
#include "cli/interrupt.hpp"
#include "cli/output/json_output.hpp"
#include "convert/formats.hpp"
#include "remote/maker.hpp"
#include "session/solve_session.hpp"
#include "verify/outcome/verdict.hpp"

namespace fiveproof::cli {

/// Of solve::JobState.
inline constexpr std::string_view state_names[] = {"open", "split", "proved", "failed"};

/// As convert::counted(), with separators: "1 gap", "1,204 gaps".
[[nodiscard]] std::string number_of(std::size_t n, std::string_view what);
[[nodiscard]] std::string total_text(const solve::WorkProgress& total);

[[nodiscard]] Result<solve::WorkOptions> work_options(const SolveOptions& options);

/// The store that was named, or one that lasts as long as this, and what goes on with it.
struct Workplace {
  TemporaryName folder = {};  ///< none: the store has a name
  std::optional<solve::Store> store;
  std::optional<ProgressLine> line;
  std::string log_path = {};
  std::ofstream log;
  std::unique_ptr<remote::Maker> maker = {};  ///< of the queue, if there is one
  std::optional<session::SolveSession> session;

  /// Ends the queue; `is_done`: there is nothing left to do in it. What goes wrong then takes nothing away
  /// from what was found: it is told on `err`.
  void close_queue(bool is_done, bool quiet, std::ostream& err);
  /// Has all arrived in the log? To be asked last: what was found is worth more than it.
  [[nodiscard]] Status finish_log();
};
[[nodiscard]] Status set_up(const SolveOptions& options, const Streams& streams,
                            const solve::StoreIdentity& game, const solve::WorkOptions& how,
                            Workplace& place);

/// An interrupt lets the session come to an end, if that is soon: the store has what was proved either way.
template <class Work>
auto within_patience(const Work& work) {
  const GracefulEnd graceful(std::chrono::milliseconds(400));
  return work();
}

/// The formats that results are written in; absent: not asked for.
struct Outputs {
  std::optional<convert::Format> proof, disproof;
};
/// Where results go is asked before anything is searched. `is_list`: a disproof is a list of answers.
[[nodiscard]] Result<Outputs> check_outputs(const SolveOptions& options, bool is_list);
/// A tree can be written into that which the proof was read from, if the format takes that.
[[nodiscard]] Status check_tree_output(const Outputs& outputs, const Proof& proof, const std::string& path);
[[nodiscard]] Status write_result(const SolveOptions& options, const std::string& path,
                                  convert::Format format, const Proof& proof, const Streams& streams);

}  // namespace fiveproof::cli
