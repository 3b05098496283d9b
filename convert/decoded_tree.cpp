#include "convert/decoded_tree.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "convert/rapfi/rapfi_db.hpp"
#include "convert/renlib/renlib_bytes.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"
#include "convert/syntax/charset.hpp"
#include "convert/tree/tree_facts.hpp"

namespace fiveproof::convert {

namespace {

/// A text in another charset.
struct OtherText {
  Bytes bytes;
  std::uint64_t invalid = 0;                  ///< decoded: number of bytes that were replaced
  std::vector<std::uint32_t> unsayable = {};  ///< encoded: characters that were
  std::string charset = {};                   ///< decoded: from which other one than was said
};

/// Numbers and points are ASCII in every SGF, whatever charset its texts are in. A byte 1B is excluded
/// because in ISO-2022 it begins a run of other characters.
bool is_ascii(View value) {
  return std::all_of(value.begin(), value.end(), [](auto byte) { return byte < 0x80 && byte != 0x1B; });
}

/// Puts the texts of a tree's pool into another charset, each only once. `Values` has two functions: that for
/// a text, and that for a value of SGF with its escapes.
template <class Values>
class PoolRecoder {
 public:
  PoolRecoder(const GameTree& tree, Values values, sgf::Coding coding)
      : tree_(tree), values_(std::move(values)), coding_(coding) {}

  /// The reference is good until the next call.
  const OtherText& recoded(const NodeText& text) {
    const bool is_properties = text.kind() == TextKind::properties && tree_.source() == sgf_source;
    auto& known = known_[is_properties];
    if (known.empty()) known.resize(tree_.pool().count());
    auto& one = known[text.text()];
    if (one) return *one;
    one.emplace();
    const View raw = tree_.pool().at(text.text());
    if (is_properties)
      recode_properties(raw, *one);
    else
      values_.put_text(raw, *one);
    total_ += one->bytes.size();
    return *one;
  }
  /// The bytes of all different texts so far.
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  /// Goes value by value. Bytes that are no list of properties stay as they are.
  void recode_properties(View raw, OtherText& out) {
    sgf::PropertyScanner scanner(coding_, raw);
    sgf::Property property;
    while (scanner.next(property)) {
      out.bytes.insert(out.bytes.end(), property.written_name.begin(), property.written_name.end());
      for (const View value : property.values) {
        out.bytes.push_back('[');
        if (is_ascii(value))
          sgf::put_mended(out.bytes, value);
        else
          values_.put_value(value, out);
        out.bytes.push_back(']');
      }
    }
    if (scanner.is_done()) return;
    out.bytes.assign(raw.begin(), raw.end());
    out.invalid = 1;
  }

  const GameTree& tree_;
  Values values_;
  sgf::Coding coding_;
  std::array<std::vector<std::optional<OtherText>>, 2> known_;
  std::uint64_t total_ = 0;
};

struct Decoded {
  TextDecoder decoder;
  OtherCharset other;

  void put_text(View raw, OtherText& out) {
    out.bytes = decoder.decode(raw, out.invalid);
    if (out.invalid == 0 || other == nullptr) return;
    const std::string charset = other(raw);
    auto from_other = TextDecoder::open(charset);
    if (charset.empty() || !from_other.ok()) return;
    out.invalid = 0;
    out.charset = charset;
    out.bytes = from_other.value().decode(raw, out.invalid);
  }
  void put_value(View raw, OtherText& out) { sgf::put_mended(out.bytes, decoder.decode(raw, out.invalid)); }
};

struct Encoded {
  TextEncoder encoder;
  sgf::Coding coding;

