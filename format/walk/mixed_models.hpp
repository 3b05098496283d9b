// Many contexts for each question of a walk, mixed: coding 2 of .fvp, version 2.
//
// The contexts were found by trying (docs/notebook/2026-11-format.md). Each could be another one, but for the
// files that were written with these. spec/format.md lists them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "format/coding/mixer.hpp"
#include "format/walk/walk_game.hpp"
#include "format/walk/walk_questions.hpp"
#include "format/walk/walk_shape.hpp"

namespace fiveproof::walk {

/// Tells how squares lie to each other.
class Offsets {
 public:
  explicit Offsets(int size) {
    for (int q = 0; q < size * size; ++q)
      place_[static_cast<std::size_t>(q)] = static_cast<std::int16_t>(q / size * across + q % size);
  }

  static constexpr int across = 64, unknown = 5000;
  /// 64 * columns + rows from one square to the other, or `unknown` when one of them is nowhere.
  [[nodiscard]] int offset(int from, int to) const {
    if (from == nowhere || to == nowhere) return unknown;
    return place_[static_cast<std::size_t>(to)] - place_[static_cast<std::size_t>(from)];
  }
  /// The greater of columns and rows, at most 7; for an unknown offset it is 7, too.
  [[nodiscard]] static unsigned distance(int offset) {
    if (offset == unknown) return 7;
    const int columns = (offset + across / 2) >> 6;
    const int rows = offset - columns * across;
    return static_cast<unsigned>(std::min(7, std::max(std::abs(columns), std::abs(rows))));
  }

 private:
  std::array<std::int16_t, max_squares> place_{};
};

class MixedModels {
 public:
  static constexpr bool looks_everywhere = true;
  static constexpr bool looks_at_lines = true;

  MixedModels(const Game& game, std::uint32_t records)
      : game_(game),
        offsets_between_(game.board().size()),
        mixer_(slot_bits(records), first_set(questions)) {}

  void begin_record() {
    note_last_stones();
    near_reply_ = shape_of_last(0);
    near_own_ = shape_of_last(1);
  }
  void begin_and_position() {
    note_last_stones();
    near_move_ = shape_of_last(0);
    said_before_.fill(2);
  }
  void begin_replies(const RepliesScene& scene) {
    scene_ = scene;
    lively_ = hash_of(scene.lively[0], scene.lively[1]);
    own_lively_ = hash_of(scene.own_lively[0], scene.own_lively[1]);
    said_ = 1;
    found_in_ = {};
    offsets_ = squares_ = 0;
  }

