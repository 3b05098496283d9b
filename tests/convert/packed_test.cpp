#include <catch2/catch.hpp>
#include <fstream>
#include <random>

#include "convert/formats.hpp"
#include "convert/packed/packed_file.hpp"
#include "convert/packed/streams.hpp"
#include "convert/packed/zip.hpp"
#include "tests/convert/packing.hpp"
#include "tests/convert/results.hpp"
#include "tests/temporary_folder.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;
using test::Bytes, test::ZipFile;
using test::gzip_of, test::in_pieces, test::xz_of, test::zip_bytes, test::zip_of;

namespace {

Bytes packable(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 5);
  return bytes;
}

struct PackingKind {
  const char* name;
  Bytes (*pack)(const Bytes&);
  Result<Bytes> (*unpack)(const PieceSource&, std::uint64_t, bool*);
  std::size_t free_bytes;  ///< at the beginning, of which no checksum knows
};
const PackingKind packings[] = {{"gzip", gzip_of, gzip_content, 10},
                                {"xz", [](const Bytes& content) { return xz_of(content); }, xz_content, 0}};

Result<std::vector<ZipMember>> members_of(const Bytes& archive) {
  return zip_members(zip_bytes(archive), 100'000);
}

std::string file_in(const test::TemporaryFolder& folder, const std::string& name, const Bytes& bytes) {
  const std::string path = folder.file(name);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return path;
}

bool is_named_lib(std::string_view name) { return format_of_path(name) == Format::lib; }

}  // namespace

TEST_CASE("packed: contents of any size come back, in pieces of any length, up to the limit", "[convert]") {
  for (const PackingKind& kind : packings)
    for (const std::size_t size : {0u, 1u, 13u, 65535u, 65536u, 65537u, 300000u}) {
      CAPTURE(kind.name, size);
      const Bytes content = packable(size, 7);
      const Bytes packed = kind.pack(content);
      for (const std::size_t piece : {std::size_t{7}, std::size_t{65536}})
        CHECK(test::value_of(kind.unpack(in_pieces(packed, piece), size, nullptr)) == content);
      if (size > 0)
        CHECK(test::code_of(kind.unpack(in_pieces(packed), size - 1, nullptr)) == ErrorCode::limit);
    }
}

