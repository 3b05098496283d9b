#include "solve/store/pages.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files/descriptor.hpp"

namespace fiveproof::solve {
namespace {

// LMDB 0.9 writes numbers as the machine has them, and page numbers as words of it.
static_assert(std::endian::native == std::endian::little && sizeof(std::size_t) == 8);

using Span = std::span<const std::uint8_t>;

constexpr std::uint32_t lmdb_magic = 0xBEEFC0DE;
constexpr std::uint32_t lmdb_version = 1;
constexpr std::uint64_t no_page = ~std::uint64_t{0};
constexpr std::uint64_t first_page = 2;  // behind the meta pages
constexpr std::size_t header_bytes = 16;
constexpr std::size_t node_bytes = 8;  // of its header
constexpr std::size_t tree_bytes = 48;
constexpr std::size_t meta_bytes = header_bytes + 24 + 2 * tree_bytes + 16;
constexpr std::size_t usual_page = 4096;
constexpr unsigned most_levels = 32;  // LMDB's cursors have no room for more
/// No store has more: Store maps as much.
constexpr std::uint64_t most_bytes = std::uint64_t{256} << 30;

enum PageFlag : std::uint16_t { branch_page = 1, leaf_page = 2, overflow_page = 4, meta_page = 8 };
enum NodeFlag : std::uint16_t { plain_node = 0, big_node = 1, tree_node = 2 };
constexpr std::uint16_t integer_key = 8;  // a flag of the tree of free pages
constexpr std::uint16_t no_subdir = 0x4000;

template <class Number>
Number number_at(Span bytes, std::size_t at) {
  Number value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string text_of(std::uint64_t number) { return std::to_string(number); }

/// What LMDB keeps of a tree: MDB_db.
struct Tree {
  std::uint32_t pad = 0;
  std::uint16_t flags = 0, depth = 0;
  std::uint64_t branches = 0, leaves = 0, overflows = 0, entries = 0, root = no_page;

  static Tree of(Span bytes) {
    return {number_at<std::uint32_t>(bytes, 0),  number_at<std::uint16_t>(bytes, 4),
            number_at<std::uint16_t>(bytes, 6),  number_at<std::uint64_t>(bytes, 8),
            number_at<std::uint64_t>(bytes, 16), number_at<std::uint64_t>(bytes, 24),
            number_at<std::uint64_t>(bytes, 32), number_at<std::uint64_t>(bytes, 40)};
  }
};

struct Meta {
  std::uint64_t page = 0, last_page = 0, id = 0;
  std::uint16_t page_flags = 0;
  std::uint32_t magic = 0, version = 0;
  Tree free, main;

  static Meta of(Span bytes) {
    const Span meta = bytes.subspan(header_bytes);
    return {.page = number_at<std::uint64_t>(bytes, 0),
            .last_page = number_at<std::uint64_t>(meta, 24 + 2 * tree_bytes),
            .id = number_at<std::uint64_t>(meta, 32 + 2 * tree_bytes),
            .page_flags = number_at<std::uint16_t>(bytes, 10),
            .magic = number_at<std::uint32_t>(meta, 0),
            .version = number_at<std::uint32_t>(meta, 4),
            .free = Tree::of(meta.subspan(24)),
            .main = Tree::of(meta.subspan(24 + tree_bytes))};
  }
};

/// A file that is read page by page.
class PageFile {
 public:
  explicit PageFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (descriptor_.is_open() && ::fstat(descriptor_.number(), &status) == 0)
      length_ = static_cast<std::uint64_t>(status.st_size);
  }
  [[nodiscard]] bool is_open() const { return descriptor_.is_open(); }
  [[nodiscard]] std::uint64_t length() const { return length_; }
  [[nodiscard]] std::size_t page_bytes() const { return page_bytes_; }
  void set_page_bytes(std::size_t bytes) { page_bytes_ = bytes; }

  Status read(std::uint64_t at, std::span<std::uint8_t> bytes) const {
    while (!bytes.empty()) {
      const ssize_t got = ::pread(descriptor_.number(), bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0)
        return Error{ErrorCode::io, "cannot be read: " + std::generic_category().message(errno), path_, at};
      if (got == 0) return damage("expected more than " + text_of(at) + " bytes, the file ends there");
      bytes = bytes.subspan(static_cast<std::size_t>(got));
      at += static_cast<std::uint64_t>(got);
    }
    return Done{};
  }
  [[nodiscard]] Error damage(const std::string& what) const {
    return {ErrorCode::malformed, "damaged: " + what, path_, {}};
  }

  /// Both meta pages, each by itself what it can be.
  Result<std::array<Meta, 2>> metas();

 private:
  Status check(const Meta& meta, std::uint64_t number) const;

  std::string path_;
  Descriptor descriptor_;
  std::uint64_t length_ = 0;
  std::size_t page_bytes_ = usual_page;
};

Status PageFile::check(const Meta& meta, std::uint64_t number) const {
  const std::string where = "meta page " + text_of(number) + ": ";
  if (meta.magic != lmdb_magic || meta.page != number || meta.page_flags != meta_page)
    return damage(where + "it is none of LMDB's");
  if (meta.version != lmdb_version)
    return Error{ErrorCode::unsupported, "expected an LMDB file of this version", path_, {}};
  if (meta.free.pad != page_bytes_ || (meta.free.flags & ~no_subdir) != integer_key || meta.main.pad != 0 ||
      meta.main.flags != 0)
    return damage(where + "expected the flags of a store");
  if (meta.last_page < first_page - 1 || meta.last_page >= most_bytes / page_bytes_)
    return damage(where + "expected a page of the file as the last, found " + text_of(meta.last_page));
  if (meta.id == 0 && meta.main.root != no_page)
    return damage(where + "it has a tree, and is of no transaction");
  return Done{};
}

Result<std::array<Meta, 2>> PageFile::metas() {
  if (!is_open())
    return Error{ErrorCode::io, "cannot be read: " + std::generic_category().message(errno), path_, {}};
  std::vector<std::uint8_t> bytes(meta_bytes);
  FIVEPROOF_TRY(this->read(0, bytes));
  std::array<Meta, 2> metas{Meta::of(bytes), {}};
  page_bytes_ = metas[0].free.pad;
  if (metas[0].magic == lmdb_magic &&
      (!std::has_single_bit(page_bytes_) || page_bytes_ < 512 || page_bytes_ > 65536))
    return damage("meta page 0: expected the size of a page, found " + text_of(page_bytes_));
  FIVEPROOF_TRY(check(metas[0], 0));
  FIVEPROOF_TRY(this->read(page_bytes_, bytes));
  metas[1] = Meta::of(bytes);
  FIVEPROOF_TRY(check(metas[1], 1));
  // Transactions write them in turns.
  const auto [older, newer] = std::minmax(metas[0].id, metas[1].id);
  if (newer != 0 && (newer - older != 1 || metas[0].id % 2 != 0))
    return damage("the meta pages are of the transactions " + text_of(metas[0].id) + " and " +
                  text_of(metas[1].id));
  return metas;
}

/// The order of the keys of a tree.
bool is_less(Span a, Span b) { return std::ranges::lexicographical_compare(a, b); }
bool is_less_number(Span a, Span b) {
  return number_at<std::uint64_t>(a, 0) < number_at<std::uint64_t>(b, 0);
}

/// All pages that one state of the file uses.
class Walk {
 public:
  Walk(const PageFile& file, const Meta& meta) : file_(file), meta_(meta), used_(meta.last_page + 1) {
    for (auto& buffer : buffers_) buffer.resize(file.page_bytes());
  }
  Result<PageCount> run();
  Status run_free_pages();
  [[nodiscard]] bool is_of_its_transaction() const;

