// A reader of the one Cap'n Proto message in a .fvp file, where Cap'n Proto's library is not to be had:
// spec/format.md, section 4, which has the words and pointers of each struct.
//
//     const plain::Message message(words);        // throws Refusal, as every getter does
//     const Header header = header_of(message.root(), offset, limits);
//
// It knows this schema and what our writer makes of it, and refuses what it does not know: far pointers,
// lists of another element size, more than one segment. Each word that a pointer leads to is looked for in
// the message first, and charged as the library charges it, so that lists that share bytes do not fill
// memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <string>

#include "format/refusal.hpp"

namespace fiveproof::fvp::plain {

[[noreturn]] inline void refuse_message(const std::string& found) {
  throw Refusal{Error{ErrorCode::malformed, "expected a Cap'n Proto message, found: " + found}};
}

/// The words of the only segment, and how many more may be read of them.
class Segment {
 public:
  explicit Segment(std::span<const std::uint64_t> words) : words_(words), left_(words.size() * 4 + 64) {}

  [[nodiscard]] std::uint64_t word(std::size_t at) const { return words_[at]; }
  /// Where `count` words begin that a pointer at `at` has an offset to. They are there, and paid for.
  [[nodiscard]] std::size_t target(std::size_t at, std::int64_t offset, std::uint64_t count,
                                   std::uint64_t cost) const {
    const std::int64_t first = static_cast<std::int64_t>(at) + 1 + offset;
    const auto size = static_cast<std::int64_t>(words_.size());
    if (first < 0 || first > size || count > static_cast<std::uint64_t>(size - first))
      refuse_message("a pointer out of the message");
    charge(cost);
    return static_cast<std::size_t>(first);
  }
  void charge(std::uint64_t cost) const {
    if (cost > left_) refuse_message("more to read than the message has words for");
    left_ -= cost;
  }
  [[nodiscard]] const std::uint8_t* bytes(std::size_t at) const {
    return reinterpret_cast<const std::uint8_t*>(words_.data() + at);
  }

 private:
  std::span<const std::uint64_t> words_;
  mutable std::uint64_t left_;
};

/// A pointer, taken apart. A word of 0 is a null pointer.
struct Pointer {
  enum Kind : std::uint8_t { structure = 0, list = 1 };

  Pointer(const Segment& in, std::size_t place) : segment(&in), at(place), word(in.word(place)) {}
  [[nodiscard]] bool is_null() const { return word == 0; }
  /// In words, from the word after the pointer on; negative ones lead back.
  [[nodiscard]] std::int64_t offset() const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(word)) >> 2;
  }
  void expect(Kind kind, const char* name) const {
    if ((word & 3u) != kind) refuse_message(std::string("no pointer to a ") + name);
  }
  [[nodiscard]] unsigned element_size() const { return word >> 32 & 7u; }
  [[nodiscard]] std::uint64_t count() const { return word >> 35; }

  const Segment* segment;
  std::size_t at;
  std::uint64_t word;
};

/// A list of numbers or bytes, which lie side by side.
template <class T, unsigned element_size>
class Numbers {
 public:
  Numbers() = default;  ///< empty
  explicit Numbers(const Pointer& pointer) {
    if (pointer.is_null()) return;
    pointer.expect(Pointer::list, "list");
    if (pointer.element_size() != element_size) refuse_message("a list of other elements");
    const std::uint64_t words = (pointer.count() * sizeof(T) + 7) / 8;
    const std::size_t at = pointer.segment->target(pointer.at, pointer.offset(), words, words);
    first_ = pointer.segment->bytes(at);
    count_ = static_cast<std::size_t>(pointer.count());
  }
  [[nodiscard]] std::size_t size() const { return count_; }

  class Iterator {
   public:
    explicit Iterator(const std::uint8_t* at) : at_(at) {}
    /// The least byte comes first.
    T operator*() const {
      T value = 0;
      for (std::size_t i = sizeof(T); i-- > 0;) value = static_cast<T>(value << 4 << 4 | at_[i]);
      return value;
    }
    Iterator& operator++() {
      at_ += sizeof(T);
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const std::uint8_t* at_;
  };
  [[nodiscard]] Iterator begin() const { return Iterator(first_); }
  [[nodiscard]] Iterator end() const { return Iterator(first_ + count_ * sizeof(T)); }

