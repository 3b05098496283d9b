#include "convert/games/rif.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "game/notation.hpp"
#include "tests/convert/games.hpp"
#include "tests/convert/results.hpp"

namespace rif_test {

using namespace fiveproof;
using namespace fiveproof::convert;
using test::bytes_of;
using test::text_of;
using test::texts_of;

namespace {

using Strings = std::vector<std::string>;

TreeReading read(std::string_view text, const RifOptions& rif = {}, const TreeReadOptions& options = {}) {
  return test::located(read_rif(bytes_of(text), options, rif));
}

Error refuse(std::string_view text, const RifOptions& rif = {}, const TreeReadOptions& options = {}) {
  return test::error_of(read_rif(bytes_of(text), options, rif));
}

/// Everything that a database has, all made up.
const std::string whole =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<database version=\"1.2\" date=\"2031-05-06\">\n"
    " <countries><country id=\"1\" name=\"Nowhere\" abbr=\"NOW\"/></countries>\n"
    " <cities><city id=\"1\" name=\"Town\" country=\"1\"/><city id=\"2\" name=\"Ville\" "
    "country=\"1\"/></cities>\n"
    " <months><month id=\"1\" name=\"January\"/></months>\n"
    " <rules><rule id=\"4\" name=\"Free\" category=\"x\"><info>No bans.</info></rule></rules>\n"
    " <openings><opening id=\"9\" name=\"Long name\" abbr=\"d7\"/><opening id=\"10\" "
    "name=\"Other\"/></openings>\n"
    " <players>\n"
    "  <player id=\"11\" name=\"Ann\" surname=\"Abe\" country=\"1\" city=\"1\"/>\n"
    "  <player id=\"12\" name=\"Bo &amp; Co\" surname=\"\"/>\n"
    "  <player id=\"13\" name=\"\" surname=\"\u00D5un\"/>\n"
    " </players>\n"
    " <tournaments><tournament id=\"5\" name=\"Cup\" year=\"1999\" month=\"1\" rule=\"4\"/>\n"
    "  <tournament id=\"6\" name=\"Cup 2001\" year=\"2001\"/></tournaments>\n"
    " <games>\n"
    "  <game id=\"1\" publisher=\"13\" tournament=\"5\" round=\"2a\" rule=\"4\" black=\"11\" white=\"12\" "
    "bresult=\"1\""
    " btime=\"120\" wtime=\"110\" opening=\"9\" alt=\"c14 a2\" swap=\"1\">\n"
    "   <move>h8 i9 c14</move><info>A <![CDATA[<fine>]]> game</info></game>\n"
    "  <game id=\"2\" publisher=\"\" tournament=\"6\" round=\"\" rule=\"4\" black=\"12\" white=\"13\" "
    "bresult=\"0\""
    " btime=\"0\" wtime=\"\" opening=\"10\" alt=\"\" swap=\"\">\n"
    "   <move>h8 i9 o1 a15</move><info/></game>\n"
    "  <game id=\"3\" black=\"13\" white=\"11\" bresult=\"0.5\" extra=\"e\"><move>h8 i9 c14</move></game>\n"
    "  <game id=\"4\" black=\"11\" white=\"13\" bresult=\"2\"><move>h8 -- i9</move></game>\n"
    " </games>\n"
    "</database>\n";

std::string games(const std::string& inside) { return "<database><games>" + inside + "</games></database>"; }

}  // namespace

TEST_CASE("rif: games are one tree, what is said of each where it ends", "[convert]") {
  const TreeReading reading = read(whole);
  CHECK(text_of(reading.tree) ==
        "h8(i9(c14\""
        "game 1: Ann Abe - Bo & Co 1-0; Cup 1999; round 2a; rule Free; opening d7; alt c14 a2; swap 1; "
        "btime 120; wtime 110; publisher \u00D5un; info A <fine> game\n"
        "game 3: \u00D5un - Ann Abe 1/2-1/2; extra e\" "
        "o1(a15\"game 2: Bo & Co - \u00D5un 0-1; Cup 2001; rule Free; opening Other; btime 0\")) "
        "--(i9\"game 4: Ann Abe - \u00D5un bresult 2\"))");
  CHECK(reading.tree.source() == rif_source);
  CHECK(reading.tree.size() == 15);
  CHECK(text_of(reading.tree.facts().at("version")) == "1.2");
  CHECK(text_of(reading.tree.facts().at("date")) == "2031-05-06");
  CHECK_FALSE(reading.rule.has_value());
  CHECK(reading.oddities.empty());
  CHECK(reading.carried == Strings{"4 games, 7 nodes", "no rule: 2 games", "rule Free: 2 games"});
  CHECK(reading.losses == Strings{"1 description of rules", "1 row of the table countries",
                                  "2 rows of the table cities", "1 row of the table months",
                                  "the table rules, but for the names that games use",
                                  "the table openings, but for the names that games use",
                                  "the table players, but for the names that games use",
                                  "the table tournaments, but for the names that games use"});
}

TEST_CASE("rif: squares are read from the bottom left", "[convert]") {
  const TreeReading reading = read(games("<game id='1'><move>c14 a2</move></game>"));
  CHECK(reading.tree.move(0) == TreeMove::at(Square(2, 13), 15));
  CHECK(reading.tree.move(1) == TreeMove::at(Square(0, 1), 15));
}

TEST_CASE("rif: nodes are found in the file", "[convert]") {
  const TreeReading reading = read(whole);
  const auto nodes = reading.tree.node_count();
  for (NodeNumber node = 0; node < nodes; ++node) {
    const std::string move = to_text(reading.tree.move(node), 15);
    CHECK(whole.substr(reading.offsets[node], move.size()) == move);
  }
  CHECK(std::is_sorted(reading.offsets.begin(), reading.offsets.end()));
  // In pieces, as line ends and entities make them.
  const std::string pieces = games("<game><move>h8\n i9\r\n&#99;14 <!-- -->a2 <![CDATA[b3]]></move></game>");
  const auto offsets = read(pieces).offsets;
  REQUIRE(offsets.size() == 5);
  CHECK(pieces.substr(offsets[1], 2) == "i9");
  CHECK(pieces.substr(offsets[2], 7) == "&#99;14");
  CHECK(pieces.substr(offsets[3], 2) == "a2");
  CHECK(pieces.substr(offsets[4], 2) == "b3");
}

TEST_CASE("rif: tables may stand behind the games", "[convert]") {
  const TreeReading reading = read(
      "<database><games><game id='1' black='7' white='8'><move>h8</move></game></games>"
      "<players><player id='7' name='A'/><player id='8' name='B'/></players></database>");
  CHECK(text_of(reading.tree) == "h8\"game 1: A - B\"");
  CHECK(reading.oddities.empty());
}

TEST_CASE("rif: a game without moves is told of at a root", "[convert]") {
  const TreeReading reading =
      read(games("<game id='1'/><game id='2'><move>h8</move></game><game id='3'><move> </move></game>"));
  CHECK(text_of(reading.tree) == ".\"game 1: ? - ?\ngame 3: ? - ?\"(h8\"game 2: ? - ?\")");
  CHECK(reading.tree.has_root());
  CHECK(reading.carried ==
        Strings{"3 games, 1 node", "2 games without a move that can be read", "no rule: 3 games"});
}

TEST_CASE("rif: a move that cannot be read ends its line, and is named", "[convert]") {
  const std::string text = games(
      "<game id='1'><move>h8 h99 i9</move></game><game id='2'><move>h8 i9</move></game>"
      "<game id='3'><move>x</move></game><game id='4'><move>h8i9j</move></game>");
  const TreeReading reading = read(text);
  CHECK(text_of(reading.tree) ==
        ".\"game 3: ? - ?\"(h8\"game 1: ? - ?\"(i9\"game 2: ? - ?\ngame 4: ? - ?\"))");
  CHECK(texts_of(reading.oddities) ==
        Strings{"game 1: a move that cannot be read, \"h99\"; its line ends before it@39",
                "game 3: a move that cannot be read, \"x\"; its line ends before it@" +
                    std::to_string(text.find("x<")),
                "game 4: a move that cannot be read, \"j\"; its line ends before it@" +
                    std::to_string(text.find("j<"))});
  CHECK(reading.oddity_count == 3);
  CHECK(reading.losses == Strings{"3 games from a move that cannot be read on"});
}

TEST_CASE("rif: only games that begin as wanted", "[convert]") {
  RifOptions rif;
  rif.beginning = parse_squares("h8 i9 c14", 15).value();
  const TreeReading reading = read(whole, rif);
  CHECK(reading.tree.node_count() == 3);
  CHECK(reading.carried == Strings{"2 games, 3 nodes", "2 games that began otherwise, left out as asked for",
                                   "no rule: 1 game", "rule Free: 1 game"});
  rif.beginning = parse_squares("a1", 15).value();
  CHECK(read(whole, rif).tree.node_count() == 0);
  rif.beginning.clear();
  CHECK(read(whole, rif).tree == read(whole).tree);
}

TEST_CASE("rif: what is odd is told with its place", "[convert]") {
  const std::string text =
      "<database><players><player id='7' name='A'/><player id='7' name='B'/></players><games>"
      "<game id='1' black='7' white='8' rule='3'><move>h8</move><move>i9</move></game> stray <b/>x"
      "</games></database>";
  const TreeReading reading = read(text);
  CHECK(text_of(reading.tree) == "h8\"game 1: A - white 8; rule rule 3\"");
  const auto at = [&](const char* what) { return "@" + std::to_string(text.find(what)); };
  CHECK(texts_of(reading.oddities) ==
        Strings{"the id \"7\" a second time among the players; the first one counts" +
                    at("<player id='7' name='B'"),
                "game 1: the white \"8\" is not in the table players" + at("<game "),
                "game 1: the rule \"3\" is not in the table rules" + at("<game "),
                "a second <move> of a game, which is not read" + at("<move>i9"),
                "text where only elements are expected" + at(" stray")});
  CHECK(reading.losses == Strings{"1 element \"b\"", "1 second list of the moves of a game",
                                  "the table players, but for the names that games use",
                                  "text where only elements are expected"});
}

TEST_CASE("rif: what is not known is counted and named", "[convert]") {
  std::string text =
      "<database><!-- a --><news><game id='9'><move>h8</move></game></news><games><!-- b --><note/><game "
      "id='1'>"
      "<move>h8<b>i9</b> a1</move><clock/><clock/></game></games><players><player name='without "
      "id'/></players>";
  CHECK(read(text + "</database>").losses == Strings{"1 element \"b\"", "2 elements \"clock\"",
                                                     "1 element \"news\"", "1 element \"note\"",
                                                     "1 element \"player\"", "2 XML comments"});
  CHECK(test::nodes_of(read(text + "</database>").tree) == std::set<std::string>{"h8", "h8 a1"});
  for (int i = 0; i < 30; ++i) text += "<e" + std::to_string(100 + i) + "/>";
  const auto losses = read(text + "</database>").losses;
  CHECK(losses.size() == 22);
  CHECK(losses.at(20) == "15 elements of other names that are not known");
}

TEST_CASE("rif: a text of several lines becomes one line", "[convert]") {
  const TreeReading reading =
      read(games("<game id='1'><move>h8</move><info>\n one\n two </info><info>three</info></game>"));
  CHECK(text_of(reading.tree) == "h8\"game 1: ? - ?; info one  two; info three\"");
  CHECK(reading.losses == Strings{"1 text of several lines, in one line now"});
}

TEST_CASE("rif: what is no database is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, "the end of the file"},
      {"h8 i9", 0, "well-formed"},
      {"<svg/>", 0, "found the element \"svg\""},
      {"<database><games></database>", 19, "mismatched tag"},
      {"<database><games><game id='1'><move>h8", 38, "the end of the file"},
      {"<!DOCTYPE database [<!ENTITY a 'b'>]><database/>", 31, "an entity", ErrorCode::unsupported},
      {"<?xml version='1.0' encoding='Shift_JIS'?><database/>", 30, "encoding", ErrorCode::unsupported},
      {"<database><players><player id='" + std::string(1001, 'x') + "'/></players></database>", 19,
       "more than 1000 bytes", ErrorCode::limit},
  }));
  CAPTURE(c.file);
  test::check_refused(refuse(c.file), c);
}

