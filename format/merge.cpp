#include "format/merge.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "format/links.hpp"
#include "game/packed_position.hpp"

namespace fiveproof {
namespace {

bool is_same_game(const Proof& a, const Proof& b) {
  return a.rule == b.rule && a.size == b.size && a.attacker == b.attacker;
}

std::string game_of(const Proof& proof) {
  return std::string(name_of(proof.rule)) + " " + std::to_string(proof.size) + "x" +
         std::to_string(proof.size) + ", " + std::string(name_of(proof.attacker)) + " attacks";
}

/// Is `entry` one of [first, last)?
bool is_among(const RecordTable& table, std::size_t first, std::size_t last,
              std::span<const std::uint8_t> entry) {
  for (std::size_t i = first; i < last; ++i)
    if (std::ranges::equal(table.entry(i), entry)) return true;
  return false;
}

class Merger {
 public:
  explicit Merger(const Proof& first) : merged_{Proof(first.rule, first.size, first.attacker)} {}

  void add(const Proof& proof) {
    for (std::size_t i = 0; i < proof.records.count(); ++i) add_record(proof.records.entry(i));
    add_roots_and_findings(proof);
    for (const Section& section : proof.sections) add_section(section);
    earlier_.push_back(&proof.records);
  }
  Merged finish() && {
    merged_.proof.records.finish();
    return std::move(merged_);
  }

 private:
  void add_record(std::span<const std::uint8_t> entry) {
    for (const RecordTable* table : earlier_) {
      const auto [first, last] = table->find_entry(entry);
      if (first == last) continue;
      const bool is_there = is_among(*table, first, last, entry);
      ++(is_there ? merged_.repeated : merged_.other_moves);
      return;
    }
    merged_.proof.records.add_entry(entry);
  }

  void add_roots_and_findings(const Proof& proof) {
    auto& roots = merged_.proof.roots;
    std::vector<std::size_t> places;
    for (const Root& root : proof.roots) {
      const std::pair key{pack(root.position), root.position.to_move()};
      const auto [place, is_new] = place_of_root_.try_emplace(key, roots.size());
      places.push_back(place->second);
      if (is_new) roots.push_back(root);
    }
    for (Gap finding : proof.findings) {
      if (finding.root) finding.root = places[*finding.root];
      merged_.proof.findings.push_back(std::move(finding));
    }
  }

  void add_section(const Section& section) {
    auto& sections = merged_.proof.sections;
    const auto at = std::ranges::lower_bound(sections, section.kind, {}, &Section::kind);
    if (at == sections.end() || at->kind != section.kind)
      sections.insert(at, section);
    else if (*at != section)
      ++merged_.other_sections;
  }

  Merged merged_;
  std::vector<const RecordTable*> earlier_;
  std::map<std::pair<std::vector<std::uint8_t>, Color>, std::size_t> place_of_root_;
};

}  // namespace

Result<Merged> merge(std::vector<Proof> proofs) {
  FIVEPROOF_ENSURE(!proofs.empty());
  for (const Proof& proof : proofs)
    if (!is_same_game(proof, proofs.front()))
      return Error{ErrorCode::usage, "expected proofs of one game, found " + game_of(proofs.front()) +
                                         " and " + game_of(proof)};
  Merger merger(proofs.front());
  for (const Proof& proof : proofs) merger.add(proof);
  return std::move(merger).finish();
}

std::uint64_t trim(Proof& proof) {
  const std::vector<bool> needed = needed_records(proof);
  RecordTable kept(proof.size, proof.attacker);
  for (std::size_t i = 0; i < needed.size(); ++i)
    if (needed[i]) kept.add_entry(proof.records.entry(i));
  kept.finish();
  const std::uint64_t dropped = proof.records.count() - kept.count();
  proof.records = std::move(kept);
  return dropped;
}

}  // namespace fiveproof
