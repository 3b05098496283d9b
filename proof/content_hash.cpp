// Makes the byte stream of spec/format.md, "Content hash", section by section.
#include <algorithm>

#include "base/bytes.hpp"
#include "base/phase.hpp"
#include "proof/content_digest.hpp"
#include "proof/records/canonical_entry.hpp"

namespace fiveproof {
namespace {

constexpr std::string_view tag = "fiveproof-hash-1";
using Bytes = std::vector<std::uint8_t>;

/// Writes items sorted and once each: how often and in which order something is
/// named is not part of the proof.
void put_set(Bytes& out, std::vector<Bytes> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  put_number(out, items.size(), 8);
  for (const Bytes& item : items) out.insert(out.end(), item.begin(), item.end());
}

Bytes canonical_entry(const Position& position, std::optional<Square> move) {
  Bytes entry(entry_bytes(position.size()));
  write_canonical_entry(position, move, entry);
  return entry;
}

Bytes root_bytes(const Root& root) {
  Bytes out = canonical_entry(root.position, std::nullopt);
  out.push_back(static_cast<std::uint8_t>(index_of(root.position.to_move())));
  return out;
}

Bytes finding_bytes(const Gap& finding) {
  Bytes out = canonical_entry(finding.position, finding.by);
  out.push_back(static_cast<std::uint8_t>(index_of(finding.position.to_move())));
  out.push_back(static_cast<std::uint8_t>(finding.kind));
  out.push_back(finding.limit ? 1 : 0);
  return out;
}

template <class T, class F>
std::vector<Bytes> each(const std::vector<T>& items, F bytes_of) {
  std::vector<Bytes> out;
  out.reserve(items.size());
  for (const T& item : items) out.push_back(bytes_of(item));
  return out;
}

}  // namespace

Digest content_digest(const Proof& proof) {
  Bytes head(tag.begin(), tag.end());
  head.push_back(static_cast<std::uint8_t>(proof.rule));
  head.push_back(static_cast<std::uint8_t>(proof.size));
  head.push_back(static_cast<std::uint8_t>(index_of(proof.attacker)));
  put_set(head, each(proof.roots, root_bytes));
  put_number(head, proof.records.count(), 8);
  Sha256 hash;
  hash.update(head);

  Phase phase("hashing records", proof.records.count());
  for (std::size_t i = 0; i < proof.records.count(); ++i) {
    phase.reach(i);
    hash.update(proof.records.entry(i));
    proof.records.passed(i);
  }

  Bytes tail;
  put_set(tail, each(proof.findings, finding_bytes));
  hash.update(tail);
  return hash.finish();
}

std::string content_hash(const Proof& proof) { return to_hex(content_digest(proof)); }

}  // namespace fiveproof
