// Text as it is: what is packed, the page unpacks before it hands it over.
#include "format/text/text_packing.hpp"

#include <utility>

namespace fiveproof {

using View = TextInput::View;

Packing packing_of(std::string_view) { return Packing::none; }

// Never called, as there is no frame.
void TextInput::Free::operator()(ZSTD_DCtx_s*) const {}
void TextPacker::Free::operator()(ZSTD_CCtx_s*) const {}

TextInput::TextInput(std::optional<InputFile> file, View bytes, Packing packing, const ReaderLimits& limits)
    : file_(std::move(file)), packed_(bytes), max_bytes_(limits.max_file_bytes) {
  FIVEPROOF_ENSURE(packing == Packing::none);
}

Result<TextInput> TextInput::open(const std::string& path, Packing, const ReaderLimits&) {
  return Error{ErrorCode::unsupported, "expected a text in memory, found a file", path};
}

TextInput TextInput::over(View bytes, Packing packing, const ReaderLimits& limits) {
  return {std::nullopt, bytes, packing, limits};
}

Result<View> TextInput::next() {
  at_ += packed_.size();
  return std::exchange(packed_, View());
}

TextPacker::TextPacker(Packing packing) { FIVEPROOF_ENSURE(packing == Packing::none); }
View TextPacker::put(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
View TextPacker::finish() { return {}; }

}  // namespace fiveproof
