#include "convert/pictures/csv.hpp"

#include <map>
#include <string>
#include <vector>

#include "proof/graph/ply_counts.hpp"

namespace fiveproof::convert {

namespace {

using CountsByStones = std::map<int, PlyCount>;

/// CountsByStones a part of a proof: each position once, however many lines lead to it.
class PartCounts {
 public:
  explicit PartCounts(const Proof& proof) : graph_(proof) {}

  Result<CountsByStones> count(const PartOptions& part) {
    const auto visited = visit_part(graph_, part, [this](const ProofGraph::Place& place, bool) {
      if (place.is_or) note(place);
    });
    if (!visited.ok()) return visited.error();
    return std::move(counts_);
  }

 private:
  void note(const ProofGraph::Place& place) {
    PlyCount& ply = counts_[graph_.stone_count(place)];
    const auto [first, last] = graph_.records_of(place.number);
    for (std::uint32_t record = first; record < last; ++record) {
      ++ply.records;
      note_move(place, graph_.answer(record), ply);
    }
  }
  void note_move(const ProofGraph::Place& place, const ProofGraph::Answer& answer, PlyCount& ply) {
    using Kind = ProofGraph::Answer::Kind;
    if (answer.kind == Kind::is_absent) ++ply.leaves;
    if (answer.kind == Kind::is_absent || answer.kind == Kind::is_illegal) return;
    std::uint32_t after = answer.next.number;
    if (answer.kind == Kind::makes_five) {
      Position position = graph_.position(place);
      position.play(answer.move);
      after = graph_.find(position)->number;
    }
    if (after >= is_counted_.size()) is_counted_.resize(after + 1);
    if (!is_counted_[after]) ++ply.and_positions;
    is_counted_[after] = true;
  }

  ProofGraph graph_;
  CountsByStones counts_;
  std::vector<bool> is_counted_;  ///< AND positions, by their numbers in the graph
};

}  // namespace

Result<Writing> write_csv(const Proof& proof, const PartOptions& part) {
  const bool is_all = !part.root && !part.max_depth;
  FIVEPROOF_LET(const auto counts, is_all ? counts_by_stones(proof.records) : PartCounts(proof).count(part));
  std::string text = "stones,records,without_move,after_moves\r\n";
  std::uint64_t records = 0;
  for (const auto& [stones, count] : counts) {
    records += count.records;
    text += std::to_string(stones) + "," + std::to_string(count.records) + "," +
            std::to_string(count.leaves) + "," + std::to_string(count.and_positions) + "\r\n";
  }
  Writing writing{{text.begin(), text.end()}};
  writing.records = records;
  writing.losses.push_back("positions, moves and claims: a table counts them");
  tell(writing.losses, proof.findings.size(), "finding");
  return writing;
}

}  // namespace fiveproof::convert
