// Text as it is, or in a zstd frame, which JavaScript unpacks in one piece. Nothing is packed here.
#include "format/text/text_packing.hpp"

#include <limits>
#include <new>
#include <utility>

#include "page/core/host.hpp"
#include "page/core/instead/zstd_frame.hpp"

namespace fiveproof {

using View = TextInput::View;

namespace {

constexpr std::uint64_t most_window_bytes = std::uint64_t{128} << 20;

Error malformed(std::uint64_t offset, const std::string& expected, const std::string& found) {
  return {ErrorCode::malformed, "expected " + expected + ", found " + found, {}, offset};
}

/// Is it one frame, which may be unpacked?
Status check_frame(const page::ZstdFrame& frame, View bytes, std::uint64_t max_bytes) {
  if (bytes.empty()) return malformed(0, "a zstd frame", "an empty file");
  if (!frame.has_magic) return malformed(0, "a zstd frame", "other bytes");
  constexpr std::uint64_t magic_bytes = 4;
  if (frame.window_bytes > most_window_bytes)
    return Error{ErrorCode::limit,
                 "expected a zstd frame with a window of at most 128 MiB, found a larger one",
                 {},
                 magic_bytes};
  if (bytes.size() > max_bytes)
    return Error{ErrorCode::limit,
                 "expected at most " + std::to_string(max_bytes) + " bytes in the file, found more"};
  if (!frame.is_whole) return malformed(bytes.size(), "the rest of a zstd frame", "the end of the file");
  if (frame.bytes != bytes.size())
    return malformed(frame.bytes, "the end of the file after one zstd frame", "more bytes");
  if (frame.has_dictionary) return malformed(0, "a zstd frame without a dictionary", "one with it");
  return Done{};
}

/// require: the frame is checked.
Result<std::vector<std::uint8_t>> unpack(const page::ZstdFrame& frame, View bytes) {
  const std::uint64_t most = frame.content_bytes.value_or(frame.most_content_bytes);
  if (most > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  std::vector<std::uint8_t> text(static_cast<std::size_t>(most));
  const auto got = host_unzstd(bytes.data(), bytes.size(), text.data(), text.size());
  if (got < 0) return malformed(0, "a readable zstd frame", "one that cannot be unpacked");
  text.resize(static_cast<std::size_t>(got));
  if (frame.content_bytes && *frame.content_bytes != text.size())
    return malformed(0, "a readable zstd frame", "another length than it says");
  if (frame.checksum && *frame.checksum != static_cast<std::uint32_t>(page::content_checksum(text)))
    return malformed(bytes.size() - 4, "a readable zstd frame", "Restored data doesn't match checksum");
  return text;
}

}  // namespace

Packing packing_of(std::string_view) { return Packing::none; }

// Never called, as there is no frame.
void TextInput::Free::operator()(ZSTD_DCtx_s*) const {}
void TextPacker::Free::operator()(ZSTD_CCtx_s*) const {}

TextInput::TextInput(std::optional<InputFile> file, View bytes, Packing packing, const ReaderLimits& limits)
    : file_(std::move(file)), packed_(bytes), max_bytes_(limits.max_file_bytes) {
  wanted_ = packing == Packing::zstd ? 1 : 0;  // to be unpacked yet
}

Result<TextInput> TextInput::open(const std::string& path, Packing, const ReaderLimits&) {
  return Error{ErrorCode::unsupported, "expected a text in memory, found a file", path};
}

TextInput TextInput::over(View bytes, Packing packing, const ReaderLimits& limits) {
  return {std::nullopt, bytes, packing, limits};
}

Result<View> TextInput::unpacked() {
  const page::ZstdFrame frame = page::zstd_frame_of(packed_);
  FIVEPROOF_TRY(check_frame(frame, packed_, max_bytes_));
  FIVEPROOF_LET(text_, unpack(frame, packed_));
  packed_ = View();
  wanted_ = 0;
  return View(text_);
}

Result<View> TextInput::next() {
  if (wanted_ != 0) return unpacked();
  at_ += packed_.size();
  return std::exchange(packed_, View());
}

TextPacker::TextPacker(Packing packing) { FIVEPROOF_ENSURE(packing == Packing::none); }
View TextPacker::put(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
View TextPacker::finish() { return {}; }

}  // namespace fiveproof