  void put_text(View text, OtherText& out) { out.bytes = encoder.encode(text, out.unsayable); }
  void put_value(View raw, OtherText& out) {
    if (coding != sgf::Coding::single) {  // a reader goes from character to character
      const Bytes encoded = encoder.encode(raw, out.unsayable);
      out.bytes.insert(out.bytes.end(), encoded.begin(), encoded.end());
      return;
    }
    // A reader goes byte by byte, so each that looks like an escape or an end needs an escape.
    for (std::size_t at = 0; at < raw.size();) {
      std::size_t end = at;
      while (end < raw.size() && raw[end] >= 0x80) ++end;
      for (const std::uint8_t byte : encoder.encode(raw.subspan(at, end - at), out.unsayable)) {
        if (byte == '\\' || byte == ']') out.bytes.push_back('\\');
        out.bytes.push_back(byte);
      }
      if (end < raw.size()) out.bytes.push_back(raw[end++]);
      at = end;
    }
  }
};

/// What a text becomes; the bytes are good until the next text.
struct ChangedText {
  TextKind kind;
  View bytes;
};

Status check_total(std::uint64_t bytes) {
  if (bytes <= 0xFFFFFFFF) return Done{};
  return Error{ErrorCode::limit, "texts that take 4 GiB, as they are and in the other charset"};
}

/// The bits without what stood behind the end of a text of a library, which stood behind that text only.
std::uint64_t without_byte_after(const std::string& source, std::uint64_t bits, TextKind kind) {
  if (source != renlib_source) return bits;
  auto difference = renlib::Difference::of(bits);
  (kind == TextKind::board_text ? difference.after_board_text : difference.after_comment) = 0;
  return difference.bits();
}

/// The tree of a database whose first record names the charset, unless it has no text.
Result<GameTree> with_metadata(const GameTree& tree, const std::string& charset) {
  FIVEPROOF_LET(const auto db, db_of_tree(tree));
  const bool is_there = db.count() > 0 && db.record(0).is_metadata();
  if (!is_there && db.text_count() == 0) return tree;
  constexpr std::string_view charset_words = "charset=\"";
  std::string words = is_there ? std::string(as_text(db.record(0).text())) : std::string();
  if (const auto named = db.charset())
    words.replace(words.find(charset_words) + charset_words.size(), named->size(), charset);
  else
    words = std::string(charset_words) + charset + "\"" + words;
  Bytes body(5);
  body.insert(body.end(), words.begin(), words.end());
  RapfiDatabase named;
  named.set_container(db.container());
  bool is_added = named.add(utf8_metadata_key(), body);
  for (std::size_t i = is_there; is_added && i < db.count(); ++i)
    is_added = named.add(db.record(i).key(), db.record(i).body());
  if (!is_added || !named.set_tail(db.tail())) return too_large_database();
  if (db.stated_count() != db.count())
    named.set_stated_count(db.stated_count() + static_cast<std::uint32_t>(!is_there));
  return tree_of_db(named);
}

/// The coding by which a list of properties was cut into values when it was read.
sgf::Coding coding_of_properties(const GameTree& tree, const std::string& charset) {
  const auto fact = tree.fact(charset_fact);
  if (!fact) return sgf::coding_of(charset);
  const std::string_view named = as_text(*fact);
  return sgf::coding_of(named.find('\n') == std::string_view::npos ? named : charset);
}

std::string place_of(const GameTree& tree, const TreeCursor& at) {
  const std::string line = text_of_line(tree, at.line());
  return line.empty() ? "at the root" : "at \"" + line + "\"";
}

/// The tree with other texts. `change` gives the kind and the bytes that a text has then, or an error.
template <class Change>
Result<GameTree> with_texts(const GameTree& tree, const std::string& charset, const Change& change) {
  TreeBuilder builder(tree.size(), tree.source());
  builder.reserve(tree.node_count());
  for (const auto& [name, value] : tree.facts()) builder.set_fact(name, value);
  if (tree.fact(charset_fact)) builder.set_fact(charset_fact, as_view(charset));
  for (TreeCursor at(tree); at.next();) {
    const NodeNumber node = builder.add(at.depth(), at.move(), at.bits() & author_bits);
    std::uint64_t bits = at.source_bits();
    for (const NodeText& text : at.texts()) {
      FIVEPROOF_LET(const auto made, change(text, at));
      builder.add_text(made.kind, made.bytes);
      if (!std::ranges::equal(made.bytes, tree.pool().at(text.text())))
        bits = without_byte_after(tree.source(), bits, text.kind());
    }
    builder.add_source_bits(node, bits);
  }
  GameTree made = std::move(builder).finish();
  if (tree.source() == rapfi_db_source) return with_metadata(made, charset);
  return made;
}

}  // namespace

Result<DecodedTree> decode_texts(const GameTree& tree, const std::string& charset, OtherCharset other) {
  FIVEPROOF_LET(auto decoder, TextDecoder::open(charset));
  PoolRecoder pool(tree, Decoded{std::move(decoder), other}, coding_of_properties(tree, charset));
  DecodedTree out;
  const auto change = [&](const NodeText& text, const TreeCursor& at) -> Result<ChangedText> {
    if (text.kind() == TextKind::old_comment) return ChangedText{text.kind(), tree.pool().at(text.text())};
    const OtherText& decoded = pool.recoded(text);
    FIVEPROOF_TRY(check_total(pool.total() + tree.pool().total_bytes()));
    ++out.texts;
    out.invalid += decoded.invalid;
    if (decoded.invalid > 0 && ++out.unfit_texts == 1) out.first_unfit = place_of(tree, at);
    if (!decoded.charset.empty()) out.elsewhere.push_back({decoded.charset, place_of(tree, at)});
    return ChangedText{text.kind(), decoded.bytes};
  };
  FIVEPROOF_LET(out.tree, with_texts(tree, "UTF-8", change));
  return out;
}

namespace {

/// The character as people read it, with its number.
std::string text_of_sign(std::uint32_t sign) {
  std::string utf8, digits;
  if (sign < 0x800) {
    utf8 = {static_cast<char>(0xC0 | sign >> 6), static_cast<char>(0x80 | (sign & 0x3F))};
  } else {
    if (sign < 0x10000)
      utf8 = {static_cast<char>(0xE0 | sign >> 12)};
    else
      utf8 = {static_cast<char>(0xF0 | sign >> 18), static_cast<char>(0x80 | (sign >> 12 & 0x3F))};
    utf8 += {static_cast<char>(0x80 | (sign >> 6 & 0x3F)), static_cast<char>(0x80 | (sign & 0x3F))};
  }
  for (std::uint32_t rest = sign; rest > 0 || digits.size() < 4; rest >>= 4)
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest & 15]);
  return utf8 + " (U+" + digits + ")";
}

