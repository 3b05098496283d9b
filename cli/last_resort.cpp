#include "cli/last_resort.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "base/files/temporary_name.hpp"
#include "cli/outcome.hpp"
#include "cli/progress_line.hpp"

namespace fiveproof::cli {
namespace {

void write_all(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t wrote = ::write(STDERR_FILENO, text.data(), text.size());
    if (wrote <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

[[noreturn]] void end_without_return() noexcept {
  // Of two threads that come here the second waits in this call for the end.
  remove_temporary_names_for_good();
  end_progress_for_good();
  if (std::current_exception() == nullptr) std::abort();
  tell_exception();
  ::_exit(exit_undecided);
}

/// Before anything else of the program that could need memory is made.
struct Installed {
  Installed() noexcept { std::set_terminate(end_without_return); }
};
constexpr int first_of_ours = 101;  // the compiler keeps those before for itself
[[gnu::init_priority(first_of_ours)]] Installed installed;

}  // namespace

void say_at_last(std::string_view text) noexcept {
  write_all("fiveproof: ");
  write_all(text);
  write_all("\n");
}

void tell_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    say_at_last("out of memory");
  } catch (const std::exception& error) {
    say_at_last(error.what());
  } catch (...) {
    say_at_last("ended by something that is no exception of the standard library");
  }
}

}  // namespace fiveproof::cli
