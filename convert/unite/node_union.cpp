#include "convert/unite/node_union.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "convert/renlib/renlib_bytes.hpp"
#include "convert/rv2/rv2_store.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/sgf/sgf_syntax.hpp"

namespace fiveproof::convert {

namespace {

std::optional<Bytes>& at(NodeWords& said, TextKind kind) { return said[static_cast<std::size_t>(kind)]; }

// -- comments --

bool is_line_end(std::uint8_t byte) { return byte == '\n' || byte == '\r' || byte == 8; }

/// Does the text have these lines, whole and one after the other?
bool has_lines(const Bytes& text, const Bytes& lines) {
  for (auto from = text.begin();; ++from) {
    from = std::search(from, text.end(), lines.begin(), lines.end());
    if (from == text.end()) return lines.empty();
    const auto to = from + static_cast<std::ptrdiff_t>(lines.size());
    if ((from == text.begin() || is_line_end(from[-1])) && (to == text.end() || is_line_end(*to)))
      return true;
  }
}

void add_lines(std::optional<Bytes>& comment, Bytes more, const std::string& source) {
  if (!comment || has_lines(more, *comment)) {
    comment = std::move(more);
  } else if (has_lines(*comment, more)) {
    return;
  } else if (source == renlib_source) {
    append_comment(*comment, more);
  } else {
    comment->push_back('\n');
    comment->insert(comment->end(), more.begin(), more.end());
  }
}

void make_plain(NodeWords& said) {
  auto& old = at(said, TextKind::old_comment);
  if (!old) return;
  const std::string plain = decode_old_comment(*old);
  at(said, TextKind::comment) = Bytes(plain.begin(), plain.end());
  old.reset();
}

void unite_comments(NodeWords& first, NodeWords& second, const std::string& source, WordsUnion& told) {
  auto& old = at(first, TextKind::old_comment);
  if (old && old == at(second, TextKind::old_comment)) return;
  const bool is_said = at(first, TextKind::comment) || old;
  const bool is_said_again = at(second, TextKind::comment) || at(second, TextKind::old_comment);
  if (!is_said_again) return;
  if (!is_said) {
    for (const TextKind kind : {TextKind::comment, TextKind::old_comment}) at(first, kind) = at(second, kind);
    return;
  }
  told.old_comments += old || at(second, TextKind::old_comment);
  make_plain(first);
  make_plain(second);
  auto& comment = at(first, TextKind::comment);
  told.comments += comment != at(second, TextKind::comment);
  add_lines(comment, *at(second, TextKind::comment), source);
}

void unite_labels(NodeWords& first, NodeWords& second, const std::string& source, WordsUnion& told) {
  auto& label = at(first, TextKind::board_text);
  auto& other = at(second, TextKind::board_text);
  if (!other || label == other) return;
  if (!label) {
    label = std::move(other);
    return;
  }
  ++told.labels;
  make_plain(first);
  constexpr std::string_view word = "label: ";
  Bytes line(word.begin(), word.end());
  line.insert(line.end(), other->begin(), other->end());
  add_lines(at(first, TextKind::comment), std::move(line), source);
}

// -- properties of SGF --

struct Values {
  std::string name;
  Bytes written_name;
  std::vector<Bytes> values;
};

/// Nothing for bytes that are no list of properties.
std::optional<std::vector<Values>> properties_of(const Bytes& bytes, sgf::Coding coding) {
  std::vector<Values> all;
  sgf::PropertyScanner scanner(coding, bytes);
  sgf::Property property;
  while (scanner.next(property)) {
    Values one{property.name, {property.written_name.begin(), property.written_name.end()}, {}};
    for (const View value : property.values) one.values.emplace_back(value.begin(), value.end());
    all.push_back(std::move(one));
  }
  if (!scanner.is_done()) return std::nullopt;
  return all;
}

Bytes bytes_of(const std::vector<Values>& properties) {
  Bytes bytes;
  for (const Values& one : properties) {
    bytes.insert(bytes.end(), one.written_name.begin(), one.written_name.end());
    for (const Bytes& value : one.values) {
      bytes.push_back('[');
      bytes.insert(bytes.end(), value.begin(), value.end());
      bytes.push_back(']');
    }
  }
  return bytes;
}

/// Is it said of a file, or of what the tree itself has as moves?
bool is_of_file(const std::string& name) {
  static const std::set<std::string> names = {"FF", "GM", "SZ", "CA", "AP", "ST", "PL"};
  return names.contains(name);
}

bool is_of_points(const std::string& name) {
  static const std::set<std::string> names = {"TR", "SQ", "CR", "MA", "SL", "LB", "LN",
                                              "AR", "DD", "VW", "TB", "TW", "AE"};
  return names.contains(name);
}

void unite_properties(NodeWords& first, NodeWords& second, sgf::Coding coding, WordsUnion& told) {
  auto& known = at(first, TextKind::properties);
  const auto& more = at(second, TextKind::properties);
  if (!more || known == more) return;
  auto all = properties_of(known.value_or(Bytes()), coding);
  const auto others = properties_of(*more, coding);
  if (!all || !others) {
    ++told.properties;
    return;
  }
  for (const Values& other : *others) {
    if (is_of_file(other.name)) continue;
    // The rule set is said at the root of a file.
    if (other.name == "RU" && std::ranges::find(*all, "GM", &Values::name) == all->end()) continue;
    const auto same = std::ranges::find(*all, other.name, &Values::name);
    if (same == all->end()) {
      all->push_back(other);
    } else if (is_of_points(other.name)) {
      for (const Bytes& value : other.values)
        if (std::ranges::find(same->values, value) == same->values.end()) same->values.push_back(value);
    } else {
      told.properties += same->values != other.values;
    }
  }
  if (all->empty()) return;
  known = bytes_of(*all);
}

/// The properties without PL, which would make a pass of its own where no stones are set up.
Bytes without_player(View bytes) {
  auto all = properties_of({bytes.begin(), bytes.end()}, sgf::Coding::single);
  if (!all) return {bytes.begin(), bytes.end()};
  std::erase_if(*all, [](const Values& one) { return one.name == "PL"; });
  return bytes_of(*all);
}

}  // namespace

NodeWords words_of(const GameTree& tree, NodeNumber node) {
  NodeWords said;
  for (const NodeText& text : tree.texts_of(node)) {
    const View bytes = tree.pool().at(text.text());
    at(said, text.kind()).emplace(bytes.begin(), bytes.end());
  }
  return said;
}

void unite_words(NodeWords& first, NodeWords second, const std::string& source, const std::string& of_charset,
                 WordsUnion& told) {
  unite_comments(first, second, source, told);
  unite_labels(first, second, source, told);
  if (source == sgf_source) unite_properties(first, second, sgf::coding_of(of_charset), told);
}

std::uint64_t settled_bits(const std::string& source, std::uint64_t bits, bool is_new, bool is_changed,
                           bool has_texts) {
  if (source == renlib_source) {
    // What the flags promised of nodes that did not come is no longer so; what stood behind the end of a text
    // stood behind that text.
    auto difference = is_changed ? renlib::Difference() : renlib::Difference::of(bits);
    difference.flags &= static_cast<std::uint8_t>(~(renlib::sibling_flag | renlib::leaf_flag));
    return difference.bits();
  }
  if (source == rv2_store_source) {
    constexpr std::uint64_t has_state = 1 << 8;  // with a low byte of 0: the state says nothing
    if (is_changed || (is_new && bits == 0)) return has_texts ? 0 : has_state;
    return bits & 0xFFFF;
  }
  return bits;
}

GameTree without_broken_nodes(GameTree tree, std::uint64_t& count) {
  const auto goes_on = [](const TreeCursor& cursor) {
    return (cursor.source_bits() & sgf::continues_node) != 0;
  };
  std::vector<NodeNumber> firsts;  // for each node of the line: the first of those that are one of the file
  std::set<NodeNumber> broken;
  for (TreeCursor cursor(tree); cursor.next();) {
    firsts.resize(cursor.depth());
    const bool is_part = goes_on(cursor) && !firsts.empty();
    firsts.push_back(is_part ? firsts.back() : cursor.node());
    const bool is_alone = (cursor.bits() & (has_sibling | is_marked)) == 0 && cursor.texts().empty();
    if (is_part && !(is_alone && cursor.line()[cursor.depth() - 1] == cursor.node() - 1))
      broken.insert(firsts.back());
  }
  if (broken.empty()) return tree;
  TreeBuilder builder(tree.size(), tree.source());
  builder.reserve(tree.node_count());
  for (const auto& [name, value] : tree.facts()) builder.set_fact(name, value);
  for (TreeCursor cursor(tree); cursor.next();) {
    firsts.resize(cursor.depth());
    firsts.push_back(goes_on(cursor) && !firsts.empty() ? firsts.back() : cursor.node());
    const NodeNumber node = builder.add(cursor.depth(), cursor.move(), cursor.bits());
    if (!broken.contains(firsts.back()))
      builder.add_source_bits(node, cursor.source_bits());
    else
      ++count;
    for (const NodeText& text : cursor.texts()) {
      const View bytes = tree.pool().at(text.text());
      if (text.kind() != TextKind::properties || !broken.contains(cursor.node())) {
        builder.add_text(text.kind(), bytes);
      } else if (const Bytes others = without_player(bytes); !others.empty()) {
        builder.add_text(text.kind(), others);
      }
    }
  }
  return std::move(builder).finish();
}

}  // namespace fiveproof::convert
