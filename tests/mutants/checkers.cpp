#include "tests/mutants/checkers.hpp"

#include "format/fvp/fvp_reader.hpp"
#include "format/text/jsonl.hpp"
#include "tests/audit/audit_text.hpp"
#include "tests/mutants/convert.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::mutants {
namespace {

using Expected = std::optional<GridClaim>;

Result<Proof> read_proof(const File& file) {
  return file.form == Form::fvp ? read_fvp(file.bytes) : read_jsonl(file.bytes);
}

bool is_as_expected(const Proof& proof, const Expected& expected) {
  return !expected || !verify::difference(proof, to_claim(*expected));
}

bool is_accepted(const Proof& proof, verify::Trust trust, std::uint32_t effort) {
  verify::Options options;
  options.effort = effort;
  options.task = verify::Check{.trust = trust};
  options.threads = 1;
  const auto checked = verify::check_proof(proof, options);
  return checked.ok() && checked.value().accepted();
}

template <class Accepts>
Check reading(Accepts accepts) {
  return [accepts](const File& file, const Expected& expected) -> std::optional<bool> {
    if (file.form == Form::certificate) return std::nullopt;
    const auto proof = read_proof(file);
    return proof.ok() && accepts(proof.value(), expected);
  };
}

bool audit_accepts(const std::string& text) {
  try {
    const std::string verdicts = audit::test::audit(text);
    return !verdicts.empty() && verdicts.find_first_not_of('V') == std::string::npos;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

Checker dbsearch_level(std::uint32_t effort) {
  return {"dbsearch level, effort " + std::to_string(effort),
          reading([effort](const Proof& proof, const Expected& expected) {
            return is_as_expected(proof, expected) && is_accepted(proof, verify::Trust::dbsearch, effort);
          }),
          Contradictions::any_that_proves};
}

Checker rules_level(std::uint32_t effort) {
  return {"rules level, effort " + std::to_string(effort),
          reading([effort](const Proof& proof, const Expected& expected) {
            return is_as_expected(proof, expected) && is_accepted(proof, verify::Trust::rules, effort);
          }),
          Contradictions::any_that_proves};
}

Checker certificate_audit() {
  return {"certificate audit",
          [](const File& file, const Expected&) -> std::optional<bool> {
            if (file.form != Form::certificate) return std::nullopt;
            return audit_accepts(std::string(file.bytes.begin(), file.bytes.end()));
          },
          Contradictions::any_that_proves};
}

Checker always_accept() {
  return {"always-accept", [](const File&, const Expected&) { return true; }};
}

Checker always_reject() {
  return {"always-reject", [](const File&, const Expected&) { return false; }};
}

Checker hash_believer() {
  return {"hash-believer", reading([](const Proof&, const Expected&) { return true; })};
}

Checker claim_believer(std::uint32_t effort) {
  return {"claim-believer", reading([effort](const Proof& proof, const Expected&) {
            return is_accepted(proof, verify::Trust::dbsearch, effort);
          }),
          Contradictions::any_that_proves};
}

}  // namespace fiveproof::mutants