TEST_CASE("rif: a file that was cut is refused, and kept on request", "[convert]") {
  TreeReadOptions keeping;
  keeping.keep_cut = true;
  const auto all = test::nodes_of(read(whole).tree);
  std::size_t kept_games = 0, cut_games = 0;
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    CAPTURE(length);
    const std::string cut = whole.substr(0, length);
    CHECK(refuse(cut).offset == length);
    const TreeReading reading = read(cut, {}, keeping);
    for (const auto& node : test::nodes_of(reading.tree)) CHECK(all.count(node) == 1);
    CHECK(reading.oddities.back().text == "the file ends where more must follow");
    kept_games = std::max(kept_games, reading.tree.texts().size());
    for (const auto& loss : reading.losses) cut_games += loss.find("which was cut") != std::string::npos;
  }
  CHECK(kept_games == 3);  // nodes with texts: two games end at one of them
  CHECK(cut_games > 100);
}

TEST_CASE("rif: limits of the caller hold", "[convert]") {
  TreeReadOptions options;
  options.max_nodes = 7;
  CHECK(read(whole, {}, options).tree.node_count() == 7);
  options.max_nodes = 6;
  const Error nodes = refuse(whole, {}, options);
  CHECK(nodes.code == ErrorCode::limit);
  CHECK(nodes.offset == whole.rfind("i9</move>"));
  RifOptions rif;
  rif.max_rows = 12;
  CHECK(read(whole, rif).tree.node_count() == 7);
  rif.max_rows = 11;
  CHECK(refuse(whole, rif).code == ErrorCode::limit);
  rif = {};
  rif.max_text_bytes = 100;
  CHECK(refuse(whole, rif).code == ErrorCode::limit);
  options = {};
  options.max_oddities = 1;
  const auto odd = read(games("<game><move>x</move></game><game><move>x</move></game>"), {}, options);
  CHECK(odd.oddities.size() == 1);
  CHECK(odd.oddity_count == 2);
}

