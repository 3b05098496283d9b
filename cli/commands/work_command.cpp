// `fiveproof work`: does jobs of a queue, for a `fiveproof solve --queue` elsewhere.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "cli/commands/commands.hpp"
#include "cli/commands/solve_workplace.hpp"
#include "cli/input/amount.hpp"
#include "cli/input/memory_option.hpp"
#include "remote/worker.hpp"

namespace fiveproof::cli {

namespace {

struct WorkCommandOptions {
  std::string queue, store, idle, memory;
  bool until_done = false;
  bool quiet = false;
  unsigned threads = 0;
  ProgressWanted progress = {};
};

std::string text_of(const remote::WorkerCounts& counts) {
  return number_of(counts.jobs, "job") + ", " + verify::with_separators(counts.proved) + " proved; " +
         verify::with_separators(counts.given_back) + " given back, " + verify::with_separators(counts.late) +
         " too late; " + verify::with_separators(counts.searches) + " searches";
}

Result<remote::WorkerOptions> worker_options(const WorkCommandOptions& options) {
  remote::WorkerOptions how;
  how.url = options.queue;
  how.store = options.store;
  how.until_done = options.until_done;
  how.threads = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  how.stop = &interrupt_flag();
  FIVEPROOF_LET(const auto memory, memory_of(options.memory));
  how.memory = memory;
  if (options.idle.empty()) return how;
  FIVEPROOF_LET(const auto idle, parse_time("--idle", options.idle));
  how.idle_seconds = idle;
  return how;
}

Result<ExitCode> run_work(const WorkCommandOptions& options, const Streams& streams) {
  if (options.queue.empty()) return usage_error("expected --queue, the database of the jobs");
  FIVEPROOF_LET(auto how, worker_options(options));
  std::optional<ProgressLine> line(std::in_place, "work", options.progress, options.quiet);
  how.on_progress = [&](const remote::WorkerCounts& counts) { line->show(text_of(counts)); };
  const auto worked = within_patience([&] { return remote::work_at(how); });
  line.reset();
  if (!worked.ok()) return worked.error();
  streams.out << "WORKED " << text_of(worked.value()) << (interrupt_flag() ? "; interrupted" : "") << '\n';
  return interrupt_flag() ? exit_undecided : exit_yes;
}

}  // namespace

void setup_work(CLI::App& app, const Streams& streams, int& exit_code) {
  CLI::App* sub = app.add_subcommand("work", "Do jobs for a solver elsewhere");
  auto options = std::make_shared<WorkCommandOptions>();
  sub->add_option("--queue", options->queue,
                  "The PostgreSQL database in which `fiveproof solve --queue` puts its jobs")
      ->type_name("URL");
  sub->add_option("--idle", options->idle, "End when there has been no job for this time: 90, 90s, 10m, 2h")
      ->type_name("T");
  sub->add_flag("--until-done", options->until_done, "End when the solver has its answer");
  sub->add_option("--store", options->store,
                  "Keep the copy of what is proved in this file (.fvs), so that the next worker here need "
                  "not fetch it again")
      ->type_name("FILE");
  add_memory_option(*sub, options->memory, "For all searches together");
  add_count_option(*sub, "--threads", options->threads, thread_range, "Jobs at a time; 0: one per processor")
      ->default_str("0");
  sub->add_flag("-q,--quiet", options->quiet, "Nothing on stderr but errors");
  add_progress_options(*sub, options->progress);
  sub->footer(
      R"(A worker takes a job under a lease, searches, and hands in what it found, which the solver verifies
before it counts: a worker that lies costs time, never truth. Without --idle and --until-done it
waits for jobs until it is interrupted. Ctrl-C gives back what it has; the lease of a worker that is
killed runs out. While the database is away it is waited for, up to ten minutes.

Exit code: 0 it ended as it was told to; 2 interrupt, usage, no such database, another failure.

Examples:
  fiveproof work --queue postgresql://worker@head/renju --idle 5m
  fiveproof work --queue "host=/run/postgresql dbname=renju user=worker" --threads 8 --until-done)");
  when_chosen(*sub, streams, exit_code, [options, &streams] { return run_work(*options, streams); });
}

}  // namespace fiveproof::cli
