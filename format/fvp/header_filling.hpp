// What the header's message says of a proof, whoever puts it together: spec/format.md, section 5. Its other
// half, what a reader asks of it, is format/fvp/header_rules.hpp.
//
// `Out` are builders with the setters that Cap'n Proto makes of format/fvp/proof.capnp.
#pragma once

#include <string>
#include <vector>

#include "format/fvp/fvp_header.hpp"
#include "game/packed_position.hpp"

namespace fiveproof::fvp {

/// A colour as whichever enumeration or number a setter takes.
struct ColorNumber {
  Color color;
  template <class Number>
  operator Number() const {  // NOLINT(google-explicit-constructor): it stands where an enumerator does
    return static_cast<Number>(color == Color::black ? 0 : 1);
  }
};

template <class List>
void fill_squares(List list, const std::vector<Square>& squares, int size) {
  for (unsigned i = 0; i < squares.size(); ++i)
    list.set(i, static_cast<std::uint16_t>(dense_index(squares[i], size)));
}

template <class Out>
void fill_stones(Out out, const Position& position) {
  const auto packed = pack(position);
  out.setPacked({packed.data(), packed.size()});
  out.setToMove(ColorNumber{position.to_move()});
}

template <class Out>
void fill_root(Out out, const Root& root) {
  if (root.moves)
    fill_squares(out.initMoves(static_cast<unsigned>(root.moves->size())), *root.moves, root.position.size());
  else
    fill_stones(out.initStones(), root.position);
}

template <class Out>
void fill_finding(Out out, const Gap& finding) {
  const int size = finding.position.size();
  out.setKind(std::string(name_of(finding.kind)).c_str());
  if (finding.root) out.setRoot(static_cast<std::uint32_t>(*finding.root));
  fill_squares(out.initLine(static_cast<unsigned>(finding.line.size())), finding.line, size);
  fill_stones(out.initPosition(), finding.position);
  if (finding.by) out.setBy(static_cast<std::uint16_t>(dense_index(*finding.by, size)));
  out.setLimit(finding.limit);
}

template <class Out>
void fill_header(Out header, const Proof& proof, const HeaderFacts& facts) {
  header.setProducer(std::string(facts.producer).c_str());
  header.setRule(std::string(name_of(proof.rule)).c_str());
  header.setSize(static_cast<std::uint8_t>(proof.size));
  header.setAttacker(ColorNumber{proof.attacker});
  auto roots = header.initRoots(static_cast<unsigned>(proof.roots.size()));
  for (unsigned i = 0; i < proof.roots.size(); ++i) fill_root(roots[i], proof.roots[i]);
  auto findings = header.initFindings(static_cast<unsigned>(proof.findings.size()));
  for (unsigned i = 0; i < proof.findings.size(); ++i) fill_finding(findings[i], proof.findings[i]);
  header.setRecordCount(proof.records.count());
  header.setBlockCount(facts.blocks);
  header.setContentHash({facts.hash.data(), facts.hash.size()});
  header.setCoding(static_cast<std::uint8_t>(facts.coding));
  header.setBlockRecords(facts.block_records);
  header.setSectionCount(facts.sections);
}

}  // namespace fiveproof::fvp
