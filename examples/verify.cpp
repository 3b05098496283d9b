// Checks a proof, as `fiveproof verify` does: every legal reply of the defender.
//
//     verify proof.fvp
#include <cstdio>
#include <utility>

#include "format/fvp/fvp_reader.hpp"
#include "game/notation.hpp"
#include "verify/outcome/decision.hpp"
#include "verify/verifier.hpp"

int main(int count, char** words) {
  using namespace fiveproof;
  if (count != 2) return std::fprintf(stderr, "usage: verify PROOF\n"), 2;

  auto proof = read_fvp_file(words[1]);
  if (!proof.ok()) return std::fprintf(stderr, "%s\n", proof.error().text().c_str()), 2;

  verify::Options options;
  options.task = verify::Check{.trust = verify::Trust::dbsearch};  // Trust::rules believes the kernel alone
  const auto checked = verify::check_proof(std::move(proof).value(), options);
  if (!checked.ok()) return std::fprintf(stderr, "%s\n", checked.error().text().c_str()), 2;

  const verify::Decision decision = verify::decide(checked.value(), {});
  for (const std::string& line : verify::lines_of(checked.value(), decision)) std::puts(line.c_str());
  for (;;) {
    const auto gap = checked.value().gaps->next();
    if (!gap.ok() || !gap.value()) break;
    std::printf("gap: %s after %s\n", std::string(name_of(gap.value()->kind)).c_str(),
                to_text(gap.value()->line).c_str());
  }
  return static_cast<int>(decision.answer);
}