TEST_CASE("rif: a long name said often does not fill the memory", "[convert]") {
  std::string text =
      "<database><players><player id='1' name='" + std::string(900, 'x') + "'/></players><games>";
  for (int i = 0; i < 10'000; ++i) text += "<game black='1' white='1' publisher='1'/>";
  RifOptions rif;
  rif.max_text_bytes = 20 << 20;
  CHECK(refuse(text + "</games></database>", rif).code == ErrorCode::limit);
  CHECK(read(text + "</games></database>").tree.node_count() == 1);
}

TEST_CASE("rif: random games come back, each where it ends", "[convert]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const auto lines = test::random_lines(seed, 15, 5 * seed, true);
    for (int symmetry = 0; symmetry < Symmetry::count; symmetry += seed == 1 ? 1 : 3) {
      std::string text;
      std::map<std::string, std::string> wanted;  // comment by line
      std::set<std::string> beginnings;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string moves;
        for (const TreeMove move : lines[i]) {
          const TreeMove image = test::image_of(move, Symmetry(symmetry), 15);
          moves += (moves.empty() ? "" : " ") + to_text(image, 15);
          beginnings.insert(moves);
        }
        text += "<game id='" + std::to_string(i) + "'><move>" + moves + "</move></game>\n";
        std::string& comment = wanted[moves];
        comment += (comment.empty() ? "" : "\n") + ("game " + std::to_string(i)) + ": ? - ?";
      }
      const TreeReading reading = read(games(text));
      CHECK(test::nodes_of(reading.tree) == beginnings);
      CHECK(reading.tree.node_count() == beginnings.size());
      std::map<std::string, std::string> found;
      std::vector<std::string> line;
      for (TreeCursor at(reading.tree); at.next();) {
        line.resize(at.depth());
        line.push_back((line.empty() ? "" : line.back() + " ") + to_text(at.move(), 15));
        for (const NodeText& one : at.texts())
          found[line.back()] = text_of(reading.tree.pool().at(one.text()));
      }
      CHECK(found == wanted);
    }
  }
}

TEST_CASE("rif: a tree of games goes through a section of a proof file", "[convert]") {
  const GameTree tree = read(whole).tree;
  CHECK(test::through_section(tree) == tree);
}

TEST_CASE("rif: damaged anywhere a file is refused, or sound", "[convert]") {
  std::mt19937 random(17);
  std::size_t accepted = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = test::damaged(whole, random, 3, "<>/='\" hi891x&;\xC3\n");
    const auto reading = read_rif(bytes_of(text));
    if (!reading.ok()) {
      CHECK(reading.error().offset.value_or(0) <= text.size());
      continue;
    }
    ++accepted;
    for (const auto offset : reading.value().offsets) CHECK(offset < text.size());
    for (const auto& one : reading.value().oddities) CHECK(one.offset.value_or(0) <= text.size());
  }
  CHECK(accepted > 300);
}

}  // namespace rif_test
