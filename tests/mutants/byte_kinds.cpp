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

std::vector<Kind> fvp_kinds() {
  return {
      {"fvp: a bit flipped", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         Bytes bytes = bytes_of(source);
         flip_bit(bytes, random);
         return fvp_mutant(bytes);
       }},
      {"fvp: cut off", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         Bytes bytes = bytes_of(source);
         bytes.resize(any_index(bytes.size(), random));
         return fvp_mutant(bytes);
       }},
      {"fvp: bytes after the end", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         Bytes bytes = bytes_of(source);
         for (int n = 1 + random.below(50); n > 0; --n)
           bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
         return fvp_mutant(bytes);
       }},
      {"fvp: header altered, checksums repaired", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         FvpParts parts = parts_of(source);
         if (!flip_in_frame(parts.header_frame, random)) return std::nullopt;
         return unless_it_says_the_same(parts, bytes_of(source));
       }},
      {"fvp: records altered, checksums repaired", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         FvpParts parts = parts_of(source);
         if (parts.blocks.empty() || !flip_bit_of_block(random.pick(parts.blocks).frame, random))
           return std::nullopt;
         return unless_it_says_the_same(parts, bytes_of(source));
       }},
      {"fvp: content hash forged", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         FvpParts parts = parts_of(source);
         parts.header_frame =
             test::changed<schema::Header>(parts.header_frame, [&](schema::Header::Builder h) {
               h.getContentHash()[static_cast<unsigned>(random.below(32))] ^=
                   static_cast<std::uint8_t>(1 << random.below(8));
             });
         return fvp_mutant(parts);
       }},
      {"fvp: content hash of another proof", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         const Original& foreign = random.pick(source.others);
         if (&foreign == &source.original) return std::nullopt;
         const Digest digest = content_digest(to_proof(foreign.draft));
         FvpParts parts = parts_of(source);
         parts.header_frame =
             test::changed<schema::Header>(parts.header_frame, [&](schema::Header::Builder h) {
               h.setContentHash({digest.data(), digest.size()});
             });
         return fvp_mutant(parts);
       }},
      {"fvp: header altered, checksums and hash repaired", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         FvpParts parts = parts_of(source);
         const bool made =
             damaged([&] { return flip_in_frame(parts.header_frame, random) && repair_hash(parts); });
         if (!made) return std::nullopt;
         return fvp_mutant(parts);
       }},
      {"fvp: records altered, checksums and hash repaired", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         FvpParts parts = parts_of(source);
         const bool made = damaged([&] {
           return !parts.blocks.empty() && flip_bit_of_block(random.pick(parts.blocks).frame, random) &&
                  repair_hash(parts);
         });
         if (!made) return std::nullopt;
         return fvp_mutant(parts);
       }},
      {"fvp: all records of a block twice", Demand::reject,
       [](const Source& source, Random& random) -> Made {
         FvpParts parts = parts_of(source);
         if (parts.blocks.empty()) return std::nullopt;
         parts.blocks.push_back(random.pick(parts.blocks));
         const auto total = parts.blocks.back().records;
         parts.header_frame =
             test::changed<schema::Header>(parts.header_frame, [&](schema::Header::Builder h) {
               h.setBlockCount(h.getBlockCount() + 1);
               h.setRecordCount(h.getRecordCount() + total);
             });
         return fvp_mutant(parts);
       }},
      {"fvp: the last block missing, counts repaired", Demand::reject,
       [](const Source& source, Random&) -> Made {
         FvpParts parts = parts_of(source);
         if (parts.blocks.empty()) return std::nullopt;
         const auto missing = parts.blocks.back().records;
         parts.blocks.pop_back();
         parts.header_frame =
             test::changed<schema::Header>(parts.header_frame, [&](schema::Header::Builder h) {
               h.setBlockCount(h.getBlockCount() - 1);
               h.setRecordCount(h.getRecordCount() - missing);
             });
         return fvp_mutant(parts);
       }},
  };
}

// ---- text ----

std::string jsonl_of(const Source& source) {
  const File file = write_jsonl(source.original.draft);
  return {file.bytes.begin(), file.bytes.end()};
}

Mutant text_mutant(Form form, const std::string& text) { return {{form, {text.begin(), text.end()}}}; }

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Another letter where one was, of those that a text of squares and numbers is made of.
void change_letter(std::string& text, std::size_t from, Random& random) {
  constexpr std::string_view letters = "abcdefghi123456789 /:()-,\"";
  text[from + any_index(text.size() - from, random)] = letters[any_index(letters.size(), random)];
}

std::vector<Kind> jsonl_kinds() {
  return {
      {"jsonl: a letter changed", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         std::string text = jsonl_of(source);
         change_letter(text, 0, random);
         return text_mutant(Form::jsonl, text);
       }},
      {"jsonl: a letter of the header changed", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         auto lines = lines_of(jsonl_of(source));
         change_letter(lines[0], 0, random);
         return text_mutant(Form::jsonl, joined(lines));
       }},
      {"jsonl: cut off", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         std::string text = jsonl_of(source);
         text.resize(any_index(text.size(), random));
         return text_mutant(Form::jsonl, text);
       }},
      {"jsonl: a line dropped", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         auto lines = lines_of(jsonl_of(source));
         lines.erase(lines.begin() + random.below(static_cast<int>(lines.size())));
         return text_mutant(Form::jsonl, joined(lines));
       }},
      {"jsonl: keys of a line exchanged", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         auto lines = lines_of(jsonl_of(source));
         std::string& line = random.pick(lines);
         const auto b = line.find("\"black\":");
         const auto w = line.find("\"white\":");
         if (b == std::string::npos || w == std::string::npos) return std::nullopt;
         line.replace(b + 1, 5, "white");
         line.replace(w + 1, 5, "black");
         return text_mutant(Form::jsonl, joined(lines));
       }},
  };
}

