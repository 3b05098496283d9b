#include "tests/fuzz/fvp_repair.hpp"

#include <capnp/any.h>
#include <kj/exception.h>

#include <algorithm>
#include <string>

#include "format/fvp/fvp_reader.hpp"
#include "game/packed_position.hpp"
#include "proof/records/canonical_entry.hpp"
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

// Places in the data sections: Header.blockCount, Header.recordCount, Block.count.
constexpr std::size_t header_block_count = 4;
constexpr std::size_t header_record_count = 8;
constexpr std::size_t block_record_count = 0;

/// As many as the block has moves.
std::uint32_t records_in(Bytes& block) {
  std::uint32_t count = 0;
  change(block, [&](OpenMessage& open) { count = open.root<schema::Block>().getMoves().size(); });
  return count;
}

void repair_counts(FvpInput& input) {
  std::uint64_t total = 0;
  for (std::size_t i = 1; i < input.parts.size(); ++i) {
    const std::uint32_t count = records_in(input.parts[i]);
    change(input.parts[i], [&](OpenMessage& open) { put(open.data(), block_record_count, 4, count); });
    total += count;
  }
  change(input.parts[0], [&](OpenMessage& open) {
    put(open.data(), header_block_count, 4, input.parts.size() - 1);
    put(open.data(), header_record_count, 8, total);
  });
}

/// Packed bytes made valid: no byte over 242, no digit behind the board.
void repair_digits(std::span<std::uint8_t> packed, int size) {
  for (auto& byte : packed) byte = static_cast<std::uint8_t>(byte % 243);
  int behind = 1;
  for (int digits = size * size; digits % 5 != 0; ++digits) behind *= 3;
  packed.back() = static_cast<std::uint8_t>(packed.back() - packed.back() % behind);
}

/// The columns of one block, writable.
struct Columns {
  std::span<std::uint8_t> positions, moves;
};

Columns columns_of(OpenMessage& open) {
  const auto block = open.root<schema::Block>();
  const capnp::AnyList::Reader moves = capnp::toAny(block.getMoves());
  return {OpenMessage::writable(block.getPositions()), OpenMessage::writable(moves.getRawBytes())};
}

/// Canonical entries of all blocks, then back to where they came from in canonical order.
class CanonicalRepair {
 public:
  CanonicalRepair(int size, Color attacker) : size_(size), attacker_(attacker) {}

  void gather(Bytes& block) {
    change(block, [&](OpenMessage& open) {
      const Columns columns = columns_of(open);
      for (std::size_t i = 0; i < count(columns); ++i) entries_.push_back(entry(columns, i));
    });
  }
  void sort() {
    std::sort(entries_.begin(), entries_.end());
    entries_.erase(std::unique(entries_.begin(), entries_.end()), entries_.end());
  }
  void hand_out(Bytes& block) {
    change(block, [&](OpenMessage& open) {
      const Columns columns = columns_of(open);
      for (std::size_t i = 0; i < count(columns) && next_ < entries_.size(); ++i, ++next_)
        put_back(entries_[next_], columns, i);
    });
  }

 private:
  [[nodiscard]] std::size_t stride() const { return packed_bytes(size_); }
  [[nodiscard]] std::size_t count(const Columns& columns) const {
    return std::min(columns.positions.size() / stride(), columns.moves.size() / 2);
  }
  [[nodiscard]] Bytes entry(const Columns& columns, std::size_t i) const {
    const auto packed = columns.positions.subspan(i * stride(), stride());
    repair_digits(packed, size_);
    const int number = columns.moves[2 * i] + 256 * columns.moves[2 * i + 1];
    std::optional<Square> move;
    if (number != no_move) move = from_dense_index(number % (size_ * size_), size_);
    Bytes entry(entry_bytes(size_));
    write_canonical_entry(unpack(packed, size_, attacker_).value(), move, entry);
    return entry;
  }
  void put_back(const Bytes& entry, const Columns& columns, std::size_t i) const {
    std::copy_n(entry.begin() + 2, stride(), columns.positions.subspan(i * stride()).begin());
    columns.moves[2 * i] = entry.back();
    columns.moves[2 * i + 1] = entry[entry.size() - 2];
  }

  int size_;
  Color attacker_;
  std::vector<Bytes> entries_;
  std::size_t next_ = 0;
};

void repair_records(FvpInput& input) {
  int size = 0;
  Color attacker = Color::black;
  change(input.parts[0], [&](OpenMessage& open) {
    const auto header = open.root<schema::Header>();
    size = header.getSize();
    attacker = header.getAttacker() == schema::Color::BLACK ? Color::black : Color::white;
  });
  if (!is_board_size(size)) return;
  CanonicalRepair repair(size, attacker);
  for (std::size_t i = 1; i < input.parts.size(); ++i) repair.gather(input.parts[i]);
  repair.sort();
  for (std::size_t i = 1; i < input.parts.size(); ++i) repair.hand_out(input.parts[i]);
}

Bytes file_of(FvpInput& input) {
  FvpParts parts;
  parts.version = 1;
  parts.header_frame = test::compressed(input.parts[0]);
  for (std::size_t i = 1; i < input.parts.size(); ++i) {
    const std::uint32_t count = records_in(input.parts[i]);
    parts.blocks.push_back({count, test::compressed(input.parts[i])});
  }
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

Bytes repaired_fvp(FvpInput input) {
  if (input.repairs & FvpInput::canonical) repair_records(input);
  if (input.repairs & FvpInput::counts) repair_counts(input);
  if (input.repairs & FvpInput::content_hash) repair_content_hash(input);
  return file_of(input);
}

}  // namespace fiveproof::fuzz
