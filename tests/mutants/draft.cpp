#include "tests/mutants/draft.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "format/fvp/fvp_writer.hpp"
#include "format/walk/block_coder.hpp"
#include "tests/format/fvp_surgery.hpp"
#include "tests/mutants/convert.hpp"
#include "verify/rules/certificate_writer.hpp"

namespace fiveproof::mutants {
namespace {

using nlohmann::json;

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

const char* word_of(char colour) { return colour == black ? "black" : "white"; }
const char* word_of(Rule rule) {
  return rule == Rule::freestyle ? "freestyle" : rule == Rule::standard ? "standard" : "renju";
}

std::optional<char> colour_in(const std::string& word) {
  if (word == "black") return black;
  if (word == "white") return white;
  return std::nullopt;
}
std::optional<Rule> rule_in(const std::string& word) {
  if (word == "freestyle") return Rule::freestyle;
  if (word == "standard") return Rule::standard;
  if (word == "renju") return Rule::renju;
  return std::nullopt;
}

/// Puts the named stones; false when a square is not free.
bool put(Grid& grid, const std::string& squares, char colour) {
  const auto places = places_in(squares, grid.size);
  if (!places) return false;
  for (int place : *places) {
    if (grid.at(place) != empty) return false;
    grid.set(place, colour);
  }
  return true;
}

/// A root given by moves.
std::optional<GridRoot> root_after(const std::vector<int>& moves, int size) {
  GridRoot root{Grid(size), black};
  for (int place : moves) {
    if (place >= root.grid.area() || root.grid.at(place) != empty) return std::nullopt;
    root.grid.set(place, root.to_move);
    root.to_move = other(root.to_move);
  }
  return root;
}

// -- .fvp --

std::size_t packed_bytes_of(int size) { return static_cast<std::size_t>(size * size + 4) / 5; }

/// Five squares a byte in base 3, the first the most significant. require: bytes enough.
Grid unpacked(fvp::View packed, int size) {
  Grid grid(size);
  constexpr int weights[5] = {81, 27, 9, 3, 1};
  for (int place = 0; place < grid.area(); ++place) {
    const int digit = packed[static_cast<std::size_t>(place / 5)] / weights[place % 5] % 3;
    grid.set(place, digit == 0 ? empty : digit == 1 ? black : white);
  }
  return grid;
}

char colour_of(schema::Color colour) { return colour == schema::Color::BLACK ? black : white; }

std::optional<Draft> header_of(schema::Header::Reader in) {
  Draft draft;
  const auto rule = rule_in(in.getRule().cStr());
  if (!rule || in.getSize() < 5 || in.getSize() > 20) return std::nullopt;
  draft.rule = *rule;
  draft.size = in.getSize();
  draft.attacker = colour_of(in.getAttacker());
  draft.has_finding = in.getFindings().size() > 0;
  for (const auto root : in.getRoots()) {
    if (root.isStones()) {
      const auto packed = root.getStones().getPacked();
      if (packed.size() < packed_bytes_of(draft.size)) return std::nullopt;
      draft.roots.push_back(
          {unpacked({packed.begin(), packed.size()}, draft.size), colour_of(root.getStones().getToMove())});
      continue;
    }
    std::vector<int> moves;
    for (const auto move : root.getMoves()) moves.push_back(move);
    const auto reached = root_after(moves, draft.size);
    if (!reached) return std::nullopt;
    draft.roots.push_back(*reached);
  }
  return draft;
}

std::optional<Draft> header_in(const fvp::Bytes& frame) {
  const fvp::Bytes message = test::decompressed(frame);
  std::vector<std::uint64_t> words(message.size() / 8);
  std::memcpy(words.data(), message.data(), words.size() * 8);
  capnp::FlatArrayMessageReader reader({reinterpret_cast<const capnp::word*>(words.data()), words.size()});
  return header_of(reader.getRoot<schema::Header>());
}

/// Only what the bits say: that the library's reader gets the bits right is for tests/format to say.
void add_walks(const test::FvpParts::Block& block, Draft& draft) {
  const std::size_t bytes = packed_bytes_of(draft.size);
  // What no walk can be has no records.
  if (block.records > 100'000) return;
  std::vector<GridRecord> records;
  const auto done = decode_block(
      block.frame, draft.size, draft.attacker == black ? Color::black : Color::white, block.records,
      [&](fvp::View entry) {
        const int move = entry[entry.size() - 2] * 256 + entry[entry.size() - 1];
        records.push_back({unpacked(entry.subspan(2, bytes), draft.size), move == 0xFFFF ? -1 : move});
      });
  if (done.ok()) draft.records.insert(draft.records.end(), records.begin(), records.end());
}

std::optional<Draft> read_fvp_laxly(const std::vector<std::uint8_t>& bytes) {
  const test::FvpParts parts = test::take_apart(bytes);
  auto draft = header_in(parts.header_frame);
  if (!draft) return draft;
  for (const auto& block : parts.blocks) add_walks(block, *draft);
  return draft;
}

// -- .jsonl --

std::optional<Draft> read_jsonl_laxly(const std::vector<std::uint8_t>& bytes) {
  std::istringstream in(std::string(bytes.begin(), bytes.end()));
  std::string line;
  std::getline(in, line);
  const json header = json::parse(line);
  Draft draft;
  const auto rule = rule_in(header.at("rule"));
  const auto attacker = colour_in(header.at("attacker"));
  draft.size = header.at("size");
  if (!rule || !attacker || draft.size < 5 || draft.size > 20) return std::nullopt;
  draft.rule = *rule;
  draft.attacker = *attacker;
  for (const json& root : header.at("roots")) {
    if (root.is_string()) {
      const auto moves = places_in(root, draft.size);
      const auto reached = moves ? root_after(*moves, draft.size) : std::nullopt;
      if (!reached) return std::nullopt;
      draft.roots.push_back(*reached);
      continue;
    }
    const auto to_move = colour_in(root.at("to-move"));
    GridRoot stones{Grid(draft.size), to_move.value_or(black)};
    if (!to_move || !put(stones.grid, root.at("black"), black) || !put(stones.grid, root.at("white"), white))
      return std::nullopt;
    draft.roots.push_back(stones);
  }
  while (std::getline(in, line)) {
    const json object = json::parse(line);
    if (object.contains("finding")) {
      draft.has_finding = true;
      continue;
    }
    GridRecord record{Grid(draft.size), -1};
    if (!put(record.grid, object.at("black"), black) || !put(record.grid, object.at("white"), white))
      return std::nullopt;
    if (object.contains("move")) {
      const auto move = places_in(object.at("move"), draft.size);
      if (!move || move->size() != 1) return std::nullopt;
      record.move = move->front();
    }
    draft.records.push_back(record);
  }
  return draft;
}

// -- certificates --

/// The words of a line up to the plan, without a sign that stands alone.
bool put_until_slash(std::istringstream& words, Grid& grid, char colour) {
  for (std::string word; words >> word && word != "/";)
    if (word != "-" && !put(grid, word, colour)) return false;
  return true;
}

std::optional<Draft> read_certificate_laxly(const std::vector<std::uint8_t>& bytes) {
  std::string text(bytes.begin(), bytes.end());
  std::string spaced;
  for (char c : text)
    if (c == '/' || c == ':' || c == '(' || c == ')')
      spaced += std::string(" ") + c + " ";
    else
      spaced += c;
  std::istringstream lines(spaced);
  Draft draft;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    std::string value;
    words >> word;
    if (word == "root" || word == "record") {
      Grid grid(draft.size);
      if (!put_until_slash(words, grid, black) || !put_until_slash(words, grid, white)) return std::nullopt;
      words >> value;
      if (word == "root") {
        const auto to_move = colour_in(value);
        if (!to_move) return std::nullopt;
        draft.roots.push_back({grid, *to_move});
        continue;
      }
      const auto move = value == "-" ? std::vector<int>{-1} : places_in(value, draft.size);
      if (!move || move->size() != 1) return std::nullopt;
      draft.records.push_back({grid, move->front()});
      continue;
    }
    words >> value;
    if (word == "rule") {
      const auto rule = rule_in(value);
      if (!rule) return std::nullopt;
      draft.rule = *rule;
    } else if (word == "size") {
      draft.size = std::stoi(value);
      if (draft.size < 5 || draft.size > 20) return std::nullopt;
    } else if (word == "attacker") {
      const auto attacker = colour_in(value);
      if (!attacker) return std::nullopt;
      draft.attacker = *attacker;
    }
  }
  return draft;
}

}  // namespace

std::vector<int> Grid::places_of(char c) const {
  std::vector<int> places;
  for (int place = 0; place < area(); ++place)
    if (at(place) == c) places.push_back(place);
  return places;
}

int image(int place, int symmetry, int size) {
  int x = place / size;
  int y = place % size;
  if (symmetry >= 4) x = size - 1 - x;
  for (int turns = symmetry % 4; turns > 0; --turns) {
    const int before = x;
    x = y;
    y = size - 1 - before;
  }
  return x * size + y;
}

Grid image(const Grid& grid, int symmetry) {
  Grid turned(grid.size);
  for (int place = 0; place < grid.area(); ++place)
    turned.set(image(place, symmetry, grid.size), grid.at(place));
  return turned;
}

File write_fvp(const Draft& draft) { return {Form::fvp, fvp_bytes(to_proof(draft)).value()}; }

File write_jsonl(const Draft& draft) {
  json header{{"format", "fiveproof"},
              {"version", 1},
              {"rule", word_of(draft.rule)},
              {"size", draft.size},
              {"attacker", word_of(draft.attacker)},
              {"roots", json::array()}};
  for (const auto& [grid, to_move] : draft.roots)
    header["roots"].push_back(
        {{"black", names_of(grid, black)}, {"white", names_of(grid, white)}, {"to-move", word_of(to_move)}});
  std::string text = header.dump() + "\n";
  for (const auto& [grid, move] : draft.records) {
    json line{{"black", names_of(grid, black)}, {"white", names_of(grid, white)}};
    if (move >= 0) line["move"] = name_of(move, draft.size);
    text += line.dump() + "\n";
  }
  if (draft.has_finding)
    text += R"({"finding":"illegal-move","black":"","white":"","to-move":"black"})"
            "\n";
  return {Form::jsonl, bytes_of(text)};
}

File write_certificate(const Draft& draft, std::uint32_t effort) {
  std::string text;
  verify::CertificateOptions options;
  options.effort = effort;
  const auto written =
      verify::write_certificate(to_proof(draft), options, [&](std::string_view line) -> Status {
        text += line;
        return Done{};
      });
  FIVEPROOF_ENSURE(written.ok());
  return {Form::certificate, bytes_of(text)};
}

std::optional<Draft> read(const File& file) {
  try {
    switch (file.form) {
      case Form::fvp:
        return read_fvp_laxly(file.bytes);
      case Form::jsonl:
        return read_jsonl_laxly(file.bytes);
      default:
        return read_certificate_laxly(file.bytes);
    }
  } catch (const std::exception&) {
    return std::nullopt;
  } catch (const kj::Exception&) {
    return std::nullopt;
  }
}

}  // namespace fiveproof::mutants
