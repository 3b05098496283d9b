// The program `fiveproof`: one file per subcommand, wired here.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "base/memory/memory.hpp"
#include "cli/commands/commands.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input/usage_error.hpp"
#include "cli/interrupt.hpp"
#include "cli/last_resort.hpp"
#include "cli/progress_line.hpp"

namespace {

using namespace fiveproof::cli;

// A closed standard stream would hand its number to the next file opened, and text meant for people would end
// up in a proof. Read-only, so that writing to standard output still fails.
void occupy_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (fcntl(descriptor, F_GETFD) == -1) (void)!open("/dev/null", O_RDONLY);
}

int run(int argc, char** argv, const Streams& streams) {
  CLI::App app("Check published solutions of five-in-a-row, reply by reply.", "fiveproof");
  int exit_code = exit_undecided;
  app.set_version_flag("--version", "fiveproof " FIVEPROOF_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());  // those of the commands, too, which are made after it
  setup_verify(app, streams, exit_code);
  setup_convert(app, streams, exit_code);
  setup_info(app, streams, exit_code);
  setup_merge(app, streams, exit_code);
  setup_threats(app, streams, exit_code);
  setup_probe(app, streams, exit_code);
  setup_blame(app, streams, exit_code);
  setup_forbidden(app, streams, exit_code);
  setup_page(app, streams, exit_code);
  setup_solve(app, streams, exit_code);
  setup_work(app, streams, exit_code);
  setup_play(app, streams, exit_code);
  app.footer(R"(fiveproof COMMAND --help is the manual of a command. Answers go to stdout, all else to stderr.
Exit code: 0 yes; 1 no; 2 neither: usage, unreadable input, limits, interrupts.)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return fail_parsing(app, error, streams);
    return app.exit(error, streams.out, streams.err);  // help, or the version
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  fiveproof::return_large_pieces();
  occupy_standard_streams();
  int exit_code = exit_undecided;
  try {
    watch_for_interrupts();
    write_beside_progress(std::cerr);
    exit_code = run(argc, argv, Streams{std::cout, std::cerr});
  } catch (...) {
    tell_exception();
  }
  come_to_end();
  // An answer that did not arrive is none.
  if (!std::cout.flush()) {
    say_at_last("standard output: cannot be written");
    return exit_undecided;
  }
  return exit_code;
}
