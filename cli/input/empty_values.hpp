// An option with an empty value is most often a variable of a script that was not set. What was asked for is
// then not known, and to go on as if nothing had been asked for would be the wrong answer to it.
#pragma once

namespace CLI {
class App;
}

namespace fiveproof::cli {

/// From now on an empty value is a usage error for every option and positional of `sub` that takes one, but for
/// --root, whose empty value is the empty board. Call it after the last option was added.
void refuse_empty_values(CLI::App& sub);

}  // namespace fiveproof::cli