  template <class Coder>
  bool ask(Coder& coder, const HasMove& q, bool truth) {
    const unsigned state = (q.state_a * 4 + q.state_b) * 2 + q.is_threatened;
    const bool answer = mix(coder, of_has_move,
                            std::array{
                                context(of_has_move, 0, state, game_.played(), std::min(q.siblings, 4)),
                                context(of_has_move, 1, history_[1], state),
                                context(of_has_move, 2, near_reply_.defence, near_own_.attack, state),
                                context(of_has_move, 3, near_reply_.four, near_own_.four),
                                context(of_has_move, 4, near_own_.attack, near_own_.defence, state),
                                context(of_has_move, 5, q.siblings, state, q.is_won, had_move_ & 3),
                                context(of_has_move, 6, game_.board().empties(), had_move_ & 15),
                            },
                            state, had_move_ & 31, truth);
    had_move_ = had_move_ * 2 + answer;
    return answer;
  }
  template <class Coder>
  bool ask(Coder& coder, const IsMove& q, bool truth) {
    const Shape shape = shape_of(game_.board(), q.square);
    const unsigned who = q.agree * 4 + q.end;
    const int by_reply = offset_from(0, q.square), by_own = offset_from(1, q.square);
    if (q.is_far)
      return mix(coder, of_far_move,
                 std::array{
                     context(of_far_move, 0, shape.three),
                     context(of_far_move, 1, shape.two),
                     context(of_far_move, 2, shape.attack, shape.defence),
                     context(of_far_move, 3, by_own),
                     context(of_far_move, 4, by_reply),
                 },
                 Offsets::distance(by_reply), q.kind, truth);
    return mix(coder, of_move,
               std::array{
                   context(of_move, 0, shape.four, who),
                   context(of_move, 1, shape.three, q.place, q.end),
                   context(of_move, 2, shape.two, q.agree),
                   context(of_move, 3, shape.attack, shape.defence, who),
                   context(of_move, 4, by_own, offset_from(3, q.square), q.end),
                   context(of_move, 5, by_own, by_reply, who),
                   context(of_move, 6, history_[0], q.square),
                   context(of_move, 7, q.place, q.kind, q.agree),
               },
               q.agree * 2 + (q.place == 0), q.kind * 16 + q.place, truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const IsDense& q, bool truth) {
    const unsigned density = q.density_a * 3 + q.density_b;
    return mix(coder, of_is_dense,
               std::array{
                   context(of_is_dense, 0, density),
                   context(of_is_dense, 1, near_move_.attack, near_move_.defence, density),
                   context(of_is_dense, 2, near_move_.four),
                   context(of_is_dense, 3, history_[0], density),
                   context(of_is_dense, 4, game_.played(), density),
               },
               density, 0, truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const IsOneOfMany& q, bool truth) {
    const Shape shape = shape_of(game_.board(), q.square);
    const unsigned told = q.is_in_a + 2u * q.is_in_b, has = q.has_a + 2u * q.has_b;
    const int size = game_.board().size(), offset = offset_from(0, q.square);
    const unsigned west = q.square < size ? 2u : said_before_[static_cast<std::size_t>(q.square - size)];
    const unsigned far = Offsets::distance(offset);
    const bool answer = mix(coder, of_many,
                            std::array{
                                context(of_many, 0, told, q.before & 15, far, has),
                                context(of_many, 1, offset, told),
                                context(of_many, 2, q.square, told),
                                context(of_many, 3, shape.three, told),
                                context(of_many, 4, shape.attack, shape.defence, told, west),
                                context(of_many, 5, offset, offset_from(1, q.square), told),
                                context(of_many, 6, history_[0], q.square),
                                context(of_many, 7, offset_from(2, q.square), told),
                                context(of_many, 8, q.before & 255, told, west),
                            },
                            told * 16 + (q.before & 15), far * 4 + has, truth);
    said_before_[static_cast<std::size_t>(q.square)] = answer;
    return answer;
  }
  template <class Coder>
  bool ask(Coder& coder, const HasMore& q, bool truth) {
    const unsigned found = q.so_far.found, at = found * 4 + q.next;
    const int a = scene_.count_a, b = scene_.count_b;
    return mix(coder, of_more,
               std::array{
                   context(of_more, 0, a, b, found, found_in_[0], found_in_[1]),
                   context(of_more, 1, lively_, found),
                   context(of_more, 2, lively_, offsets_),
                   context(of_more, 3, near_move_.four, found, q.next),
                   context(of_more, 4, near_move_.attack, at),
                   context(of_more, 5, history_[0], at),
                   context(of_more, 6, history_[2], squares_),
                   context(of_more, 7, offsets_, a),
                   context(of_more, 8, a, said_),
                   context(of_more, 9, own_lively_, offsets_, scene_.forced),
               },
               (scene_.forced * 8 + std::min(found, 7u)) * 12 + q.next * 4 + (a >= 0) + 2u * (b >= 0),
               static_cast<unsigned>(std::min(a, 14) + 1) * 16 + std::min(found, 15u), truth);
  }
  template <class Coder>
  bool ask(Coder& coder, const IsReply& q, bool truth) {
    const bool answer = q.why == far_away ? is_far_reply(coder, q, truth) : is_near_reply(coder, q, truth);
    said_ = (said_ * 2 + answer) & 255;
    if (answer) {
      if (q.why == 1 || q.why == 2) ++found_in_[q.why - 1];
      offsets_ += hash_of(offset_from(0, q.square));
      squares_ += hash_of(q.square);
    }
    return answer;
  }

 private:
  enum Question : unsigned {
    of_has_move,
    of_move,
    of_far_move,
    of_is_dense,
    of_many,
    of_more,
    of_reply,
    of_far_reply,
    questions
  };
  /// How many sets of weights each question has, for each of the two ways in which a set is chosen.
  static constexpr std::array<std::pair<unsigned, unsigned>, questions> sets = {
      {{32, 32}, {64, 512}, {8, 32}, {9, 1}, {64, 32}, {288, 256}, {176, 320}, {16, 16}}};
  static constexpr std::size_t first_set(unsigned question) {
    std::size_t before = 0;
    for (unsigned q = 0; q < question; ++q) before += sets[q].first + sets[q].second;
    return before;
  }
  /// The binary logarithm of the number of slots: 64 or more for each record, from 2^12 to 2^22.
  static unsigned slot_bits(std::uint32_t records) {
    return static_cast<unsigned>(std::clamp(6 + static_cast<int>(std::bit_width(records)), 12, 22));
  }
  template <class... Value>
  static std::uint32_t context(Question question, unsigned place, Value... values) {
    return hash_of(question * 16 + place, values...);
  }

  template <class Coder, std::size_t n>
  bool mix(Coder& coder, Question question, const std::array<std::uint32_t, n>& contexts, unsigned first,
           unsigned second, bool truth) {
    const std::size_t base = first_set(question);
    return mixer_.code(coder, contexts, base + first, base + sets[question].first + second, truth);
  }
  template <class Coder>
  bool is_near_reply(Coder& coder, const IsReply& q, bool truth) {
    const Shape shape = shape_of(game_.board(), q.square);
    const auto& [found, missed, place] = q.so_far;
    const int a = scene_.count_a, b = scene_.count_b, offset = offset_from(0, q.square);
    return mix(coder, of_reply,
               std::array{
                   context(of_reply, 0, shape.three, q.why),
                   context(of_reply, 1, shape.attack, shape.defence, q.why),
                   context(of_reply, 2, offset, lively_),
                   context(of_reply, 3, offset, offsets_, q.why),
                   context(of_reply, 4, offset, lively_, said_),
                   context(of_reply, 5, history_[1], q.square),
                   context(of_reply, 6, history_[2], q.square, squares_),
                   context(of_reply, 7, a, said_, q.why),
                   context(of_reply, 8, missed, found, a, b, q.why),
               },
               (q.why * 4 + std::min(found, 3u)) * 4 + (a >= 0) + 2u * (b >= 0),
               std::min(place, 19u) * 16 + static_cast<unsigned>(std::min(a, 14) + 1), truth);
  }
  template <class Coder>
  bool is_far_reply(Coder& coder, const IsReply& q, bool truth) {
    const Shape shape = shape_of(game_.board(), q.square);
    const unsigned found = q.so_far.found;
    const int a = scene_.count_a, b = scene_.count_b, offset = offset_from(0, q.square);
    return mix(coder, of_far_reply,
               std::array{
                   context(of_far_reply, 0, shape.three),
                   context(of_far_reply, 1, shape.two, found),
                   context(of_far_reply, 2, shape.attack, shape.defence),
                   context(of_far_reply, 3, offset, offsets_),
                   context(of_far_reply, 4, offset),
                   context(of_far_reply, 5, offset_from(1, q.square)),
                   context(of_far_reply, 6, offset, offset_from(2, q.square)),
               },
               std::min(found, 3u) * 4 + (a >= 0) + 2u * (b >= 0), static_cast<unsigned>(std::min(a, 14) + 1),
               truth);
  }

  [[nodiscard]] Shape shape_of_last(int back) const {
    const int stone = game_.last(back);
    return stone == nowhere ? Shape{} : shape_of(game_.board(), stone);
  }
  /// The offset from the last stone (0), the one before it (1), and so on.
  [[nodiscard]] int offset_from(int back, int square) const {
    return offsets_between_.offset(game_.last(back), square);
  }
  void note_last_stones() {
    history_ = {hash_of(game_.last(0)), hash_of(game_.last(0), game_.last(1)),
                hash_of(game_.last(0), game_.last(1), game_.last(2))};
  }

  const Game& game_;
  Offsets offsets_between_;
  Mixer mixer_;
  unsigned had_move_ = 0;                   ///< the answers of the records before, the last in bit 0
  std::array<std::uint32_t, 3> history_{};  ///< hashes of the last stone, of the last two and three
  Shape near_reply_, near_own_, near_move_;
  std::array<std::uint8_t, max_squares> said_before_{};  ///< answers by square; 2: not asked for
  RepliesScene scene_{};
  std::uint32_t lively_ = 0, own_lively_ = 0;
  unsigned said_ = 0;                        ///< answers since replies are asked for, the last in bit 0
  std::array<unsigned, 2> found_in_{};       ///< how many replies were found among those of a, of b
  std::uint32_t offsets_ = 0, squares_ = 0;  ///< sums of hashes over the replies found
};

}  // namespace fiveproof::walk
