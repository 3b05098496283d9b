// Pieces of a certificate: the plans that the workers of a check found, each for the nodes of its shard
// (spec/certificate.md, section 6).
//
// Nothing that a piece says is believed: its plans are hints, and what they are worth the kernel says. Here
// it is only seen to that the pieces are of this proof, that they have each node of their shard once, and
// that no shard is missing, so that a piece that lies, was mixed up or cut off is refused by its name and not
// searched for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "verify/audit/kernel.hpp"
#include "verify/check/node_checker.hpp"
#include "verify/check/shard.hpp"
#include "verify/parts/division.hpp"

namespace fiveproof::verify {

/// What a piece must be of.
struct PieceSubject {
  std::string proof;   ///< the content hash
  std::string claims;  ///< hash of the roots in their order
  int size = 0;        ///< of the board
  std::uint64_t nodes = 0;
};

/// The first lines of a piece; lines of nodes and the last one follow.
[[nodiscard]] std::string piece_head(const PieceSubject& subject, Shard shard);
inline constexpr std::string_view piece_end = "end\n";
/// The line of a node. `plan`: in the words of a certificate; absent: there is none.
[[nodiscard]] std::string piece_line(NodeId node, const std::optional<std::string>& plan);

class PieceSet {
 public:
  /// Reads all pieces once and notes where the lines of nodes begin: memory is 8 bytes a node. `shard`: the
  /// one whose piece is wanted; absent: those of all shards of one division. A piece may come twice if both
  /// are the same, byte by byte.
  [[nodiscard]] static Result<std::shared_ptr<const PieceSet>> open(const std::vector<std::string>& paths,
                                                                    PieceSubject subject,
                                                                    std::optional<Shard> shard);

  [[nodiscard]] std::size_t count() const { return pieces_.size(); }
  /// The plan for a node, as the kernel takes it; nothing where the piece has none. `is_and`, `move`: see
  /// PlanText. From any thread. An error: the line is no plan, or the file is not any more what it was.
  [[nodiscard]] Result<std::optional<std::vector<audit::Step>>> plan(NodeId node, bool is_and,
                                                                     audit::Point move) const;
  /// The node's plan did not convince the kernel.
  [[nodiscard]] Error refusal(NodeId node) const;

 private:
  struct Piece {
    std::string path;  ///< opened for each look: there may be more pieces than files can be open
    Shard shard;
    std::vector<std::uint64_t> starts;  ///< of the lines of its nodes, and of the last line
  };
  explicit PieceSet(PieceSubject subject) : subject_(std::move(subject)) {}
  [[nodiscard]] Result<Piece> read(const std::string& path) const;
  Status add(Piece piece, std::optional<Shard> wanted);
  [[nodiscard]] const Piece& piece_of(NodeId node) const;

  PieceSubject subject_;
  Division<Piece> pieces_;
};

}  // namespace fiveproof::verify
