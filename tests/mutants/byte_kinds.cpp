// Mutants of bytes, lines and letters.
#include <algorithm>
#include <sstream>

#include "proof/content_digest.hpp"
#include "tests/format/fvp_surgery.hpp"
#include "tests/mutants/convert.hpp"
#include "tests/mutants/kinds.hpp"

namespace fiveproof::mutants {
namespace {

using test::FvpParts;
using Bytes = std::vector<std::uint8_t>;
using Made = std::optional<Mutant>;

Mutant fvp_mutant(Bytes bytes) { return {{Form::fvp, std::move(bytes)}}; }
Mutant fvp_mutant(const FvpParts& parts) { return fvp_mutant(test::put_together(parts)); }

Bytes bytes_of(const Source& source) { return write_fvp(source.original.draft).bytes; }
FvpParts parts_of(const Source& source) { return test::take_apart(bytes_of(source)); }

std::size_t any_index(std::size_t n, Random& random) {
  return static_cast<std::size_t>(random.below(static_cast<int>(n)));
}

void flip_bit(Bytes& bytes, Random& random) {
  bytes[any_index(bytes.size(), random)] ^= static_cast<std::uint8_t>(1 << random.below(8));
}

/// Same text, other bytes: what a file says is the same.
bool is_same(const Draft& a, const Draft& b) {
  const auto root_equal = [](const GridRoot& x, const GridRoot& y) {
    return x.grid == y.grid && x.to_move == y.to_move;
  };
  return a.rule == b.rule && a.size == b.size && a.attacker == b.attacker && a.records == b.records &&
         a.has_finding == b.has_finding &&
         std::equal(a.roots.begin(), a.roots.end(), b.roots.begin(), b.roots.end(), root_equal);
}

/// A bit of an uncompressed message is flipped, and the frame made anew.
bool flip_in_frame(Bytes& frame, Random& random) {
  Bytes message = test::decompressed(frame);
  // The first word says how many words follow: to alter it is to alter the length.
  if (message.size() <= 8) return false;
  message[8 + any_index(message.size() - 8, random)] ^= static_cast<std::uint8_t>(1 << random.below(8));
  frame = test::compressed(message);
  return true;
}

bool flip_bit_of_block(Bytes& block, Random& random) {
  if (block.empty()) return false;
  flip_bit(block, random);
  return true;
}

/// The content hash that the parts should have; false when they cannot be made a proof.
bool repair_hash(FvpParts& parts) {
  const auto draft = read({Form::fvp, test::put_together(parts)});
  if (!draft) return false;
  for (const GridRecord& record : draft->records)
    if (record.move >= record.grid.area()) return false;
  const Digest digest = content_digest(to_proof(*draft));
  parts.header_frame = test::changed<schema::Header>(parts.header_frame, [&](schema::Header::Builder header) {
    header.setContentHash({digest.data(), digest.size()});
  });
  return true;
}

/// Accepting it is right only where nothing changed in what it says: the hash was not repaired.
Made unless_it_says_the_same(const FvpParts& parts, const Bytes& original) {
  Mutant mutant = fvp_mutant(parts);
  const auto draft = read(mutant.file);
  const auto before = read({Form::fvp, original});
  if (draft && before && is_same(*draft, *before)) return std::nullopt;
  return mutant;
}

/// The message of a frame with a change that may damage it beyond what the library reads.
bool damaged(const std::function<bool()>& change) {
  try {
    return change();
  } catch (const kj::Exception&) {
    return false;
  }
}

Kind of_bytes(std::string_view name, const std::function<void(Bytes&, Random&)>& change) {
  return {name, Demand::reject, [change](const Source& source, Random& random) -> Made {
            Bytes bytes = bytes_of(source);
            change(bytes, random);
            return fvp_mutant(bytes);
          }};
}

using PartsChange = std::function<bool(FvpParts&, Random&)>;  // false: nothing came of it

/// Checksums are repaired, the content hash is not.
Kind of_parts(std::string_view name, const PartsChange& change) {
  return {name, Demand::reject, [change](const Source& source, Random& random) -> Made {
            FvpParts parts = parts_of(source);
            if (!change(parts, random)) return std::nullopt;
            return unless_it_says_the_same(parts, bytes_of(source));
          }};
}
/// The content hash is repaired as well.
Kind of_parts_and_hash(std::string_view name, const PartsChange& change) {
  return {name, Demand::judge, [change](const Source& source, Random& random) -> Made {
            FvpParts parts = parts_of(source);
            if (!damaged([&] { return change(parts, random) && repair_hash(parts); })) return std::nullopt;
            return fvp_mutant(parts);
          }};
}
Kind of_header(
    std::string_view name,
    const std::function<bool(FvpParts&, schema::Header::Builder, const Source&, Random&)>& change) {
  return {name, Demand::reject, [change](const Source& source, Random& random) -> Made {
            FvpParts parts = parts_of(source);
            bool made = false;
            parts.header_frame = test::changed<schema::Header>(
                parts.header_frame,
                [&](schema::Header::Builder header) { made = change(parts, header, source, random); });
            if (!made) return std::nullopt;
            return fvp_mutant(parts);
          }};
}

bool alter_header(FvpParts& parts, Random& random) { return flip_in_frame(parts.header_frame, random); }
bool alter_records(FvpParts& parts, Random& random) {
  return !parts.blocks.empty() && flip_bit_of_block(random.pick(parts.blocks).frame, random);
}

std::vector<Kind> fvp_kinds() {
  std::vector<Kind> all;
  all.push_back(of_bytes("fvp: a bit flipped", flip_bit));
  all.push_back(of_bytes(
      "fvp: cut off", [](Bytes& bytes, Random& random) { bytes.resize(any_index(bytes.size(), random)); }));
  all.push_back(of_bytes("fvp: bytes after the end", [](Bytes& bytes, Random& random) {
    for (int n = 1 + random.below(50); n > 0; --n)
      bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
  }));
  all.push_back(of_parts("fvp: header altered, checksums repaired", alter_header));
  all.push_back(of_parts("fvp: records altered, checksums repaired", alter_records));
  all.push_back(of_header("fvp: content hash forged",
                          [](FvpParts&, schema::Header::Builder h, const Source&, Random& random) {
                            h.getContentHash()[static_cast<unsigned>(random.below(32))] ^=
                                static_cast<std::uint8_t>(1 << random.below(8));
                            return true;
                          }));
  all.push_back(of_header("fvp: content hash of another proof",
                          [](FvpParts&, schema::Header::Builder h, const Source& source, Random& random) {
                            const Original& foreign = random.pick(source.others);
                            if (&foreign == &source.original) return false;
                            const Digest digest = content_digest(to_proof(foreign.draft));
                            h.setContentHash({digest.data(), digest.size()});
                            return true;
                          }));
  all.push_back(of_parts_and_hash("fvp: header altered, checksums and hash repaired", alter_header));
  all.push_back(of_parts_and_hash("fvp: records altered, checksums and hash repaired", alter_records));
  all.push_back(of_header("fvp: all records of a block twice",
                          [](FvpParts& parts, schema::Header::Builder h, const Source&, Random& random) {
                            if (parts.blocks.empty()) return false;
                            parts.blocks.push_back(random.pick(parts.blocks));
                            h.setBlockCount(h.getBlockCount() + 1);
                            h.setRecordCount(h.getRecordCount() + parts.blocks.back().records);
                            return true;
                          }));
  all.push_back(of_header("fvp: the last block missing, counts repaired",
                          [](FvpParts& parts, schema::Header::Builder h, const Source&, Random&) {
                            if (parts.blocks.empty()) return false;
                            h.setBlockCount(h.getBlockCount() - 1);
                            h.setRecordCount(h.getRecordCount() - parts.blocks.back().records);
                            parts.blocks.pop_back();
                            return true;
                          }));
  return all;
}

// ---- text ----

std::string jsonl_of(const Source& source) {
  const File file = write_jsonl(source.original.draft);
  return {file.bytes.begin(), file.bytes.end()};
}

Mutant text_mutant(Form form, const std::string& text) { return {{form, {text.begin(), text.end()}}}; }

using Lines = std::vector<std::string>;
using LinesChange = std::function<bool(Lines&, Random&)>;  // false: nothing came of it

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Another letter where one was, of those that a text of squares and numbers is made of.
void change_letter(std::string& text, Random& random) {
  constexpr std::string_view letters = "abcdefghi123456789 /:()-,\"";
  text[any_index(text.size(), random)] = letters[any_index(letters.size(), random)];
}

Kind of_jsonl(std::string_view name, const std::function<void(std::string&, Random&)>& change) {
  return {name, Demand::judge, [change](const Source& source, Random& random) -> Made {
            std::string text = jsonl_of(source);
            change(text, random);
            return text_mutant(Form::jsonl, text);
          }};
}
Kind of_jsonl_lines(std::string_view name, const LinesChange& change) {
  return {name, Demand::judge, [change](const Source& source, Random& random) -> Made {
            auto lines = lines_of(jsonl_of(source));
            if (!change(lines, random)) return std::nullopt;
            return text_mutant(Form::jsonl, joined(lines));
          }};
}

std::vector<Kind> jsonl_kinds() {
  std::vector<Kind> all;
  all.push_back(of_jsonl("jsonl: a letter changed", change_letter));
  all.push_back(of_jsonl_lines("jsonl: a letter of the header changed", [](Lines& lines, Random& random) {
    change_letter(lines[0], random);
    return true;
  }));
  all.push_back(of_jsonl("jsonl: cut off", [](std::string& text, Random& random) {
    text.resize(any_index(text.size(), random));
  }));
  all.push_back(of_jsonl_lines("jsonl: a line dropped", [](Lines& lines, Random& random) {
    lines.erase(lines.begin() + random.below(static_cast<int>(lines.size())));
    return true;
  }));
  all.push_back(of_jsonl_lines("jsonl: keys of a line exchanged", [](Lines& lines, Random& random) {
    std::string& line = random.pick(lines);
    const auto b = line.find("\"black\":");
    const auto w = line.find("\"white\":");
    if (b == std::string::npos || w == std::string::npos) return false;
    line.replace(b + 1, 5, "white");
    line.replace(w + 1, 5, "black");
    return true;
  }));
  return all;
}

constexpr std::uint32_t certificate_effort = 300;

std::string certificate_of(const Draft& draft) {
  const File file = write_certificate(draft, certificate_effort);
  return {file.bytes.begin(), file.bytes.end()};
}

/// Longer lines are not made over and over.
bool is_small(const Source& source) { return source.original.draft.size <= 9; }

Kind of_certificate(std::string_view name, const LinesChange& change) {
  return {name, Demand::judge, [change](const Source& source, Random& random) -> Made {
            if (!is_small(source)) return std::nullopt;
            auto lines = lines_of(certificate_of(source.original.draft));
            if (!change(lines, random)) return std::nullopt;
            return text_mutant(Form::certificate, joined(lines));
          }};
}

/// A line of a root or record.
std::string& entry_line(Lines& lines, Random& random) {
  return lines[5 + any_index(lines.size() - 6, random)];
}

bool is_record(const std::string& line) { return line.starts_with("record "); }

bool drop_record(Lines& lines, Random& random) {
  const std::size_t i = 5 + any_index(lines.size() - 6, random);
  if (!is_record(lines[i])) return false;
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
  return true;
}

void repair_count(Lines& lines) {
  const auto records = std::count_if(lines.begin(), lines.end(), is_record);
  lines[4] = "records " + std::to_string(records);
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}
std::string line_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

}  // namespace

std::vector<Kind> byte_kinds() {
  std::vector<Kind> all = fvp_kinds();
  const auto text = jsonl_kinds();
  all.insert(all.end(), text.begin(), text.end());
  return all;
}

std::vector<Kind> certificate_kinds() {
  std::vector<Kind> all;
  all.push_back(of_certificate("certificate: a letter changed", [](Lines& lines, Random& random) {
    change_letter(entry_line(lines, random), random);
    return true;
  }));
  all.push_back(
      of_certificate("certificate: a letter of the header changed", [](Lines& lines, Random& random) {
        change_letter(lines[any_index(5, random)], random);
        return true;
      }));
  all.push_back(of_certificate("certificate: a word dropped", [](Lines& lines, Random& random) {
    std::string& line = entry_line(lines, random);
    auto words = words_of(line);
    words.erase(words.begin() + random.below(static_cast<int>(words.size())));
    line = line_of(words);
    return true;
  }));
  all.push_back(of_certificate("certificate: two words exchanged", [](Lines& lines, Random& random) {
    std::string& line = entry_line(lines, random);
    auto words = words_of(line);
    std::swap(random.pick(words), random.pick(words));
    line = line_of(words);
    return true;
  }));
  all.push_back(of_certificate("certificate: plans dropped", [](Lines& lines, Random& random) {
    std::string& line = entry_line(lines, random);
    const auto colon = line.find(':');
    if (colon == std::string::npos) return false;
    line.resize(colon);
    return true;
  }));
  all.push_back(of_certificate("certificate: a record dropped", [](Lines& lines, Random& random) {
    if (!drop_record(lines, random)) return false;
    repair_count(lines);
    return true;
  }));
  all.push_back(of_certificate("certificate: a record dropped, counts not repaired", drop_record));
  all.push_back(
      of_certificate("certificate: a record with the plan of another", [](Lines& lines, Random& random) {
        std::string& a = entry_line(lines, random);
        const std::string& b = entry_line(lines, random);
        const auto colon_a = a.find(':');
        const auto colon_b = b.find(':');
        if (&a == &b || colon_a == std::string::npos || colon_b == std::string::npos) return false;
        a = a.substr(0, colon_a) + b.substr(colon_b);
        return true;
      }));
  all.push_back(of_certificate("certificate: a record called a root", [](Lines& lines, Random& random) {
    const std::string& line = entry_line(lines, random);
    const auto slash = line.rfind('/');
    if (!is_record(line) || slash == std::string::npos) return false;
    const char* colour = random.coin() ? " black" : " white";
    lines.insert(lines.begin() + 5, "root" + line.substr(6, slash - 5) + colour);
    return true;
  }));
  all.push_back({"certificate: of a mutant", Demand::judge, [](const Source& source, Random& random) -> Made {
                   // Lies written in good faith: the plans are the guide's best.
                   if (!is_small(source)) return std::nullopt;
                   static const std::vector<Kind> kinds = meaning_kinds();
                   const auto made = random.pick(kinds).make(source, random);
                   const auto draft = made ? read(made->file) : std::nullopt;
                   if (!draft || draft->roots.empty() || draft->has_finding) return std::nullopt;
                   return text_mutant(Form::certificate, certificate_of(*draft));
                 }});
  all.push_back({"control: certificate", Demand::accept, [](const Source& source, Random&) -> Made {
                   if (!is_small(source)) return std::nullopt;
                   return text_mutant(Form::certificate, certificate_of(source.original.draft));
                 }});
  return all;
}

}  // namespace fiveproof::mutants
