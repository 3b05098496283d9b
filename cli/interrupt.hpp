// Ctrl-C and SIGTERM as a flag. The first one asks the work to stop, a second one ends the process.
#pragma once

#include <atomic>

namespace fiveproof::cli {

/// Installs the handlers at the first call. The flag lives as long as the process.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

}  // namespace fiveproof::cli
