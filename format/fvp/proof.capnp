@0xf8c87a1528857df1;
# The message inside a .fvp file. The bytes around it, and what a reader must check, stand in spec/format.md.
#
# It is one segment, compressed as one zstd frame. A square is its dense index, column * size + row,
# a1 being 0: in [0, size * size).

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("fiveproof::schema");

const none :UInt16 = 0xffff;
# "No move", "no square".

enum Color {
  black @0;
  white @1;
}

struct Stones {
  # A position.
  packed @0 :Data;
  # ceil(size * size / 5) bytes: the squares in dense order as base-3 digits (0 empty, 1 black, 2 white), five to
  # a byte, the first the most significant; digits beyond the board are 0.
  toMove @1 :Color;
}

struct Root {
  union {
    moves @0 :List(UInt16);
    # The moves from the empty board, Black first. No moves: the empty board.
    stones @1 :Stones;
  }
}

struct Finding {
  # Something wrong in the file this one was converted from, that fits no record. A proof with findings is
  # never verified.
  kind @0 :Text;
  # A gap kind: "illegal-move", "after-end", ...
  root @1 :UInt32 = 0xffffffff;
  # Index into Header.roots; the default: no root leads here.
  line @2 :List(UInt16);
  # The moves from the root to the position; empty without a root.
  position @3 :Stones;
  by @4 :UInt16 = 0xffff;
  # The square in question, or none.
  limit @5 :Bool;
  # Found only because a search limit was hit.
}

struct Header {
  producer @0 :Text;
  # The program that wrote the file. For people; a reader draws nothing from it.
  rule @1 :Text;
  # "freestyle", "standard".
  size @2 :UInt8;
  # In [5, 20].
  attacker @3 :Color;
  # To move in every record.
  roots @4 :List(Root);
  findings @5 :List(Finding);
  recordCount @6 :UInt64;
  # The sum over all blocks.
  blockCount @7 :UInt32;
  contentHash @8 :Data;
  # 32 bytes, see spec/format.md.
  coding @9 :UInt8;
  # How the blocks are coded. 1: as walks, 2: as mixed walks.
  blockRecords @10 :UInt32;
  # No block has more records. In [1, 65536], with mixed walks in [1, 262144]; 0 where there is no block.
  sectionCount @11 :UInt32;
  # The number of optional sections.
}
