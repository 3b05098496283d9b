// Puts together the one Cap'n Proto message in a .fvp file, where Cap'n Proto's library is not to be had:
// spec/format.md, section 4, which has the words and pointers of each struct.
//
//     plain::MessageBuilder message;
//     fill_header(message.root(), proof, facts);
//     const std::vector<std::uint64_t>& words = message.words();
//
// The setters have the names that Cap'n Proto gives to its own, and what they make has the same words in the
// same order: what is set first lies first. What is set twice leaves the first behind, so nobody does.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace fiveproof::fvp::plain {

/// The words of the message: the framing, and its only segment, which grows at the end.
class Ground {
 public:
  /// Where so many words begin, all of them 0.
  std::size_t allocate(std::uint64_t count) {
    const std::size_t at = words_.size();
    words_.resize(at + static_cast<std::size_t>(count));
    return at;
  }
  [[nodiscard]] std::uint64_t& word(std::size_t at) { return words_[at]; }
  [[nodiscard]] std::uint8_t* bytes(std::size_t at) {
    return reinterpret_cast<std::uint8_t*>(words_.data() + at);
  }
  /// A pointer leads to words behind it. `rest` is all of it but the offset.
  void lead(std::size_t pointer, std::size_t target, std::uint64_t rest) {
    words_[pointer] = rest | std::uint64_t{static_cast<std::uint32_t>(target - pointer - 1) << 2};
  }
  /// A list of bytes with so many zeros behind it.
  void put_list(std::size_t pointer, std::span<const std::uint8_t> bytes, std::uint64_t zeros) {
    const std::uint64_t count = bytes.size() + zeros;
    const std::size_t at = allocate((count + 7) / 8);
    if (!bytes.empty()) std::memcpy(this->bytes(at), bytes.data(), bytes.size());
    lead(pointer, at, list_of(2, count));
  }
  /// A pointer to a list, but for the offset.
  [[nodiscard]] static std::uint64_t list_of(std::uint64_t element_size, std::uint64_t count) {
    return 1 | element_size << 32 | count << 35;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_ = {0, 0};  ///< the framing, and the pointer to the root
};

/// A list of numbers of 16 bits, the least byte first.
class SquaresBuilder {
 public:
  SquaresBuilder(Ground& ground, std::size_t pointer, unsigned count)
      : ground_(&ground), at_(ground.allocate((std::uint64_t{count} + 3) / 4)) {
    ground.lead(pointer, at_, Ground::list_of(3, count));
  }
  void set(unsigned i, std::uint16_t number) {
    ground_->word(at_ + i / 4) |= std::uint64_t{number} << (i % 4 * 16);
  }

 private:
  Ground* ground_;
  std::size_t at_;
};

/// A struct of `data` words and as many pointers as it takes.
template <std::size_t data, std::size_t pointers>
class StructureBuilder {
 public:
  static constexpr std::size_t words = data + pointers;
  static constexpr std::uint64_t shape = std::uint64_t{data} << 32 | std::uint64_t{pointers} << 48;

  /// One that is there.
  StructureBuilder(Ground& ground, std::size_t at) : ground_(&ground), at_(at) {}
  /// A new one, to which a pointer leads.
  static std::size_t make(Ground& ground, std::size_t pointer) {
    const std::size_t at = ground.allocate(words);
    ground.lead(pointer, at, shape);
    return at;
  }

 protected:
  /// The bits from `first` on. None lie in two words.
  void put(std::size_t first, std::uint64_t value) { ground_->word(at_ + first / 64) |= value << first % 64; }
  [[nodiscard]] std::size_t pointer(std::size_t number) const { return at_ + data + number; }
  [[nodiscard]] Ground& ground() const { return *ground_; }
  void put_text(std::size_t number, std::string_view text) {
    ground_->put_list(pointer(number), {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, 1);
  }
  void put_data(std::size_t number, std::span<const std::uint8_t> bytes) {
    ground_->put_list(pointer(number), bytes, 0);
  }

 private:
  Ground* ground_;
  std::size_t at_;
};

/// A list of structs: their number and shape stand in a word before the first of them.
template <class T>
class StructuresBuilder {
 public:
  StructuresBuilder(Ground& ground, std::size_t pointer, unsigned count) : ground_(&ground) {
    const std::uint64_t words = std::uint64_t{count} * T::words;
    const std::size_t tag = ground.allocate(words + 1);
    ground.lead(pointer, tag, Ground::list_of(7, words));
    ground.word(tag) = T::shape | std::uint64_t{count} << 2;
    first_ = tag + 1;
  }
  T operator[](unsigned i) { return T(*ground_, first_ + i * T::words); }

 private:
  Ground* ground_;
  std::size_t first_;
};

// The structs of format/fvp/proof.capnp.

struct StonesBuilder : StructureBuilder<1, 1> {
  using StructureBuilder::StructureBuilder;
  void setPacked(std::span<const std::uint8_t> bytes) { put_data(0, bytes); }
  void setToMove(unsigned color) { put(0, color); }
};

struct RootBuilder : StructureBuilder<1, 1> {
  using StructureBuilder::StructureBuilder;
  SquaresBuilder initMoves(unsigned count) { return {ground(), pointer(0), count}; }
  StonesBuilder initStones() {
    put(0, 1);
    return {ground(), StonesBuilder::make(ground(), pointer(0))};
  }
};

struct FindingBuilder : StructureBuilder<1, 3> {
  using StructureBuilder::StructureBuilder;
  void setKind(std::string_view text) { put_text(0, text); }
  void setRoot(std::uint32_t number) { put(0, number ^ 0xFFFFFFFFu); }
  SquaresBuilder initLine(unsigned count) { return {ground(), pointer(1), count}; }
  StonesBuilder initPosition() { return {ground(), StonesBuilder::make(ground(), pointer(2))}; }
  void setBy(std::uint16_t number) { put(32, number ^ 0xFFFFu); }
  void setLimit(bool is_so) { put(48, is_so ? 1 : 0); }
};

struct HeaderBuilder : StructureBuilder<3, 5> {
  using StructureBuilder::StructureBuilder;
  void setProducer(std::string_view text) { put_text(0, text); }
  void setRule(std::string_view text) { put_text(1, text); }
  void setSize(std::uint8_t size) { put(0, size); }
  void setAttacker(unsigned color) { put(16, color); }
  StructuresBuilder<RootBuilder> initRoots(unsigned count) { return {ground(), pointer(2), count}; }
  StructuresBuilder<FindingBuilder> initFindings(unsigned count) { return {ground(), pointer(3), count}; }
  void setRecordCount(std::uint64_t count) { put(64, count); }
  void setBlockCount(std::uint32_t count) { put(32, count); }
  void setContentHash(std::span<const std::uint8_t> bytes) { put_data(4, bytes); }
  void setCoding(std::uint8_t number) { put(8, number); }
  void setBlockRecords(std::uint32_t count) { put(128, count); }
  void setSectionCount(std::uint32_t count) { put(160, count); }
};

/// A message in the standard framing.
class MessageBuilder {
 public:
  [[nodiscard]] HeaderBuilder root() { return {ground_, HeaderBuilder::make(ground_, 1)}; }
  /// All words, the framing among them.
  [[nodiscard]] const std::vector<std::uint64_t>& words() {
    ground_.word(0) = std::uint64_t{ground_.words().size() - 1} << 32;
    return ground_.words();
  }

 private:
  Ground ground_;
};

}  // namespace fiveproof::fvp::plain
