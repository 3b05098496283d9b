#include "convert/rapfi/rapfi_file.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/little_endian.hpp"
#include "convert/syntax/lz4_frame.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t head_bytes = 4;

constexpr std::uint8_t metadata_key[] = {0, 0, 0};
constexpr std::uint8_t metadata_body[] = {0,   0,   0,   0,   0,   'c', 'h', 'a', 'r', 's',
                                          'e', 't', '=', '"', 'U', 'T', 'F', '-', '8', '"'};

}  // namespace

// -- the database --

std::uint32_t RapfiDatabase::stated_count() const { return little_endian::get_u32(bytes_, 0); }

DbRecord RapfiDatabase::record(std::size_t i) const {
  const View all = bytes();
  const std::size_t at = starts_[i], key = little_endian::get_u16(all, at);
  if (key == 0) return {{}, {}};
  const std::size_t body_at = at + 2 + key;
  return {all.subspan(at + 2, key), all.subspan(body_at + 2, little_endian::get_u16(all, body_at))};
}

View RapfiDatabase::record_bytes(std::size_t i) const {
  const std::size_t to = i + 1 < starts_.size() ? starts_[i + 1] : end_;
  return bytes().subspan(starts_[i], to - starts_[i]);
}

bool RapfiDatabase::is_sorted() const {
  for (std::size_t i = 1; i < count(); ++i)
    if (compare_keys(record(i).key(), record(i - 1).key()) < 0) return false;
  return true;
}

std::uint64_t RapfiDatabase::text_count() const {
  std::uint64_t texts = 0;
  for (std::size_t i = 0; i < count(); ++i) texts += !record(i).is_metadata() && !record(i).text().empty();
  return texts;
}

std::optional<std::string> RapfiDatabase::charset() const {
  constexpr std::string_view name = "charset=\"";
  // Only the first record counts, because programs look for the metadata nowhere else.
  if (count() == 0 || !record(0).is_metadata()) return std::nullopt;
  std::string_view words = as_text(record(0).text());
  const std::size_t at = words.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  words.remove_prefix(at + name.size());
  const std::size_t end = words.find('"');
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(words.substr(0, end));
}

bool RapfiDatabase::add(View key, View body) {
  FIVEPROOF_ENSURE(end_ == bytes_.size() && key.size() <= max_part && body.size() <= max_part);
  FIVEPROOF_ENSURE(!key.empty() || body.empty());
  if (key.size() + body.size() + 4 > max_bytes - bytes_.size()) return false;
  starts_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  little_endian::put(bytes_, key.size(), 2);
  if (!key.empty()) {
    bytes_.insert(bytes_.end(), key.begin(), key.end());
    little_endian::put(bytes_, body.size(), 2);
    bytes_.insert(bytes_.end(), body.begin(), body.end());
  }
  end_ = bytes_.size();
  set_stated_count(static_cast<std::uint32_t>(starts_.size()));
  return true;
}

void RapfiDatabase::set_stated_count(std::uint32_t count) {
  little_endian::set(std::span(bytes_).first<head_bytes>(), count);
}

bool RapfiDatabase::set_tail(View tail) {
  if (tail.size() > max_bytes - end_) return false;
  bytes_.resize(end_);
  bytes_.insert(bytes_.end(), tail.begin(), tail.end());
  return true;
}

// -- reading --

/// Reads a file into a database, and notes what is odd about single records.
class DbFileReader : FileReader {
 public:
  DbFileReader(View bytes, const TreeReadOptions& options) : FileReader(options), given_(bytes) {}

  Result<DbReading> read() {
    if (!unpack()) return *error_;
    if (!read_records()) {
      if (reading_.db.container() == DbContainer::lz4) error_->message += ", in what the LZ4 frame holds";
      return *error_;
    }
    if (at_ < bytes().size()) note(counted(bytes().size() - at_, "byte") + " behind the last record", at_);
    std::move(oddities_).move_to(reading_);
    reading_.db.end_ = at_;
    reading_.db.starts_.shrink_to_fit();
    return std::move(reading_);
  }

 private:
  [[nodiscard]] View bytes() const { return reading_.db.bytes_; }

