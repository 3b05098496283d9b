#include "cli/output/threat_text.hpp"

#include "game/notation.hpp"

namespace fiveproof::cli {

void write_sequence(std::ostream& out, const dbsearch::ThreatSequence& sequence, int size) {
  int number = 0;
  for (const dbsearch::Threat& threat : sequence) {
    out << "  " << ++number << ". " << dbsearch::name_of(threat.kind) << ' ' << to_text(threat.gain) << " (";
    const SquareSet cost = threat.squares(threat.cost, size);
    if (!cost.empty()) out << "cost " << to_text(cost) << "; ";
    out << "rest " << to_text(threat.squares(threat.rest, size)) << ")\n";
  }
}

}  // namespace fiveproof::cli
