// A group of replies in a few words, and in all of them: the label and the tooltip of its node.
#pragma once

#include <string>
#include <vector>

#include "convert/proof/reply_group.hpp"

namespace fiveproof::convert {

/// So many replies of a group are named in its label, those nearest to a stone; the others are counted.
inline constexpr std::size_t most_named = 5;

/// "k8 l9 j7 g6 g5 and 37 more\nlost to j10 k9 h7", with the two signs \n where DOT breaks a line. require: a
/// reply.
[[nodiscard]] std::string label_of(const ReplyGroup& group, const Position& position);
/// "a1 b1 ... (42 replies): four j10 (k11), ..."
[[nodiscard]] std::string tooltip_of(const ReplyGroup& group);

/// The same of several groups that are left out: "3 more sequences\n12 replies".
[[nodiscard]] std::string label_of(const std::vector<ReplyGroup>& left_out);
[[nodiscard]] std::string tooltip_of(const std::vector<ReplyGroup>& left_out);

}  // namespace fiveproof::convert
