#include "convert/syntax/lz4_frame.hpp"

#include <lz4frame.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

namespace fiveproof::convert {

namespace {

constexpr std::array<std::uint8_t, 4> lz4_magic = {0x04, 0x22, 0x4D, 0x18};
constexpr std::size_t lz4_portion = std::size_t{64} << 10;

struct FreeContext {
  void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
};

Error at(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
  return {code, std::move(message), {}, offset};
}

}  // namespace

bool is_lz4_frame(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= lz4_magic.size() && std::equal(lz4_magic.begin(), lz4_magic.end(), bytes.begin());
}

Result<std::vector<std::uint8_t>> lz4_content(std::span<const std::uint8_t> frame, std::uint64_t max_bytes,
                                              std::optional<Error>* damage) {
  LZ4F_dctx* made = nullptr;
  const std::size_t status = LZ4F_createDecompressionContext(&made, LZ4F_VERSION);
  if (LZ4F_isError(status)) throw std::bad_alloc();
  const std::unique_ptr<LZ4F_dctx, FreeContext> context(made);

  std::vector<std::uint8_t> content, out(lz4_portion);
  std::size_t taken = 0;
  const auto broken = [&](std::string message) -> Result<std::vector<std::uint8_t>> {
    Error error = at(taken, std::move(message));
    if (damage == nullptr) return error;
    *damage = std::move(error);
    return std::move(content);
  };
  for (std::size_t more = LZ4F_HEADER_SIZE_MIN; more != 0;) {
    // A block first and then the head of the next: what is wrong there takes nothing of what came before.
    const std::size_t asked = more > LZ4F_BLOCK_HEADER_SIZE ? more - LZ4F_BLOCK_HEADER_SIZE : more;
    std::size_t from = std::min(frame.size() - taken, asked), to = out.size();
    more = LZ4F_decompress(context.get(), out.data(), &to, frame.data() + taken, &from, nullptr);
    if (LZ4F_isError(more))
      return broken(std::string("expected an LZ4 frame, found a damaged one: ") + LZ4F_getErrorName(more));
    taken += from;
    if (to > max_bytes - content.size())
      return at(taken, "an LZ4 frame that holds more than " + std::to_string(max_bytes) + " bytes",
                ErrorCode::limit);
    content.insert(content.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(to));
    if (more != 0 && taken == frame.size() && to == 0)
      return broken("expected more of an LZ4 frame, found the end of the file");
  }
  if (taken != frame.size()) return broken("expected the end of the file after an LZ4 frame, found more");
  return content;
}

std::vector<std::uint8_t> lz4_frame(std::span<const std::uint8_t> content) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.blockMode = LZ4F_blockLinked;
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  preferences.compressionLevel = 3;
  std::vector<std::uint8_t> frame(LZ4F_compressFrameBound(content.size(), &preferences));
  const std::size_t size =
      LZ4F_compressFrame(frame.data(), frame.size(), content.data(), content.size(), &preferences);
  FIVEPROOF_ENSURE(!LZ4F_isError(size));
  frame.resize(size);
  return frame;
}

}  // namespace fiveproof::convert
