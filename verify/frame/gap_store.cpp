#include "verify/frame/gap_store.hpp"

#include <algorithm>

#include "verify/check/gap_bytes.hpp"

namespace fiveproof::verify {
namespace {

// An entry is made of big-endian numbers. Gaps are one when their identities are equal:
//
//   identity    canonical position, kind 1
//   occurrence  finding or not 1, gap
constexpr std::size_t identity_bytes(int size) { return position_bytes(size) + 1; }
constexpr std::size_t occurrence_bytes = 1 + gap_bytes;

void put_entry(std::vector<std::uint8_t>& out, const Position& position, bool is_finding, const RawGap& gap) {
  put_position(out, canonical_form(position).position);
  put_number(out, static_cast<std::uint64_t>(gap.kind), 1);
  put_number(out, is_finding ? 1 : 0, 1);
  put_gap(out, gap);
}

}  // namespace

GapStore::GapStore(int size, std::size_t memory_bytes, const std::string& folder)
    : identity_bytes_(identity_bytes(size)),
      entry_bytes_(identity_bytes_ + occurrence_bytes),
      sorter_(entry_bytes_, memory_bytes, folder),
      entry_(entry_bytes_) {}

void GapStore::encode(const FormChecker& forms, const RawGap& gap, std::vector<std::uint8_t>& out) {
  put_entry(out, forms.position_of(gap), false, gap);
}

void GapStore::encode_finding(const Gap& finding, std::uint32_t index, std::vector<std::uint8_t>& out) {
  put_entry(out, finding.position, true, {index, finding.kind, finding.limit, finding.by});
}

Status GapStore::add(std::span<const std::uint8_t> entries) {
  FIVEPROOF_ENSURE(entries.size() % entry_bytes_ == 0);
  for (; !entries.empty(); entries = entries.subspan(entry_bytes_))
    if (auto added = sorter_.add(entries.first(entry_bytes_)); !added.ok()) return added;
  return Done{};
}

Status GapStore::finish() { return sorter_.finish(); }

Result<std::optional<Occurrence>> GapStore::next() {
  const auto more = sorter_.next(entry_);
  if (!more.ok()) return more.error();
  if (!more.value()) return std::optional<Occurrence>();
  const std::span<const std::uint8_t> bytes(entry_);
  const auto identity = bytes.first(identity_bytes_);
  Occurrence out;
  out.is_new = !std::equal(identity.begin(), identity.end(), last_identity_.begin(), last_identity_.end());
  if (out.is_new) last_identity_.assign(identity.begin(), identity.end());
  ByteReader occurrence(bytes.subspan(identity_bytes_));
  out.is_finding = occurrence.number(1) != 0;
  out.raw = take_gap(occurrence).value();
  return std::optional(out);
}

Status GapStore::rewind() {
  last_identity_.clear();
  return sorter_.rewind();
}

}  // namespace fiveproof::verify
