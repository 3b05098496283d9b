// The header without Cap'n Proto's library: the same bytes, read and written by what knows this one schema.
#include "format/fvp/fvp_header.hpp"

#include "format/fvp/fvp_frame.hpp"
#include "format/fvp/header_filling.hpp"
#include "format/fvp/header_rules.hpp"
#include "format/fvp/plain_builder.hpp"
#include "format/fvp/plain_message.hpp"

namespace fiveproof::fvp {

Header read_header(const Head& head, const ReaderLimits& limits) {
  const auto words = decompress(head.frame, head.offset, limits.max_header_bytes);
  const plain::Message message(words);
  return header_of(message.root(), head.offset, limits);
}

Bytes write_header(const Proof& proof, const HeaderFacts& facts) {
  plain::MessageBuilder message;
  fill_header(message.root(), proof, facts);
  const auto& words = message.words();
  return compress({reinterpret_cast<const std::uint8_t*>(words.data()), words.size() * sizeof words[0]});
}

}  // namespace fiveproof::fvp
