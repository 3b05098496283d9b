// What two records of one position say, put into one.
#pragma once

#include <optional>

#include "convert/rapfi/rapfi_record.hpp"

namespace fiveproof::convert {

/// A body that says what both do; nothing where they say different things: of who wins, of the value, or in
/// labels on one point. Comments of both follow one another. That of the first where they say the same.
/// require: both have the same key.
[[nodiscard]] std::optional<Bytes> united_body(const DbRecord& a, const DbRecord& b);

}  // namespace fiveproof::convert
