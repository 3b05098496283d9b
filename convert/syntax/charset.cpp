#include "convert/syntax/charset.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "convert/syntax/bytes.hpp"
#include "convert/syntax/utf8.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::uint32_t replacement_sign = 0xFFFD;
constexpr std::array<std::uint8_t, 3> replacement = {0xEF, 0xBF, 0xBD};  // the same in UTF-8

/// Can the name be given to iconv? There "" stands for the charset of the user's terminal, and "//" begins an
/// option; some names that iconv knows have other letters, and are refused here.
bool is_charset_name(const std::string& name) {
  constexpr std::string_view others = "-_.:+()";
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

/// Is it a sign that people in East Asia write, and that chance seldom makes of bytes? Half-wide kana it
/// does.
bool is_likely(std::uint32_t sign) {
  constexpr std::pair<std::uint32_t, std::uint32_t> ranges[] = {
      {0x3000, 0x30FF}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}, {0xFF01, 0xFF5E}};
  return std::ranges::any_of(ranges,
                             [&](const auto& range) { return sign >= range.first && sign <= range.second; });
}

/// The character beyond ASCII that these bytes of UTF-8 are.
std::uint32_t sign_of(View character) {
  std::uint32_t sign = character[0] & (0xFFu >> (character.size() + 1));
  for (std::size_t i = 1; i < character.size(); ++i) sign = sign << 6 | (character[i] & 0x3Fu);
  return sign;
}

/// The signs of a text beyond ASCII. require: is_utf8(text).
template <class Each>
void for_signs(View text, Each each) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length > 1) each(sign_of(text.first(length)));
    text = text.subspan(length);
  }
}

constexpr std::array<const char*, 4> east_asian = {"CP932", "EUC-KR", "BIG5", "GB18030"};

/// How many of a thousand signs are likely; nothing where the charset does not take the texts.
std::optional<std::uint64_t> fit_of(const std::string& charset, std::span<const View> texts) {
  auto decoder = TextDecoder::open(charset);
  if (!decoder.ok()) return std::nullopt;
  std::uint64_t all = 0, likely = 0, invalid = 0;
  for (const View text : texts) {
    const Bytes decoded = decoder.value().decode(text, invalid);
    if (invalid > 0) return std::nullopt;
    for_signs(decoded, [&](std::uint32_t sign) {
      ++all;
      likely += is_likely(sign);
    });
  }
  return all == 0 ? 0 : likely * 1000 / all;
}

}  // namespace

std::vector<std::string> fitting_charsets(std::span<const View> texts) {
  std::vector<View> beyond_ascii;
  for (const View text : texts)
    if (std::ranges::any_of(text, [](std::uint8_t byte) { return byte >= 0x80; }))
      beyond_ascii.push_back(text);
  if (beyond_ascii.empty()) return {};
  if (std::ranges::all_of(beyond_ascii, is_utf8)) return {"UTF-8"};
  std::vector<std::string> best;
  std::uint64_t most = 0;
  for (const char* charset : east_asian) {
    const auto fit = fit_of(charset, beyond_ascii);
    if (!fit || (!best.empty() && *fit < most)) continue;
    if (*fit > most) best.clear();
    most = *fit;
    best.emplace_back(charset);
  }
  return best;
}

std::string only_fitting_charset(View text) {
  if (is_utf8(text)) return "UTF-8";
  std::string only;
  for (const char* charset : east_asian) {
    if (!fit_of(charset, std::span(&text, 1))) continue;
    if (!only.empty()) return {};
    only = charset;
  }
  return only;
}

void TextDecoder::Close::operator()(void* descriptor) const { iconv_close(descriptor); }

Result<TextDecoder> TextDecoder::between(const std::string& from, const std::string& to) {
  const std::string& charset = to == "UTF-8" ? from : to;
  const Error unknown{ErrorCode::usage, "unknown charset \"" + charset + "\"; iconv --list names them"};
  if (!is_charset_name(charset)) return unknown;
  void* const descriptor = iconv_open(to.c_str(), from.c_str());
  if (descriptor != reinterpret_cast<void*>(-1))
    return TextDecoder(descriptor);  // NOLINT(performance-no-int-to-ptr): POSIX
  if (errno != ENOSYS) return unknown;
  return Error{ErrorCode::usage,
               "charset \"" + charset +
                   "\": this program has the C library inside, without its tables of charsets, "
                   "and knows UTF-8 alone; the one that uses the system's knows all"};
}

