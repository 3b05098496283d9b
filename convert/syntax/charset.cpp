#include "convert/syntax/charset.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::array<std::uint8_t, 3> replacement = {0xEF, 0xBF, 0xBD};  // U+FFFD

/// The number of bytes of the character with which the text begins; 0 when it begins with none.
std::size_t utf8_length(View text) {
  const std::uint8_t lead = text[0];
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  // Overlong forms, surrogates and what is beyond U+10FFFF show in the second byte.
  const std::uint8_t least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint8_t most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (text[1] < least || text[1] > most) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if ((text[i] & 0xC0) != 0x80) return 0;
  return length;
}

/// Can the name be given to iconv? There "" stands for the charset of the user's terminal, and "//" begins an
/// option; some names that iconv knows have other letters, and are refused here.
bool is_charset_name(const std::string& name) {
  constexpr std::string_view others = "-_.:+()";
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

/// Decodes the texts of a tree's pool, each only once.
class PoolDecoder {
 public:
  PoolDecoder(const GameTree& tree, TextDecoder decoder, sgf::Coding coding)
      : tree_(tree), decoder_(std::move(decoder)), coding_(coding) {}

  struct DecodedText {
    Bytes bytes;
    std::uint64_t invalid = 0;  ///< number of bytes that were replaced
  };

  /// The text in UTF-8; the reference is good until the next call.
  const DecodedText& decoded(const NodeText& text) {
    const bool is_properties = text.kind() == TextKind::properties && tree_.source() == sgf_source;
    auto& known = known_[is_properties];
    if (known.empty()) known.resize(tree_.pool().count());
    auto& one = known[text.text()];
    if (one) return *one;
    one.emplace();
    const View raw = tree_.pool().at(text.text());
    if (is_properties)
      decode_properties(raw, *one);
    else
      one->bytes = decoder_.decode(raw, one->invalid);
    total_ += one->bytes.size();
    return *one;
  }
  /// The bytes of all different texts that have been decoded so far.
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  /// Numbers and points are ASCII in every SGF, whatever charset its texts are in. A byte 1B is excluded
  /// because in ISO-2022 it begins a run of other characters.
  static bool is_ascii(View value) {
    return std::all_of(value.begin(), value.end(), [](auto byte) { return byte < 0x80 && byte != 0x1B; });
  }

  /// Decodes value by value. Bytes that are no list of properties stay as they are.
  void decode_properties(View raw, DecodedText& out) {
    sgf::PropertyScanner scanner(coding_, raw);
    sgf::Property property;
    while (scanner.next(property)) {
      out.bytes.insert(out.bytes.end(), property.written_name.begin(), property.written_name.end());
      for (const View value : property.values) {
        out.bytes.push_back('[');
        sgf::put_mended(out.bytes, is_ascii(value) ? Bytes(value.begin(), value.end())
                                                   : decoder_.decode(value, out.invalid));
        out.bytes.push_back(']');
      }
    }
    if (scanner.is_done()) return;
    out.bytes.assign(raw.begin(), raw.end());
    out.invalid = 1;
  }

  const GameTree& tree_;
  TextDecoder decoder_;
  sgf::Coding coding_;
  std::array<std::vector<std::optional<DecodedText>>, 2> known_;
  std::uint64_t total_ = 0;
};

/// The coding by which a list of properties was cut into values when it was read.
sgf::Coding coding_of_properties(const GameTree& tree, const std::string& charset) {
  const auto fact = tree.fact(charset_fact);
  if (!fact) return sgf::coding_of(charset);
  const std::string_view named = as_text(*fact);
  return sgf::coding_of(named.find('\n') == std::string_view::npos ? named : charset);
}

}  // namespace

bool is_utf8(View text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text = text.subspan(length);
  }
  return true;
}

void TextDecoder::Close::operator()(void* descriptor) const { iconv_close(descriptor); }

Result<TextDecoder> TextDecoder::open(const std::string& charset) {
  const Error unknown{ErrorCode::usage, "unknown charset \"" + charset + "\"; iconv --list names them"};
  if (!is_charset_name(charset)) return unknown;
  void* const descriptor = iconv_open("UTF-8", charset.c_str());
  if (descriptor == reinterpret_cast<void*>(-1)) return unknown;  // NOLINT(performance-no-int-to-ptr): POSIX
  return TextDecoder(descriptor);
}

Bytes TextDecoder::decode(View text, std::uint64_t& invalid) {
  Bytes out;
  std::array<char, 4096> piece;
  // iconv takes the text as char*, and does not write to it.
  char* from = const_cast<char*>(reinterpret_cast<const char*>(text.data()));
  std::size_t left = text.size();
  bool is_ending = false;  // charsets with a state may hold back a character until then
  iconv(descriptor_.get(), nullptr, nullptr, nullptr, nullptr);
  for (;;) {
    char* to = piece.data();
    std::size_t room = piece.size();
    const std::size_t converted = is_ending ? iconv(descriptor_.get(), nullptr, nullptr, &to, &room)
                                            : iconv(descriptor_.get(), &from, &left, &to, &room);
    const int error = converted == static_cast<std::size_t>(-1) ? errno : 0;
    out.insert(out.end(), piece.data(), to);
    if (error == 0) {
      if (std::exchange(is_ending, true)) return out;
    } else if (error != E2BIG) {
      if (is_ending || left == 0) return out;
      // The error is EILSEQ or EINVAL: this byte begins no character.
      ++invalid;
      out.insert(out.end(), replacement.begin(), replacement.end());
      ++from;
      --left;
    }
  }
}

Result<DecodedTree> decode_texts(const GameTree& tree, const std::string& charset) {
  auto decoder = TextDecoder::open(charset);
  if (!decoder.ok()) return decoder.error();
  PoolDecoder pool(tree, std::move(decoder).value(), coding_of_properties(tree, charset));
  std::uint64_t texts = 0, invalid = 0;
  TreeBuilder builder(tree.size(), tree.source());
  builder.reserve(tree.node_count());
  for (const auto& [name, value] : tree.facts()) builder.set_fact(name, value);
  if (tree.fact(charset_fact)) builder.set_fact(charset_fact, as_view("UTF-8"));
  for (TreeCursor at(tree); at.next();) {
    const NodeNumber node = builder.add(at.depth(), at.move(), at.bits() & author_bits);
    builder.add_source_bits(node, at.source_bits());
    for (const NodeText& text : at.texts()) {
      if (text.kind() == TextKind::old_comment) {
        builder.add_text(text.kind(), tree.pool().at(text.text()));
        continue;
      }
      const auto& decoded = pool.decoded(text);
      if (pool.total() + tree.pool().total_bytes() > 0xFFFFFFFF)
        return Error{ErrorCode::limit, "texts that take 4 GiB in UTF-8"};
      builder.add_text(text.kind(), decoded.bytes);
      ++texts;
      invalid += decoded.invalid;
    }
  }
  return DecodedTree{std::move(builder).finish(), texts, invalid};
}

}  // namespace fiveproof::convert
