#include "format/tree/tree_section.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/little_endian.hpp"
#include "base/sha256.hpp"
#include "format/coding/bit_coder.hpp"
#include "format/tree/note_model.hpp"
#include "format/tree/tree_model.hpp"

namespace fiveproof {

namespace {

using Bytes = std::vector<std::uint8_t>;
using View = std::span<const std::uint8_t>;

constexpr std::uint8_t version = 1;
constexpr std::size_t digest_bytes = 8;
using Checksum = std::array<std::uint8_t, digest_bytes>;

/// What a tree has besides moves and shape; what it does not have is not asked for.
enum Column : std::uint8_t {
  has_text_column = 1,    ///< texts that anyone can read
  has_author_column = 2,  ///< author_bits other than is_out_of_turn
  has_source_column = 4,
  has_property_column = 8,
  has_turn_column = 16,
};
constexpr std::uint8_t all_columns = 31;
constexpr std::uint8_t any_text_column = has_text_column | has_property_column;
constexpr std::uint8_t any_author_column = has_author_column | has_turn_column;

constexpr std::array<TextKind, text_kinds> kinds = {TextKind::comment, TextKind::old_comment,
                                                    TextKind::board_text, TextKind::properties};

constexpr std::uint8_t column_of(TextKind kind) {
  return kind == TextKind::properties ? has_property_column : has_text_column;
}

/// The author's bits that belong to these columns.
constexpr std::uint8_t author_bits_of(std::uint8_t columns) {
  return static_cast<std::uint8_t>((columns & has_author_column ? author_bits & ~is_out_of_turn : 0) |
                                   (columns & has_turn_column ? is_out_of_turn : 0));
}

std::uint8_t columns_of(const GameTree& tree) {
  std::uint8_t columns = tree.source_bits().empty() ? std::uint8_t{0} : std::uint8_t{has_source_column};
  for (const NodeText& text : tree.texts()) columns |= column_of(text.kind());
  unsigned bits = 0;
  for (NodeNumber node = 0; node < tree.node_count(); ++node) bits |= tree.bits(node);
  for (const Column column : {has_author_column, has_turn_column})
    if ((bits & author_bits_of(column)) != 0) columns |= column;
  return columns;
}

/// Makes the digest: the first bytes of the SHA-256 of the head and of what the tree says.
class TreeDigest {
 public:
  explicit TreeDigest(View head) { hash_.update(head); }

  Checksum of(const GameTree& tree) {
    for (NodeNumber node = 0; node < tree.node_count(); ++node) {
      const std::uint16_t move = tree.move(node).number();
      put(static_cast<std::uint8_t>(move));
      put(static_cast<std::uint8_t>(move >> 8));
      put(tree.bits(node) & (shape_bits | author_bits));
    }
    for (const NodeText& text : tree.texts()) {
      const View bytes = tree.pool().at(text.text());
      put_u32(text.node);
      put(static_cast<std::uint8_t>(text.kind()));
      put_u32(static_cast<std::uint32_t>(bytes.size()));
      for (const std::uint8_t byte : bytes) put(byte);
    }
    for (const SourceBits& bits : tree.source_bits()) {
      put_u32(bits.node);
      put_u32(static_cast<std::uint32_t>(bits.bits));
      put_u32(static_cast<std::uint32_t>(bits.bits >> 32));
    }
    hash_.update(buffer_);
    const Digest digest = hash_.finish();
    Checksum first{};
    std::copy_n(digest.begin(), first.size(), first.begin());
    return first;
  }

