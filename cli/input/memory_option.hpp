// --memory: how much a command that reads or writes may take.
#pragma once

#include <cstddef>
#include <new>
#include <string>

#include "base/error.hpp"
#include "base/memory_limit.hpp"

namespace CLI {
class App;
}

namespace fiveproof::cli {

/// `memory` is the word as given; empty: a quarter of the machine. `help` says what else there is to it.
void add_memory_option(CLI::App& app, std::string& memory, const std::string& help);

/// In bytes. ErrorCode::usage for what is no size.
[[nodiscard]] Result<std::size_t> memory_of(const std::string& memory);

/// The error of somebody who wanted more than so many bytes; `file` is what was read or written then.
[[nodiscard]] Error beyond_memory(std::size_t bytes, const std::string& file);

/// Does `run` with no more memory than that, and `file`, as it is called at the end, is named when it does
/// not do.
template <class Run>
auto within_memory(const std::string& memory, const std::string& file, const Run& run) -> decltype(run()) {
  FIVEPROOF_LET(const auto bytes, memory_of(memory));
  try {
    const MemoryLimit limit(bytes);
    return run();
  } catch (const std::bad_alloc&) {  // by now all that was taken has been given back, and the limit, too
    return beyond_memory(bytes, file);
  }
}

}  // namespace fiveproof::cli
