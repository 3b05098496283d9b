// The small reader of the header's message against Cap'n Proto's own.
#include "format/fvp/plain_message.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "format/fvp/fvp_frame.hpp"
#include "format/fvp/fvp_header.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/fvp/header_filling.hpp"
#include "format/fvp/header_rules.hpp"
#include "format/fvp/plain_builder.hpp"
#include "fvp_surgery.hpp"
#include "samples.hpp"
#include "tests/rounds.hpp"

using namespace fiveproof;
using namespace fiveproof::test;

namespace {

using Words = std::vector<std::uint64_t>;

Words words_of(const Proof& proof) {
  return fvp::decompress(take_apart(fvp_bytes(proof).value()).header_frame, 0, std::size_t{1} << 24);
}

Result<fvp::Header> read_plainly(const Words& words) {
  return guarded({}, [&] { return fvp::header_of(fvp::plain::Message(words).root(), 0, {}); });
}

Result<fvp::Header> read_with_library(const Words& words) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
  const Bytes frame = fvp::compress({bytes, words.size() * 8});
  return guarded({}, [&] { return fvp::read_header({frame, 0}, {}); });
}

bool are_equal(const fvp::Header& a, const fvp::Header& b) {
  return a.hash == b.hash && a.block_records == b.block_records && a.sections == b.sections &&
         a.info.coding == b.info.coding && a.info.producer == b.info.producer &&
         a.info.records == b.info.records && a.info.blocks == b.info.blocks &&
         difference(a.proof, b.proof).empty();
}

// A pointer to a list or struct that says in its bits 2 to 31 how far it leads from the word behind it.
std::size_t target_of(const Words& words, std::size_t at) {
  return at + 1 +
         static_cast<std::size_t>(static_cast<std::int32_t>(static_cast<std::uint32_t>(words[at])) >> 2);
}

std::uint64_t led_to(std::uint64_t pointer, std::size_t at, std::size_t target) {
  const auto offset =
      static_cast<std::uint32_t>(static_cast<std::int32_t>(target) - static_cast<std::int32_t>(at) - 1);
  return (pointer & 0xFFFFFFFF00000003u) | std::uint64_t{offset << 2};
}

// The same message, whose findings are `copies` times its last one, all with pointers to the same words.
Words with_findings_that_share(const Words& from, std::size_t copies) {
  Words words = from;
  const auto data = [&](std::size_t at) { return static_cast<std::size_t>(words[at] >> 32 & 0xFFFFu); };
  const auto pointers = [&](std::size_t at) { return static_cast<std::size_t>(words[at] >> 48); };
  const std::size_t root = 1, list = target_of(words, root) + data(root) + 3, tag = target_of(words, list);
  const std::size_t element = data(tag) + pointers(tag), found = (words[tag] & 0xFFFFFFFFu) >> 2;
  const std::size_t last = tag + 1 + (found - 1) * element, new_tag = words.size();
  words.push_back((words[tag] & ~std::uint64_t{0xFFFFFFFFu}) | std::uint64_t{copies} << 2);
  for (std::size_t i = 0; i < copies * element; ++i) {
    const std::size_t old = last + i % element;
    const bool leads_on = i % element >= data(tag) && words[old] != 0;
    words.push_back(leads_on ? led_to(words[old], words.size(), target_of(words, old)) : words[old]);
  }
  words[list] = led_to((words[list] & 0x7FFFFFFFFu) | std::uint64_t{copies * element} << 35, list, new_tag);
  words[0] = std::uint64_t{words.size() - 1} << 32;
  return words;
}

}  // namespace

TEST_CASE("the plain writer makes the words that the library makes", "[format][plain]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const int size = 5 + static_cast<int>(seed % 16);
    const Proof proof = random_proof(seed, RuleSet::standard, size, Color::white, seed % 5);
    const Words words = words_of(proof);
    const fvp::Header header = read_with_library(words).value();
    fvp::plain::MessageBuilder message;
    fvp::fill_header(message.root(), proof,
                     {default_producer, header.hash, header.info.coding,
                      static_cast<std::uint32_t>(header.info.blocks), header.block_records, header.sections});
    CHECK(message.words() == words);
  }
}

TEST_CASE("the plain reader reads what the library reads", "[format][plain]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const int size = 5 + static_cast<int>(seed % 16);
    const Words words = words_of(random_proof(seed, RuleSet::standard, size, Color::white, 4));
    const auto plain = read_plainly(words), library = read_with_library(words);
    REQUIRE(plain.ok());
    REQUIRE(library.ok());
    CHECK(are_equal(plain.value(), library.value()));
  }
}

TEST_CASE("the plain reader reads what is shared, but not for ever", "[format][plain]") {
  const Words words = words_of(random_proof(1, RuleSet::standard, 20, Color::white, 4));
  for (const std::size_t copies : {1u, 10u}) {
    const Words few = with_findings_that_share(words, copies);
    const auto plain = read_plainly(few), library = read_with_library(few);
    REQUIRE(plain.ok());
    REQUIRE(library.ok());
    CHECK(plain.value().proof.findings.size() == copies);
    CHECK(are_equal(plain.value(), library.value()));
  }
  const Words many = with_findings_that_share(words, 5000);
  const auto plain = read_plainly(many);
  REQUIRE_FALSE(plain.ok());
  CHECK(plain.error().message.find("more to read") != std::string::npos);
  CHECK_FALSE(read_with_library(many).ok());
}

TEST_CASE("what the plain reader accepts of damaged words the library reads in the same way",
          "[format][plain]") {
  std::mt19937 random(7);
  const auto below = [&](std::size_t most) { return static_cast<std::size_t>(random() % most); };
  int accepted = 0, refused = 0, only_by_plain = 0;
  const int rounds = static_cast<int>(fiveproof::test::rounds(20'000));
  for (int round = 0; round < rounds; ++round) {
    Words words =
        words_of(random_proof(1 + static_cast<unsigned>(round % 8), RuleSet::freestyle, 9, Color::black, 2));
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(words.size());
      if (below(2) == 0)
        words[at] ^= std::uint64_t{1} << below(64);
      else
        words[at] = words[below(words.size())];
    }
    if (below(20) == 0) words.resize(1 + below(words.size()));
    const auto plain = read_plainly(words), library = read_with_library(words);
    if (plain.ok()) {
      ++accepted;
      REQUIRE(library.ok());
      REQUIRE(are_equal(plain.value(), library.value()));
    } else {
      ++(library.ok() ? only_by_plain : refused);
    }
  }
  CHECK(accepted > rounds / 20);
  CHECK(refused > rounds / 20);
  // What no writer of ours makes: far pointers, lists of other elements.
  CHECK(only_by_plain < rounds / 20);
}
