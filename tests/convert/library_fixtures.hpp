// Small libraries, one for each thing that a library may do; all made up.
#pragma once

#include <string>
#include <vector>

#include "tests/convert/bytes.hpp"

namespace fiveproof::test {

inline const std::string header_30 = "FF 52 65 6E 4C 69 62 FF 03 00 FF FF FF FF FF FF FF FF FF FF ";
inline const std::string header_34 = "FF 52 65 6E 4C 69 62 FF 03 04 FF FF FF FF FF FF FF FF FF FF ";

struct LibraryFixture {
  const char* what;
  std::string hex;
  const char* oddities;  ///< "what (at byte)", each with a comma
  std::size_t nodes;
};

/// All that are read without being told to keep what is cut. None of them is like its mirror image.
inline std::vector<LibraryFixture> library_fixtures() {
  std::string line;
  for (int i = 0; i < 240; ++i) line += i == 239 ? "2B 40" : "2B 00 ";
  return {
      {"without root", header_30 + "78 00 68 C1 00 01 61 00 69 40", "", 3},
      {"with root", header_30 + "00 00 78 00 68 80 13 40 69 40", "", 5},
      {"root and several first moves", header_34 + "00 00 01 C0 EF 40", "", 3},
      {"root with texts", header_34 + "00 09 00 01 68 69 00 00 6B 00 12 40", "", 2},
      {"no header", "78 00 68 80 13 40 69 C0 6A C0 6B C0 6C C0 6D C0 6E C0 6F 40", "no header@0,", 10},
      {"no header and short", "78 00 68 40", "no header@0,fewer than 20 bytes, which RenLib refuses@0,", 2},
      {"header with other bytes", "FF 52 65 6E 4C 69 62 FF 02 63 FF FF 00 FF FF FF FF FF FF 07 78 40",
       "a byte of the header that should be FF@12,", 1},
      {"header alone", header_30, "no nodes@20,", 0},
      {"header and a byte", header_30 + "78", "an odd last byte@20,no nodes@20,", 0},
      {"a pass below a root", header_34 + "00 00 78 00 00 00 69 40", "", 4},
      {"a pass without root", header_30 + "78 00 00 00 69 80 00 40 6A 40",
       "a pass in a file without a root, which RenLib takes for the root@22,", 5},
      {"a sibling of the root", header_34 + "00 C0 78 40", "a sibling of the root@22,", 2},
      {"saved from a position", header_30 + "78 80 68 00 69 80 6A C0 6B 40",
       "a node of a line from which the rest was not saved@20,"
       "a node of a line from which the rest was not saved@24,",
       5},
      {"saved at the end of a line", header_30 + "78 00 68 80 69 00",
       "a node of a line from which the rest was not saved@22,"
       "a node of a line from which the rest was not saved@24,",
       3},
      {"a line without its end", header_30 + "78 00 68 00",
       "a node of a line from which the rest was not saved@22,", 2},
      {"nodes after the end", header_30 + "78 00 68 40 69 80 6A 40 6B 40 6C 40",
       "a node after the last leaf@24,a node after the last leaf@30,", 6},
      {"an odd last byte", header_30 + "78 00 68 40 13", "an odd last byte@24,", 2},
      {"odd, even and empty texts",
       header_30 + "78 09 00 01 63 31 00 00 61 00 68 C9 00 01 00 00 00 00 69 48 61 62 63 00", "", 3},
      {"a comment of two parts", header_30 + "78 08 61 08 62 0D 0A 63 00 00 68 48 08 62 00 00", "", 2},
      {"bytes that are no text in any encoding", header_30 + "78 08 FF FE 80 00 68 40", "", 2},
      {"a byte behind the end of texts", header_30 + "78 09 00 01 63 31 00 58 00 FF 68 40",
       "a byte other than 00 after the end of a text@27,a byte other than 00 after the end of a text@29,", 2},
      {"old comments", header_30 + "78 20 7D E1 68 C0 69 21 00 01 61 62 E3 20 61 00 6A 40",
       "a comment in the old coding@22,a comment in the old coding@30,"
       "a byte other than 00 after the end of a text@33,",
       4},
      {"old comment and comment", header_30 + "78 28 61 E2 68 40",
       "a comment in the old coding@22,a comment in the old coding where a new one is promised, too@22,", 2},
      {"unknown bits of the extension", header_30 + "78 01 80 03 61 00 68 41 10 00",
       "unknown bits of the extension@22,unknown bits of the extension@28,", 2},
      {"an extension that says nothing", header_30 + "78 01 00 00 68 40",
       "an extension that says nothing@22,", 2},
      {"marks and starts", header_30 + "78 14 68 D4 69 54", "a second start@22,", 3},
      {"no move", header_30 + "78 00 68 C3 00 01 61 00 69 40", "", 3},
      {"no move with a child", header_30 + "78 00 68 02 69 40", "nodes below a node that is no move@22,", 3},
      {"a point twice in a line", header_30 + "78 00 68 00 78 40", "", 3},
      {"equal siblings", header_30 + "78 00 68 80 69 40 68 40",
       "a move equal to one of its siblings, which RenLib makes one of@26,", 4},
      {"siblings in another order", header_30 + "78 00 69 C0 13 40", "", 3},
      {"equal siblings that are not neighbours", header_30 + "78 00 69 C0 13 C0 69 40",
       "a move equal to one of its siblings, which RenLib makes one of@26,", 4},
      {"a deep line", header_30 + line, "a line of more than 225 moves@470,", 240},
  };
}

}  // namespace fiveproof::test