TEST_CASE("packed: several members or streams are one content", "[convert]") {
  for (const PackingKind& kind : packings) {
    CAPTURE(kind.name);
    Bytes packed = kind.pack({1, 2, 3});
    const Bytes more = kind.pack(Bytes(100'000, 4));
    packed.insert(packed.end(), more.begin(), more.end());
    Bytes expected{1, 2, 3};
    expected.resize(100'003, 4);
    CHECK(test::value_of(kind.unpack(in_pieces(packed, 1), 1'000'000, nullptr)) == expected);
    packed.push_back('x');
    CHECK(test::code_of(kind.unpack(in_pieces(packed), 1'000'000, nullptr)) == ErrorCode::malformed);
  }
}

TEST_CASE("packed: cut anywhere or damaged anywhere it is refused", "[convert]") {
  for (const PackingKind& kind : packings) {
    const Bytes packed = kind.pack(packable(500, 3));
    for (std::size_t size = 0; size < packed.size(); ++size) {
      CAPTURE(kind.name, size);
      const auto cut =
          kind.unpack(in_pieces({packed.begin(), packed.begin() + static_cast<long>(size)}), 1000, nullptr);
      REQUIRE_FALSE(cut.ok());
      CHECK(cut.error().offset.value() <= size);
    }
    for (std::size_t at = kind.free_bytes; at < packed.size(); ++at) {
      CAPTURE(kind.name, at);
      Bytes damaged = packed;
      damaged[at] ^= 0x10;
      CHECK_FALSE(kind.unpack(in_pieces(damaged), 1000, nullptr).ok());
    }
  }
}

TEST_CASE("packed: of a cut file comes out what was packed before, if that is wished", "[convert]") {
  const Bytes content = packable(200'000, 5);
  for (const PackingKind& kind : packings) {
    const Bytes packed = kind.pack(content);
    std::size_t most = 0;
    for (std::size_t size = 0; size < packed.size(); size += packed.size() / 50) {
      CAPTURE(kind.name, size);
      bool is_cut = false;
      const Bytes cut(packed.begin(), packed.begin() + static_cast<long>(size));
      const Bytes out = test::value_of(kind.unpack(in_pieces(cut), content.size(), &is_cut));
      CHECK(is_cut);
      CHECK(std::equal(out.begin(), out.end(), content.begin()));
      CHECK(out.size() >= most);
      most = out.size();
    }
    CHECK(most > content.size() / 2);
    bool is_cut = true;
    CHECK(test::value_of(kind.unpack(in_pieces(packed), content.size(), &is_cut)) == content);
    CHECK_FALSE(is_cut);
    Bytes damaged = packed;
    damaged[packed.size() / 2] ^= 0x10;
    CHECK(test::code_of(kind.unpack(in_pieces(damaged), 1'000'000, &is_cut)) == ErrorCode::malformed);
  }
}

TEST_CASE("packed: a window beyond 128 MiB is refused, whatever the file holds", "[convert]") {
  CHECK(test::value_of(xz_content(in_pieces(xz_of({1, 2}, 128u << 20)), 10)) == Bytes{1, 2});
  CHECK(test::code_of(xz_content(in_pieces(xz_of({1, 2}, 192u << 20)), 10)) == ErrorCode::limit);
}

TEST_CASE("packed: files of an archive, stored or deflated, with a remark behind them", "[convert]") {
  const Bytes one = packable(70'000, 1), two{'P', 'K', 5, 6};
  const Bytes archive =
      zip_of({{"folder/", {}, 0}, {"folder/one.lib", one}, {"two", two, 0}, {"empty", {}}}, "PK\5\6");
  const auto members = test::value_of(members_of(archive));
  REQUIRE(members.size() == 3);
  CHECK(members[0].name == "folder/one.lib");
  CHECK(test::value_of(zip_content(zip_bytes(archive), members[0], one.size())) == one);
  CHECK(test::code_of(zip_content(zip_bytes(archive), members[0], one.size() - 1)) == ErrorCode::limit);
  CHECK(test::value_of(zip_content(zip_bytes(archive), members[1], 4)) == two);
  CHECK(test::code_of(zip_content(zip_bytes(archive), members[1], 3)) == ErrorCode::limit);
  CHECK(test::value_of(zip_content(zip_bytes(archive), members[2], 0)).empty());
}

TEST_CASE("packed: of an archive its directory is read, within a limit, and the file that is wanted",
          "[convert]") {
  const Bytes large = packable(3'000'000, 1), small = packable(1000, 2);
  const Bytes archive = zip_of({{"large", large, 0}, {"small", small}});
  std::uint64_t read = 0;
  ZipBytes counting = zip_bytes(archive);
  counting.read = [&, inner = counting.read](std::uint64_t from, std::size_t count) {
    read += count;
    return inner(from, count);
  };
  const auto members = test::value_of(zip_members(counting, 1000));
  CHECK(test::value_of(zip_content(counting, members[1], 1000)) == small);
  CHECK(read < 70'000);
  CHECK(test::code_of(zip_members(counting, 100)) == ErrorCode::limit);

  Bytes hostile = archive;  // its directory begins at its first byte
  for (std::size_t i = 0; i < 4; ++i) hostile[hostile.size() - 6 + i] = 0;
  CHECK(test::code_of(zip_members(zip_bytes(hostile), 1'000'000)) == ErrorCode::limit);
}

TEST_CASE("packed: what of an archive is not read is said", "[convert]") {
  for (const ZipFile& member : {ZipFile{"a", {1}, 0, 1}, ZipFile{"a", {1}, 12}}) {
    const Bytes archive = zip_of({member});
    const auto members = test::value_of(members_of(archive));
    CHECK(test::code_of(zip_content(zip_bytes(archive), members[0], 10)) == ErrorCode::unsupported);
  }
  Bytes large = zip_of({{"a", {1}}});
  for (std::size_t i = 0; i < 4; ++i) large[large.size() - 6 + i] = 0xFF;
  CHECK(test::code_of(members_of(large)) == ErrorCode::unsupported);
}

TEST_CASE("packed: an archive cut or damaged anywhere gives the right bytes or none", "[convert]") {
  const Bytes content = packable(500, 3);
  const Bytes archive = zip_of({{"one", content}, {"two", content, 0}});
  const auto look_at = [&](const Bytes& bytes) {
    const auto members = members_of(bytes);
    if (!members.ok()) return;
    for (const ZipMember& member : members.value()) {
      const auto read = zip_content(zip_bytes(bytes), member, 1000);
      if (read.ok()) CHECK(read.value() == content);
    }
  };
  for (std::size_t size = 0; size < archive.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(members_of({archive.begin(), archive.begin() + static_cast<long>(size)}).ok());
  }
  for (std::size_t at = 0; at < archive.size(); ++at)
    for (const int bit : {0x01, 0x10, 0x80}) {
      CAPTURE(at, bit);
      Bytes damaged = archive;
      damaged[at] ^= static_cast<std::uint8_t>(bit);
      look_at(damaged);
    }
}

TEST_CASE("packed: the name says what is packed, and of an archive which file is meant", "[convert]") {
  const test::TemporaryFolder folder;
  const Bytes lib{0x78, 0x40}, other{0x78, 0x41};
  const auto content = [&](const std::string& path) {
    return test::value_of(read_unpacked(path, is_named_lib, 10'000)).bytes;
  };
  CHECK(content(file_in(folder, "a.lib", lib)) == lib);
  CHECK(content(file_in(folder, "a.LIB.XZ", xz_of(lib))) == lib);
  CHECK(content(file_in(folder, "a.lib.gz", gzip_of(lib))) == lib);
  CHECK(test::value_of(name_inside(folder.file("a.LIB.XZ"), is_named_lib)) == folder.file("a.LIB"));

  const std::string one =
      file_in(folder, "one.zip", zip_of({{"read.me", other}, {"x/a.lib", lib}, {"__MACOSX/b.lib", other}}));
  CHECK(content(one) == lib);
  CHECK(content(one + "/read.me") == other);
  CHECK(test::value_of(name_inside(one, is_named_lib)) == "x/a.lib");
  CHECK(test::value_of(format_of_input(one)) == Format::lib);
  CHECK(content(file_in(folder, "nameless.zip", zip_of({{"a", lib}}))) == lib);

  const std::string two = file_in(folder, "two.zip", zip_of({{"a.lib", lib}, {"b.lib", other}}));
  const auto several = read_unpacked(two, is_named_lib, 10'000);
  REQUIRE(test::code_of(several) == ErrorCode::usage);
  CHECK_THAT(several.error().message, Catch::Contains("a.lib, b.lib") && Catch::Contains("two.zip/a.lib"));
  CHECK(content(two + "/b.lib") == other);
  CHECK(test::code_of(read_unpacked(two + "/c.lib", is_named_lib, 10'000)) == ErrorCode::usage);
  CHECK(test::code_of(read_unpacked(file_in(folder, "no.zip", zip_of({})), is_named_lib, 10'000)) ==
        ErrorCode::unsupported);
}

TEST_CASE("packed: for what is not read the error names the tool that unpacks it", "[convert]") {
  for (const auto& [name, tool] : {std::pair{"a.rar", "unrar"}, {"a.lib.7Z", "7z x"}}) {
    const auto refused = format_of_input(name);
    REQUIRE(test::code_of(refused) == ErrorCode::unsupported);
    CHECK_THAT(refused.error().message, Catch::Contains(tool));
  }
}
