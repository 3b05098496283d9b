// Which build of the program this is. Two builds of one version may find different things.
#pragma once

namespace fiveproof::cli {

/// 64 hex digits over the sources and the compiler (cmake/BuildId.cmake), the same wherever and whenever the
/// program is built.
[[nodiscard]] const char* build_id();

}  // namespace fiveproof::cli
