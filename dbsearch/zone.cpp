#include "dbsearch/zone.hpp"

#include "dbsearch/window_squares.hpp"

namespace fiveproof::dbsearch {
namespace {

class ZoneMaker {
 public:
  ZoneMaker(std::span<const Threat> sequence, int size) : sequence_(sequence), size_(size) {}

  SquareSet make(Field field) {
    for (std::size_t i = 0; i < sequence_.size(); ++i) {
      const Threat& threat = sequence_[i];
      threat.add_squares(threat.line, size_, zone_);
      if (threat.kind == ThreatKind::five) break;
      field.put_attacker(threat.gain);
      add_near_fives(field);
      if (threat.kind == ThreatKind::straight_four) break;
      if (category_of(threat.kind) == 2) add_fours_against(field, i);
      put_costs_on_empty(field, threat);
    }
    return is_whole_board_ ? SquareSet::whole_board(size_) : zone_;
  }

 private:
  // One stone more in such a window, and the defender can make a five.
  void add_near_fives(const Field& field) {
    zone_ |= field.squares_with_three();
    require_all_windows(field);
  }
  // Where not all windows are noted nothing can be said. Replay has come to no such end, but it puts fewer
  // stones on the board.
  void require_all_windows(const Field& field) {
    if (field.overflowed()) is_whole_board_ = true;
  }
  static void put_costs_on_empty(Field& field, const Threat& threat) {
    threat.each_cost([&](Square s) {
      if (field.board().is_empty(s)) field.put_defender(s);
    });
  }
  // After a three the defender may make fours, one after the other. What they leave on the board stays there
  // up to the next three, where all fours are looked at anew. Here both squares of every four become his, and
  // stay his even where the sequence goes on to use them: with more of his stones and fewer of the attacker's
  // the zone is larger.
  void add_fours_against(Field field, std::size_t i) {
    for (SquareSet fours = field.squares_with_three(); !fours.empty(); fours = field.squares_with_three()) {
      zone_ |= fours;
      for (Square s : fours) field.put_defender(s);
    }
    require_all_windows(field);
    for_each_window_square(field.board(), 2, [&](Square s) { zone_.insert(s); });
    for (;;) {
      put_costs_on_empty(field, sequence_[i]);
      const Threat& next = sequence_[++i];
      if (next.kind == ThreatKind::five) break;
      if (field.board().is_empty(next.gain)) field.put_attacker(next.gain);
      add_near_fives(field);
      if (next.kind != ThreatKind::four) break;
    }
  }

  std::span<const Threat> sequence_;
  int size_;
  SquareSet zone_;
  bool is_whole_board_ = false;
};

}  // namespace

SquareSet zone_of(const Field& field, std::span<const Threat> sequence, int size) {
  return ZoneMaker(sequence, size).make(field);
}

}  // namespace fiveproof::dbsearch
