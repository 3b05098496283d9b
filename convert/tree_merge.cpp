#include "convert/tree_merge.hpp"

#include <utility>

#include "convert/decoded_tree.hpp"
#include "convert/format_table.hpp"
#include "convert/syntax/charset.hpp"

namespace fiveproof::convert {

namespace {

Status decode(TreeReading& read, const std::string& given) {
  const std::string charset = given.empty() ? charset_of(read.tree) : given;
  if (charset.empty()) return Done{};
  FIVEPROOF_LET(auto decoded, decode_texts(read.tree, charset));
  read.tree = std::move(decoded.tree);
  tell(read.losses, decoded.invalid, "byte", " in texts: not of " + charset);
  return Done{};
}

/// The tree without what its source alone says of it.
GameTree without_source(const GameTree& tree) {
  TreeBuilder builder(tree.size(), "");
  builder.reserve(tree.node_count());
  for (TreeCursor at(tree); at.next();) {
    builder.add(at.depth(), at.move(), at.bits());
    for (const NodeText& text : at.texts())
      if (text.kind() != TextKind::properties) builder.add_text(text.kind(), tree.pool().at(text.text()));
  }
  return std::move(builder).finish();
}

}  // namespace

Result<TreeReading> tree_as(TreeReading read, Format from, Format to, const std::string& charset) {
  FIVEPROOF_TRY(check_written(to));
  FIVEPROOF_TRY(decode(read, charset));
  if (from == to) return read;
  FIVEPROOF_LET(const auto written, encode_tree_as(read.tree, to, {}, read.rule));
  TreeSource source;
  source.size = read.tree.size();
  FIVEPROOF_LET(auto again, entry_of(to).read(written.bytes, {}, source));
  again.rule = read.rule;
  again.oddities = std::move(read.oddities);
  again.oddity_count = read.oddity_count;
  again.carried = std::move(read.carried);
  again.losses = std::move(read.losses);
  append(again.losses, written.losses);
  return again;
}

Result<Writing> write_united(const GameTree& tree, Format format, std::optional<RuleSet> rule,
                             const TextCharsets& charsets) {
  auto writing = encode_tree_as(tree, format, charsets, rule);
  if (writing.ok() || writing.error().code != ErrorCode::malformed) return writing;
  auto plain = encode_tree_as(without_source(tree), format, charsets, rule);
  if (!plain.ok()) return writing;
  std::uint64_t properties = 0;
  for (const NodeText& text : tree.texts()) properties += text.kind() == TextKind::properties;
  auto& losses = plain.value().losses;
  losses.push_back("what " + std::string(name_of(format)) + " alone says of the file");
  tell(losses, properties, "node", " with properties");
  return plain;
}

}  // namespace fiveproof::convert
