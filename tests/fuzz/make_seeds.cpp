// Writes the files a fuzzer begins with: FOLDER/TARGET/seed-NAME. All are made here, nothing is copied.
//
//   fuzz-make-seeds FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "convert/renlib/renlib.hpp"
#include "convert/sgf/sgf.hpp"
#include "convert/syntax/lz4_frame.hpp"
#include "dbsearch/exact_search.hpp"
#include "dbsearch/shapes.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/text/jsonl.hpp"
#include "format/tree/tree_section.hpp"
#include "tests/convert/databases.hpp"
#include "tests/convert/library_fixtures.hpp"
#include "tests/convert/packing.hpp"
#include "tests/convert/sgf_fixtures.hpp"
#include "tests/format/fvp_surgery.hpp"
#include "tests/format/samples.hpp"
#include "tests/fuzz/dbsearch_input.hpp"
#include "tests/fuzz/fvp_repair.hpp"
#include "tests/fuzz/journal_input.hpp"
#include "tests/fuzz/parts_fixture.hpp"
#include "tests/fuzz/store_fixture.hpp"
#include "tests/game/forbidden_comparison.hpp"
#include "tests/oracle/random_positions.hpp"
#include "tests/random_tree.hpp"
#include "verify/rules/certificate_writer.hpp"

using namespace fiveproof;

