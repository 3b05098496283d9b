#include "tests/mutants/checkers.hpp"

#include <sstream>

#include "format/fvp/fvp_reader.hpp"
#include "format/text/jsonl.hpp"
#include "tests/mutants/convert.hpp"
#include "verify/audit/certificate.hpp"
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
  options.trust = trust;
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
    std::istringstream first(text);
    std::istringstream second(text);
    audit::CertificateReader reader(first);
    audit::Book book(reader.rule(), reader.size(), reader.attacker());
    audit::Entry entry{false, audit::Board(reader.rule(), reader.size()), audit::none, -1, {}, 0};
    std::vector<audit::Entry> roots;
    while (reader.next(entry))
      if (entry.is_root)
        roots.push_back(entry);
      else
        book.add(entry.board, entry.move);
    book.close();
    audit::Kernel kernel(book);
    audit::EntryHints hints;
    hints.use(entry);
    std::size_t record = 0;
    audit::CertificateReader again(second);
    while (again.next(entry))
      if (!entry.is_root) kernel.check(record++, hints);
    for (const audit::Entry& root : roots) {
      hints.use(root);
      if (!kernel.prove(root.board, root.to_move, hints)) return false;
    }
    return !roots.empty();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

Checker dbsearch_level(std::uint32_t effort) {
  return {"dbsearch level, effort " + std::to_string(effort),
          reading([effort](const Proof& proof, const Expected& expected) {
            return is_as_expected(proof, expected) && is_accepted(proof, verify::Trust::dbsearch, effort);
          })};
}

Checker rules_level(std::uint32_t effort) {
  return {"rules level, effort " + std::to_string(effort),
          reading([effort](const Proof& proof, const Expected& expected) {
            return is_as_expected(proof, expected) && is_accepted(proof, verify::Trust::rules, effort);
          })};
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
          })};
}

}  // namespace fiveproof::mutants
