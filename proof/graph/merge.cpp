#include "proof/graph/merge.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/phase.hpp"
#include "game/packed_position.hpp"
#include "proof/graph/links.hpp"
#include "proof/records/image_board.hpp"

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

/// Goes through the records of one proof.
struct Cursor {
  const RecordTable& records;
  std::size_t at = 0;

  [[nodiscard]] bool is_at_end() const { return at == records.count(); }
  [[nodiscard]] std::span<const std::uint8_t> entry() const { return records.entry(at); }
  [[nodiscard]] std::span<const std::uint8_t> position() const { return entry_position(entry()); }
  void step() { records.passed(++at); }
};

/// Keeps the wanted records only, and returns how many it dropped.
Result<std::uint64_t> keep(Proof& proof, const Result<std::vector<bool>>& wanted) {
  if (!wanted.ok()) return wanted.error();
  RecordTable kept(proof.size, proof.attacker, proof.records.budget());
  for (Cursor cursor{proof.records}; !cursor.is_at_end(); cursor.step())
    if (wanted.value()[cursor.at]) kept.add_entry(cursor.entry());
  FIVEPROOF_TRY(kept.finish_within_budget());
  const std::uint64_t dropped = proof.records.count() - kept.count();
  proof.records = std::move(kept);
  return dropped;
}

class Merger {
 public:
  Merger(const std::vector<Proof>& proofs, Prefer prefer)
      : prefer_(prefer),
        merged_{Proof(proofs.front().rule, proofs.front().size, proofs.front().attacker,
                      proofs.front().records.budget())} {
    for (const Proof& proof : proofs) {
      cursors_.push_back({proof.records});
      add_roots_and_findings(proof);
      for (const Section& section : proof.sections) add_section(section);
    }
  }
  Result<Merged> run() && {
    {
      std::uint64_t total = 0;
      for (const Cursor& cursor : cursors_) total += cursor.records.count();
      Phase phase("merging records", total);
      while (Cursor* first = first_position()) phase.advance(add_position(*first));
    }
    FIVEPROOF_TRY(merged_.proof.records.finish_within_budget());
    if (prefer_ == Prefer::smallest) {
      merged_.repeated += added_ - merged_.proof.records.count();
      FIVEPROOF_LET(const auto left_out, keep_smallest(merged_.proof));
      merged_.other_moves = left_out;
    }
    return std::move(merged_);
  }

 private:
  /// The cursor at the least position that is left, in the first of the proofs that have it.
  [[nodiscard]] Cursor* first_position() {
    Cursor* first = nullptr;
    for (Cursor& cursor : cursors_)
      if (!cursor.is_at_end() &&
          (first == nullptr || std::ranges::lexicographical_compare(cursor.position(), first->position())))
        first = &cursor;
    return first;
  }

  /// Adds the records that `from` has of its next position, and those of the others too if the smallest is
  /// chosen later. Returns how many were passed.
  std::uint64_t add_position(Cursor& from) {
    std::uint64_t passed = 0;
    const std::size_t first = from.at;
    const auto position = from.position();
    const auto is_here = [&](const Cursor& cursor) {
      return !cursor.is_at_end() && std::ranges::equal(cursor.position(), position);
    };
    for (; is_here(from); from.step(), ++passed) add_record(from.entry());
    for (Cursor& other : cursors_)
      for (; is_here(other); other.step(), ++passed) {
        if (is_among(from.records, first, from.at, other.entry()))
          ++merged_.repeated;
        else if (prefer_ == Prefer::first)
          ++merged_.other_moves;
        else
          add_record(other.entry());
      }
    return passed;
  }
  void add_record(std::span<const std::uint8_t> entry) {
    merged_.proof.records.add_entry(entry);
    ++added_;
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

  Prefer prefer_;
  Merged merged_;
  std::uint64_t added_ = 0;  ///< how many records were added
  std::vector<Cursor> cursors_;
  std::map<std::pair<std::vector<std::uint8_t>, Color>, std::size_t> place_of_root_;
};

}  // namespace

Result<Merged> merge(const std::vector<Proof>& proofs, Prefer prefer) {
  FIVEPROOF_ENSURE(!proofs.empty());
  for (const Proof& proof : proofs)
    if (!is_same_game(proof, proofs.front()))
      return Error{ErrorCode::usage, "expected proofs of one game, found " + game_of(proofs.front()) +
                                         " and " + game_of(proof)};
  return Merger(proofs, prefer).run();
}

Result<std::uint64_t> trim(Proof& proof) { return keep(proof, needed_records(proof)); }

Result<std::uint64_t> keep_smallest(Proof& proof) { return keep(proof, smallest_records(proof.records)); }

}  // namespace fiveproof
