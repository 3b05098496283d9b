#include "format/fvp/fvp_header.hpp"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/exception.h>

#include "format/fvp/fvp_frame.hpp"
#include "format/fvp/header_filling.hpp"
#include "format/fvp/header_rules.hpp"
#include "format/fvp/proof.capnp.h"

namespace fiveproof::fvp {
namespace {

/// Each getter is charged to the traversal limit, repeats included. Honest messages are passed over at most
/// twice, so four times their size refuses those that point at the same bytes over and over. The deepest
/// nesting is Header, findings, position, packed.
capnp::ReaderOptions options_for(std::size_t words) {
  capnp::ReaderOptions options;
  options.traversalLimitInWords = words * 4 + 64;
  options.nestingLimit = 8;
  return options;
}

/// A decompressed message; what its readers point at lives as long as it does. Throws Refusal, or
/// kj::Exception when it is no message.
class Message {
 public:
  Message(View frame, std::uint64_t offset, std::size_t max_bytes)
      : words_(decompress(frame, offset, max_bytes)), reader_(array(), options_for(words_.size())) {
    // The first word holds the number of segments minus one; a second segment could hide bytes.
    if (static_cast<std::uint32_t>(words_[0]) != 0) refuse(offset, "a message of one segment", "more");
    if (reader_.getEnd() != array().end())
      refuse(offset, "nothing after the message", "more bytes in the frame");
  }

  template <class T>
  typename T::Reader root() {
    return reader_.getRoot<T>();
  }

 private:
  [[nodiscard]] kj::ArrayPtr<const capnp::word> array() const {
    return {reinterpret_cast<const capnp::word*>(words_.data()), words_.size()};
  }

  std::vector<std::uint64_t> words_;
  capnp::FlatArrayMessageReader reader_;
};

Bytes frame_of(capnp::MessageBuilder& message) {
  // There must be one segment: with more the bytes would depend on how the builder grew.
  FIVEPROOF_ENSURE(message.getSegmentsForOutput().size() == 1);
  const auto words = capnp::messageToFlatArray(message);
  const auto bytes = words.asBytes();
  return compress({bytes.begin(), bytes.size()});
}

/// As many words as the header has, or more, so that it fits one segment.
std::size_t header_words(const Proof& proof, std::string_view producer) {
  const std::size_t stones = packed_bytes(proof.size) / 8 + 4;
  std::size_t words = 64 + producer.size() / 8;
  for (const Root& root : proof.roots) words += 8 + (root.moves ? root.moves->size() / 4 : stones);
  for (const Gap& finding : proof.findings) words += 16 + finding.line.size() / 4 + stones;
  return words;
}

}  // namespace

Bytes write_header(const Proof& proof, const HeaderFacts& facts) {
  capnp::MallocMessageBuilder message(static_cast<unsigned>(header_words(proof, facts.producer)),
                                      capnp::AllocationStrategy::FIXED_SIZE);
  fill_header(message.initRoot<schema::Header>(), proof, facts);
  return frame_of(message);
}

Header read_header(const Head& head, const ReaderLimits& limits) {
  try {
    Message message(head.frame, head.offset, limits.max_header_bytes);
    return header_of(message.root<schema::Header>(), head.offset, limits);
  } catch (const kj::Exception& exception) {  // comes out of any getter of a message
    throw Refusal{Error{ErrorCode::malformed, std::string("expected a Cap'n Proto message, found: ") +
                                                  exception.getDescription().cStr()}};
  }
}

}  // namespace fiveproof::fvp
