#include "convert/packed/packed_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files/file.hpp"
#include "base/visible.hpp"
#include "convert/packed/streams.hpp"
#include "convert/packed/zip.hpp"
#include "convert/syntax/counted.hpp"

namespace fiveproof::convert {

namespace {

constexpr std::size_t read_piece = std::size_t{64} << 10;
constexpr std::size_t most_members = 10;

enum class PackedBy { none, gzip, xz, zip };

/// What a path says.
struct PackedPath {
  PackedBy packing = PackedBy::none;
  std::string file;    ///< the file to be opened
  std::string inside;  ///< the name without the ending; of an archive the file in it, "" if it names none
};

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

PackedPath packed_path(const std::string& path) {
  constexpr std::string_view in_zip = ".zip/", gz = ".gz", xz = ".xz", zip = ".zip";
  const std::string small = in_small_letters(path);
  const auto without = [&](std::string_view ending) { return path.substr(0, path.size() - ending.size()); };
  for (std::size_t at = small.find(in_zip); at != std::string::npos; at = small.find(in_zip, at + 1)) {
    const std::string file = path.substr(0, at + zip.size());
    std::error_code none;
    if (std::filesystem::is_regular_file(file, none))
      return {PackedBy::zip, file, path.substr(at + in_zip.size())};
  }
  if (small.ends_with(gz)) return {PackedBy::gzip, path, without(gz)};
  if (small.ends_with(xz)) return {PackedBy::xz, path, without(xz)};
  if (small.ends_with(zip)) return {PackedBy::zip, path, {}};
  return {PackedBy::none, path, path};
}

/// What is packed in a way that we do not read.
Status refuse_others(const std::string& path) {
  const std::string small = in_small_letters(path);
  for (const auto& [ending, tool] : {std::pair{".rar", "unrar x"}, {".7z", "7z x"}})
    if (small.ends_with(ending))
      return Error{ErrorCode::unsupported,
                   std::string("an archive ") + ending + " is not read: unpack it first (" + tool + ")",
                   input_name(path)};
  return Done{};
}

/// The file that is meant, if there is one alone.
Result<ZipMember> choose_member(const std::vector<ZipMember>& members, const PackedPath& path,
                                const IsMeant& is_meant) {
  std::vector<const ZipMember*> all, meant;
  for (const ZipMember& member : members) {
    if (!path.inside.empty() && member.name == path.inside) return member;
    if (member.name.starts_with("__MACOSX/")) continue;  // what a Mac knows of the files beside them
    all.push_back(&member);
    if (is_meant(member.name)) meant.push_back(&member);
  }
  const auto& choice = path.inside.empty() && !meant.empty() ? meant : all;
  if (path.inside.empty() && choice.size() == 1) return *choice.front();
  std::string names;
  for (std::size_t i = 0; i < choice.size() && i < most_members; ++i)
    names += (i == 0 ? "" : ", ") + choice[i]->name;
  if (choice.size() > most_members) names += " and " + std::to_string(choice.size() - most_members) + " more";
  if (choice.empty()) return Error{ErrorCode::unsupported, "an archive without files", path.file};
  if (!path.inside.empty())
    return Error{ErrorCode::usage,
                 "expected a file of the archive, which are " + names + "; found \"" + path.inside + "\"",
                 path.file};
  return Error{ErrorCode::usage,
               "an archive with " + counted(choice.size(), "file") + " that can be meant: " + names +
                   "; name one, as " + path.file + "/" + choice.front()->name,
               path.file};
}

template <class T>
Result<T> naming_file(Result<T> result, const std::string& path) {
  return in_file(std::move(result), input_name(path));
}

/// An archive is read at places.
Result<InputFile> open_archive(const PackedPath& path) {
  FIVEPROOF_LET(auto file, InputFile::open(path.file));
  if (file.length()) return file;
  return Error{ErrorCode::unsupported, "expected an archive that is a file, found a pipe or an empty one",
               input_name(path.file)};
}

/// require: `file` outlives it.
ZipBytes zip_bytes_of(InputFile& file, const std::string& path) {
  return {*file.length(), [&file, path](std::uint64_t from, std::size_t count) -> Result<Bytes> {
            Bytes bytes(count);
            FIVEPROOF_LET(const auto got, file.read_at(from, bytes));
            if (got == count) return bytes;
            return Error{ErrorCode::io, "the file became shorter while it was read", input_name(path)};
          }};
}

Result<FileBytes> read_from_archive(const PackedPath& path, const IsMeant& is_meant,
                                    std::uint64_t max_bytes) {
  FIVEPROOF_LET(auto file, open_archive(path));
  const ZipBytes archive = zip_bytes_of(file, path.file);
  FIVEPROOF_LET(const auto members, naming_file(zip_members(archive, max_bytes), path.file));
  FIVEPROOF_LET(const auto member, choose_member(members, path, is_meant));
  FIVEPROOF_LET(auto content, naming_file(zip_content(archive, member, max_bytes), path.file));
  return FileBytes{std::move(content), path.file + "/" + member.name};
}

Result<FileBytes> read_stream(const PackedPath& path, std::uint64_t max_bytes, bool keep_cut) {
  FIVEPROOF_LET(auto file, InputFile::open(path.file));
  Bytes piece(read_piece);
  const PieceSource source = [&]() -> Result<View> {
    FIVEPROOF_LET(const auto got, file.read(piece));
    return View(piece).first(got);
  };
  const auto content = path.packing == PackedBy::gzip ? gzip_content : xz_content;
  bool is_cut = false;
  FIVEPROOF_LET(auto bytes, naming_file(content(source, max_bytes, keep_cut ? &is_cut : nullptr), path.file));
  return FileBytes{std::move(bytes), path.file + " (unpacked)", is_cut};
}

}  // namespace

bool is_packed(const std::string& path) { return packed_path(path).packing != PackedBy::none; }

Result<std::string> name_inside(const std::string& path, const IsMeant& is_meant) {
  FIVEPROOF_TRY(refuse_others(path));
  PackedPath said = packed_path(path);
  if (said.packing != PackedBy::zip || !said.inside.empty()) return std::move(said.inside);
  FIVEPROOF_LET(auto file, open_archive(said));
  const ZipBytes archive = zip_bytes_of(file, said.file);
  FIVEPROOF_LET(const auto members, naming_file(zip_members(archive, archive.size), path));
  FIVEPROOF_LET(auto member, choose_member(members, said, is_meant));
  return std::move(member.name);
}

Result<FileBytes> read_unpacked(const std::string& path, const IsMeant& is_meant, std::uint64_t max_bytes,
                                bool keep_cut) {
  FIVEPROOF_TRY(refuse_others(path));
  const PackedPath said = packed_path(path);
  if (said.packing == PackedBy::zip) return read_from_archive(said, is_meant, max_bytes);
  if (said.packing != PackedBy::none) return read_stream(said, max_bytes, keep_cut);
  FIVEPROOF_LET(auto bytes, read_file(path, max_bytes));
  return FileBytes{std::move(bytes), path};
}

}  // namespace fiveproof::convert
