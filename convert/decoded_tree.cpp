#include "convert/decoded_tree.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"
#include "convert/syntax/charset.hpp"

namespace fiveproof::convert {

namespace {

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

Result<DecodedTree> decode_texts(const GameTree& tree, const std::string& charset) {
  FIVEPROOF_LET(auto decoder, TextDecoder::open(charset));
  PoolDecoder pool(tree, std::move(decoder), coding_of_properties(tree, charset));
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
