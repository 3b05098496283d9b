#include "convert/packed/streams.hpp"

#include <lzma.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

namespace fiveproof::convert {

namespace {

constexpr std::size_t stream_portion = std::size_t{64} << 10;
/// As for zstd (format/text/text_packing.cpp), and what a decoder takes beside its window.
constexpr std::uint64_t most_of_xz = (std::uint64_t{128} + 1) << 20;

/// What comes out, up to a limit.
class Content {
 public:
  explicit Content(std::uint64_t max_bytes) : max_bytes_(max_bytes) {}

  /// Takes the first bytes of portion(); false when there are too many.
  [[nodiscard]] bool take(std::size_t count) {
    if (count > max_bytes_ - bytes_.size()) return false;
    // Old and new bytes together stay below twice the limit.
    if (bytes_.size() + count > bytes_.capacity())
      bytes_.reserve(
          static_cast<std::size_t>(std::min<std::uint64_t>(2 * (bytes_.size() + count), max_bytes_)));
    bytes_.insert(bytes_.end(), portion_.begin(), portion_.begin() + static_cast<std::ptrdiff_t>(count));
    return true;
  }
  [[nodiscard]] Bytes& portion_bytes() { return portion_; }
  [[nodiscard]] Bytes result() && { return std::move(bytes_); }