  bool unpack() {
    const std::uint64_t most = std::min(options_.max_bytes, RapfiDatabase::max_bytes);
    if (is_lz4_frame(given_)) {
      std::optional<Error> damage;
      auto content = lz4_content(given_, most, options_.salvage ? &damage : nullptr);
      if (damage)
        reading_.losses.push_back("what the LZ4 frame holds behind " +
                                  counted(content.value().size(), "byte") + ": byte " +
                                  std::to_string(*damage->offset) + ": " + damage->message);
      if (!content.ok()) {
        error_ = content.error();
        return false;
      }
      reading_.db.bytes_ = std::move(content).value();
      reading_.db.container_ = DbContainer::lz4;
      return true;
    }
    if (given_.size() > most)
      return fail(0, "a database of more than " + std::to_string(most) + " bytes", ErrorCode::limit);
    reading_.db.bytes_.assign(given_.begin(), given_.end());
    return true;
  }

  bool read_records() {
    if (bytes().size() < head_bytes)
      return fail(bytes().size(), "expected the number of records (4 bytes), found the end of the file");
    const std::uint32_t stated = reading_.db.stated_count();
    at_ = head_bytes;
    auto& starts = reading_.db.starts_;
    starts.reserve(std::min<std::size_t>(stated, (bytes().size() - head_bytes) / 2));
    for (; starts.size() < stated; starts.push_back(static_cast<std::uint32_t>(before_))) {
      before_ = at_;
      // The file may state any number, so the limit is held against the records that are read.
      if (starts.size() == options_.max_nodes)
        return fail(at_, "more than " + std::to_string(options_.max_nodes) + " records", ErrorCode::limit);
      if (read_record(starts.size())) continue;
      at_ = before_;
      if (options_.salvage && !starts.empty()) return drop_rest(stated);
      if (!options_.keep_cut) return false;
      note(error_->message + ": " + counted(starts.size(), "record") + " of " + std::to_string(stated) +
               " kept",
           at_);
      break;
    }
    return true;
  }

  bool drop_rest(std::uint32_t stated) {
    const std::size_t count = reading_.db.count();
    reading_.losses.push_back(counted(bytes().size() - at_, "byte") + " from byte " + std::to_string(at_) +
                              " on, dropped, and " + counted(stated - count, "record") + " of " +
                              std::to_string(stated) + ": " + error_->message);
    reading_.db.bytes_.resize(at_);
    reading_.db.set_stated_count(static_cast<std::uint32_t>(count));
    return true;
  }

  /// Fails unless there are so many bytes from here on.
  bool has(std::size_t count, const char* what, std::size_t record) {
    if (bytes().size() - at_ >= count) return true;
    return fail(bytes().size(), "expected " + std::to_string(count) + " bytes from byte " +
                                    std::to_string(at_) + " on (" + what + " of record " +
                                    std::to_string(record) + "), found the end of the file");
  }

  bool read_record(std::size_t number) {
    if (!has(2, "length of the key", number)) return false;
    const std::size_t key_bytes = little_endian::get_u16(bytes(), at_);
    at_ += 2;
    if (key_bytes == 0) {
      note("a record without a key", before_);
      return true;
    }
    if (!has(key_bytes, "key", number)) return false;
    const View key = bytes().subspan(at_, key_bytes);
    at_ += key_bytes;
    if (!has(2, "length of the body", number)) return false;
    const std::size_t body_bytes = little_endian::get_u16(bytes(), at_);
    at_ += 2;
    if (!has(body_bytes, "body", number)) return false;
    look_at({key, bytes().subspan(at_, body_bytes)}, number);
    at_ += body_bytes;
    return true;
  }

  void look_at(const DbRecord& record, std::size_t number) {
    if (record.is_metadata()) {
      if (number != 0) note("metadata that do not come first", before_);
    } else if (const auto key = DbKey::parse(record.key()); !key) {
      note("a key of " + counted(record.key().size(), "byte"), before_);
    } else if (const char* fault = key->fault()) {
      note(fault, before_);
    }
    if (const char* fault = record.body_fault()) note(fault, before_);
  }

  View given_;
  DbReading reading_;
  std::size_t at_ = 0, before_ = 0;
};

Result<DbReading> read_rapfi_file(View bytes, const TreeReadOptions& options) {
  return DbFileReader(bytes, options).read();
}

std::vector<std::uint8_t> rapfi_file(const RapfiDatabase& db) {
  if (db.container() == DbContainer::lz4) return lz4_frame(db.bytes());
  return {db.bytes().begin(), db.bytes().end()};
}

View utf8_metadata_key() { return metadata_key; }
View utf8_metadata_body() { return metadata_body; }

}  // namespace fiveproof::convert
