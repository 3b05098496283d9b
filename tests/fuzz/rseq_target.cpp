// A sequence of renlibonline.
#include "convert/rseq/rseq.hpp"

#include <string>

#include "tests/convert/rseq_text.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/fuzz/tree_reading_checks.hpp"

namespace rseq_target {

using namespace fiveproof;
using namespace fiveproof::convert;

FIVEPROOF_FUZZ_TARGET(rseq, data, size) {
  TreeReadOptions options;
  options.max_nodes = 300;
  options.max_oddities = 5;
  const auto reading = read_rseq({data, size}, options);
  if (!reading.ok()) {
    fuzz::check_error(reading.error(), size);
    return 0;
  }
  fuzz::check_reading(reading.value(), options, size);
  const GameTree& tree = reading.value().tree;
  if (size % 16 == 0) fuzz::check_section(tree);
  for (NodeNumber node = 0; node < tree.node_count(); ++node)
    FIVEPROOF_ENSURE(data[reading.value().offsets[node]] == '[' && tree.move(node).is_square());
  // Written in the order of the published files it is the same tree, and odd in nothing but its moves.
  const std::string text = test::rseq_text(tree);
  const auto again = read_rseq({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  FIVEPROOF_ENSURE(again.ok());
  FIVEPROOF_ENSURE(test::rseq_text(again.value().tree) == text);
  for (NodeNumber node = 0; node < tree.node_count(); ++node)
    FIVEPROOF_ENSURE(again.value().tree.move(node) == tree.move(node) &&
                     again.value().tree.bits(node) == tree.bits(node));
  return 0;
}

}  // namespace rseq_target
