// Small files of SGF, one for each thing that a file may do; all made up. None is like its mirror image.
#pragma once

#include <string>
#include <vector>

namespace fiveproof::test {

struct SgfFixture {
  const char* what;
  std::string sgf;
  const char* tree;      ///< as text_of in sgf_test.cpp
  const char* oddities;  ///< "what@byte", each with a comma
  bool is_ours;          ///< in the layout that we write
};

inline const std::string sgf_root = "(;FF[4]GM[4]SZ[15]";

inline std::vector<SgfFixture> sgf_fixtures() {
  const std::string& r = sgf_root;
  return {
      {"a root alone", r + ")\n", ".{FF[4]GM[4]SZ[15]}", "", true},
      {"a line", r + ";B[hh];W[ha];B[bc])\n", ".{FF[4]GM[4]SZ[15]}(h8(h15(b13)))", "", true},
      {"variations", r + ";B[hh]\n(;W[ha];B[bc])\n(;W[ca]\n(;B[aa])\n(;B[ab])))\n",
       ".{FF[4]GM[4]SZ[15]}(h8(h15(b13) c15(a15 a14)))", "", true},
      {"parentheses around each move", "(;FF[4] GM[4]\tSZ[15]\r\n(;B[hh](;W[ha](;B[bc]))(;W[ca])))",
       ".{FF[4]GM[4]SZ[15]}(h8(h15(b13) c15))", "", false},
      {"two games", r + ";B[hh])\n" + r + ";B[aa];W[bc])\n",
       ".{FF[4]GM[4]SZ[15]}(h8) .{FF[4]GM[4]SZ[15]}(a15(b13))", "", true},
      {"a root that moves", r + "B[hc];W[ha])\n", "h13{FF[4]GM[4]SZ[15]}(h15)", "", true},
      {"a comment with all that is escaped", r + "C[a\\]b\\\\c:d\n\te];B[hc]C[])\n",
       ".\"a]b\\c:d\n\te{FF[4]GM[4]SZ[15]}(h13\")", "", true},
      {"soft line breaks", r + "C[a\\\nb\\\r\nc\\\rd\\e\\\n\re])\n", ".\"abcdee{FF[4]GM[4]SZ[15]}", "",
       false},
      {"labels of moves and of squares", r + "LB[hc:a][ab:x\\:y]\n(;B[hc])\n(;B[bc]LB[aa:]))\n",
       ".{FF[4]GM[4]SZ[15]}(h13'a b13(a15N') a14N'x:y)", "", true},
      {"labels in another order, and two of a point", r + "LB[ab:x][hc:a][hc:b](;B[hc])(;B[bc])(;B[hc]))",
       ".{FF[4]GM[4]SZ[15]}(h13'a b13 h13'b a14N'x)", "", false},
      {"labels of no point", r + "LB[zz:a][hc:b][x][aa];B[hc])\n",
       ".{FF[4]GM[4]SZ[15]LB[zz:a][x][aa]}(h13'b)",
       "a label without a point of the board@21,a label without a point of the board@33,"
       "a label without a point of the board@36,",
       false},
      {"a mark, and others", r + ";B[hc]MA[hc];W[ab]MA[aa][ab][ab][bb:cc];B[dd]MA[hc])\n",
       ".{FF[4]GM[4]SZ[15]}(h13M(a14M{MA[aa][ab][bb:cc]}(d12{MA[hc]})))", "", false},
      {"what only SGF knows", r + "GN[x];B[hc]BL[300]TR[aa][bb];W[aa]XY[\\]\\:])\n",
       ".{FF[4]GM[4]SZ[15]GN[x]}(h13{BL[300]TR[aa][bb]}(a15{XY[\\]\\:]}))", "", true},
      {"a pass", r + ";B[];W[tt];B[hc])", ".{FF[4]GM[4]SZ[15]}(--(--(h13)))", "", false},
      {"the corner of 20x20", "(;FF[4]GM[4]SZ[20];B[];W[tt];B[ta])\n", ".{FF[4]GM[4]SZ[20]}(--(t1(t20)))", "",
       true},
      {"a node without a move", r + ";C[x];B[hc];;W[ab])\n", ".{FF[4]GM[4]SZ[15]}(.\"x(h13(.(a14))))", "",
       true},
      {"moves out of turn", r + ";W[hc];W[ab];B[aa])\n", ".{FF[4]GM[4]SZ[15]}(h13!(a14!(a15)))",
       "a move out of turn@21,a move out of turn@27,", true},
      {"several moves in one node", r + ";B[hc][ab]W[aa]C[x];B[bb])\n",
       ".{FF[4]GM[4]SZ[15]}(h13\"x(a14!=(a15=(b14))))", "several moves in one node@18,a move out of turn@25,",
       false},
      {"set-up that alternates", r + "AB[hc][ab]AW[aa];W[bb])\n",
       ".{FF[4]GM[4]SZ[15]}(h13+(a15+(a14+(b14))))", "", false},
      {"set-up with passes", "(;FF[4]GM[4]SZ[15]PL[W]AB[hc][ab][ad];W[bb])\n",
       ".{FF[4]GM[4]SZ[15]PL[W]}(h13+(--+(a14+(--+(a12+(b14))))))", "", false},
      {"set-up of White alone", r + "AW[hc];B[bb])\n", ".{FF[4]GM[4]SZ[15]}(--+(h13+(b14)))", "", true},
      {"set-up, and PL that wants another pass", r + "PL[W]AB[hc]AW[ab];W[bb])\n",
       ".{FF[4]GM[4]SZ[15]PL[W]}(h13+(a14+(--+(b14))))", "", true},
      {"set-up, and a first move that wants another pass", r + "AB[hc]AW[ab]LB[bb:x]\n(;W[bb])\n(;B[aa]))\n",
       ".{FF[4]GM[4]SZ[15]}(h13+(a14+(--+(b14'x a15!))))", "a move out of turn@52,", true},
      {"set-up in rectangles", r + "AB[ha:ib])", ".{FF[4]GM[4]SZ[15]}(h15+(--+(i15+(--+(h14+(--+(i14+)))))))",
       "", false},
      {"set-up later", r + ";B[hc];AW[ab];B[aa])\n", ".{FF[4]GM[4]SZ[15]}(h13(.(a14+(a15))))", "", true},
      {"squares emptied", r + "AB[hc];AE[hc];W[ab])\n", ".{FF[4]GM[4]SZ[15]}(h13+(.{AE[hc]}(a14)))",
       "squares emptied, AE@25,", true},
      {"a move and set-up in one node", r + ";B[hc]AW[ab];PL[W]W[aa])\n",
       ".{FF[4]GM[4]SZ[15]}(.(--+(a14+(h13=(a15{PL[W]})))))",
       "a move and set-up in one node@18,a move and set-up in one node@30,", false},
      {"the game of Go", "(;FF[4]GM[1]SZ[15];B[hc])\n", ".{FF[4]GM[1]SZ[15]}(h13)",
       "GM[1], the game of Go, read as five in a row@7,", true},
      {"the game of Go without SZ", "(;FF[4]GM[1];B[hc])\n", ".{FF[4]GM[1]}(h17)",
       "no SZ, read as 19x19@1,GM[1], the game of Go, read as five in a row@7,", true},
      {"no properties of a root", "(;B[hc])\n", "h13",
       "no FF@1,no GM, read as five in a row@1,no SZ, read as 15x15@1,", true},
      {"an old file with long names", "(;GaMe[4]FF[1]SiZe[15:15];Black[hc];White[ab]Comment[x][y])",
       ".{GaMe[4]FF[1]SiZe[15:15]}(h13(a14\"x{C[y]}))",
       "small letters in the name of a property@2,FF[1], another version of SGF@9,"
       "small letters in the name of a property@14,small letters in the name of a property@26,"
       "small letters in the name of a property@36,small letters in the name of a property@45,"
       "a second comment of a node@56,",
       false},
      {"text around games", "From: x (me)\n\n" + r + ")text)" + r + ")",
       ".{FF[4]GM[4]SZ[15]} .{FF[4]GM[4]SZ[15]}",
       "text before the first game@0,text outside of the games@33,", false},
      {"text before the game", "\xEF\xBB\xBF( x\n" + r + ";B[hc])\n", ".{FF[4]GM[4]SZ[15]}(h13)",
       "text before the first game@0,", true},
      {"a node behind variations, and empty ones", r + ";B[hc](;W[ab]);W[aa];B[bb]())",
       ".{FF[4]GM[4]SZ[15]}(h13(a14 a15(b14)))",
       "a node behind variations, as one more of them@32,parentheses without a node of their own@44,", false},
      {"second comments", r + "C[a][b]C[c];B[hc])\n", ".\"a{FF[4]GM[4]SZ[15]C[b]C[c]}(h13)",
       "a second comment of a node@23,a second comment of a node@27,", false},
      {"an occupied square", r + ";B[hc];W[hc])\n", ".{FF[4]GM[4]SZ[15]}(h13(h13))", "", true},
      {"a charset", "(;FF[4]GM[4]CA[UTF-8]SZ[15]C[\xC3\xA5])\n", ".\"\xC3\xA5{FF[4]GM[4]SZ[15]}", "", true},
      {"games of several charsets",
       "(;FF[4]GM[4]CA[UTF-8]SZ[15])\n(;FF[4]GM[4]SZ[15])\n(;FF[4]GM[4]CA[GBK][x]SZ[15])\n",
       ".{FF[4]GM[4]SZ[15]} .{FF[4]GM[4]SZ[15]} .{FF[4]GM[4]CA[x]SZ[15]}",
       "a game in another charset than the first@31,", true},
      {"GBK whose second bytes are not escaped",
       "(;FF[4]GM[4]CA[GBK]SZ[15]C[\x81\x5C\x81\x5D]LB[hc:\x81\x5C\\:];B[hc])\n",
       ".\"\x81\x5C\x81\x5D{FF[4]GM[4]SZ[15]}(h13'\x81\x5C:)", "", true},
      {"GBK whose second bytes are escaped", "(;FF[4]GM[4]CA[GBK]SZ[15]C[\x81\x5C\x5Cx])\n",
       ".\"\x81\x5Cx{FF[4]GM[4]SZ[15]}", "", false},
      {"half a character of GBK", "(;FF[4]GM[4]CA[gbk]SZ[15]LB[hc:\x81:\x81\n];B[hc])\n",
       ".{FF[4]GM[4]SZ[15]}(h13'\x81:\x81\n)", "", true},
      {"a charset nobody named", r + "C[\x81\\\x5C])\n", ".\"\x81\x5C{FF[4]GM[4]SZ[15]}", "", true},
  };
}

}  // namespace fiveproof::test
