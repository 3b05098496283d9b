// How small and how fast is .fvp? Reads the proofs named, links their records, codes them in blocks and
// decodes the blocks again, in either coding, on one thread; a Markdown table goes to standard output. Time
// is that of the processor: what else runs on the machine counts only as far as it shares the core.
//
//   file_bench proof.fvp ...
#include <array>
#include <cstdio>

#include "bench/stopwatch.hpp"
#include "format/fvp/fvp_layout.hpp"
#include "format/fvp/fvp_reader.hpp"
#include "format/walk/block_coder.hpp"

namespace {

using namespace fiveproof;
using bench::since;

struct Figures {
  std::size_t records = 0, bytes = 0;
  double linking = 0, encoding = 0, decoding = 0, sorting = 0;  ///< seconds

  [[nodiscard]] double speed(double seconds) const { return static_cast<double>(records) / 1e6 / seconds; }
  void tell(const char* name, FvpCoding coding) const {
    std::printf("| %s | %s | %zu | %zu | %.3f | %.2f | %.2f | %.2f | %.2f |\n", name, name_of(coding).data(),
                records, bytes, static_cast<double>(bytes) / static_cast<double>(records),
                speed(linking + encoding), speed(linking), speed(decoding), speed(sorting));
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

Figures measure(const Proof& proof, FvpCoding coding) {
  struct Block {
    std::vector<std::uint8_t> bits;
    std::uint32_t records;
  };
  Figures figures;
  figures.records = proof.records.count();
  std::vector<Block> blocks;
  std::clock_t clock = std::clock();
  auto source = BlockSource::create(proof.records, fvp::max_block_records(coding));
  FIVEPROOF_ENSURE(source.ok());
  figures.linking = since(clock);
  while (const auto records = source.value().next())
    blocks.push_back({encode_block(*records, coding), static_cast<std::uint32_t>(records->count())});
  figures.encoding = since(clock);
  RecordTable back(proof.size, proof.attacker);
  for (const Block& block : blocks) {
    figures.bytes += block.bits.size();
    const auto done = decode_block(
        block.bits, proof.size, proof.attacker, block.records,
        [&](std::span<const std::uint8_t> entry) { back.add_entry(entry); }, coding);
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
      "| proof | coding | records | bytes of blocks | bytes a record "
      "| encoded, M/s | (linked alone) | decoded, M/s | sorted again, M/s |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  constexpr std::array codings = {FvpCoding::walks, FvpCoding::mixed_walks};
  std::array<Figures, codings.size()> all;
  for (int i = 1; i < argc; ++i) {
    const auto proof = read_fvp_file(argv[i]);
    if (!proof.ok()) {
      std::fprintf(stderr, "file_bench: %s\n", proof.error().text().c_str());
      return 2;
    }
    for (std::size_t c = 0; c < codings.size(); ++c) {
      const Figures figures = measure(proof.value(), codings[c]);
      figures.tell(argv[i], codings[c]);
      all[c] += figures;
    }
  }
  if (argc > 2)
    for (std::size_t c = 0; c < codings.size(); ++c) all[c].tell("all", codings[c]);
}