 protected:
  const std::uint8_t* first_ = nullptr;
  std::size_t count_ = 0;
};

using Squares = Numbers<std::uint16_t, 3>;

class Data : public Numbers<std::uint8_t, 2> {
 public:
  explicit Data(const Pointer& pointer) : Numbers(pointer) {}
  [[nodiscard]] const std::uint8_t* begin() const { return first_; }
  [[nodiscard]] const std::uint8_t* end() const { return first_ + count_; }
};

/// Bytes with a final 0, which is not counted.
class Text {
 public:
  explicit Text(const Pointer& pointer) {
    if (pointer.is_null()) return;
    const Data data(pointer);
    if (data.size() == 0 || data.end()[-1] != 0) refuse_message("a text without its end");
    text_ = reinterpret_cast<const char*>(data.begin());
    size_ = data.size() - 1;
  }
  [[nodiscard]] const char* begin() const { return text_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const char* cStr() const { return text_; }

 private:
  const char* text_ = "";
  std::size_t size_ = 0;
};

/// Where a struct lies and how large it is, which the message says: what is beyond it reads as 0 and null.
class Structure {
 public:
  /// What a null pointer stands for.
  explicit Structure(const Segment& segment) : segment_(&segment) {}
  explicit Structure(const Pointer& pointer) : segment_(pointer.segment) {
    if (pointer.is_null()) return;
    pointer.expect(Pointer::structure, "struct");
    data_ = pointer.word >> 32 & 0xFFFFu;
    pointers_ = static_cast<std::size_t>(pointer.word >> 48);
    at_ = segment_->target(pointer.at, pointer.offset(), data_ + pointers_, data_ + pointers_);
  }
  /// One of a list, which has been paid for.
  Structure(const Segment& segment, std::size_t at, std::size_t data, std::size_t pointers)
      : segment_(&segment), at_(at), data_(data), pointers_(pointers) {}

 protected:
  /// The bits [first, first + width) of the data. None lie in two words.
  [[nodiscard]] std::uint64_t bits(std::size_t first, unsigned width) const {
    if (first / 64 >= data_) return 0;
    const std::uint64_t word = segment_->word(at_ + first / 64) >> first % 64;
    return width == 64 ? word : word & ((std::uint64_t{1} << width) - 1);
  }
  template <class T>
  [[nodiscard]] T field(std::size_t number) const {
    static constexpr std::uint64_t null = 0;
    static const Segment nothing{std::span(&null, 1)};
    return number < pointers_ ? T(Pointer(*segment_, at_ + data_ + number)) : T(Pointer(nothing, 0));
  }

 private:
  const Segment* segment_;
  std::size_t at_ = 0, data_ = 0, pointers_ = 0;
};

/// A list of structs: their number and size stand in a word before the first of them.
template <class T>
class Structures {
 public:
  explicit Structures(const Pointer& pointer) : segment_(pointer.segment) {
    if (pointer.is_null()) return;
    pointer.expect(Pointer::list, "list");
    if (pointer.element_size() != 7) refuse_message("a list of other elements");
    const std::uint64_t words = pointer.count();
    first_ = segment_->target(pointer.at, pointer.offset(), words + 1, words + 1) + 1;
    const Pointer tag(*segment_, first_ - 1);
    tag.expect(Pointer::structure, "struct");
    count_ = static_cast<std::uint32_t>(tag.word) >> 2;
    data_ = tag.word >> 32 & 0xFFFFu;
    pointers_ = static_cast<std::size_t>(tag.word >> 48);
    const std::uint64_t each = data_ + pointers_;
    if (count_ * each > words) refuse_message("a list that ends early");
    if (each == 0) segment_->charge(count_);
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(count_); }

