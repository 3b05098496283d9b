// One adaptive probability for each kind of question of a walk: coding 1 of .fvp, version 2.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "format/coding/bit_coder.hpp"
#include "format/walk/walk_game.hpp"
#include "format/walk/walk_questions.hpp"

namespace fiveproof::walk {

class PlainModels {
 public:
  /// Are squares asked for all over the board when nothing speaks for any?
  static constexpr bool looks_everywhere = false;
  /// Do the models look at the lines of a RepliesScene?
  static constexpr bool looks_at_lines = false;

  PlainModels(const Game& game, std::uint32_t) : game_(game) {}

  void begin_record() {}
  void begin_and_position() {}
  void begin_replies(const RepliesScene& scene) {
    forced_ = scene.forced;
    like_ = static_cast<unsigned>(std::min(scene.count_a, 14) + 1);
  }

  template <class Coder>
  bool ask(Coder& coder, const HasMove& q, bool truth) {
    const auto plies = static_cast<unsigned>(std::min(game_.played(), 39));
    const auto brothers = static_cast<unsigned>(std::min(q.siblings, 4));
    const unsigned state = q.state_a * 4 + q.state_b;
    return coder.code(has_move_[((state * 40 + plies) * 5 + brothers) * 2 + q.is_threatened], truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const IsMove& q, bool truth) {
    return coder.code(is_move_[(q.kind * 16 + q.place) * 32 + q.agree], truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const IsDense& q, bool truth) {
    return coder.code(is_dense_[q.density_a * 3 + q.density_b], truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const IsOneOfMany& q, bool truth) {
    const unsigned told = q.is_in_a + 2u * q.is_in_b + 4u * (q.before & 15);
    const int from = game_.last(0);
    const auto far =
        static_cast<unsigned>(from == nowhere ? 7 : std::min(7, game_.board().distance(q.square, from)));
    return coder.code(dense_[(told * 8 + far) * 4 + q.has_a + 2u * q.has_b], truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const HasMore& q, bool truth) {
    const unsigned found = std::min(q.so_far.found, 7u), missed = std::min(q.so_far.missed, 3u);
    return coder.code(more_[(((forced_ * 16 + like_) * 8 + found) * 4 + missed) * 3 + q.next], truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const IsReply& q, bool truth) {
    const unsigned place = std::min(q.so_far.place, 19u), found = std::min(q.so_far.found, 3u);
    return coder.code(is_reply_[((place * 12 + q.why) * 4 + found) * 16 + like_], truth);
  }

 private:
  const Game& game_;
  unsigned forced_ = 0, like_ = 0;
  std::array<BitModel, 4 * 4 * 40 * 5 * 2> has_move_;
  std::array<BitModel, 32 * 16 * 32> is_move_;
  std::array<BitModel, 3 * 3> is_dense_;
  std::array<BitModel, 64 * 8 * 4> dense_;
  std::array<BitModel, 3 * 16 * 8 * 4 * 3> more_;
  std::array<BitModel, 20 * 12 * 4 * 16> is_reply_;
};

}  // namespace fiveproof::walk