namespace {

namespace fs = std::filesystem;

class Seeds {
 public:
  explicit Seeds(fs::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& target, const std::string& name, std::string_view bytes) const {
    fs::create_directories(folder_ / target);
    std::ofstream(folder_ / target / ("seed-" + name), std::ios::binary) << bytes;
  }
  void add(const std::string& target, const std::string& name, fvp::View bytes) const {
    add(target, name, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }

  /// Numbered: each text as it is, or behind each of these bytes, which stand for choices.
  void add_texts(const std::string& target, std::span<const std::string_view> texts,
                 std::initializer_list<char> choices = {}) const {
    int number = 0;
    for (const std::string_view text : texts) {
      if (choices.size() == 0) add(target, std::to_string(number++), text);
      for (const char choice : choices) add(target, std::to_string(number++), choice + std::string(text));
    }
  }

 private:
  fs::path folder_;
};

void add_proof(const Seeds& seeds, const std::string& name, const Proof& proof) {
  const auto file = fvp_bytes(proof, "seed").value();
  seeds.add("fvp_raw", name, file);
  seeds.add("fvp_repaired", name, fuzz::encode_fvp_input(fuzz::fvp_input_of(file)));
  seeds.add("jsonl", name, test::jsonl_text(proof).value());
  seeds.add("gaps", name, gap_list_text(test::sample_gaps(proof)).value());
}

/// As add_proof, for one that has no root to hang gaps on.
void add_study(const Seeds& seeds) {
  Proof study(RuleSet::standard, 6, Color::white);
  study.records.finish();
  const auto file = fvp_bytes(study, "").value();
  seeds.add("fvp_raw", "study", file);
  seeds.add("fvp_repaired", "study", fuzz::encode_fvp_input(fuzz::fvp_input_of(file)));
  seeds.add("jsonl", "study", test::jsonl_text(study).value());
}

void add_proofs(const Seeds& seeds) {
  add_study(seeds);
  const auto smallest = fvp_bytes(test::smallest_proof()).value();
  seeds.add("fvp_raw", "smallest", smallest);
  seeds.add("fvp_repaired", "smallest", fuzz::encode_fvp_input(fuzz::fvp_input_of(smallest)));
  seeds.add("jsonl", "smallest", test::jsonl_text(test::smallest_proof()).value());
  unsigned seed = 0;
  for (const int size : {5, 6, 15, 20})
    for (const int records : {0, 3, 12}) {
      ++seed;
      add_proof(seeds, std::to_string(size) + "-" + std::to_string(records),
                test::random_proof(seed, seed % 2 ? RuleSet::standard : RuleSet::freestyle, size,
                                   seed % 3 ? Color::black : Color::white, records));
    }
}

/// As walk_target takes it apart.
std::vector<std::uint8_t> block_input(int head, std::size_t count, const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint8_t> input{static_cast<std::uint8_t>(head),
                                  static_cast<std::uint8_t>((count - 1) & 0xFF),
                                  static_cast<std::uint8_t>((count - 1) >> 8)};
  put_bytes(input, bytes);
  return input;
}

/// One block each.
void add_walks(const Seeds& seeds) {
  for (const int size : {5, 9, 15, 20})
    for (const int number : {1, 40, 600}) {
      const Proof proof =
          number == 1 ? test::random_proof(1, RuleSet::standard, size, Color::black, 9)
                      : test::random_strategy(2, size, Color::black, static_cast<std::size_t>(number));
      for (const bool is_mixed : {false, true}) {
        const FvpCoding coding = is_mixed ? FvpCoding::mixed_walks : FvpCoding::walks;
        const auto block = test::encoded_blocks(proof.records, 2'000, coding).front();
        seeds.add("walk", std::to_string(size) + "-" + std::to_string(number) + (is_mixed ? "-mixed" : ""),
                  block_input(size - min_board_size + 64 * is_mixed, block.count, block.bytes));
      }
    }
}

void add_rv2(const Seeds& seeds) {
  constexpr std::string_view trees[] = {
      R"({"h8":{"h10":{"g7":{"b10":{"g8":17},"j12":18}}}})",
      R"({"h8":{}})",
      R"({"h8":3,"a1":{"h8":2}})",
      R"({"h8":{"g8":{"h9":{"g9":{"h10":{"g10":{"h11":{"g11":{"h12":1}}}}}}}}})",
      R"({"h8":{"h8":{"a1":3},"i9":{"i9":3,"j9":{"k9":{}}}}})",
      R"({"h8":{"i9":{"g7":{"i7":2,"g9":2},"g9":{"i7":2}}}})",
      "{ \"h8\" : {\"g8\":\n5 } }",
      R"({"h8":[1,2],"x":null})",
      R"({"h8":0})",
  };
  seeds.add_texts("rv2", trees, {'\0', '\3', '\4', '\6', '\x18'});
}

void add_rv2_stores(const Seeds& seeds) {
  constexpr std::string_view stores[] = {
      "56 59 80 00",
      "56 59 80 01 77 F9 03 00 06 01 87 FB 00 EE 06 02 86 FB 00 12 FD 00 12 04 00",
      "56 59 05 02 77 01 00 77 F9 02 66 06 00",
      "56 59 80 01 7F F9 00",
      "56 59 80 00 77",
  };
  int number = 0;
  for (const std::string_view store : stores)
    for (const char choices : {'\0', '\1', '\x42'}) {
      std::vector<std::uint8_t> input{static_cast<std::uint8_t>(choices)};
      put_bytes(input, test::from_hex(store));
      seeds.add("rv2_store", std::to_string(number++), input);
    }
  for (int i = 0; i < 8; ++i) {
    std::vector<std::uint8_t> input{0x80, 0};
    for (int k = 0; k < 60; ++k) input.push_back(static_cast<std::uint8_t>(k * 37 + 11 * i));
    seeds.add("rv2_store", "made-" + std::to_string(i), input);
  }
}

void add_sequences(const Seeds& seeds) {
  constexpr std::string_view sequences[] = {
      R"({"id":"a","name":"b","roots":[0],"nodes":[[7,7,0,1,2],[8,6,1,3,1],[9,6,1,-1,0],[0,0,0,-1,0]]})",
      R"({"roots":[0,1],"nodes":[[7,7,0,-1,0],[7,7,1,2,1],[7,8,1,-1,0]]})",
      R"({"nodes":[],"roots":[],"x":{"y":[1,null,"z"]}})",
      R"({"roots":[0],"nodes":[[7,7,0,0,1]]})",
      R"({"roots":[0],"nodes":[[7,7,0,1,2],[7,8,1,2,1],[7,9,0,3,0]]})",
      R"({"roots":[0],"nodes":[[15,7,0,-1,0],[7,7,2,-1,0]]})",
  };
  seeds.add_texts("rseq", sequences);
}

/// As packed_target.cpp reads them: a choice, a place, and the file or what is packed.
void add_packed(const Seeds& seeds) {
  const test::Bytes content(300, 'x'), other{'h', '8'};
  const auto add = [&](const std::string& name, std::uint8_t choice, const test::Bytes& bytes) {
    test::Bytes input{choice, 40, 0};
    input.insert(input.end(), bytes.begin(), bytes.end());
    seeds.add("packed", name, input);
  };
  add("gzip", 1, test::gzip_of(content));
  add("xz", 0, test::xz_of(content));
  test::Bytes two = test::gzip_of(content);
  const test::Bytes more = test::gzip_of(other);
  two.insert(two.end(), more.begin(), more.end());
  add("gzip-two", 1, two);
  add("zip", 2, test::zip_of({{"a", content}, {"b/", {}, 0}, {"b/c", other, 0}}, "remark"));
  for (std::uint8_t packing = 0; packing < 4; ++packing)
    add("made-" + std::to_string(packing), static_cast<std::uint8_t>(0x80 + packing), content);
}

void add_terminator(const Seeds& seeds) {
  constexpr std::string_view books[] = {
      "[(88[(99[(77](9:[(78]]]",
      "[(88](99[(1?[(?1]]]",
      " [ (88 [ (99 ]\n]\n",
      "[(88[(99]](77]",
      "[(88[(88[(88]]]",
      "[(11(1?(?1(?"
      "?(11]",  // two, as together with a ( they are a trigraph
      "[(88[(9@]]",
      "[]",
      "[(88[[(99]]]",
  };
  seeds.add_texts("terminator", books);
}

/// Each library twice: as a file, and as the section that holds its tree.
void add_libraries(const Seeds& seeds) {
  const auto add = [&](const std::string& name, char choices, fvp::View bytes) {
    std::vector<std::uint8_t> input{static_cast<std::uint8_t>(choices)};
    put_bytes(input, bytes);
    seeds.add("renlib", name, input);
  };
  int number = 0;
  for (const auto& fixture : test::library_fixtures()) {
    const auto file = test::from_hex(fixture.hex);
    const std::string name = std::to_string(number++);
    add(name, static_cast<char>(number & 1), file);
    add(name + "-section", '\x80', encode_tree(convert::read_renlib(file).value().tree).value());
  }
  for (char kind = 0; kind < 16; ++kind) {
    std::vector<std::uint8_t> input{static_cast<std::uint8_t>(kind)};
    for (int i = 0; i < 40; ++i) input.push_back(static_cast<std::uint8_t>(i * 37 + 7 * kind));
    add("made-" + std::to_string(kind), '\x40', input);
  }
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const auto tree = test::random_tree({seed, 10 * seed});
    add("random-" + std::to_string(seed), '\x80', encode_tree(tree).value());
    const auto file = convert::write_renlib(test::random_tree({seed, 4}));
    if (file.ok()) add("written-" + std::to_string(seed), '\0', file.value().bytes);
  }
}

/// One file of games for each manner, on a board on which it can be read; and trees that are made.
void add_games(const Seeds& seeds) {
  struct Game {
    int kind, size;  // as in games_target.cpp
    std::string_view text;
  };
  constexpr Game games[] = {
      {0, 15, "Piskvorky 15x15, 7:5, 1\r\n8,8,456\r\n9,7,12\r\none.exe\r\ntwo.ZIP\r\n0\r\n"},
      {0, 15, "Piskvorky 5x5, 0:0, 0\n1,5\n2, 2, -7\n3,3"},
      {0, 15, "Piskvorky 20x20\n20,1\n1,2 x\n3,4\n"},
      {0, 6, "15\r\n15\r\n3\r\n7 7\r\n6 8\r\n0 14\r\n"},
      {0, 6, "10\n2\n1\n9 0\n# x"},
      {0, 8, "\x03\x70\x7E\x1F\x01"},
      {1, 20, "one\r\ntwo\r\n7,7,12\r\n0,19,3\r\n13\r\n"},
      {1, 6, "\n\n0,5\n"},
      {2, 15, "# a\nh8 i9 g7\nh8i9c14 # b\n\nH8,H7,--\r\n# end\n"},
      {2, 20, "\xEF\xBB\xBFt20, a1\nt20\nt20"},
      {2, 5, "a1 a1\na1  b2\n#\n"},
      {2, 15, "K15 L8 J1P2 # x\nhttps://gomocalc.com/#/h8p9\n"},
      {3, 15, "0,0, 1,0, 1,3\r\n0,0, 1,1\r\n"},
      {3, 20, "-7,-8,-6,-9\n\n0,0 1,1\n+1, 9\n"},
  };
  int number = 0;
  for (const Game& game : games) {
    const char choices = static_cast<char>(game.kind | (game.size - min_board_size) << 2);
    seeds.add("games", std::to_string(number++), choices + std::string(game.text));
  }
  for (int kind = 0; kind < 12; ++kind) {
    const int board = kind < 8 ? 10 : kind < 10 ? 1 : 3;  // the last four are saved games of Yixin
    std::string tree{static_cast<char>(0x80 | (kind < 8 ? kind & 3 : 0) | board << 2),
                     static_cast<char>(kind < 8 ? kind >> 2 : kind & 1), 0, 0, 0};
    for (int i = 0; i < 60; ++i) tree += static_cast<char>(i * 37 + 11 * kind);
    seeds.add("games", "made-" + std::to_string(kind), tree);
  }
}

void add_rif(const Seeds& seeds) {
  constexpr std::string_view databases[] = {
      "<database version='1' date='2031'><players><player id='7' name='A' "
      "surname='B'/></players><rules><rule id='1'"
      " name='R'><info>x</info></rule></rules><tournaments><tournament id='1' name='T' "
      "year='9'/></tournaments>"
      "<openings><opening id='1' abbr='d1'/></openings><games><game id='1' black='7' white='7' rule='1'"
      " tournament='1' opening='1' bresult='1' alt='a1' publisher='7'><move>h8 i9 -- "
      "c14</move><info>x\ny</info>"
      "</game><game id='2' black='8'><move>h8 h99 i9</move></game><game/></games></database>",
      "<?xml version='1.0' encoding='ISO-8859-1'?><database><games><game><move>h8\r\n&#105;9<![CDATA[ a1]]>"
      "<b/></move></game>stray</games><!-- c --><countries><country id='1'/></countries></database>",
      "<!DOCTYPE database SYSTEM 'x'><database>&y;<games><game><move>h8</move><move>a1</move></game></games>"
      "</database>",
      "<!DOCTYPE database [<!ENTITY a 'b'>]><database>&a;</database>",
      "<database><games><game><move>h8 i9</move></game><game><move>h8",
  };
  seeds.add_texts("rif", databases, {'\0', '\1', '\x0E'});
}

void add_databases(const Seeds& seeds) {
  const auto add = [&](const std::string& name, char choices, std::span<const std::uint8_t> bytes) {
    std::string input(1, choices);
    input.append(bytes.begin(), bytes.end());
    seeds.add("rapfi_db", name, input);
  };
  int number = 0;
  for (const auto& fixture : test::database_fixtures()) {
    const auto file = test::from_hex(fixture.hex);
    const std::string name = std::to_string(number++);
    add(name, static_cast<char>(number & 3), file);
    add(name + "-frame", static_cast<char>(number & 3), convert::lz4_frame(file));
  }
  const std::string rows =
      "index,key,label,value,depth,bound,text\n0,r-15-15-h8--w,w,-29966,20,exact,\"\"\n"
      "1,f-15-15-a1-b2-w,(none),12,3,lower,\"@BTXT@7Ea\\bhi\\\"\"\n";
  add("rows", '\x20', test::bytes_of(rows));
  add("content", '\x40', test::from_hex(test::database_fixtures()[1].hex));
  for (std::uint32_t seed = 1; seed <= 9; ++seed) {
    const auto file = test::random_database(seed);
    add("random-" + std::to_string(seed), static_cast<char>(seed & 3), file);
  }
  // Rule, board and labels that make proofs: h8 a1 is won by i9.
  add("proof", '\0',
      test::from_hex(
          "02 00 00 00 07 00 01 0F 0F 07 07 00 0E 01 00 6C 09 00 01 0F 0F 07 07 08 06 00 0E 01 00 77"));
  add("made-1", '\x80', test::from_hex("00 00 02 81 05 08 82 06 0D 77 00 00 00 00"));
  add("made-2", '\x80', test::from_hex("02 04 02 01 05 01 00 02 81 05 08 82 06 08"));
}

/// Each file as it is, in another charset, and decoded; and trees of any kind.
void add_sgf(const Seeds& seeds) {
  const auto add = [&](const std::string& name, int choices, fvp::View bytes) {
    std::vector<std::uint8_t> input{static_cast<std::uint8_t>(choices)};
    put_bytes(input, bytes);
    seeds.add("sgf", name, input);
  };
  int number = 0;
  for (const auto& fixture : test::sgf_fixtures()) {
    add(std::to_string(number), number % 4 == 0 ? 0x40 : 0, test::bytes_of(fixture.sgf));
    add(std::to_string(number) + "-decoded", 1 + 2 * (number % 4) + 8, test::bytes_of(fixture.sgf));
    ++number;
  }
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const auto file = convert::write_sgf(test::random_tree({seed, 6}));
    if (file.ok()) add("written-" + std::to_string(seed), 0, file.value().bytes);
  }
  for (int kind = 0; kind < 8; ++kind) {
    std::vector<std::uint8_t> input{static_cast<std::uint8_t>(kind)};
    for (int i = 0; i < 60; ++i) input.push_back(static_cast<std::uint8_t>(i * 37 + 7 * kind));
    add("made-" + std::to_string(kind), 0x80, input);
  }
}

void add_texts(const Seeds& seeds) {
  constexpr std::string_view texts[] = {
      "h8",
      "H8,i9 g7",
      "h8i9g7",
      "a1 a1",
      "t20",
      "k05",
      "freestyle 15 black",
      "standard 6x6 white a1 b2",
      "freestyle 15x15 black black h8 h9, white a1, white to move",
      "standard 20 black white to move",
      "renju 15 black",
      "freestyle",
      "standard",
      "black",
      "white",
      "jsonl",
      "rv2",
      "sgf",
      "fvp",
      "unanswered-reply",
      "refuted-move",
      "proof.JSONL",
  };
  seeds.add_texts("text", texts, {'\0', '\12', '\17'});
}

void add_sessions(const Seeds& seeds) {
  constexpr std::string_view sessions[] = {
      "START 15\nBEGIN\nTURN 7,8\nEND\n",
      "INFO rule 1\nSTART 8\nTURN 3,3\nTAKEBACK 3,3\nPLAY 4,4\n",
      "INFO rule 4\nSTART 9\nBOARD\n4,4,1\n3,3,2\n5,5,3\nDONE\nYXSHOWFORBID\n",
      "RECTSTART 20,20\nBOARD\n10,10,2\nDONE\nRESTART\nABOUT\n",
      "START 6\nSWAP2BOARD\nDONE\nSWAP2BOARD\n2,2\n3,3\n2,4\nDONE\n",
      "START 5\nBOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n0,4,2\n1,4,2\n2,4,2\n3,4,2\nDONE\nTURN 2,2\n",
      "START 5\nBOARD\n0,0,1\nSTART 7\n0,0\nDONE\nYXSTOP\nHELLO\n",
      "INFO timeout_turn 5000\nINFO time_left -3\nINFO max_node 9\nINFO rule 9\nSTART 5\nINFO rule 0\nSTART "
      "5\nBEGIN\n",
  };
  seeds.add_texts("protocol", sessions);
}

void add_positions(const Seeds& seeds) {
  oracle::RandomPositions random(3);
  for (int i = 0; i < 40; ++i) {
    const auto made = i % 2 ? random.next() : random.next_long();
    fuzz::DbsearchInput input;
    input.rule = made.rule;
    input.attacker = made.attacker;
    input.position = made.position;
    dbsearch::Searcher searcher(made.rule, made.position.size());
    searcher.set_position(made.position, made.attacker);
    const auto result = searcher.search({});
    input.starts_with_found = i % 4 < 2;
    if (result.win && !input.starts_with_found)
      for (const auto& threat : result.sequence)
        input.edits.push_back({fuzz::SequenceEdit::Kind::push_back, 0, threat});
    if (result.win)
      input.extra_stones.emplace_back(opponent(made.attacker), random.pick(made.position.empties()));
    seeds.add("dbsearch", std::to_string(i), fuzz::encode_dbsearch_input(input));
  }
}

/// Positions of each rule set and attacker that are won, by fours or not, one reply or none later; and some
/// that are not.
void add_exact(const Seeds& seeds) {
  std::mt19937_64 threes(5);
  oracle::RandomPositions random(5);
  for (const RuleSet rule : all_rule_sets)
    for (const Color attacker : {Color::black, Color::white})
      for (int made = 0, kept = 0; kept < 20 && made < 2'000; ++made) {
        const Position position = made % 2 != 0 ? random.next().position : test::position_with_threes(threes);
        if (position.size() > 12) continue;
        dbsearch::ExactSearch search(rule, position.size(), 100);
        search.set_position(position, attacker);
        const auto found = search.search();
        if (kept < 16 && (!found.win || found.by_fours != (kept % 4 == 0) || found.moves().empty())) continue;
        fuzz::DbsearchInput input;
        input.rule = rule;
        input.attacker = attacker;
        input.position = position;
        input.starts_with_found = kept % 4 == 3;
        for (const Square move : found.moves())
          input.edits.push_back({fuzz::SequenceEdit::Kind::push_back, 0,
                                 dbsearch::all_shapes().front().at(move, Direction::horizontal)});
        if (kept % 2 != 0)
          input.extra_stones.emplace_back(opponent(attacker), random.pick(position.empties()));
        seeds.add(
            "exact",
            std::string(name_of(rule)) + "-" + std::string(name_of(attacker)) + "-" + std::to_string(kept++),
            fuzz::encode_dbsearch_input(input));
      }
}

std::string certificate_of(const Proof& proof) {
  std::string text;
  const auto written = verify::write_certificate(proof, {200}, [&](std::string_view line) -> Status {
    text += line;
    return Done{};
  });
  FIVEPROOF_ENSURE(written.ok());
  return text;
}

void add_certificates(const Seeds& seeds) {
  seeds.add("certificate", "smallest", certificate_of(test::smallest_proof()));
  for (unsigned seed = 1; seed <= 6; ++seed)
    seeds.add("certificate", std::to_string(seed),
              certificate_of(test::random_proof(seed, seed % 2 ? RuleSet::standard : RuleSet::freestyle,
                                                seed % 3 ? 6 : 7, Color::black, 6)));
  // A branch for a reply, a branch in a branch, a leaf with a plan, and no stones.
  seeds.add(
      "certificate", "branches",
      std::string_view("fiveproof-certificate 2\nproof -\nrule freestyle\nsize 6\nattacker black\nrecords 2\n"
                       "root b2 c2 / a6 b5 / white : ( d2 e2 : d4 ( e4 f4 : c4 ) b4 ) e2 f2\n"
                       "record b1 c1 d1 / a6 c5 f3 / - : e1 ( f1 : a1 ) f1\n"
                       "record - / - / c3 : ( c4 d4 : d3 ) b3\nend\n"));
}

/// Some lines, and every mode.
void add_kernel_inputs(const Seeds& seeds) {
  std::mt19937 random(11);
  for (unsigned i = 0; i < 128; ++i) {
    const unsigned lines = 2 + i % 4;
    const unsigned edits = i % 3;
    std::string bytes = {static_cast<char>(i), static_cast<char>(random() % 4), static_cast<char>(lines)};
    for (unsigned k = 0; k < 2 * lines; ++k) bytes += static_cast<char>(random());
    bytes += static_cast<char>(edits);
    for (unsigned k = 0; k < 4 * edits + 30; ++k) bytes += static_cast<char>(random());
    seeds.add("kernel", std::to_string(i), bytes);
  }
}

/// Without what is not read, and without blanks.
std::string short_report(const std::string& text) {
  auto report = nlohmann::ordered_json::parse(text);
  for (const char* name : {"file", "file-format", "trusted", "accepted", "exit-code", "trust-parts",
                           "objections", "records", "unreached-positions", "gaps", "gaps-due-to-a-limit",
                           "total", "threads", "seconds", "peak-memory-bytes"})
    report.erase(name);
  for (auto& claim : report["claims"])
    for (const char* name : {"outcome", "verdict", "positions", "replies", "gaps"}) claim.erase(name);
  return report.dump();
}

void add_reports(const Seeds& seeds) {
  seeds.add("report", "whole", fuzz::parts_reports(1).front());
  for (const std::uint32_t shards : {1, 2, 3}) {
    std::string all;
    for (const std::string& report : fuzz::parts_reports(shards))
      all += (all.empty() ? "" : std::string(1, '\0')) + short_report(report);
    seeds.add("report", std::to_string(shards), all);
  }
}

void add_journals(const Seeds& seeds) {
  const auto journal = fuzz::parts_journal();
  const std::string& header = fuzz::parts_fixture().journal_header;
  fuzz::JournalInput whole;
  for (auto rest = std::span(journal).subspan(header.size()); !rest.empty();) {
    const std::size_t length = ByteReader(rest).number(4);
    const auto payload = rest.subspan(12, length);
    whole.parts.emplace_back(payload.begin(), payload.end());
    rest = rest.subspan(12 + length);
  }
  const auto add = [&](const std::string& name, const fuzz::JournalInput& input) {
    seeds.add("journal", name, fuzz::encode_journal_input(input));
  };
  add("whole", whole);
  add("empty", {});
  for (std::size_t i = 0; i < whole.parts.size(); ++i) add(std::to_string(i), {0, {whole.parts[i]}});
  fuzz::JournalInput torn = whole;
  torn.raw = fuzz::JournalInput::tail;
  torn.parts.back().assign(journal.end() - 40, journal.end());
  add("torn", torn);
  add("header", {fuzz::JournalInput::header, {{header.begin(), header.end() - 20}}});
}

/// As store_entries_target takes them apart: entries that a store has, with seals that are to be made right.
void add_store_entries(const Seeds& seeds) {
  for (const solve::StoreIdentity& game :
       {solve::StoreIdentity{RuleSet::freestyle, 15, Color::black}, {RuleSet::renju, 6, Color::white}}) {
    int number = 0;
    for (const auto& entry : fuzz::store_entries(game))
      for (const bool is_sealed : {true, false}) {
        const auto input = fuzz::encode_store_entry(game, entry, is_sealed);
        seeds.add("store_entries", std::to_string(game.size) + "-" + std::to_string(number++), input);
      }
  }
}

/// As store_pages_target takes them apart: each store as it is, and with one change of each kind.
void add_store_pages(const Seeds& seeds) {
  const std::size_t stores = fuzz::store_files().size();
  for (std::size_t store = 0; store < stores; ++store) {
    const auto add = [&](const std::string& name, std::vector<std::uint8_t> changes) {
      changes.insert(changes.begin(), static_cast<std::uint8_t>(store));
      seeds.add("store_pages", std::to_string(store) + "-" + name, changes);
    };
    add("whole", {});
    for (std::uint8_t kind = 0; kind < 10; ++kind)
      for (std::uint8_t page = 0; page < 12; page += 3)
        add(std::to_string(kind) + "-" + std::to_string(page), {kind, page, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0});
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz-make-seeds FOLDER\n");
    return 2;
  }
  const Seeds seeds{fs::path(argv[1])};
  add_proofs(seeds);
  add_walks(seeds);
  add_rv2(seeds);
  add_rv2_stores(seeds);
  add_sequences(seeds);
  add_terminator(seeds);
  add_packed(seeds);
  add_sgf(seeds);
  add_libraries(seeds);
  add_games(seeds);
  add_rif(seeds);
  add_databases(seeds);
  add_texts(seeds);
  add_sessions(seeds);
  add_positions(seeds);
  add_exact(seeds);
  add_store_entries(seeds);
  add_store_pages(seeds);
  add_certificates(seeds);
  add_kernel_inputs(seeds);
  add_reports(seeds);
  add_journals(seeds);
  return 0;
}
