// What a converter must be told, and what it hands over besides the proof.
//
// A converter translates. It never drops or repairs a branch in silence: what cannot be put into a record
// becomes a finding of the proof, and what the target cannot say is named as a loss.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "convert/proof/reply_group.hpp"
#include "convert/syntax/counted.hpp"
#include "game/notation.hpp"
#include "proof/limits.hpp"
#include "proof/proof.hpp"

namespace fiveproof::convert {

/// Which of several moves of the attacker at one position become records.
enum class MoveChoice : std::uint8_t {
  all,
  first,     ///< the one that comes first in the file
  smallest,  ///< the one with the fewest nodes below it, counted where it has most; any one of equal ones
};

/// "all", "first" or "smallest"; anything else is ErrorCode::usage.
[[nodiscard]] inline Result<MoveChoice> parse_move_choice(std::string_view text) {
  if (text == "all") return MoveChoice::all;
  if (text == "first") return MoveChoice::first;
  if (text == "smallest") return MoveChoice::smallest;
  return Error{ErrorCode::usage, "expected all, first or smallest, found '" + std::string(text) + "'"};
}

/// What a reader of trees may have to be told.
struct TreeSource {
  std::optional<int> size = {};        ///< size of the board; a file that names one must agree
  std::string charset = {};            ///< charset of the texts; empty: the one that the file names, if any
  std::vector<Square> beginning = {};  ///< games of a database that do not begin like this are left out
  std::optional<RuleSet> rule = {};    ///< rule set; a file that names one must agree
  Letters letters = Letters::all;      ///< which letters the columns have in lines of moves
};

/// What the caller says because the file does not, or insists on. A value that contradicts the file is
/// ErrorCode::usage.
struct Wanted : TreeSource {
  std::optional<Color> attacker = {};
  /// Claim these roots, as moves from the empty board, instead of the file's own. No root: claim nothing.
  std::optional<std::vector<std::vector<Square>>> roots = {};
  /// Claim every position after so many moves: trees only. Not together with `roots`.
  std::optional<std::size_t> roots_after = {};
  MoveChoice prefer = MoveChoice::all;
  /// Leaves out what the source says besides the proof: no section of annotations is made, and of one that is
  /// there the tree is not kept in memory.
  bool drop_annotations = false;
  ReaderLimits limits = {};
};

/// A proof that was read, with the remarks of the reader; each remark is one line for people.
struct Reading {
  Proof proof;
  std::vector<std::string> carried = {};
  std::vector<std::string> losses = {};  ///< what the file says and a proof cannot
  /// What is unusual though it can be read; those who are strict take it for losses. The last line may say
  /// how many more there are.
  std::vector<std::string> oddities = {};
};

/// How new nodes are told from those that were there.
enum class NewMark : std::uint8_t {
  none,
  comment,  ///< "proved by HASH", at the uppermost of them
  point,    ///< the mark of the point, at all of them
};
/// "none", "comment" or "point"; anything else is ErrorCode::usage.
[[nodiscard]] inline Result<NewMark> parse_new_mark(std::string_view text) {
  if (text == "none") return NewMark::none;
  if (text == "comment") return NewMark::comment;
  if (text == "point") return NewMark::point;
  return Error{ErrorCode::usage, "expected none, comment or point, found '" + std::string(text) + "'"};
}

/// The charsets of the texts of a tree that is written.
struct TextCharsets {
  /// That of the texts as they are; they are decoded. Empty: that which the tree names, where `to` is given.
  std::string from = {};
  /// That in which they are written. Empty: UTF-8 if `from` is given, else they stay as they are.
  std::string to = {};
};

/// Which part of a proof is shown as a tree, and how.
struct Shown {
  /// Only this root and what is below it.
  std::optional<Root> root = {};
  /// Only what is at most so many plies below a root.
  std::optional<std::size_t> max_depth = {};
  /// Pictures: of the stored replies at a position only so many.
  std::optional<std::size_t> max_width = {};
  /// A position that several lines lead to is written in full below each of them.
  bool expand_all = false;
  /// What the proof has and the tree that it was read from lacks goes into that tree, with such marks.
  NewMark mark = NewMark::none;
  /// ... and where that cannot be done it is an error; else the tree is made of the records then.
  bool must_go_into = false;
  /// The tree is made of the records, even if the proof knows the tree that it was read from.
  bool from_records = false;
  /// Of the texts of the tree that the proof was read from.
  TextCharsets charsets = {};
  /// The picture in DOT: replies after which no move is stored. Empty: they are not drawn.
  RepliesAt replies_at = {};

  [[nodiscard]] bool is_sub_tree() const { return root || max_depth || max_width || expand_all; }
  /// Is it anything but the whole tree as it was read?
  [[nodiscard]] bool is_part() const { return is_sub_tree() || from_records; }
};

/// A proof as the bytes of a file.
struct Writing {
  std::vector<std::uint8_t> bytes = {};
  std::vector<std::string> carried = {};
  std::vector<std::string> losses = {};       ///< what the proof says and the file cannot
  std::optional<std::uint64_t> nodes = {};    ///< of the tree that was written, where it is one
  std::optional<std::uint64_t> records = {};  ///< that a picture shows
  bool keeps_annotations = false;             ///< the tree or database that the proof was read from is in it
};

}  // namespace fiveproof::convert
