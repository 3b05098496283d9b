// The bytes of a text file: the text as it is, or in one zstd frame (`.jsonl.zst`, spec/jsonl.md, section 4).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file.hpp"
#include "proof/limits.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace fiveproof {

enum class Packing : std::uint8_t { none, zstd };

/// How a file is packed, told by its name alone: zstd if it ends in `.zst`, in either case.
[[nodiscard]] Packing packing_of(std::string_view path);

/// The bytes of a text, piece by piece, from a file or from memory.
///
/// A packed text is unpacked on the way, and its end is told only when the frame was whole, its checksum was
/// right and nothing comes after it: who has met the end has met no damage. It takes two pieces of memory and
/// the window of the frame, which is at most 128 MiB; what needs more is refused, as the program zstd does.
class TextInput {
 public:
  using View = std::span<const std::uint8_t>;

  /// Opens a file; `-` is standard input.
  [[nodiscard]] static Result<TextInput> open(const std::string& path, Packing packing,
                                              const ReaderLimits& limits);
  /// Reads from memory. require: `bytes` outlive the input.
  [[nodiscard]] static TextInput over(View bytes, Packing packing, const ReaderLimits& limits);

  /// The next piece, which stays until the next call; empty at the end. The offset of an error is the place
  /// in the file, packed as it is, where the part begins that cannot be unpacked.
  [[nodiscard]] Result<View> next();

 private:
  TextInput(std::optional<InputFile> file, View bytes, Packing packing, const ReaderLimits& limits);
  Status fill();
  [[nodiscard]] Result<View> unpacked();
  Status begin_frame();
  Status expect_end();

  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };

  std::optional<InputFile> file_;  ///< none: the text is in memory
  std::vector<std::uint8_t> buffer_;
  View packed_;                               ///< bytes of the file not yet taken
  std::uint64_t at_ = 0;                      ///< the place of packed_ in the file
  std::uint64_t max_bytes_;                   ///< the most bytes that the file may have
  std::unique_ptr<ZSTD_DCtx_s, Free> frame_;  ///< null: text as it is
  std::vector<std::uint8_t> text_;
  std::size_t wanted_ = 0;  ///< so many bytes are to come next in the frame; 0: it has ended
  bool is_full_ = false;    ///< whether text_ was full: there may be more of it inside
};

/// Makes of a text what a file holds. The bytes depend on the text and the version of zstd, on nothing else.
class TextPacker {
 public:
  using View = std::span<const std::uint8_t>;

  explicit TextPacker(Packing packing);
  /// Takes text and gives what there is to write by now, which stays until the next
  /// call, or as long as `text`.
  [[nodiscard]] View put(std::string_view text);
  /// The rest of what there is to write. To be called once, after the last put().
  [[nodiscard]] View finish();

 private:
  [[nodiscard]] View pack(std::string_view text, bool is_last);

  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_CCtx_s, Free> frame_;  ///< null: text as it is
  std::vector<std::uint8_t> packed_;
};

}  // namespace fiveproof
