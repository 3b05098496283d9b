#include "tests/fuzz/proof_checks.hpp"

#include "format/fvp/fvp_reader.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/text/jsonl.hpp"
#include "tests/format/samples.hpp"

namespace fiveproof::fuzz {
namespace {

void check_same(const Proof& proof, const Result<Proof>& read_back) {
  FIVEPROOF_ENSURE(read_back.ok());
  FIVEPROOF_ENSURE(test::difference(proof, read_back.value()).empty());
  FIVEPROOF_ENSURE(content_hash(proof) == content_hash(read_back.value()));
}

}  // namespace

void check_round_trips(const Proof& proof) {
  const auto bytes = fvp_bytes(proof);
  FIVEPROOF_ENSURE(bytes.ok());
  const auto from_bytes = read_fvp(bytes.value());
  check_same(proof, from_bytes);
  FIVEPROOF_ENSURE(fvp_bytes(from_bytes.value()).value() == bytes.value());

  const auto text = test::jsonl_text(proof);
  FIVEPROOF_ENSURE(text.ok());
  const auto from_text = read_jsonl(test::bytes_of(text.value()));
  check_same(proof, from_text);
  FIVEPROOF_ENSURE(test::jsonl_text(from_text.value()).value() == text.value());
}

void check_error(const Error& error, std::size_t file_bytes) {
  FIVEPROOF_ENSURE(!error.message.empty() && !error.text().empty());
  FIVEPROOF_ENSURE(!error.offset || *error.offset <= file_bytes);
  FIVEPROOF_ENSURE(error.code != ErrorCode::io);
}

void check_one_limit(ReaderLimits limits, const ReadWithin& read,
                     const std::function<void(ReaderLimits&)>& lower) {
  lower(limits);
  const auto result = read(limits);
  FIVEPROOF_ENSURE(!result.ok() && result.error().code == ErrorCode::limit);
}

void check_limits(const Proof& proof, std::size_t file_bytes, const ReaderLimits& limits,
                  const ReadWithin& read) {
  FIVEPROOF_ENSURE(file_bytes <= limits.max_file_bytes);
  FIVEPROOF_ENSURE(proof.records.count() <= limits.max_records);
  FIVEPROOF_ENSURE(proof.roots.size() <= limits.max_roots);
  FIVEPROOF_ENSURE(proof.findings.size() <= limits.max_findings);
  check_one_limit(limits, read, [&](ReaderLimits& l) { l.max_file_bytes = file_bytes - 1; });
  if (!proof.records.empty())
    check_one_limit(limits, read, [&](ReaderLimits& l) { l.max_records = proof.records.count() - 1; });
  if (!proof.roots.empty())
    check_one_limit(limits, read, [&](ReaderLimits& l) { l.max_roots = proof.roots.size() - 1; });
  if (!proof.findings.empty())
    check_one_limit(limits, read, [&](ReaderLimits& l) { l.max_findings = proof.findings.size() - 1; });
}

}  // namespace fiveproof::fuzz