constexpr std::uint32_t certificate_effort = 300;

std::string certificate_of(const Draft& draft) {
  const File file = write_certificate(draft, certificate_effort);
  return {file.bytes.begin(), file.bytes.end()};
}

Kind of_certificate(std::string_view name,
                    const std::function<bool(std::vector<std::string>&, Random&)>& change) {
  return {name, Demand::judge, [change](const Source& source, Random& random) -> Made {
            if (source.original.draft.size > 9)
              return std::nullopt;  // lines too long to be made over and over
            auto lines = lines_of(certificate_of(source.original.draft));
            if (!change(lines, random)) return std::nullopt;
            return text_mutant(Form::certificate, joined(lines));
          }};
}

/// A line of a root or record.
std::string& entry_line(std::vector<std::string>& lines, Random& random) {
  return lines[5 + any_index(lines.size() - 6, random)];
}

void repair_count(std::vector<std::string>& lines) {
  const auto records = std::count_if(lines.begin(), lines.end(),
                                     [](const std::string& line) { return line.rfind("record ", 0) == 0; });
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
  return {
      of_certificate("certificate: a letter changed",
                     [](std::vector<std::string>& lines, Random& random) {
                       change_letter(entry_line(lines, random), 0, random);
                       return true;
                     }),
      of_certificate("certificate: a letter of the header changed",
                     [](std::vector<std::string>& lines, Random& random) {
                       change_letter(lines[any_index(5, random)], 0, random);
                       return true;
                     }),
      of_certificate("certificate: a word dropped",
                     [](std::vector<std::string>& lines, Random& random) {
                       std::string& line = entry_line(lines, random);
                       auto words = words_of(line);
                       words.erase(words.begin() + random.below(static_cast<int>(words.size())));
                       line = line_of(words);
                       return true;
                     }),
      of_certificate("certificate: two words exchanged",
                     [](std::vector<std::string>& lines, Random& random) {
                       std::string& line = entry_line(lines, random);
                       auto words = words_of(line);
                       std::swap(random.pick(words), random.pick(words));
                       line = line_of(words);
                       return true;
                     }),
      of_certificate("certificate: plans dropped",
                     [](std::vector<std::string>& lines, Random& random) {
                       std::string& line = entry_line(lines, random);
                       const auto colon = line.find(':');
                       if (colon == std::string::npos) return false;
                       line.resize(colon);
                       return true;
                     }),
      of_certificate("certificate: a record dropped",
                     [](std::vector<std::string>& lines, Random& random) {
                       const std::size_t i = 5 + any_index(lines.size() - 6, random);
                       if (lines[i].rfind("record ", 0) != 0) return false;
                       lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
                       repair_count(lines);
                       return true;
                     }),
      of_certificate("certificate: a record dropped, counts not repaired",
                     [](std::vector<std::string>& lines, Random& random) {
                       const std::size_t i = 5 + any_index(lines.size() - 6, random);
                       if (lines[i].rfind("record ", 0) != 0) return false;
                       lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
                       return true;
                     }),
      of_certificate("certificate: a record with the plan of another",
                     [](std::vector<std::string>& lines, Random& random) {
                       std::string& a = entry_line(lines, random);
                       const std::string& b = entry_line(lines, random);
                       const auto colon_a = a.find(':');
                       const auto colon_b = b.find(':');
                       if (&a == &b || colon_a == std::string::npos || colon_b == std::string::npos)
                         return false;
                       a = a.substr(0, colon_a) + b.substr(colon_b);
                       return true;
                     }),
      of_certificate("certificate: a record called a root",
                     [](std::vector<std::string>& lines, Random& random) {
                       const std::string& line = entry_line(lines, random);
                       const auto slash = line.rfind('/');
                       if (line.rfind("record ", 0) != 0 || slash == std::string::npos) return false;
                       const char* colour = random.coin() ? " black" : " white";
                       lines.insert(lines.begin() + 5, "root" + line.substr(6, slash - 5) + colour);
                       return true;
                     }),
      {"certificate: of a mutant", Demand::judge,
       [](const Source& source, Random& random) -> Made {
         // Lies written in good faith: the plans are the guide's best.
         if (source.original.draft.size > 9) return std::nullopt;
         static const std::vector<Kind> kinds = meaning_kinds();
         const auto made = random.pick(kinds).make(source, random);
         const auto draft = made ? read(made->file) : std::nullopt;
         if (!draft || draft->roots.empty() || draft->has_finding) return std::nullopt;
         return text_mutant(Form::certificate, certificate_of(*draft));
       }},
      {"control: certificate", Demand::accept,
       [](const Source& source, Random&) -> Made {
         if (source.original.draft.size > 9) return std::nullopt;
         return text_mutant(Form::certificate, certificate_of(source.original.draft));
       }},
  };
}

}  // namespace fiveproof::mutants