 private:
  enum class Kind { table, main, free };
  struct Found {
    std::uint64_t branches = 0, leaves = 0, overflows = 0, entries = 0;
  };
  /// A node of a page: where it begins and ends, and its parts.
  struct Node {
    std::size_t begin = 0, end = 0;
    std::uint16_t flags = 0;
    std::uint64_t number = 0;  ///< branch: the page below; leaf: the size of the value
    Span key, value;
  };
  struct Bounds {
    std::optional<Span> least, beyond;
  };
  Status walk_tree(const Tree& tree, Kind kind, const std::string& name);
  Status walk_page(std::uint64_t page, unsigned level, Bounds bounds);
  Status read_nodes(Span page, unsigned level, std::vector<Node>& nodes) const;
  Status visit(const Node& node);
  Status take_big(const Node& node);
  Status take_free(Span key, Span list);
  Status take(std::uint64_t page);
  [[nodiscard]] Error damage(std::uint64_t page, const std::string& what) const {
    return file_.damage("page " + text_of(page) + ": " + what);
  }
  [[nodiscard]] bool less(Span a, Span b) const {
    return kind_ == Kind::free ? is_less_number(a, b) : is_less(a, b);
  }

  const PageFile& file_;
  const Meta& meta_;
  std::vector<bool> used_;
  PageCount count_;
  std::uint64_t last_freed_ = 0;  ///< the last transaction that freed pages
  std::vector<std::pair<std::string, Tree>> tables_;
  std::vector<std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>>> lists_;
  // Of the tree that is walked:
  Kind kind_ = Kind::table;
  unsigned depth_ = 0;
  std::uint64_t at_ = 0;  ///< the page
  Found found_;
  std::array<std::vector<std::uint8_t>, most_levels> buffers_;
  std::array<std::vector<Node>, most_levels> nodes_;
};

/// No page has two uses, and none lies beyond the last.
Status Walk::take(std::uint64_t page) {
  if (page < first_page || page > meta_.last_page)
    return damage(at_, "expected a page up to " + text_of(meta_.last_page) + ", found " + text_of(page));
  if (used_[page]) return damage(page, "it is used twice");
  used_[page] = true;
  return Done{};
}

Status Walk::walk_tree(const Tree& tree, Kind kind, const std::string& name) {
  if (tree.depth > most_levels || (tree.depth == 0) != (tree.root == no_page))
    return file_.damage("the table " + name + " has a depth of " + text_of(tree.depth));
  kind_ = kind;
  depth_ = tree.depth;
  found_ = {};
  at_ = 0;
  if (depth_ > 0) FIVEPROOF_TRY(walk_page(tree.root, 0, {}));
  if (found_.branches != tree.branches || found_.leaves != tree.leaves ||
      found_.overflows != tree.overflows || found_.entries != tree.entries)
    return file_.damage("the table " + name + ": expected " + text_of(tree.entries) + " entries on " +
                        text_of(tree.branches + tree.leaves + tree.overflows) + " pages, found " +
                        text_of(found_.entries) + " on " +
                        text_of(found_.branches + found_.leaves + found_.overflows));
  return Done{};
}

Status Walk::walk_page(std::uint64_t page, unsigned level, Bounds bounds) {
  FIVEPROOF_TRY(take(page));
  auto& bytes = buffers_[level];
  FIVEPROOF_TRY(file_.read(page * file_.page_bytes(), bytes));
  ++count_.used;
  at_ = page;
  const bool is_leaf = level + 1 == depth_;
  if (number_at<std::uint64_t>(bytes, 0) != page) return damage(page, "it has the number of another page");
  if (number_at<std::uint16_t>(bytes, 10) != (is_leaf ? leaf_page : branch_page))
    return damage(page, is_leaf ? "expected a leaf" : "expected a branch");
  auto& nodes = nodes_[level];
  FIVEPROOF_TRY(read_nodes(bytes, level, nodes));
  (is_leaf ? found_.leaves : found_.branches) += 1;

  // The first key of a branch is not looked at: all that is less lies there.
  const std::size_t first = is_leaf ? 0 : 1;
  for (std::size_t i = first; i < nodes.size(); ++i) {
    const bool is_in_order = i == first ? !bounds.least || !less(nodes[i].key, *bounds.least)
                                        : less(nodes[i - 1].key, nodes[i].key);
    if (!is_in_order || (bounds.beyond && !less(nodes[i].key, *bounds.beyond)))
      return damage(page, "its keys are out of order");
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (is_leaf) {
      at_ = page;
      FIVEPROOF_TRY(visit(nodes[i]));
      continue;
    }
    const Bounds below{i == 0 ? bounds.least : std::optional(nodes[i].key),
                       i + 1 < nodes.size() ? std::optional(nodes[i + 1].key) : bounds.beyond};
    FIVEPROOF_TRY(walk_page(nodes[i].number, level + 1, below));
  }
  return Done{};
}

Status Walk::read_nodes(Span page, unsigned level, std::vector<Node>& nodes) const {
  nodes.clear();
  const bool is_leaf = level + 1 == depth_;
  const std::size_t lower = number_at<std::uint16_t>(page, 12), upper = number_at<std::uint16_t>(page, 14);
  if (lower < header_bytes + 2 || lower % 2 != 0 || upper % 2 != 0 || lower > upper || upper > page.size())
    return damage(at_, "its bounds are out of order");
  const std::size_t count = (lower - header_bytes) / 2;
  if (!is_leaf && count < 2 && kind_ != Kind::free) return damage(at_, "expected a branch of two or more");
  for (std::size_t i = 0; i < count; ++i) {
    Node node;
    node.begin = number_at<std::uint16_t>(page, header_bytes + 2 * i);
    if (node.begin < upper || node.begin % 2 != 0 || node.begin + node_bytes > page.size())
      return damage(at_, "an entry lies outside");
    const auto low = number_at<std::uint16_t>(page, node.begin);
    const std::uint64_t high = number_at<std::uint16_t>(page, node.begin + 2);
    node.flags = number_at<std::uint16_t>(page, node.begin + 4);
    const std::size_t key_bytes = number_at<std::uint16_t>(page, node.begin + 6);
    node.number = low | high << 16 | (is_leaf ? 0 : std::uint64_t{node.flags} << 32);
    const bool is_big = is_leaf && node.flags == big_node;
    const std::size_t value_bytes = !is_leaf ? 0 : is_big ? 8 : static_cast<std::size_t>(node.number);
    node.end = node.begin + node_bytes + key_bytes + value_bytes;
    if (node.end > page.size()) return damage(at_, "an entry is larger than its page");
    node.key = page.subspan(node.begin + node_bytes, key_bytes);
    node.value = page.subspan(node.begin + node_bytes + key_bytes, value_bytes);
    const bool is_first_of_branch = !is_leaf && i == 0;
    if (kind_ == Kind::free && !is_first_of_branch && key_bytes != 8)
      return damage(at_, "expected a number as key");
    if (kind_ != Kind::free && !is_first_of_branch && key_bytes == 0) return damage(at_, "expected a key");
    nodes.push_back(node);
  }
  std::array<std::pair<std::uint16_t, std::uint16_t>, 4096> places;
  if (count > places.size()) return damage(at_, "expected fewer entries");
  for (std::size_t i = 0; i < count; ++i)
    places[i] = {static_cast<std::uint16_t>(nodes[i].begin), static_cast<std::uint16_t>(nodes[i].end - 1)};
  const std::span used(places.data(), count);
  std::ranges::sort(used);
  for (std::size_t i = 1; i < count; ++i)
    if (used[i].first <= used[i - 1].second) return damage(at_, "its entries lie upon each other");
  return Done{};
}

/// What LMDB would follow from an entry.
Status Walk::visit(const Node& node) {
  ++found_.entries;
  if (kind_ == Kind::main) {
    if (node.flags != tree_node || node.value.size() != tree_bytes) return damage(at_, "expected a table");
    const Tree tree = Tree::of(node.value);
    if (tree.flags != 0 || tree.pad != 0) return damage(at_, "expected the flags of a table");
    tables_.emplace_back(std::string(node.key.begin(), node.key.end()), tree);
    return Done{};
  }
  if (node.flags != plain_node && node.flags != big_node)
    return damage(at_, "an entry is of an unknown kind");
  if (node.flags == big_node) return take_big(node);
  if (kind_ == Kind::free)
    lists_.push_back({{node.key.begin(), node.key.end()}, {node.value.begin(), node.value.end()}});
  return Done{};
}

/// A value that is too long for a page of the tree: it has pages of its own.
Status Walk::take_big(const Node& node) {
  const auto first = number_at<std::uint64_t>(node.value, 0);
  if (first < first_page || first > meta_.last_page) return damage(at_, "a long value lies outside");
  // A damaged length of gigabytes is refused before there is memory for it.
  const std::uint64_t length = header_bytes + node.number;
  const std::uint64_t needed = (length + file_.page_bytes() - 1) / file_.page_bytes();
  if (first + needed - 1 > meta_.last_page) return damage(at_, "a long value is longer than the file");
  std::vector<std::uint8_t> bytes(kind_ == Kind::free ? static_cast<std::size_t>(length) : header_bytes);
  FIVEPROOF_TRY(file_.read(first * file_.page_bytes(), bytes));
  const auto pages = number_at<std::uint32_t>(bytes, 12);
  if (number_at<std::uint64_t>(bytes, 0) != first || number_at<std::uint16_t>(bytes, 10) != overflow_page ||
      pages < needed || pages > meta_.last_page)
    return damage(first, "expected a long value");
  for (std::uint64_t i = 0; i < pages; ++i) FIVEPROOF_TRY(take(first + i));
  found_.overflows += pages;
  count_.used += pages;
  if (kind_ == Kind::free)
    lists_.push_back({{node.key.begin(), node.key.end()}, {bytes.begin() + header_bytes, bytes.end()}});
  return Done{};
}

/// A list of pages that a transaction freed: their number, then they, the last first. LMDB gives them away
/// again, so that a used one among them would be written over.
Status Walk::take_free(Span key, Span list) {
  last_freed_ = number_at<std::uint64_t>(key, 0);
  const auto broken = [&] {
    return file_.damage("the list of pages that the transaction " + text_of(last_freed_) + " freed");
  };
  if (list.size() < 8 || list.size() % 8 != 0) return broken();
  const auto count = number_at<std::uint64_t>(list, 0);
  if (count > list.size() / 8 - 1) return broken();
  std::uint64_t before = no_page;
  for (std::uint64_t i = 1; i <= count; ++i) {
    const auto page = number_at<std::uint64_t>(list, static_cast<std::size_t>(8 * i));
    if (page >= before) return broken();
    before = page;
    FIVEPROOF_TRY(take(page));
  }
  count_.free += count;
  return Done{};
}

Result<PageCount> Walk::run() {
  FIVEPROOF_TRY(walk_tree(meta_.main, Kind::main, "of tables"));
  for (const auto& [name, tree] : std::exchange(tables_, {})) {
    if (name != "meta" && name != "proved" && name != "jobs")
      return Error{ErrorCode::malformed,
                   "expected a fiveproof store, found another LMDB file",
                   file_.damage("").file,
                   {}};
    FIVEPROOF_TRY(walk_tree(tree, Kind::table, name));
  }
  FIVEPROOF_TRY(run_free_pages());
  if (!is_of_its_transaction())
    return file_.damage("the transaction " + text_of(meta_.id) + " ends with that of " +
                        text_of(last_freed_));
  return count_;
}

/// From the second transaction on each frees pages of the one before it.
bool Walk::is_of_its_transaction() const {
  return meta_.id > 1 ? last_freed_ == meta_.id : last_freed_ <= meta_.id;
}

Status Walk::run_free_pages() {
  FIVEPROOF_TRY(walk_tree(meta_.free, Kind::free, "of free pages"));
  for (const auto& [key, list] : lists_) FIVEPROOF_TRY(take_free(key, list));
  return Done{};
}

}  // namespace

FileKind kind_of_file(const std::string& path) {
  PageFile file(path);
  if (!file.is_open()) return FileKind::other;
  if (file.length() == 0) return FileKind::unfinished;
  std::vector<std::uint8_t> bytes(meta_bytes);
  if (!file.read(0, bytes).ok()) return FileKind::other;
  const Meta first = Meta::of(bytes);
  if (first.magic != lmdb_magic) return FileKind::other;
  // LMDB writes both meta pages as those of transaction 0, without a tree.
  if (first.id != 0 || first.main.root != no_page || !std::has_single_bit(first.free.pad))
    return FileKind::store;
  if (file.length() < 2 * std::uint64_t{first.free.pad}) return FileKind::unfinished;
  if (!file.read(first.free.pad, bytes).ok()) return FileKind::other;
  const Meta second = Meta::of(bytes);
  const bool is_empty = second.magic == lmdb_magic && second.id == 0 && second.main.root == no_page;
  return is_empty ? FileKind::unfinished : FileKind::store;
}

Status check_meta_pages(const std::string& path) {
  PageFile file(path);
  FIVEPROOF_TRY(file.metas());
  return Done{};
}

Result<std::optional<PageCount>> check_pages(const std::string& path, std::uint64_t id) {
  PageFile file(path);
  FIVEPROOF_LET(const auto metas, file.metas());
  const Meta& meta = metas[id % 2];
  const Meta& other = metas[(id + 1) % 2];
  if (meta.id != id) return std::optional<PageCount>();
  auto count = Walk(file, meta).run();
  if (count.ok()) {
    // A meta page whose number says that it is older than it is would make the state before it the newest.
    // LMDB keeps both states, so that the list of free pages of the other one is whole, too.
    Walk walk(file, other);
    if (auto walked = walk.run_free_pages(); !walked.ok())
      count = walked.error();
    else if (!walk.is_of_its_transaction())
      count = file.damage("the meta page of transaction " + text_of(other.id) + " is of another");
  }
  if (count.ok()) return std::optional(count.value());
  // Somebody else may have committed meanwhile, and the other state is no more what it was.
  const auto now = PageFile(path).metas();
  if (now.ok() && now.value()[(id + 1) % 2].id != other.id) return std::optional<PageCount>();
  return count.error();
}

}  // namespace fiveproof::solve
