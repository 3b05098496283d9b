#include "tests/fuzz/store_changes.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace fiveproof::fuzz {
namespace {

constexpr std::size_t page_bytes = 4096, header_bytes = 16, node_bytes = 8;
constexpr int most_changes = 12;
/// In a meta page: the tree of tables, and its root.
constexpr std::size_t tables_at = header_bytes + 24 + 48, root_in_tree = 40,
                      id_at = header_bytes + 24 + 2 * 48 + 8;

class Changes {
 public:
  Changes(std::span<const std::uint8_t> file, ByteReader& in) : bytes_(file.begin(), file.end()), in_(in) {}

  ChangedFile run() {
    for (int i = 0; i < most_changes && !in_.at_end() && pages() > 0; ++i) {
      const auto before = bytes_;
      const unsigned kind = in_.u8() % 10;
      one(kind, in_.u8() % pages());
      places_ += bytes_ != before;
    }
    return {std::move(bytes_), places_};
  }

 private:
  [[nodiscard]] std::size_t pages() const { return bytes_.size() / page_bytes; }
  [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t count) const {
    std::uint64_t value = 0;
    if (at + count <= bytes_.size()) std::memcpy(&value, bytes_.data() + at, count);
    return value;
  }
  void set(std::size_t at, std::uint64_t value, std::size_t count) {
    if (at + count <= bytes_.size()) std::memcpy(bytes_.data() + at, &value, count);
  }
  void add(std::size_t at, std::size_t count) {
    const auto by = static_cast<std::int8_t>(in_.u8());
    set(at, number(at, count) + static_cast<std::uint64_t>(std::int64_t{by}), count);
  }

  void one(unsigned kind, std::size_t page) {
    const std::size_t base = page * page_bytes;
    switch (kind) {
      case 0:
        return put(base, 1);
      case 1:
        return put(base, 2);
      case 2:
        return put(base, 8);
      case 3:
      case 4:
        return exchange(base, in_.u8() % pages() * page_bytes, kind == 3);
      case 5:
        return bytes_.resize(base + in_.u16() % page_bytes);
      case 6:
        return change_node(base);
      case 7:  // of a page: its number, flags, bounds
        return add(base + std::array<std::size_t, 4>{0, 10, 12, 14}[in_.u8() % 4], 2);
      case 8:  // any word: of a meta page, a list of free pages
        return add(base + in_.u16() % (page_bytes / 8) * 8, 8);
      default:
        return change_table();
    }
  }

  void put(std::size_t base, std::size_t count) {
    const std::size_t at = base + in_.u16() % page_bytes;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{in_.u8()} << (8 * i);
    set(at, value, count);
  }
  void exchange(std::size_t a, std::size_t b, bool is_copied) {
    const std::vector<std::uint8_t> page(bytes_.begin() + static_cast<std::ptrdiff_t>(a),
                                         bytes_.begin() + static_cast<std::ptrdiff_t>(a + page_bytes));
    if (!is_copied) std::memmove(bytes_.data() + a, bytes_.data() + b, page_bytes);
    std::memcpy(bytes_.data() + b, page.data(), page_bytes);
  }

  [[nodiscard]] std::size_t nodes_of(std::size_t base) const {
    const auto lower = number(base + 12, 2);
    return lower < header_bytes ? 0 : (lower - header_bytes) / 2 % (page_bytes / 2);
  }
  [[nodiscard]] std::size_t node_at(std::size_t base, std::size_t i) const {
    return base + number(base + header_bytes + 2 * i, 2) % page_bytes;
  }
  /// The place of a node, one of the four numbers of its header, or its place among the others.
  void change_node(std::size_t base) {
    const std::size_t count = nodes_of(base), i = in_.u8(), what = in_.u8();
    if (count == 0) return;
    const std::size_t place = base + header_bytes + 2 * (i % count);
    if (what % 6 == 5) {
      const std::size_t other = base + header_bytes + 2 * (in_.u8() % count);
      const auto here = number(place, 2);
      set(place, number(other, 2), 2);
      return set(other, here, 2);
    }
    add(what % 6 == 4 ? place : node_at(base, i % count) + 2 * (what % 6), 2);
  }

  /// A word of what the newest state says of a table.
  void change_table() {
    const std::size_t newest = number(id_at, 8) > number(page_bytes + id_at, 8) ? 0 : page_bytes;
    const std::size_t base = number(newest + tables_at + root_in_tree, 8) % pages() * page_bytes;
    const std::size_t count = nodes_of(base), i = in_.u8(), word = in_.u8() % 6;
    if (count == 0) return;
    const std::size_t node = node_at(base, i % count);
    add(node + node_bytes + number(node + 6, 2) + 8 * word, 8);
  }

  std::vector<std::uint8_t> bytes_;
  ByteReader& in_;
  int places_ = 0;
};

}  // namespace

ChangedFile changed_file(std::span<const std::uint8_t> file, ByteReader& in) {
  FIVEPROOF_ENSURE(file.size() % page_bytes == 0);
  return Changes(file, in).run();
}

}  // namespace fiveproof::fuzz
