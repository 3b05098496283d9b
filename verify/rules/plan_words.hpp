// Says plans in the words of a certificate (spec/certificate.md).
#pragma once

#include <string>
#include <vector>

#include "verify/audit/kernel.hpp"

namespace fiveproof::verify {

/// "( b4 g4 : e5 ) f4"; empty: there is nothing to say. `is_played`: the first step's move is said already.
[[nodiscard]] std::string plan_words(const std::vector<audit::Step>& plan, bool is_played, int size);

}  // namespace fiveproof::verify
