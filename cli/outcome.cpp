#include "cli/outcome.hpp"

namespace fiveproof::cli {

int fail(const Streams& streams, std::string_view command, const Error& error) {
  streams.err << "fiveproof " << command << ": " << error.text() << '\n';
  return exit_undecided;
}

int fail_usage(const Streams& streams, std::string_view command, const std::string& message) {
  return fail(streams, command, Error{ErrorCode::usage, message, {}, {}});
}

}  // namespace fiveproof::cli
