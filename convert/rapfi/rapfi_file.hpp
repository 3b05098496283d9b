// The file of a database of Yixin and Rapfi, .db, which is a list of records.
//
//   file       u32 number of records, then for each: u16 length of its key, key, u16 length of its body, body
//              (convert/rapfi/rapfi_record.hpp); little endian. A key of length 0 is the whole record.
//   container  The file is the list of records as it is, or one LZ4 frame around it; its first four bytes
//              tell which.
//   metadata   A record of a 0x0 board, first in the file, has the text charset="UTF-8". Where there is none,
//              texts are in some older encoding that nobody names.
//
// There is no magic number, version, length or checksum. So bytes that are no database can be told only by
// lengths that lead beyond the end of the file. Everything else that is wrong with a record is an oddity: the
// lengths say where the next record begins, and the record stays as it is.
//
// No file of other people could be examined: this follows descriptions of the format, and what Rapfi's code
// reads and writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "convert/rapfi/rapfi_record.hpp"
#include "convert/tree/tree_reading.hpp"

namespace fiveproof::convert {

enum class DbContainer : std::uint8_t { raw, lz4 };

/// A database in memory: the bytes of its file, without a frame around them, and four bytes more for each
/// record.
class RapfiDatabase {
 public:
  /// The most bytes that a file can have here.
  static constexpr std::uint64_t max_bytes = 0xFFFFFFFF;
  /// The most bytes that a key, or a body, can have.
  static constexpr std::size_t max_part = 0xFFFF;

  RapfiDatabase() : bytes_(4), end_(4) {}

  // -- look --
  /// How many records there are.
  [[nodiscard]] std::size_t count() const { return starts_.size(); }
  /// How many records there are by what the file says.
  [[nodiscard]] std::uint32_t stated_count() const;
  /// A record as views, which are good until the next add(). require: i < count().
  [[nodiscard]] DbRecord record(std::size_t i) const;
  /// All bytes of a record, with its lengths. require: i < count().
  [[nodiscard]] View record_bytes(std::size_t i) const;
  /// Where a record begins, in the file or in what its frame holds. require: i < count().
  [[nodiscard]] std::uint64_t offset(std::size_t i) const { return starts_[i]; }
  /// The bytes behind the last record.
  [[nodiscard]] View tail() const { return bytes().subspan(end_); }
  /// The bytes of the file, without a frame.
  [[nodiscard]] View bytes() const { return bytes_; }
  [[nodiscard]] DbContainer container() const { return container_; }
  /// Do the records come in the order of their keys?
  [[nodiscard]] bool is_sorted() const;
  /// How many records have a text; that of the metadata does not count.
  [[nodiscard]] std::uint64_t text_count() const;
  /// The charset that the metadata record names; nothing when there is no such record, or it names none.
  [[nodiscard]] std::optional<std::string> charset() const;

  // -- make --
  void set_container(DbContainer container) { container_ = container; }
  /// Adds a record, and sets the number that is stated to count(). False when the file would be too large.
  /// require: there is no tail; key and body have at most max_part bytes each; there is no body if the key is
  /// empty.
  [[nodiscard]] bool add(View key, View body);
  /// States another number of records than there are. require: no add() follows, which would undo it.
  void set_stated_count(std::uint32_t count);
  /// Puts bytes behind the last record. False when the file would be too large.
  [[nodiscard]] bool set_tail(View tail);

  bool operator==(const RapfiDatabase& other) const {
    return container_ == other.container_ && bytes_ == other.bytes_ && end_ == other.end_;
  }

 private:
  friend class DbFileReader;

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> starts_;
  std::size_t end_;
  DbContainer container_ = DbContainer::raw;
};

/// What RapfiDatabase::add() and set_tail() refuse.
[[nodiscard]] inline Error too_large_database() { return {ErrorCode::limit, "a database of 4 GiB or more"}; }

struct DbReading {
  RapfiDatabase db;
  /// What is odd about single records, sorted by offset. DbIndex finds what only several records show.
  std::vector<Remark> oddities = {};
  std::uint64_t oddity_count = 0;
  std::vector<std::string> losses = {};  ///< what was dropped, where the file was salvaged
};

/// ErrorCode::malformed with the byte offset for a file that ends within a record, and for a damaged frame;
/// ErrorCode::limit beyond the limits of the options, of which `max_nodes` counts records. With `keep_cut` a
/// file that was cut is read up to its last whole record, and the rest is its tail. With `salvage` that is
/// dropped, as what a damaged frame does not give is, and the number of records becomes what there is.
[[nodiscard]] Result<DbReading> read_rapfi_file(View bytes, const TreeReadOptions& options = {});

/// The bytes of the file, in the container that the database names.
[[nodiscard]] std::vector<std::uint8_t> rapfi_file(const RapfiDatabase& db);

/// The key and the body of the record that says that texts are UTF-8.
[[nodiscard]] View utf8_metadata_key();
[[nodiscard]] View utf8_metadata_body();

}  // namespace fiveproof::convert