 private:
  std::uint64_t max_bytes_;
  Bytes bytes_;
  Bytes portion_ = Bytes(stream_portion);
};

Error unpacking_error(std::uint64_t offset, std::string message, ErrorCode code = ErrorCode::malformed) {
  return {code, std::move(message), {}, offset};
}
Error too_much(std::uint64_t max_bytes) {
  return unpacking_error(max_bytes,
                         "expected at most " + std::to_string(max_bytes) + " bytes unpacked, found more",
                         ErrorCode::limit);
}
Error ends_early(std::uint64_t offset, const std::string& what) {
  return unpacking_error(offset, "expected the rest of " + what + ", found the end of the file");
}
/// What came out before the end that comes too early, if somebody wants it.
Result<Bytes> cut_off(Content content, Error error, bool* is_cut) {
  if (is_cut == nullptr) return error;
  *is_cut = true;
  return std::move(content).result();
}
Error damaged_stream(std::uint64_t offset, const std::string& what, const std::string& why) {
  return unpacking_error(offset, "expected " + what + ", found a damaged one: " + why);
}

// -- zlib --

/// zlib's decoder. `window_bits` says what it is to read.
class Inflater {
 public:
  explicit Inflater(int window_bits) {
    if (inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Takes of `in`, and puts into `content`. True at the end of a member.
  [[nodiscard]] Result<bool> step(View& in, std::uint64_t& at, Content& content, std::uint64_t max_bytes,
                                  const std::string& what) {
    Bytes& out = content.portion_bytes();
    const std::size_t given = std::min<std::size_t>(in.size(), stream_portion);
    stream_.next_in = const_cast<Bytef*>(in.data());  // zlib does not write to it
    stream_.avail_in = static_cast<uInt>(given);
    stream_.next_out = out.data();
    stream_.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    const std::size_t taken = given - stream_.avail_in;
    in = in.subspan(taken);
    at += taken;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_NEED_DICT) return damaged_stream(at, what, "it needs a dictionary");
    if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
      return damaged_stream(at, what, stream_.msg == nullptr ? "its sums do not agree" : stream_.msg);
    const std::size_t made = out.size() - stream_.avail_out;
    if (!content.take(made)) return too_much(max_bytes);
    is_full_ = stream_.avail_out == 0;
    return status == Z_STREAM_END;
  }
  /// Was there more to come out than there was room for?
  [[nodiscard]] bool is_full() const { return is_full_; }
  void begin_again() { inflateReset(&stream_); }

 private:
  z_stream stream_{};
  bool is_full_ = false;
};

constexpr int gzip_window = 15 + 16, raw_window = -15;

// -- liblzma --

struct XzStream : lzma_stream {
  XzStream() : lzma_stream(LZMA_STREAM_INIT) {
    if (lzma_stream_decoder(this, most_of_xz, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
  }
  ~XzStream() { lzma_end(this); }
  XzStream(const XzStream&) = delete;
  XzStream& operator=(const XzStream&) = delete;
};

Error xz_error(std::uint64_t at, lzma_ret status) {
  const std::string what = "a file of xz";
  switch (status) {
    case LZMA_MEM_ERROR:
      throw std::bad_alloc();
    case LZMA_MEMLIMIT_ERROR:
      return unpacking_error(at, "expected a file of xz with a window of at most 128 MiB, found a larger one",
                             ErrorCode::limit);
    case LZMA_FORMAT_ERROR:
      return unpacking_error(at, "expected " + what + ", found other bytes");
    case LZMA_OPTIONS_ERROR:
      return unpacking_error(at, "a file of xz that uses what this program's library does not know",
                             ErrorCode::unsupported);
    default:
      return damaged_stream(at, what, "its parts or sums do not agree");
  }
}

}  // namespace

Result<Bytes> gzip_content(const PieceSource& source, std::uint64_t max_bytes, bool* is_cut) {
  const std::string what = "a file of gzip";
  if (is_cut != nullptr) *is_cut = false;
  Inflater inflater(gzip_window);
  Content content(max_bytes);
  std::uint64_t at = 0;
  View piece;
  bool is_last = false, has_ended = false;  // the file; a member
  for (;;) {
    if (piece.empty() && !is_last) {
      FIVEPROOF_LET(piece, source());
      is_last = piece.empty();
    }
    if (std::exchange(has_ended, false)) {
      if (piece.empty()) return std::move(content).result();
      if (piece[0] != 0x1F)
        return unpacking_error(at, "expected the end of the file after gzip's, found more bytes");
      inflater.begin_again();
    }
    FIVEPROOF_LET(has_ended, inflater.step(piece, at, content, max_bytes, what));
    if (is_last && !has_ended && !inflater.is_full())
      return cut_off(std::move(content), ends_early(at, what), is_cut);
  }
}

Result<Bytes> inflated(const PieceSource& source, std::uint64_t max_bytes) {
  const std::string what = "deflated bytes";
  Inflater inflater(raw_window);
  Content content(max_bytes);
  std::uint64_t at = 0;
  View piece;
  for (bool has_ended = false, is_last = false; !has_ended;) {
    if (piece.empty() && !is_last) {
      FIVEPROOF_LET(piece, source());
      is_last = piece.empty();
    }
    FIVEPROOF_LET(has_ended, inflater.step(piece, at, content, max_bytes, what));
    if (is_last && !has_ended && !inflater.is_full()) return ends_early(at, what);
  }
  if (piece.empty()) {
    FIVEPROOF_LET(piece, source());
  }
  if (!piece.empty()) return unpacking_error(at, "expected the end of deflated bytes, found more");
  return std::move(content).result();
}

Result<Bytes> xz_content(const PieceSource& source, std::uint64_t max_bytes, bool* is_cut) {
  if (is_cut != nullptr) *is_cut = false;
  XzStream stream;
  Content content(max_bytes);
  Bytes& out = content.portion_bytes();
  std::uint64_t at = 0;
  View piece;
  bool is_last = false;
  for (;;) {
    if (piece.empty() && !is_last) {
      FIVEPROOF_LET(piece, source());
      is_last = piece.empty();
    }
    stream.next_in = piece.data();
    stream.avail_in = piece.size();
    stream.next_out = out.data();
    stream.avail_out = out.size();
    const lzma_ret status = lzma_code(&stream, is_last ? LZMA_FINISH : LZMA_RUN);
    const std::size_t taken = piece.size() - stream.avail_in;
    piece = piece.subspan(taken);
    at += taken;
    if (!content.take(out.size() - stream.avail_out)) return too_much(max_bytes);
    if (status == LZMA_STREAM_END) return std::move(content).result();
    if (status == LZMA_BUF_ERROR) return cut_off(std::move(content), ends_early(at, "a file of xz"), is_cut);
    if (status != LZMA_OK) return xz_error(at, status);
  }
}

std::uint32_t crc32_of(View bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
}

}  // namespace fiveproof::convert