/// Counts what cannot be said in a text, and notes where the first of it is.
void note_unsayable(const OtherText& text, const GameTree& tree, const TreeCursor& at, EncodedTree& out) {
  constexpr std::size_t most = 3;
  out.unsayable += text.unsayable.size();
  for (const std::uint32_t sign : text.unsayable) {
    if (out.first.size() == most) return;
    std::string place = text_of_sign(sign) + " " + place_of(tree, at);
    if (std::ranges::find(out.first, place) == out.first.end()) out.first.push_back(std::move(place));
  }
}

}  // namespace

Result<EncodedTree> encode_texts(const GameTree& tree, const std::string& charset, bool keeps_old) {
  FIVEPROOF_LET(auto encoder, TextEncoder::open(charset));
  FIVEPROOF_LET(auto for_old_comments, TextEncoder::open(charset));
  PoolRecoder pool(tree, Encoded{std::move(encoder), sgf::coding_of(charset)}, sgf::Coding::single);
  EncodedTree out;
  OtherText old;
  const auto change = [&](const NodeText& text, const TreeCursor& at) -> Result<ChangedText> {
    const View raw = tree.pool().at(text.text());
    if (text.kind() == TextKind::old_comment) {
      const bool is_alone = at.texts()[0].kind() == TextKind::old_comment;
      if (keeps_old || !is_alone) return ChangedText{text.kind(), raw};
      old.unsayable.clear();
      old.bytes = for_old_comments.encode(as_view(decode_old_comment(raw)), old.unsayable);
      note_unsayable(old, tree, at, out);
      ++out.old_comments;
      return ChangedText{TextKind::comment, old.bytes};
    }
    const OtherText& encoded = pool.recoded(text);
    FIVEPROOF_TRY(check_total(pool.total() + tree.pool().total_bytes()));
    ++out.texts;
    note_unsayable(encoded, tree, at, out);
    return ChangedText{text.kind(), encoded.bytes};
  };
  FIVEPROOF_LET(out.tree, with_texts(tree, charset, change));
  return out;
}

std::string charset_of(const GameTree& tree) {
  if (tree.source() == rapfi_db_source) {
    const auto db = db_of_tree(tree);
    return db.ok() ? db.value().charset().value_or("") : std::string();
  }
  const auto fact = tree.fact(charset_fact);
  if (!fact || as_text(*fact).find('\n') != std::string_view::npos) return {};
  return std::string(as_text(*fact));
}

bool are_utf8(const GameTree& tree) {
  std::vector<bool> is_good(tree.pool().count());
  for (std::uint32_t i = 0; i < is_good.size(); ++i) is_good[i] = is_utf8(tree.pool().at(i));
  return std::ranges::all_of(tree.texts(), [&](const NodeText& text) {
    return text.kind() == TextKind::old_comment || is_good[text.text()];
  });
}

}  // namespace fiveproof::convert