 private:
  void put(std::uint8_t byte) {
    buffer_.push_back(byte);
    if (buffer_.size() < 65536) return;
    hash_.update(buffer_);
    buffer_.clear();
  }
  void put_u32(std::uint32_t value) {
    for (int i = 0; i < 4; ++i) put(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  Sha256 hash_;
  Bytes buffer_;
};

// -- writing --

void put_name(Bytes& out, const std::string& name) {
  out.push_back(static_cast<std::uint8_t>(name.size()));
  out.insert(out.end(), name.begin(), name.end());
}

Result<Bytes> head_of(const GameTree& tree) {
  const auto is_name = [](const std::string& name) { return name.size() <= 255; };
  if (!is_name(tree.source()) || tree.facts().size() > 0xFFFF)
    return Error{ErrorCode::unsupported, "a tree with 65,536 facts, or with a source of more than 255 bytes"};
  Bytes head = {version, static_cast<std::uint8_t>(tree.size()), columns_of(tree)};
  put_name(head, tree.source());
  little_endian::put_u32(head, static_cast<std::uint32_t>(tree.node_count()));
  little_endian::put(head, tree.facts().size(), 2);
  for (const auto& [name, value] : tree.facts()) {
    if (!is_name(name) || value.size() > 0xFFFFFFFF)
      return Error{ErrorCode::unsupported, "a fact of 4 GiB, or with a name of more than 255 bytes"};
    put_name(head, name);
    little_endian::put_u32(head, static_cast<std::uint32_t>(value.size()));
    put_bytes(head, value);
  }
  return head;
}

class TreeEncoder {
 public:
  explicit TreeEncoder(const GameTree& tree) : tree_(tree), model_(tree.size(), tree.node_count()) {}

  Bytes encode(std::uint8_t columns) {
    for (NodeNumber node = 0; node < ahead; ++node) look_at(node);
    for (TreeCursor at(tree_); at.next();) {
      look_at(at.node() + ahead);
      model_.expect_soon(keys_[(at.node() + soon) % ahead]);
      if (columns != 0) tell_notes(at, columns);
      model_.code(coder_, told(at.node()));
    }
    return coder_.finish();
  }

 private:
  static constexpr NodeNumber ahead = 16, soon = 6;

  [[nodiscard]] ToldNode told(NodeNumber node) const {
    const std::uint8_t bits = tree_.bits(node);
    return {model_.numbers().number(tree_.move(node)), (bits & has_child) != 0, (bits & has_sibling) != 0};
  }
  /// Looks at a node long before it is told, so that the earlier nodes it will be likened to are in the cache
  /// by then.
  void look_at(NodeNumber node) {
    if (node >= tree_.node_count()) return;
    keys_[node % ahead] = scout_.keys();
    model_.expect(keys_[node % ahead]);
    scout_.tell(told(node));
  }
  void tell_notes(const TreeCursor& at, std::uint8_t columns) {
    notes_.begin_node(at.depth() & 1);
    if (columns & any_author_column)
      notes_.code_author_bits(coder_, author_bits_of(columns), at.bits() & author_bits);
    if (columns & any_text_column) {
      auto text = at.texts().begin();
      for (const TextKind kind : kinds) {
        if ((columns & column_of(kind)) == 0) continue;
        const bool is_here = text != at.texts().end() && text->kind() == kind;
        if (!notes_.code_has_text(coder_, kind, is_here)) continue;
        notes_.code_text(coder_, kind, known_texts_, text->text());
        if (text->text() == known_texts_) {
          notes_.code_bytes(coder_, kind, 0xFFFFFFFF, tree_.pool().at(text->text()));
          ++known_texts_;
        }
        ++text;
      }
    }
    if (columns & has_source_column) notes_.code_source_bits(coder_, at.source_bits());
  }

  const GameTree& tree_;
  TreeModel model_;
  TreeContext scout_;  ///< the context of the node that is looked at, which is ahead of the one that is told
  std::array<TreeContext::Keys, ahead> keys_{};
  NoteModel notes_;
  BitEncoder coder_;
  std::uint32_t known_texts_ = 0;  ///< texts told so far, which is the number of the next new one
};

// -- reading --

class TreeDecoder {
 public:
  TreeDecoder(View bytes, const TreeSectionLimits& limits) : bytes_(bytes), limits_(limits) {
    // A TextPool holds no more than that.
    limits_.max_text_bytes = std::min<std::uint64_t>(limits_.max_text_bytes, 0xFFFFFFFF);
  }

  Result<GameTree> decode() {
    if (!read_head()) return *error_;
    answers_at_ = at_;
    BitDecoder coder(bytes_.subspan(at_));
    if (!read_nodes(coder)) return *error_;
    if (!coder.is_finished())
      return refuse(answers_at_, "expected no more answers than there are, found others");
    GameTree tree = std::move(*builder_).finish();
    if (const std::uint8_t found = columns_of(tree); found != columns_)
      return refuse(2, "expected columns " + std::to_string(found) + ", in which there is something, found " +
                           std::to_string(columns_));
    const Checksum digest = TreeDigest(bytes_.first(answers_at_ - digest_bytes)).of(tree);
    if (!std::equal(digest.begin(), digest.end(),
                    bytes_.begin() + static_cast<std::ptrdiff_t>(at_ - digest_bytes)))
      return refuse(answers_at_ - digest_bytes, "expected the digest of the tree, found another");
    return tree;
  }

 private:
  static Error refuse(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
    return {code, std::move(message), {}, offset};
  }
  bool fail(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
    error_ = refuse(offset, std::move(message), code);
    return false;
  }

  /// Takes the next bytes; nothing, and error_, when there are not so many.
  std::optional<View> take(std::uint64_t count, const char* what) {
    if (count > bytes_.size() - at_) {
      fail(at_, "expected " + std::to_string(count) + " bytes of " + what + ", found " +
                    std::to_string(bytes_.size() - at_));
      return std::nullopt;
    }
    const View taken = bytes_.subspan(at_, static_cast<std::size_t>(count));
    at_ += taken.size();
    return taken;
  }
  std::optional<std::string> take_name(const char* what) {
    const auto length = take(1, what);
    if (!length) return std::nullopt;
    const auto name = take((*length)[0], what);
    if (!name) return std::nullopt;
    return std::string(name->begin(), name->end());
  }

  bool read_head() {
    const auto fixed = take(3, "head");
    if (!fixed) return false;
    if ((*fixed)[0] != version)
      return fail(0, "expected a tree of version 1, found " + std::to_string((*fixed)[0]),
                  ErrorCode::unsupported);
    const int size = (*fixed)[1];
    if (!is_board_size(size))
      return fail(1, "expected a board size from 5 to 20, found " + std::to_string(size));
    columns_ = (*fixed)[2];
    if ((columns_ & ~all_columns) != 0)
      return fail(2, "expected columns 0 to 31, found " + std::to_string(columns_), ErrorCode::unsupported);
    const auto source = take_name("source");
    if (!source) return false;
    const std::size_t nodes_at = at_;
    const auto nodes = take(4, "node count");
    if (!nodes) return false;
    nodes_ = little_endian::get_u32(*nodes, 0);
    if (nodes_ > limits_.max_nodes || nodes_ > GameTree::max_nodes)
      return fail(nodes_at,
                  std::to_string(nodes_) + " nodes, allowed are " + std::to_string(limits_.max_nodes),
                  ErrorCode::limit);
    size_ = size;
    builder_.emplace(size, *source);
    return read_facts() && take(digest_bytes, "digest");
  }

  bool read_facts() {
    const auto number = take(2, "number of facts");
    if (!number) return false;
    std::optional<std::string> before;
    for (unsigned left = little_endian::get_u16(*number, 0); left > 0; --left) {
      const std::size_t fact_at = at_;
      auto name = take_name("name of a fact");
      if (!name) return false;
      if (before && *name <= *before) return fail(fact_at, "expected facts in the order of their names");
      const auto length = take(4, "length of a fact");
      if (!length) return false;
      const auto value = take(little_endian::get_u32(*length, 0), "fact");
      if (!value) return false;
      builder_->set_fact(*name, *value);
      before = std::move(name);
    }
    return true;
  }

  bool read_nodes(BitDecoder& coder) {
    if (nodes_ == 0) return true;
    TreeModel model(size_, nodes_);
    NoteModel notes;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (model.is_complete())
        return fail(answers_at_,
                    "expected " + std::to_string(nodes_) + " nodes, found " + std::to_string(node));
      const std::size_t depth = model.depth();
      Notes said;
      if (columns_ != 0 && !read_notes(coder, notes, depth, node, said)) return false;
      const ToldNode told = model.code(coder, {});
      if (told.move == model.numbers().count()) return fail_at(node, "a move");
      builder_->add(depth, model.numbers().move(told.move), said.author);
      for (const TextKind kind : kinds)
        if (const auto& text = said.texts[static_cast<std::size_t>(kind)])
          if (!add_text(kind, *text, node)) return false;
      builder_->add_source_bits(node, said.source);
    }
    return model.is_complete() || fail(answers_at_, "expected the end of the tree after " +
                                                        std::to_string(nodes_) + " nodes, found more");
  }

  struct ToldText {
    std::uint32_t number;
    std::vector<std::uint8_t> bytes;  ///< empty for a text that was told before
  };
  /// What is told of a node besides its move and shape.
  struct Notes {
    std::uint8_t author = 0;
    std::array<std::optional<ToldText>, text_kinds> texts;
    std::uint64_t source = 0;
  };

  bool fail_at(NodeNumber node, const char* expected) {
    return fail(answers_at_, "node " + std::to_string(node) + ": expected " + expected + ", found none");
  }

  /// Reads what is told of a node. The known texts are those of earlier nodes, and those of this node that
  /// were told before.
  bool read_notes(BitDecoder& coder, NoteModel& notes, std::size_t depth, NodeNumber node, Notes& said) {
    notes.begin_node(depth & 1);
    if (columns_ & any_author_column)
      said.author = notes.code_author_bits(coder, author_bits_of(columns_), 0);
    if (columns_ & any_text_column) {
      for (const TextKind kind : kinds) {
        if ((columns_ & column_of(kind)) == 0 || !notes.code_has_text(coder, kind, false)) continue;
        const auto number = notes.code_text(coder, kind, known_texts_, 0);
        if (!number) return fail_at(node, "the number of a text");
        ToldText text{*number, {}};
        if (*number == known_texts_) {
          auto bytes = notes.code_bytes(coder, kind, limits_.max_text_bytes - text_bytes_, {});
          if (!bytes)
            return fail(answers_at_,
                        "node " + std::to_string(node) + ": texts of more than " +
                            std::to_string(limits_.max_text_bytes) + " bytes",
                        ErrorCode::limit);
          text_bytes_ += bytes->size();
          text.bytes = std::move(*bytes);
          ++known_texts_;
        }
        said.texts[static_cast<std::size_t>(kind)] = std::move(text);
      }
    }
    if (columns_ & has_source_column) said.source = notes.code_source_bits(coder, 0);
    return true;
  }

  bool add_text(TextKind kind, const ToldText& text, NodeNumber node) {
    const TextPool& pool = builder_->pool();
    const std::size_t known = pool.count();
    if (text.number < known) {
      builder_->add_text(kind, pool.at(text.number));
      return true;
    }
    builder_->add_text(kind, text.bytes);
    return pool.count() > known || fail_at(node, "a text that is new");
  }

  View bytes_;
  TreeSectionLimits limits_;
  std::size_t at_ = 0, answers_at_ = 0;
  std::optional<Error> error_;
  int size_ = 0;
  std::uint8_t columns_ = 0;
  std::uint32_t nodes_ = 0;
  std::optional<TreeBuilder> builder_;
  std::uint32_t known_texts_ = 0;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace

Result<std::vector<std::uint8_t>> encode_tree(const GameTree& tree) {
  FIVEPROOF_LET(Bytes out, head_of(tree));
  const std::uint8_t columns = out[2];
  const Checksum digest = TreeDigest(out).of(tree);
  out.insert(out.end(), digest.begin(), digest.end());
  if (tree.node_count() > 0) put_bytes(out, TreeEncoder(tree).encode(columns));
  return out;
}

Result<GameTree> decode_tree(View bytes, const TreeSectionLimits& limits) {
  return TreeDecoder(bytes, limits).decode();
}

Result<std::shared_ptr<const GameTree>> tree_of(const Section& section, const TreeSectionLimits& limits) {
  if (section.tree != nullptr) return section.tree;
  FIVEPROOF_LET(auto tree, decode_tree(section.bytes, limits));
  return std::shared_ptr<const GameTree>(std::make_shared<GameTree>(std::move(tree)));
}

}  // namespace fiveproof
