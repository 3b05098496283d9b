// The model of what is told of a node besides its move and shape: marks, texts, and bits of the source format
// (spec/format.md, section 14). Like TreeModel it is one code for encoder and decoder.
//
// The columns of a tree say what it does not have at all, and nobody asks for that: a question that is always
// answered by no is cheap, but not free.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "format/coding/mixer.hpp"
#include "format/coding/odds.hpp"
#include "proof/tree/game_tree.hpp"

namespace fiveproof {

/// The answers so far, and how likely they make the next ones. `truth` is what an encoder has to tell; a
/// decoder gets the answer back, and its `truth` does not matter.
class NoteModel {
 public:
  NoteModel() : mixer_(20, 64) {}

  /// Begins a node, before anything else is told of it. `parity` is the lowest bit of its depth.
  void begin_node(unsigned parity) { parity_ = parity; }

  /// Tells the author's bits, of which the node has only those in `possible`.
  template <class Coder>
  std::uint8_t code_author_bits(Coder& coder, std::uint8_t possible, std::uint8_t truth) {
    unsigned told = 0;
    for (const unsigned bit : {is_marked, is_start, is_text_only, is_out_of_turn})
      if ((possible & bit) != 0 && ask(coder, of_author, bit, told, author_[parity_], (truth & bit) != 0))
        told |= bit;
    author_[parity_] = told;
    return static_cast<std::uint8_t>(told);
  }

  /// Is there a text of this kind?
  template <class Coder>
  bool code_has_text(Coder& coder, TextKind kind, bool truth) {
    bool& last = had_text_[index(kind)][parity_];
    const bool other = had_text_[index(kind)][parity_ ^ 1];
    last = has_text_[index(kind)][parity_][last][other].code(coder, truth);
    return last;
  }

  /// Tells the number of a text; `known` stands for a text that is new. Nothing when a decoder gets a number
  /// that no text has.
  template <class Coder>
  std::optional<std::uint32_t> code_text(Coder& coder, TextKind kind, std::uint32_t known,
                                         std::uint32_t truth) {
    const auto k = static_cast<unsigned>(kind);
    std::uint32_t& last = last_text_[index(kind)][parity_];  // number + 1; 0: none yet
    bool& was_same = was_same_[index(kind)][parity_];
    if (last != 0) {
      was_same = is_same_[index(kind)][parity_][was_same].code(coder, truth + 1 == last);
      if (was_same) return last - 1;
    }
    std::uint32_t text = known;
    if (known != 0 && !ask(coder, of_new_text, k, 0, 0, truth == known)) {
      unsigned told = 1;
      for (int bit = static_cast<int>(std::bit_width(known - 1)); bit-- > 0;)
        told = told * 2 + ask(coder, of_known_text, k, told, last, (truth >> bit & 1) != 0);
      text = told - (std::uint32_t{1} << std::bit_width(known - 1));
      if (text >= known || text + 1 == last) return std::nullopt;
    }
    last = text + 1;
    return text;
  }

  /// Tells the bytes of a new text; nothing when there are more than `most`.
  template <class Coder>
  std::optional<std::vector<std::uint8_t>> code_bytes(Coder& coder, TextKind kind, std::uint64_t most,
                                                      std::span<const std::uint8_t> truth) {
    const std::uint32_t length =
        code_number(coder, static_cast<unsigned>(kind), static_cast<std::uint32_t>(truth.size()));
    if (length > most) return std::nullopt;
    std::vector<std::uint8_t> text;
    unsigned last = 0;  // the bytes before, the latest one lowest
    for (std::uint32_t i = 0; i < length; ++i) {
      text.push_back(code_byte(coder, of_byte, last, i < truth.size() ? truth[i] : std::uint8_t{0}));
      last = last << 8 | text.back();
    }
    return text;
  }

  /// Tells the SourceBits of a node; 0: none.
  template <class Coder>
  std::uint64_t code_source_bits(Coder& coder, std::uint64_t truth) {
    had_source_bits_ = has_source_bits_[had_source_bits_].code(coder, truth != 0);
    if (!had_source_bits_) return 0;
    std::uint64_t bits = 0;
    for (unsigned at = 0; at < 64; at += 8)
      bits |= std::uint64_t{code_byte(coder, of_source_byte, at, static_cast<std::uint8_t>(truth >> at))}
              << at;
    return bits;
  }

 private:
  enum Question : unsigned {
    of_author,
    of_new_text,
    of_known_text,
    of_width,
    of_digit,
    of_byte,
    of_source_byte,
  };

  static std::size_t index(TextKind kind) { return static_cast<std::size_t>(kind); }

  /// Asks a question of which the answer may depend on `a`, `b` and `c`: contexts of some or all of them are
  /// mixed.
  template <class Coder>
  bool ask(Coder& coder, Question question, std::uint32_t a, std::uint32_t b, std::uint32_t c, bool truth) {
    const std::array contexts = {hash_of(0u, question, a), hash_of(1u, question, a, b),
                                 hash_of(2u, question, a, c), hash_of(3u, question, a, b, c)};
    return mixer_.code(coder, contexts, question, 16 + question, truth);
  }

  /// Tells a number: its width in bits as ones and a zero, then the bits below its highest one.
  template <class Coder>
  std::uint32_t code_number(Coder& coder, unsigned what, std::uint32_t truth) {
    const auto true_width = static_cast<unsigned>(std::bit_width(truth));
    unsigned width = 0;
    while (width < 32 && ask(coder, of_width, width, what, 0, width < true_width)) ++width;
    if (width == 0) return 0;
    std::uint32_t number = 1;
    for (unsigned bit = width - 1; bit-- > 0;)
      number = number * 2 + ask(coder, of_digit, width, number, what, (truth >> bit & 1) != 0);
    return number;
  }

  /// Tells a byte bit by bit, in view of the three bytes before it.
  template <class Coder>
  std::uint8_t code_byte(Coder& coder, Question question, std::uint32_t last, std::uint8_t truth) {
    unsigned told = 1;
    for (unsigned bit = 8; bit-- > 0;) {
      const std::array contexts = {hash_of(0u, question, told), hash_of(1u, question, told, last & 0xFF),
                                   hash_of(2u, question, told, last & 0xFFFF),
                                   hash_of(3u, question, told, last & 0xFFFFFF)};
      told = told * 2 + mixer_.code(coder, contexts, question, 32 + bit, (truth >> bit & 1) != 0);
    }
    return static_cast<std::uint8_t>(told);
  }

  template <class T>
  using OfKindAndParity = std::array<std::array<T, 2>, text_kinds>;

  Mixer mixer_;
  OfKindAndParity<std::array<std::array<Odds, 2>, 2>> has_text_;
  OfKindAndParity<std::array<Odds, 2>> is_same_;
  std::array<Odds, 2> has_source_bits_;
  unsigned parity_ = 0;
  std::array<unsigned, 2> author_{};
  OfKindAndParity<bool> had_text_{}, was_same_{};
  OfKindAndParity<std::uint32_t> last_text_{};
  bool had_source_bits_ = false;
};

}  // namespace fiveproof
