#include "tests/fuzz/fvp_repair.hpp"

#include <capnp/any.h>
#include <kj/exception.h>

#include <algorithm>
#include <string>

#include "base/bytes.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "tests/format/fvp_surgery.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"

namespace fiveproof::fuzz {
namespace {

using test::FvpParts;

/// A message that is changed in place; any getter may throw kj::Exception.
class OpenMessage {
 public:
  explicit OpenMessage(const Bytes& bytes)
      : words_(bytes.size() / 8), reader_((copy(bytes), kj::ArrayPtr<const capnp::word>(array()))) {}

  template <class T>
  typename T::Reader root() {
    return reader_.getRoot<T>();
  }
  /// The fixed part of the root struct.
  std::span<std::uint8_t> data() { return writable(reader_.getRoot<capnp::AnyStruct>().getDataSection()); }
  /// The bytes that a getter has pointed at.
  static std::span<std::uint8_t> writable(kj::ArrayPtr<const kj::byte> bytes) {
    return {const_cast<std::uint8_t*>(bytes.begin()), bytes.size()};
  }
  void save(Bytes& bytes) const {
    const auto* from = reinterpret_cast<const std::uint8_t*>(words_.data());
    std::copy(from, from + words_.size() * 8, bytes.begin());
  }

 private:
  void copy(const Bytes& bytes) {
    auto* to = reinterpret_cast<std::uint8_t*>(words_.data());
    std::copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(words_.size() * 8), to);
  }
  kj::ArrayPtr<const capnp::word> array() const {
    return {reinterpret_cast<const capnp::word*>(words_.data()), words_.size()};
  }

  std::vector<std::uint64_t> words_;
  capnp::FlatArrayMessageReader reader_;
};

template <class F>
void change(Bytes& message, F how) {
  try {
    OpenMessage open(message);
    how(open);
    open.save(message);
  } catch (const kj::Exception&) {  // not a message, so nothing to repair
  }
}

/// Little-endian, where the schema's layout has it; nothing happens when the struct is shorter.
void put(std::span<std::uint8_t> data, std::size_t at, std::size_t width, std::uint64_t value) {
  if (at + width > data.size()) return;
  for (std::size_t i = 0; i < width; ++i) data[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// What a part says of a block: its records and its payload.
FvpParts::Block block_of(const Bytes& part) {
  ByteReader in(part);
  const std::uint32_t records = in.u16();
  const auto payload = in.rest();
  return {records, Bytes(payload.begin(), payload.end())};
}

void repair_counts(FvpInput& input) {
  std::uint64_t total = 0, most = 0;
  for (std::size_t i = 1; i < input.parts.size(); ++i) {
    const std::uint64_t count = block_of(input.parts[i]).records;
    total += count;
    most = std::max(most, count);
  }
  change(input.parts[0], [&](OpenMessage& open) {
    put(open.data(), 4, 4, input.parts.size() - 1);  // blockCount
    put(open.data(), 8, 8, total);                   // recordCount
    put(open.data(), 16, 4, most);                   // blockRecords
    put(open.data(), 20, 4, 0);                      // sectionCount
  });
}

Bytes file_of(const FvpInput& input) {
  FvpParts parts;
  parts.header_frame = test::compressed(input.parts[0]);
  for (std::size_t i = 1; i < input.parts.size(); ++i) parts.blocks.push_back(block_of(input.parts[i]));
  return test::put_together(parts);
}

/// The reader itself says which hash it expects: it is the last thing it asks for.
void repair_content_hash(FvpInput& input) {
  const auto read = read_fvp(file_of(input), small_limits());
  if (read.ok()) return;
  const std::string before = "expected content hash ";
  const std::string& message = read.error().message;
  const auto at = message.find(before);
  if (at == std::string::npos) return;
  const std::string hex = message.substr(at + before.size(), 64);
  change(input.parts[0], [&](OpenMessage& open) {
    const auto hash = OpenMessage::writable(open.root<schema::Header>().getContentHash());
    for (std::size_t i = 0; i < hash.size() && 2 * i + 1 < hex.size(); ++i)
      hash[i] = static_cast<std::uint8_t>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  });
}

}  // namespace

FvpInput decode_fvp_input(std::span<const std::uint8_t> data) {
  ByteReader in(data);
  FvpInput input;
  input.repairs = in.u8();
  do {
    const std::size_t length = in.u16();
    const auto bytes = in.take(length);
    input.parts.emplace_back(bytes.begin(), bytes.end());
  } while (!in.at_end());
  return input;
}

Bytes encode_fvp_input(const FvpInput& input) {
  Bytes out = {input.repairs};
  for (const Bytes& part : input.parts) {
    out.push_back(static_cast<std::uint8_t>(part.size() & 0xFF));
    out.push_back(static_cast<std::uint8_t>(part.size() >> 8));
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

FvpInput fvp_input_of(std::span<const std::uint8_t> file) {
  const FvpParts parts = test::take_apart(file);
  FvpInput input{FvpInput::counts | FvpInput::content_hash, {test::decompressed(parts.header_frame)}};
  for (const auto& block : parts.blocks) {
    Bytes part{static_cast<std::uint8_t>(block.records & 0xFF),
               static_cast<std::uint8_t>(block.records >> 8)};
    put_bytes(part, block.frame);
    input.parts.push_back(std::move(part));
  }
  return input;
}

Bytes repaired_fvp(FvpInput input) {
  if (input.repairs & FvpInput::counts) repair_counts(input);
  if (input.repairs & FvpInput::content_hash) repair_content_hash(input);
  return file_of(input);
}

}  // namespace fiveproof::fuzz
