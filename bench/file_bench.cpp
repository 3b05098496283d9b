// How small and how fast is .fvp? Reads the proofs named, links their records, codes them in blocks and
// decodes the blocks again, on one thread; a Markdown table goes to standard output.
//
//   file_bench proof.fvp ...
#include <chrono>
#include <cstdio>

#include "format/block_coder.hpp"
#include "format/fvp_layout.hpp"
#include "format/fvp_reader.hpp"

namespace {

using namespace fiveproof;
using Clock = std::chrono::steady_clock;

struct Figures {
  std::size_t records = 0, bytes = 0;
  double linking = 0, encoding = 0, decoding = 0, sorting = 0;  ///< seconds

  [[nodiscard]] double speed(double seconds) const { return static_cast<double>(records) / 1e6 / seconds; }
  void tell(const char* name) const {
    std::printf("| %s | %zu | %zu | %.3f | %.2f | %.2f | %.2f | %.2f |\n", name, records, bytes,
                static_cast<double>(bytes) / static_cast<double>(records), speed(linking + encoding),
                speed(linking), speed(decoding), speed(sorting));
  }
  void operator+=(const Figures& other) {
    records += other.records;
    bytes += other.bytes;
    linking += other.linking;
    encoding += other.encoding;
    decoding += other.decoding;
    sorting += other.sorting;
  }
};

double since(Clock::time_point& from) {
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - from).count();
  from = now;
  return seconds;
}

Figures measure(const Proof& proof) {
  struct Block {
    std::vector<std::uint8_t> bits;
    std::uint32_t records;
  };
  Figures figures;
  figures.records = proof.records.count();
  std::vector<Block> blocks;
  auto clock = Clock::now();
  auto source = BlockSource::create(proof.records, fvp::max_walk_records);
  FIVEPROOF_ENSURE(source.ok());
  figures.linking = since(clock);
  while (const auto records = source.value().next())
    blocks.push_back({encode_block(*records), static_cast<std::uint32_t>(records->count())});
  figures.encoding = since(clock);
  RecordTable back(proof.size, proof.attacker);
  for (const Block& block : blocks) {
    figures.bytes += block.bits.size();
    const auto done = decode_block(block.bits, proof.size, proof.attacker, block.records,
                                   [&](std::span<const std::uint8_t> entry) { back.add_entry(entry); });
    FIVEPROOF_ENSURE(done.ok());
  }
  figures.decoding = since(clock);
  back.finish();
  figures.sorting = since(clock);
  FIVEPROOF_ENSURE(back.count() == proof.records.count());
  return figures;
}

}  // namespace

int main(int argc, char** argv) {
  std::puts(
      "| proof | records | bytes of blocks | bytes a record "
      "| encoded, M/s | (linked alone) | decoded, M/s | sorted again, M/s |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  Figures all;
  for (int i = 1; i < argc; ++i) {
    const auto proof = read_fvp_file(argv[i]);
    if (!proof.ok()) {
      std::fprintf(stderr, "file_bench: %s\n", proof.error().text().c_str());
      return 2;
    }
    const Figures figures = measure(proof.value());
    figures.tell(argv[i]);
    all += figures;
  }
  if (argc > 2) all.tell("all");
}
