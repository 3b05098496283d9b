// One byte for the packing, two for a place, then a file; or, by the highest bit, a content that is packed,
// and cut at that place.
#include <algorithm>

#include "tests/convert/packing.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/proof_checks.hpp"
#include "tests/fuzz/target.hpp"

namespace packed_target {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes;

constexpr std::uint64_t most_unpacked = 1 << 16;

using Unpack = Result<Bytes> (*)(const PieceSource&, std::uint64_t, bool*);

/// However it comes in, the same comes out, and the limit is exact.
void check_stream(Unpack unpack, View file, std::size_t piece) {
  const auto content = unpack(test::in_pieces(file), most_unpacked, nullptr);
  const auto again = unpack(test::in_pieces(file, piece), most_unpacked, nullptr);
  FIVEPROOF_ENSURE(content.ok() == again.ok());
  if (!content.ok()) {
    FIVEPROOF_ENSURE(content.error().code == again.error().code);
    fuzz::check_error(content.error(),
                      content.error().code == ErrorCode::limit ? most_unpacked : file.size());
    return;
  }
  const Bytes& bytes = content.value();
  FIVEPROOF_ENSURE(bytes == again.value() && bytes.size() <= most_unpacked);
  FIVEPROOF_ENSURE(unpack(test::in_pieces(file), bytes.size(), nullptr).ok());
  if (bytes.empty()) return;
  const auto refused = unpack(test::in_pieces(file), bytes.size() - 1, nullptr);
  FIVEPROOF_ENSURE(!refused.ok() && refused.error().code == ErrorCode::limit);
}

/// What comes out of a cut file is what was packed, from its beginning on.
void check_cut(Unpack unpack, const Bytes& packed, View content, std::size_t cut, std::size_t piece) {
  bool is_cut = false;
  const auto part = unpack(test::in_pieces(View(packed).first(cut), piece), most_unpacked, &is_cut);
  FIVEPROOF_ENSURE(part.ok() && is_cut == (cut < packed.size()));
  const Bytes& bytes = part.value();
  FIVEPROOF_ENSURE(bytes.size() <= content.size() && std::equal(bytes.begin(), bytes.end(), content.begin()));
  FIVEPROOF_ENSURE(is_cut || bytes.size() == content.size());
}

void check_archive(View file) {
  const ZipBytes archive = test::zip_bytes(file);
  const auto members = zip_members(archive, file.size());
  if (!members.ok()) return fuzz::check_error(members.error(), file.size());
  for (const ZipMember& member : members.value()) {
    const auto content = zip_content(archive, member, most_unpacked);
    if (content.ok())
      FIVEPROOF_ENSURE(content.value().size() <= most_unpacked &&
                       crc32_of(content.value()) == member.checksum);
    else
      FIVEPROOF_ENSURE(!content.error().message.empty() && content.error().code != ErrorCode::io);
  }
}

/// Each file of an archive that we make comes back; cut anywhere it has no directory.
void check_made_archive(const Bytes& content, std::size_t cut, std::uint16_t method) {
  const Bytes archive = test::zip_of({{"a", content, method}, {"folder/b", {1, 2}, 0}});
  const ZipBytes whole = test::zip_bytes(archive);
  const auto members = zip_members(whole, archive.size());
  FIVEPROOF_ENSURE(members.ok() && members.value().size() == 2);
  const auto back = zip_content(whole, members.value()[0], most_unpacked);
  FIVEPROOF_ENSURE(back.ok() && back.value() == content);
  const auto part = View(archive).first(cut % archive.size());
  FIVEPROOF_ENSURE(!zip_members(test::zip_bytes(part), archive.size()).ok());
}

FIVEPROOF_FUZZ_TARGET(packed, data, size) {
  fuzz::ByteReader reader({data, size});
  const unsigned choices = reader.u8();
  const std::size_t place = reader.u16(), piece = 1 + place % 100;
  const auto rest = reader.rest();
  const bool is_made = (choices & 0x80) != 0, is_gzip = (choices & 1) != 0;
  const Unpack unpack = is_gzip ? gzip_content : xz_content;
  if ((choices & 2) != 0) {
    if (is_made)
      check_made_archive({rest.begin(), rest.end()}, place, is_gzip ? 8 : 0);
    else
      check_archive(rest);
    return 0;
  }
  if (!is_made) {
    check_stream(unpack, rest, piece);
    return 0;
  }
  const Bytes content(rest.begin(), rest.end());
  const Bytes packed = is_gzip ? test::gzip_of(content) : test::xz_of(content);
  check_cut(unpack, packed, content, std::min(place, packed.size()), piece);
  return 0;
}

}  // namespace packed_target
