#include "objections.hpp"

namespace fiveproof::audit {

std::vector<std::string> objections(const std::vector<Claim>& claims, const Claim* expected,
                                    const std::string& own, const std::string& stated) {
  std::vector<std::string> out;
  if (expected && (claims.size() != 1 || !is_same(claims.front(), *expected)))
    out.push_back("NOT AS EXPECTED: expected the claim " + text_of(*expected) +
                  (claims.size() == 1
                       ? "; the certificate claims " + text_of(claims.front())
                       : " alone; the certificate makes " + std::to_string(claims.size()) + " claims"));
  if (!stated.empty() && stated != own)
    out.push_back("NOT ITS PROOF: the certificate says it was made from the proof " + stated +
                  "; its claims and records are those of " + own);
  return out;
}

}  // namespace fiveproof::audit