  class Iterator {
   public:
    Iterator(const Structures& list, std::uint64_t number) : list_(&list), number_(number) {}
    T operator*() const {
      const auto at = list_->first_ + static_cast<std::size_t>(number_) * (list_->data_ + list_->pointers_);
      return T(Structure(*list_->segment_, at, list_->data_, list_->pointers_));
    }
    Iterator& operator++() {
      ++number_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return number_ == other.number_; }

   private:
    const Structures* list_;
    std::uint64_t number_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, count_}; }

 private:
  const Segment* segment_;
  std::size_t first_ = 0, data_ = 0, pointers_ = 0;
  std::uint64_t count_ = 0;
};

// The structs of format/fvp/proof.capnp, with the names that Cap'n Proto gives to their getters.

struct Stones : Structure {
  using Structure::Structure;
  [[nodiscard]] Data getPacked() const { return field<Data>(0); }
  [[nodiscard]] unsigned getToMove() const { return static_cast<unsigned>(bits(0, 16)); }
};

struct Root : Structure {
  explicit Root(const Structure& structure) : Structure(structure) {}
  [[nodiscard]] bool isMoves() const { return bits(0, 16) == 0; }
  [[nodiscard]] bool isStones() const { return bits(0, 16) == 1; }
  [[nodiscard]] Squares getMoves() const { return field<Squares>(0); }
  [[nodiscard]] Stones getStones() const { return field<Stones>(0); }
};

struct Finding : Structure {
  explicit Finding(const Structure& structure) : Structure(structure) {}
  [[nodiscard]] Text getKind() const { return field<Text>(0); }
  [[nodiscard]] std::uint32_t getRoot() const {
    return static_cast<std::uint32_t>(bits(0, 32)) ^ 0xFFFFFFFFu;
  }
  [[nodiscard]] Squares getLine() const { return field<Squares>(1); }
  [[nodiscard]] Stones getPosition() const { return field<Stones>(2); }
  [[nodiscard]] std::uint16_t getBy() const { return static_cast<std::uint16_t>(bits(32, 16) ^ 0xFFFFu); }
  [[nodiscard]] bool getLimit() const { return bits(48, 1) != 0; }
};

struct Header : Structure {
  using Structure::Structure;
  [[nodiscard]] Text getProducer() const { return field<Text>(0); }
  [[nodiscard]] Text getRule() const { return field<Text>(1); }
  [[nodiscard]] std::uint8_t getSize() const { return static_cast<std::uint8_t>(bits(0, 8)); }
  [[nodiscard]] unsigned getAttacker() const { return static_cast<unsigned>(bits(16, 16)); }
  [[nodiscard]] Structures<Root> getRoots() const { return field<Structures<Root>>(2); }
  [[nodiscard]] Structures<Finding> getFindings() const { return field<Structures<Finding>>(3); }
  [[nodiscard]] std::uint64_t getRecordCount() const { return bits(64, 64); }
  [[nodiscard]] std::uint32_t getBlockCount() const { return static_cast<std::uint32_t>(bits(32, 32)); }
  [[nodiscard]] Data getContentHash() const { return field<Data>(4); }
  [[nodiscard]] unsigned getCoding() const { return static_cast<unsigned>(bits(8, 8)); }
  [[nodiscard]] std::uint32_t getBlockRecords() const { return static_cast<std::uint32_t>(bits(128, 32)); }
  [[nodiscard]] std::uint32_t getSectionCount() const { return static_cast<std::uint32_t>(bits(160, 32)); }
};

/// A message in the standard framing: the number of segments less one and the words of the first, then its
/// words.
class Message {
 public:
  /// require: `words` outlive the message; there is one at least.
  explicit Message(std::span<const std::uint64_t> words) : segment_(words.subspan(1)) {
    if (static_cast<std::uint32_t>(words[0]) != 0) refuse_message("more than one segment");
    if (words[0] >> 32 != words.size() - 1) refuse_message("a segment of another length");
    if (words.size() < 2) refuse_message("no root");
  }
  [[nodiscard]] Header root() const { return Header(Pointer(segment_, 0)); }

 private:
  Segment segment_;
};

}  // namespace fiveproof::fvp::plain
