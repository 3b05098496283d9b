#include "tests/mutants/checkers.hpp"

#include <sstream>

#include "format/fvp_reader.hpp"
#include "format/jsonl.hpp"
#include "tests/mutants/convert.hpp"
#include "verify/audit/certificate.hpp"
#include "verify/guide.hpp"
#include "verify/kernel_words.hpp"
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

bool accepted_by_dbsearch(const Proof& proof, std::uint32_t effort) {
  verify::Options options;
  options.effort = effort;
  options.threads = 1;
  return verify::check_proof(proof, options).accepted();
}

/// What the kernel proved is the root, square by square.
bool is_same(const audit::Proved& proved, const Proof& proof, const Root& root) {
  if (proved.rule != verify::to_kernel(proof.rule) || proved.size != proof.size ||
      proved.attacker != verify::to_kernel(proof.attacker) ||
      proved.to_move != verify::to_kernel(root.position.to_move()))
    return false;
  audit::Board board(proved.rule, proved.size);
  verify::to_kernel(root.position, board);
  return board.cells() == proved.cells;
}

bool accepted_by_rules(const Proof& proof, std::uint32_t effort) {
  if (proof.roots.empty() || !proof.findings.empty()) return false;
  audit::Book book = verify::book_of(proof.rule, proof.records);
  audit::Kernel kernel(book);
  verify::Guide guide(proof.rule, proof.size, proof.attacker, effort);
  for (std::size_t i = 0; i < book.count(); ++i) kernel.check(i, guide);
  audit::Board board(verify::to_kernel(proof.rule), proof.size);
  for (const Root& root : proof.roots) {
    verify::to_kernel(root.position, board);
    const auto proved = kernel.prove(board, verify::to_kernel(root.position.to_move()), guide);
    if (!proved || !is_same(*proved, proof, root)) return false;
  }
  return true;
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
            return is_as_expected(proof, expected) && accepted_by_dbsearch(proof, effort);
          })};
}

Checker rules_level(std::uint32_t effort) {
  return {"rules level, effort " + std::to_string(effort),
          reading([effort](const Proof& proof, const Expected& expected) {
            return is_as_expected(proof, expected) && accepted_by_rules(proof, effort);
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
            return accepted_by_dbsearch(proof, effort);
          })};
}

}  // namespace fiveproof::mutants