Result<TextDecoder> TextDecoder::open(const std::string& charset) { return between(charset, "UTF-8"); }

Bytes TextDecoder::decode(View text, std::uint64_t& invalid) {
  Bytes out;
  std::array<char, 4096> piece;
  // iconv takes the text as char*, and does not write to it.
  char* from = const_cast<char*>(reinterpret_cast<const char*>(text.data()));
  std::size_t left = text.size();
  bool is_ending = false;  // charsets with a state may hold back a character until then
  iconv(descriptor_.get(), nullptr, nullptr, nullptr, nullptr);
  for (;;) {
    char* to = piece.data();
    std::size_t room = piece.size();
    const std::size_t converted = is_ending ? iconv(descriptor_.get(), nullptr, nullptr, &to, &room)
                                            : iconv(descriptor_.get(), &from, &left, &to, &room);
    const int error = converted == static_cast<std::size_t>(-1) ? errno : 0;
    out.insert(out.end(), piece.data(), to);
    if (error == 0) {
      if (std::exchange(is_ending, true)) return out;
    } else if (error != E2BIG) {
      if (is_ending || left == 0) return out;
      // The error is EILSEQ or EINVAL: this byte begins no character.
      ++invalid;
      out.insert(out.end(), replacement.begin(), replacement.end());
      ++from;
      --left;
    }
  }
}

// -- into a charset --

Result<TextEncoder> TextEncoder::open(const std::string& charset) {
  FIVEPROOF_LET(auto to_charset, TextDecoder::between("UTF-8", charset));
  FIVEPROOF_LET(auto from_charset, TextDecoder::open(charset));
  TextEncoder encoder(std::move(to_charset), std::move(from_charset));
  const auto unfit = [&](const std::string& why) {
    return Error{ErrorCode::usage,
                 "expected a charset that has ASCII as it is, found \"" + charset + "\", " + why};
  };
  Bytes ascii;
  for (std::uint8_t byte = 1; byte < 0x80; ++byte)
    if (byte != 0x0E && byte != 0x0F && byte != 0x1B) ascii.push_back(byte);  // which shift in ISO-2022
  std::uint64_t invalid = 0;
  if (encoder.to_charset_.decode(ascii, invalid) != ascii) return unfit("in which other bytes are ASCII");
  for (const std::string_view sign : {"\u00E9", "\u0434", "\u3042", "\u4E00", "\uAC00"}) {
    invalid = 0;
    const Bytes bytes = encoder.to_charset_.decode(as_view(sign), invalid);
    if (invalid == 0 && !bytes.empty() && bytes[0] < 0x80 && bytes.size() > 1)
      return unfit("which changes between sets of characters");
  }
  return encoder;
}

const Bytes& TextEncoder::bytes_of(std::uint32_t sign, View utf8) {
  const auto [known, is_new] = known_.try_emplace(sign);
  if (!is_new) return known->second;
  std::uint64_t invalid = 0;
  Bytes bytes = to_charset_.decode(utf8, invalid);
  // Some charsets take a character for another, and some even for one of ASCII: a yen sign for a backslash.
  if (invalid == 0 && !bytes.empty() && bytes[0] >= 0x80 &&
      std::ranges::equal(from_charset_.decode(bytes, invalid), utf8) && invalid == 0)
    known->second = std::move(bytes);
  return known->second;
}

Bytes TextEncoder::encode(View text, std::vector<std::uint32_t>& unsayable) {
  Bytes out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 1) {
      out.push_back(text[0]);
    } else {
      const std::uint32_t sign = length == 0 ? replacement_sign : sign_of(text.first(length));
      const Bytes& bytes = bytes_of(sign, length == 0 ? View(replacement) : text.first(length));
      if (bytes.empty()) {
        unsayable.push_back(sign);
        out.push_back('?');
      } else {
        out.insert(out.end(), bytes.begin(), bytes.end());
      }
    }
    text = text.subspan(std::max<std::size_t>(length, 1));
  }
  return out;
}

bool is_utf8_name(std::string_view charset) {
  std::string name;
  for (const char c : charset)
    if (c != '-' && c != '_') name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return name == "utf8";
}

}  // namespace fiveproof::convert
