#include "format/walk/block_source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fiveproof {
namespace {

/// The number of each record in the walk.
Result<LargeArray<std::uint32_t>> places_of(const LargeArray<Link>& links, const MemoryBudget& budget) {
  auto sizes = LargeArray<std::uint32_t>::create(links.size(), budget);
  if (!sizes.ok()) return sizes.error();
  FIVEPROOF_LET(auto places, LargeArray<std::uint32_t>::create(links.size(), budget));
  // Parents have smaller indices than their children. First comes the size of what is below each record.
  const LargeArray<std::uint32_t>& size = sizes.value();
  for (std::size_t i = links.size(); i-- > 0;) {
    ++size[i];
    if (links[i].parent != Link::none) size[links[i].parent] += size[i];
    if (i % sweep == 0) links.let_go(), size.let_go();
  }
  // Then `place` holds, for a while, the place of what comes next below a record.
  const LargeArray<std::uint32_t>& place = places;
  std::uint32_t next_tree = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::uint32_t parent = links[i].parent;
    std::uint32_t& next = parent == Link::none ? next_tree : place[parent];
    place[i] = next + 1;
    next += size[i];
    size[i] = place[i] - 1;
    if (i % sweep == 0) links.let_go(), size.let_go(), place.let_go();
  }
  return sizes;
}

/// A record as it is kept for its block; on the disk its entry follows.
struct Row {
  std::uint32_t record;
  Link link;
};

}  // namespace

BlockSource::BlockSource(const RecordTable& records, std::uint32_t per_block)
    : records_(&records),
      per_block_(per_block),
      // Entries taken from anywhere in a file would come page by page.
      entry_bytes_in_row_(records.is_on_disk() ? entry_bytes(records.size()) : 0),
      row_bytes_(sizeof(Row) + entry_bytes_in_row_) {
  FIVEPROOF_ENSURE(per_block > 0);
}

Result<BlockSource> BlockSource::create(const RecordTable& records, std::uint32_t per_block) {
  BlockSource source(records, per_block);
  FIVEPROOF_TRY(source.gather());
  return source;
}

/// Puts each record among the rows of its block.
Status BlockSource::gather() {
  const RecordTable& records = *records_;
  const std::size_t count = records.count();
  FIVEPROOF_LET(const auto linked, links_of(records));
  const LargeArray<Link>& links = linked;
  FIVEPROOF_LET(const auto placed, places_of(links, records.budget().share(8)));
  const LargeArray<std::uint32_t>& places = placed;
  FIVEPROOF_LET(rows_, LargeArray<std::uint8_t>::create(count * row_bytes_, records.budget().share(2)));
  std::vector<std::uint32_t> filled((count + per_block_ - 1) / per_block_);
  const auto per_block = static_cast<std::uint32_t>(per_block_);  // a division of 64 bits takes much longer
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t block = places[i] / per_block;
    const Row row{static_cast<std::uint32_t>(i), links[i]};
    std::uint8_t* at = &rows_[(block * per_block_ + filled[block]++) * row_bytes_];
    std::memcpy(at, &row, sizeof(Row));
    if (entry_bytes_in_row_ > 0) std::memcpy(at + sizeof(Row), records.entry(i).data(), entry_bytes_in_row_);
    records.passed(i);
    if (i % sweep == 0) links.let_go(), places.let_go(), rows_.let_go();
  }
  rows_.let_go();
  return Done{};
}

std::optional<BlockRecords> BlockSource::next() {
  const std::size_t count = records_->count();
  if (next_ == count) return std::nullopt;
  const std::size_t last = std::min(count, next_ + per_block_);
  BlockRecords block{records_->size(), records_->attacker(), {}, {}, {}};
  block.records.reserve(last - next_);
  block.links.reserve(last - next_);
  block.entries.reserve((last - next_) * entry_bytes(block.size));
  for (; next_ < last; ++next_) {
    const std::uint8_t* at = &rows_[next_ * row_bytes_];
    Row row;
    std::memcpy(&row, at, sizeof(Row));
    block.records.push_back(row.record);
    block.links.push_back(row.link);
    const auto entry = entry_bytes_in_row_ > 0 ? std::span(at + sizeof(Row), entry_bytes_in_row_)
                                               : records_->entry(row.record);
    block.entries.insert(block.entries.end(), entry.begin(), entry.end());
  }
  rows_.let_go(0, next_ * row_bytes_);
  return block;
}

}  // namespace fiveproof
