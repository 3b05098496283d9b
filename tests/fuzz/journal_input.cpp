#include "tests/fuzz/journal_input.hpp"

#include "base/bytes.hpp"
#include "base/sha256.hpp"
#include "tests/fuzz/byte_reader.hpp"

namespace fiveproof::fuzz {

JournalInput decode_journal_input(std::span<const std::uint8_t> data) {
  ByteReader in(data);
  JournalInput input;
  input.raw = in.u8();
  while (!in.at_end()) {
    const auto part = in.take(in.u16());
    input.parts.emplace_back(part.begin(), part.end());
  }
  return input;
}

std::vector<std::uint8_t> encode_journal_input(const JournalInput& input) {
  std::vector<std::uint8_t> out{input.raw};
  for (const auto& part : input.parts) {
    out.push_back(static_cast<std::uint8_t>(part.size()));
    out.push_back(static_cast<std::uint8_t>(part.size() >> 8));
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

JournalFile journal_file(const JournalInput& input, std::string_view header) {
  JournalFile file;
  std::span<const std::vector<std::uint8_t>> payloads(input.parts);
  const auto append = [&](std::span<const std::uint8_t> bytes) {
    file.bytes.insert(file.bytes.end(), bytes.begin(), bytes.end());
  };
  if ((input.raw & JournalInput::header) != 0 && !payloads.empty()) {
    append(payloads.front());
    payloads = payloads.subspan(1);
    file.has_right_header =
        std::string_view(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()) == header;
  } else {
    append({reinterpret_cast<const std::uint8_t*>(header.data()), header.size()});
  }
  const bool has_tail = (input.raw & JournalInput::tail) != 0 && !payloads.empty();
  for (const auto& payload : payloads.first(payloads.size() - (has_tail ? 1 : 0))) {
    file.offsets.push_back(file.bytes.size());
    put_number(file.bytes, payload.size(), 4);
    const Digest digest = sha256(payload);
    append(std::span(digest).first(8));
    append(payload);
  }
  file.offsets.push_back(file.bytes.size());
  if (has_tail) append(payloads.back());
  return file;
}

}  // namespace fiveproof::fuzz
