#include "tests/mutants/kinds.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "tests/mutants/rules_only.hpp"

namespace fiveproof::mutants {
namespace {

// ---- picking ----

/// A record with a move, or nothing.
GridRecord* with_move(Draft& d, Random& random) {
  std::vector<GridRecord*> found;
  for (GridRecord& record : d.records)
    if (record.move >= 0) found.push_back(&record);
  return found.empty() ? nullptr : random.pick(found);
}
GridRecord* any_record(Draft& d, Random& random) {
  return d.records.empty() ? nullptr : &random.pick(d.records);
}

std::optional<int> place_of(const Grid& grid, char colour, Random& random) {
  const auto places = grid.places_of(colour);
  if (places.empty()) return std::nullopt;
  return random.pick(places);
}

int stone_count(const Grid& grid) { return grid.area() - static_cast<int>(grid.places_of(empty).size()); }
char random_colour(Random& random) { return random.coin() ? black : white; }

std::optional<int> neighbour(const Grid& grid, int place, Random& random) {
  const int x = place / grid.size + random.below(3) - 1;
  const int y = place % grid.size + random.below(3) - 1;
  if (!grid.is_inside(x, y) || grid.place(x, y) == place) return std::nullopt;
  return grid.place(x, y);
}

Grid exchanged(const Grid& grid) {
  Grid out = grid;
  for (char& c : out.cells)
    if (c != empty) c = other(c);
  return out;
}

bool move_stone(Grid& grid, Random& random) {
  const auto from = place_of(grid, random_colour(random), random);
  if (!from) return false;
  const auto to = random.below(4) == 0 ? place_of(grid, empty, random) : neighbour(grid, *from, random);
  if (!to || grid.at(*to) != empty) return false;
  grid.set(*to, grid.at(*from));
  grid.set(*from, empty);
  return true;
}

bool add_stone(Grid& grid, char colour, Random& random) {
  const auto place = place_of(grid, empty, random);
  if (place) grid.set(*place, colour);
  return place.has_value();
}

bool take_stone(Grid& grid, char colour, Random& random) {
  const auto place = place_of(grid, colour, random);
  if (place) grid.set(*place, empty);
  return place.has_value();
}

/// The records are turned so that each contains the first root, as far as it does in some orientation.
void align_with_root(Draft& d) {
  const Grid& root = d.roots.front().grid;
  const auto holds_root = [&](const Grid& grid) {
    for (int place = 0; place < root.area(); ++place)
      if (root.at(place) != empty && grid.at(place) != root.at(place)) return false;
    return true;
  };
  for (GridRecord& record : d.records)
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      const Grid turned = image(record.grid, symmetry);
      if (!holds_root(turned)) continue;
      record = {turned, record.move < 0 ? -1 : image(record.move, symmetry, d.size)};
      break;
    }
}

/// A stone of `colour` on a place that is empty at the first root, in every root and record.
bool add_everywhere(Draft& d, char colour, Random& random) {
  align_with_root(d);
  const auto place = place_of(d.roots.front().grid, empty, random);
  if (!place) return false;
  for (GridRoot& root : d.roots)
    if (root.grid.at(*place) == empty) root.grid.set(*place, colour);
  std::erase_if(d.records,
                [&](const GridRecord& r) { return r.grid.at(*place) != empty || r.move == *place; });
  for (GridRecord& record : d.records) record.grid.set(*place, colour);
  return true;
}

/// A stone of `colour` of the first root is gone, from every root and record.
bool take_everywhere(Draft& d, char colour, Random& random) {
  align_with_root(d);
  const auto place = place_of(d.roots.front().grid, colour, random);
  if (!place) return false;
  for (GridRoot& root : d.roots) root.grid.set(*place, empty);
  for (GridRecord& record : d.records) record.grid.set(*place, empty);
  return true;
}

// ---- shapes of a lie ----

/// The record of the draft that holds this position, or its number of records.
std::size_t find(const Draft& d, const Grid& grid) {
  const std::string cells = smallest_image(grid).cells;
  std::size_t i = 0;
  while (i < d.records.size() && smallest_image(d.records[i].grid).cells != cells) ++i;
  return i;
}

/// Everything that `record` leads to, itself included.
std::set<std::size_t> below(const Draft& d, std::size_t record) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < d.records.size(); ++i) places[smallest_image(d.records[i].grid).cells] = i;
  std::set<std::size_t> seen{record};
  std::vector<std::size_t> waiting{record};
  while (!waiting.empty()) {
    const GridRecord& at = d.records[waiting.back()];
    waiting.pop_back();
    if (at.move < 0 || at.grid.at(at.move) != empty) continue;
    Grid after = at.grid;
    after.set(at.move, d.attacker);
    for (int reply : after.places_of(empty)) {
      after.set(reply, other(d.attacker));
      const auto found = places.find(smallest_image(after).cells);
      if (found != places.end() && seen.insert(found->second).second) waiting.push_back(found->second);
      after.set(reply, empty);
    }
  }
  return seen;
}

bool change_move(Draft& d, Random& random, const std::function<std::optional<int>(const GridRecord&)>& to) {
  GridRecord* record = with_move(d, random);
  if (record == nullptr) return false;
  const auto move = to(*record);
  if (!move || *move == record->move) return false;
  record->move = *move;
  return true;
}

/// A row of four defender stones with a fifth square free, everywhere; somewhere else as many for the
/// attacker.
bool plant_defender_four(Draft& d, Random& random) {
  align_with_root(d);
  const Grid& root = d.roots.front().grid;
  constexpr int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  const auto& step = steps[random.below(4)];
  const int x = random.below(d.size);
  const int y = random.below(d.size);
  if (!root.is_inside(x + 4 * step[0], y + 4 * step[1])) return false;
  std::vector<int> row;
  for (int k = 0; k < 5; ++k) row.push_back(root.place(x + k * step[0], y + k * step[1]));
  const char defender = other(d.attacker);
  for (int place : row)
    if (root.at(place) == d.attacker) return false;
  row.erase(row.begin() + random.below(5));
  const auto plant = [&](Grid& grid) {
    for (int place : row) grid.set(place, defender);
  };
  for (GridRoot& r : d.roots) plant(r.grid);
  std::erase_if(d.records, [&](const GridRecord& r) {
    return std::any_of(row.begin(), row.end(),
                       [&](int p) { return r.grid.at(p) == d.attacker || r.move == p; });
  });
  for (GridRecord& r : d.records) plant(r.grid);
  return true;
}

bool shift(Grid& grid, int dx, int dy) {
  Grid moved(grid.size);
  for (int place = 0; place < grid.area(); ++place) {
    if (grid.at(place) == empty) continue;
    const int x = place / grid.size + dx;
    const int y = place % grid.size + dy;
    if (!grid.is_inside(x, y)) return false;
    moved.set(moved.place(x, y), grid.at(place));
  }
  grid = moved;
  return true;
}

bool shift(GridRecord& record, int dx, int dy) {
  if (!shift(record.grid, dx, dy)) return false;
  if (record.move < 0) return true;
  const int x = record.move / record.grid.size + dx;
  const int y = record.move % record.grid.size + dy;
  if (!record.grid.is_inside(x, y)) return false;
  record.move = record.grid.place(x, y);
  return true;
}

bool shift_all(Draft& d, bool roots_too, Random& random) {
  const int dx = random.below(3) - 1;
  const int dy = random.below(3) - 1;
  if (dx == 0 && dy == 0) return false;
  std::vector<GridRecord> moved;
  for (GridRecord record : d.records)
    if (shift(record, dx, dy)) moved.push_back(record);
  d.records = moved;
  if (roots_too)
    for (GridRoot& root : d.roots)
      if (!shift(root.grid, dx, dy)) return false;
  return true;
}

Grid resized(const Grid& grid, int size) {
  Grid out(size);
  for (int place = 0; place < grid.area(); ++place) {
    const int x = place / grid.size;
    const int y = place % grid.size;
    if (out.is_inside(x, y)) out.set(out.place(x, y), grid.at(place));
  }
  return out;
}

bool resize(Draft& d, int size) {
  if (size < 5 || size > 20) return false;
  for (GridRoot& root : d.roots) root.grid = resized(root.grid, size);
  for (GridRecord& record : d.records) {
    const int x = record.move / d.size;
    const int y = record.move % d.size;
    record.grid = resized(record.grid, size);
    if (record.move >= 0) record.move = x < size && y < size ? x * size + y : -1;
  }
  d.size = size;
  return true;
}

/// Puts the colours of one side through a symmetry of the board, and leaves those of the other.
bool mirror_one_colour(Grid& grid, Random& random) {
  const char colour = random_colour(random);
  const int symmetry = 1 + random.below(7);
  Grid out = grid;
  for (char& c : out.cells)
    if (c == colour) c = empty;
  for (int place : grid.places_of(colour)) {
    const int to = image(place, symmetry, grid.size);
    if (out.at(to) != empty) return false;
    out.set(to, colour);
  }
  const bool is_new = out != grid;
  grid = out;
  return is_new;
}

Draft exchanged_sides(Draft d) {
  d.attacker = other(d.attacker);
  for (GridRoot& root : d.roots) root = {exchanged(root.grid), other(root.to_move)};
  for (GridRecord& record : d.records) record.grid = exchanged(record.grid);
  return d;
}

void turn_record(GridRecord& record, int symmetry) {
  record.grid = image(record.grid, symmetry);
  if (record.move >= 0) record.move = image(record.move, symmetry, record.grid.size);
}

// ---- the lists ----

File written(const Draft& d, Random& random) { return random.coin() ? write_fvp(d) : write_jsonl(d); }

using Made = std::optional<Mutant>;
using Change = std::function<bool(Draft&, Random&)>;  // false: nothing came of it

Kind kind(std::string_view name, Demand demand, const Change& change) {
  return {name, demand, [change](const Source& source, Random& random) -> Made {
            Draft draft = source.original.draft;
            if (!change(draft, random)) return std::nullopt;
            return Mutant{written(draft, random)};
          }};
}
Kind kind(std::string_view name, const Change& change) { return kind(name, Demand::judge, change); }

using RecordChange = std::function<bool(Draft&, GridRecord&, Random&)>;

Kind of_any_record(std::string_view name, const RecordChange& change) {
  return kind(name, [change](Draft& d, Random& random) {
    return !d.records.empty() && change(d, random.pick(d.records), random);
  });
}
/// Of a record with a move.
Kind of_mover(std::string_view name, const RecordChange& change) {
  return kind(name, [change](Draft& d, Random& random) {
    GridRecord* record = with_move(d, random);
    return record != nullptr && change(d, *record, random);
  });
}
/// The move of a record becomes another one.
Kind of_move(std::string_view name, const std::function<std::optional<int>(const GridRecord&, Random&)>& to) {
  return kind(name, [to](Draft& d, Random& random) {
    return change_move(d, random, [&](const GridRecord& record) { return to(record, random); });
  });
}
Kind of_root(std::string_view name, const std::function<bool(const Draft&, GridRoot&, Random&)>& change) {
  return kind(name, [change](Draft& d, Random& random) { return change(d, random.pick(d.roots), random); });
}
/// Something of another proof on a board of the same size.
Kind of_another(std::string_view name, const std::function<bool(Draft&, const Draft&, Random&)>& change) {
  return {name, Demand::judge, [change](const Source& source, Random& random) -> Made {
            Draft d = source.original.draft;
            const Draft& foreign = random.pick(source.others).draft;
            if (&foreign == &source.original.draft || foreign.size != d.size) return std::nullopt;
            if (!change(d, foreign, random)) return std::nullopt;
            return Mutant{written(d, random)};
          }};
}

/// With the first claim as the expected one, before either is changed.
Kind expecting(std::string_view name, Demand demand,
               const std::function<bool(Draft&, GridClaim&, Random&)>& change) {
  return {name, demand, [change](const Source& source, Random& random) -> Made {
            Draft d = source.original.draft;
            GridClaim expected{d.rule, d.size, d.attacker, d.roots.front()};
            if (!change(d, expected, random)) return std::nullopt;
            return Mutant{written(d, random), expected};
          }};
}

std::vector<Kind> kinds_of_moves() {
  std::vector<Kind> all;
  all.push_back(kind("moves of two records exchanged", [](Draft& d, Random& random) {
    GridRecord* a = with_move(d, random);
    GridRecord* b = with_move(d, random);
    if (a == nullptr || a->move == b->move) return false;
    std::swap(a->move, b->move);
    return true;
  }));
  all.push_back(of_move("move one square off", [](const GridRecord& r, Random& random) -> std::optional<int> {
    const auto to = neighbour(r.grid, r.move, random);
    return to && r.grid.at(*to) == empty ? to : std::nullopt;
  }));
  all.push_back(of_move("move to an occupied square", [](const GridRecord& r, Random& random) {
    return place_of(r.grid, random_colour(random), random);
  }));
  all.push_back(of_move("move anywhere",
                        [](const GridRecord& r, Random& random) { return place_of(r.grid, empty, random); }));
  all.push_back(of_move("move dropped: a leaf is claimed", [](const GridRecord&, Random&) { return -1; }));
  all.push_back(kind("all moves dropped", [](Draft& d, Random&) {
    for (GridRecord& record : d.records) record.move = -1;
    return !d.records.empty();
  }));
  all.push_back(kind("move only looks equal: mirrored by a foreign symmetry", [](Draft& d, Random& random) {
    const int symmetry = 1 + random.below(7);
    return change_move(d, random, [&](const GridRecord& r) -> std::optional<int> {
      if (image(r.grid, symmetry) == r.grid) return std::nullopt;
      const int to = image(r.move, symmetry, r.grid.size);
      return r.grid.at(to) == empty ? std::optional(to) : std::nullopt;
    });
  }));
  all.push_back(kind("all moves mirrored, positions not", [](Draft& d, Random& random) {
    const int symmetry = 1 + random.below(7);
    for (GridRecord& r : d.records)
      if (r.move >= 0) r.move = image(r.move, symmetry, d.size);
    return !d.records.empty();
  }));
  all.push_back(of_move("coordinates of a move transposed", [](const GridRecord& r, Random&) {
    return r.move % r.grid.size * r.grid.size + r.move / r.grid.size;
  }));
  all.push_back(
      of_mover("move delayed: that of a record below", [](Draft& d, GridRecord& record, Random& random) {
        const auto under = below(d, static_cast<std::size_t>(&record - d.records.data()));
        const std::vector<std::size_t> list(under.begin(), under.end());
        const int move = d.records[random.pick(list)].move;
        if (move < 0 || move == record.move) return false;
        record.move = move;
        return true;
      }));
  return all;
}

std::vector<Kind> kinds_of_records() {
  std::vector<Kind> all;
  all.push_back(kind("record dropped", [](Draft& d, Random& random) {
    if (d.records.empty()) return false;
    d.records.erase(d.records.begin() + random.below(static_cast<int>(d.records.size())));
    return true;
  }));
  all.push_back(kind("half of the records dropped", [](Draft& d, Random& random) {
    return std::erase_if(d.records, [&](const GridRecord&) { return random.coin(); }) > 0;
  }));
  all.push_back(kind("all records dropped", [](Draft& d, Random&) {
    d.records.clear();
    return true;
  }));
  all.push_back(kind("records with most stones dropped", [](Draft& d, Random&) {
    int most = 0;
    for (const GridRecord& r : d.records) most = std::max(most, stone_count(r.grid));
    return std::erase_if(d.records, [&](const GridRecord& r) { return stone_count(r.grid) == most; }) > 0;
  }));
  all.push_back(kind("subtree dropped", [](Draft& d, Random& random) {
    if (d.records.empty()) return false;
    const auto under = below(d, static_cast<std::size_t>(random.below(static_cast<int>(d.records.size()))));
    std::vector<GridRecord> left;
    for (std::size_t i = 0; i < d.records.size(); ++i)
      if (!under.contains(i)) left.push_back(d.records[i]);
    d.records = left;
    return true;
  }));
  all.push_back(kind("subtree replaced by that of a sibling", [](Draft& d, Random& random) {
    const auto record = any_record(d, random);
    const auto sibling = any_record(d, random);
    if (record == nullptr || record == sibling || stone_count(record->grid) != stone_count(sibling->grid))
      return false;
    const auto under = below(d, static_cast<std::size_t>(record - d.records.data()));
    const GridRecord put{record->grid, sibling->move};
    std::vector<GridRecord> left{put};
    for (std::size_t i = 0; i < d.records.size(); ++i)
      if (!under.contains(i)) left.push_back(d.records[i]);
    d.records = left;
    return true;
  }));
  all.push_back(of_any_record("record one stone off", [](Draft&, GridRecord& record, Random& random) {
    return move_stone(record.grid, random);
  }));
  all.push_back(
      of_any_record("record one attacker stone more", [](Draft& d, GridRecord& record, Random& random) {
        return add_stone(record.grid, d.attacker, random);
      }));
  all.push_back(
      of_any_record("record one defender stone fewer", [](Draft& d, GridRecord& record, Random& random) {
        return take_stone(record.grid, other(d.attacker), random);
      }));
  all.push_back(kind("every record one stone off", [](Draft& d, Random& random) {
    for (GridRecord& record : d.records) (void)move_stone(record.grid, random);
    return !d.records.empty();
  }));
  all.push_back(
      of_mover("record's position mirrored, its move not", [](Draft&, GridRecord& record, Random& random) {
        const Grid turned = image(record.grid, 1 + random.below(7));
        if (turned == record.grid) return false;
        record.grid = turned;
        return true;
      }));
  all.push_back(of_any_record(
      "one colour of a record mirrored",
      [](Draft&, GridRecord& record, Random& random) { return mirror_one_colour(record.grid, random); }));
  all.push_back(of_any_record("colours of a record exchanged", [](Draft&, GridRecord& record, Random&) {
    record.grid = exchanged(record.grid);
    return true;
  }));
  all.push_back(kind("stone swapped between two records", [](Draft& d, Random& random) {
    GridRecord* a = any_record(d, random);
    GridRecord* b = any_record(d, random);
    if (a == nullptr || a == b) return false;
    const auto place = random.below(d.size * d.size);
    const char c = a->grid.at(place);
    if (c == b->grid.at(place)) return false;
    a->grid.set(place, b->grid.at(place));
    b->grid.set(place, c);
    return true;
  }));
  all.push_back(of_any_record(
      "record stored again with another move", [](Draft& d, GridRecord& record, Random& random) {
        const auto move = place_of(record.grid, empty, random);
        if (!move || *move == record.move) return false;
        GridRecord again{record.grid, *move};
        turn_record(again, random.below(8));
        d.records.insert(d.records.begin() + random.below(static_cast<int>(d.records.size()) + 1), again);
        return true;
      }));
  all.push_back(of_mover("record stored again without its move", [](Draft& d, GridRecord& record, Random&) {
    d.records.push_back({record.grid, -1});
    return true;
  }));
  all.push_back(kind("record refers to itself: its position put below it", [](Draft& d, Random& random) {
    GridRecord* a = any_record(d, random);
    GridRecord* b = any_record(d, random);
    if (a == nullptr || a == b) return false;
    b->grid = a->grid;
    return true;
  }));
  all.push_back(kind("unanswered replies stored, each as a leaf", [](Draft& d, Random& random) {
    GridRecord* record = with_move(d, random);
    if (record == nullptr || record->grid.at(record->move) != empty) return false;
    Grid after = record->grid;
    after.set(record->move == 0 ? 1 : record->move - 1, d.attacker);
    if (after == record->grid) return false;
    record->move = record->move == 0 ? 1 : record->move - 1;
    if (record->grid.at(record->move) != empty) return false;
    for (int reply : after.places_of(empty)) {
      after.set(reply, other(d.attacker));
      if (find(d, after) == d.records.size()) d.records.push_back({after, -1});
      after.set(reply, empty);
    }
    return true;
  }));
  return all;
}

std::vector<Kind> kinds_of_claims() {
  std::vector<Kind> all;
  all.push_back(kind("rule exchanged", [](Draft& d, Random&) {
    d.rule = d.rule == Rule::freestyle ? Rule::standard : Rule::freestyle;
    return true;
  }));
  all.push_back(kind("attacker exchanged", [](Draft& d, Random&) {
    d.attacker = other(d.attacker);
    return true;
  }));
  all.push_back(kind("attacker and side to move exchanged", [](Draft& d, Random&) {
    d.attacker = other(d.attacker);
    for (GridRoot& root : d.roots) root.to_move = other(root.to_move);
    return true;
  }));
  all.push_back(kind("all stones exchanged, the attacker not", [](Draft& d, Random&) {
    for (GridRoot& root : d.roots) root.grid = exchanged(root.grid);
    for (GridRecord& record : d.records) record.grid = exchanged(record.grid);
    return true;
  }));
  all.push_back(kind("stones of the records exchanged, the roots not", [](Draft& d, Random&) {
    for (GridRecord& record : d.records) record.grid = exchanged(record.grid);
    return !d.records.empty();
  }));
  all.push_back(kind("board larger", [](Draft& d, Random&) { return resize(d, d.size + 1); }));
  all.push_back(kind("board smaller", [](Draft& d, Random&) { return resize(d, d.size - 1); }));
  all.push_back(of_root("root: the other side to move", [](const Draft&, GridRoot& root, Random&) {
    root.to_move = other(root.to_move);
    return true;
  }));
  all.push_back(of_root("root one stone off", [](const Draft&, GridRoot& root, Random& random) {
    return move_stone(root.grid, random);
  }));
  all.push_back(of_root("root one defender stone more", [](const Draft& d, GridRoot& root, Random& random) {
    return add_stone(root.grid, other(d.attacker), random);
  }));
  all.push_back(of_root("root one attacker stone fewer", [](const Draft& d, GridRoot& root, Random& random) {
    return take_stone(root.grid, d.attacker, random);
  }));
  all.push_back(
      of_root("root one stone of any colour more or fewer", [](const Draft&, GridRoot& root, Random& random) {
        return random.coin() ? add_stone(root.grid, random_colour(random), random)
                             : take_stone(root.grid, random_colour(random), random);
      }));
  all.push_back(of_root("one colour of the root mirrored", [](const Draft&, GridRoot& root, Random& random) {
    return mirror_one_colour(root.grid, random);
  }));
  all.push_back(of_another("root of another game", [](Draft& d, const Draft& foreign, Random&) {
    d.roots = foreign.roots;
    return true;
  }));
  all.push_back(of_another("root of another game added", [](Draft& d, const Draft& foreign, Random&) {
    d.roots.push_back(foreign.roots.front());
    return true;
  }));
  all.push_back(kind("root is the board without stones", [](Draft& d, Random& random) {
    d.roots = {{Grid(d.size), random_colour(random)}};
    return true;
  }));
  all.push_back(of_another("records of another game instead", [](Draft& d, const Draft& foreign, Random&) {
    d.records = foreign.records;
    return true;
  }));
  all.push_back(
      of_another("records of another game concatenated, one of its own dropped",
                 [](Draft& d, const Draft& foreign, Random& random) {
                   if (d.records.empty()) return false;
                   d.records.erase(d.records.begin() + random.below(static_cast<int>(d.records.size())));
                   d.records.insert(d.records.end(), foreign.records.begin(), foreign.records.end());
                   return true;
                 }));
  all.push_back(kind("nothing claimed", Demand::reject, [](Draft& d, Random&) {
    d.roots.clear();
    return true;
  }));
  all.push_back(kind("a finding added", Demand::reject, [](Draft& d, Random&) {
    d.has_finding = true;
    return true;
  }));
  all.push_back(expecting("a true claim, but not the one expected", Demand::reject,
                          [](Draft& d, GridClaim& expected, Random& random) {
                            switch (random.below(5)) {
                              case 0:
                                expected.rule = d.rule == Rule::freestyle ? Rule::standard : Rule::freestyle;
                                return true;
                              case 1:
                                expected.attacker = other(d.attacker);
                                return true;
                              case 2:
                                expected.root.to_move = other(expected.root.to_move);
                                return true;
                              case 3:
                                expected.root = {Grid(d.size), black};
                                return true;
                              default:
                                return move_stone(expected.root.grid, random) &&
                                       smallest_image(expected.root.grid).cells !=
                                           smallest_image(d.roots.front().grid).cells;
                            }
                          }));
  all.push_back(expecting("a trivial claim in place of the great one", Demand::reject,
                          [](Draft& d, GridClaim& great, Random& random) {
                            if (d.records.empty()) return false;
                            d.roots = {{random.pick(d.records).grid, d.attacker}};
                            return smallest_image(d.roots.front().grid).cells !=
                                   smallest_image(great.root.grid).cells;
                          }));
  all.push_back(expecting("a trivial claim beside the great one", Demand::reject,
                          [](Draft& d, GridClaim&, Random& random) {
                            if (d.records.empty()) return false;
                            d.roots.push_back({random.pick(d.records).grid, d.attacker});
                            return true;
                          }));
  return all;
}

std::vector<Kind> kinds_of_boards() {
  std::vector<Kind> all;
  all.push_back(kind("a defender stone removed everywhere",
                     [](Draft& d, Random& random) { return take_everywhere(d, other(d.attacker), random); }));
  all.push_back(kind("an attacker stone removed everywhere",
                     [](Draft& d, Random& random) { return take_everywhere(d, d.attacker, random); }));
  all.push_back(kind("a defender stone added everywhere",
                     [](Draft& d, Random& random) { return add_everywhere(d, other(d.attacker), random); }));
  all.push_back(kind("an attacker stone added everywhere",
                     [](Draft& d, Random& random) { return add_everywhere(d, d.attacker, random); }));
  all.push_back(kind("a defender four planted everywhere",
                     [](Draft& d, Random& random) { return plant_defender_four(d, random); }));
  all.push_back(kind("a defender five planted, and stored as answered", [](Draft& d, Random& random) {
    if (!plant_defender_four(d, random)) return false;
    std::vector<GridRecord> more;
    for (const GridRecord& r : d.records) {
      if (r.move < 0 || r.grid.at(r.move) != empty) continue;
      Grid after = r.grid;
      after.set(r.move, d.attacker);
      for (int reply : after.places_of(empty)) {
        if (!makes_five(after, d.rule, other(d.attacker), reply)) continue;
        Grid five = after;
        five.set(reply, other(d.attacker));
        const auto any = place_of(five, empty, random);
        if (any) more.push_back({five, *any});
      }
    }
    d.records.insert(d.records.end(), more.begin(), more.end());
    return true;
  }));
  all.push_back(
      of_any_record("an attacker five planted in a record", [](Draft& d, GridRecord& record, Random& random) {
        for (int k = 0; k < 5; ++k)
          record.grid.set(record.grid.place(random.coin() ? k : d.size - 1 - k, 0), d.attacker);
        if (record.move >= 0 && record.grid.at(record.move) != empty) record.move = -1;
        return true;
      }));
  all.push_back(kind("records shifted, roots not", [](Draft& d, Random& random) {
    return !d.records.empty() && shift_all(d, false, random);
  }));
  all.push_back(kind("everything shifted towards an edge",
                     [](Draft& d, Random& random) { return shift_all(d, true, random); }));
  return all;
}

std::vector<Kind> controls() {
  std::vector<Kind> all;
  all.push_back(kind("control: the same", Demand::accept, [](Draft&, Random&) { return true; }));
  all.push_back(kind("control: everything mirrored", Demand::accept, [](Draft& d, Random& random) {
    const int symmetry = random.below(8);
    for (GridRoot& root : d.roots) root.grid = image(root.grid, symmetry);
    for (GridRecord& record : d.records) turn_record(record, symmetry);
    return true;
  }));
  all.push_back(kind("control: every record mirrored in its own way, shuffled, some twice", Demand::accept,
                     [](Draft& d, Random& random) {
                       for (std::size_t i = d.records.size(); i > 0; --i) {
                         GridRecord& record = d.records[i - 1];
                         turn_record(record, random.below(8));
                         std::swap(record,
                                   d.records[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
                       }
                       if (!d.records.empty()) d.records.push_back(random.pick(d.records));
                       return true;
                     }));
  all.push_back(kind("control: colours and attacker exchanged", Demand::accept, [](Draft& d, Random&) {
    if (d.rule == Rule::renju) return false;  // which is another game for Black
    d = exchanged_sides(d);
    return true;
  }));
  all.push_back(expecting("control: the claim that was expected", Demand::accept,
                          [](Draft& d, GridClaim& expected, Random& random) {
                            if (d.roots.size() != 1) return false;
                            expected.root.grid = image(expected.root.grid, random.below(8));
                            return true;
                          }));
  return all;
}

}  // namespace

std::vector<Kind> meaning_kinds() {
  std::vector<Kind> all;
  for (const auto& list :
       {kinds_of_moves(), kinds_of_records(), kinds_of_claims(), kinds_of_boards(), controls()})
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::vector<Kind> renju_kinds() {
  std::vector<Kind> all;
  all.push_back(kind("move onto a forbidden point", [](Draft& d, Random& random) {
    return change_move(d, random, [&](const GridRecord& r) -> std::optional<int> {
      std::vector<int> forbidden = r.grid.places_of(empty);
      std::erase_if(forbidden, [&](int place) { return is_legal(r.grid, d.rule, d.attacker, place); });
      if (forbidden.empty()) return std::nullopt;
      return random.pick(forbidden);
    });
  }));
  all.push_back(kind("a black stone put next to others everywhere", [](Draft& d, Random& random) {
    const int place = random.below(d.size * d.size);
    for (GridRoot& root : d.roots) {
      if (root.grid.at(place) != empty) return false;
      root.grid.set(place, black);
    }
    for (GridRecord& record : d.records) {
      if (record.grid.at(place) == empty) record.grid.set(place, black);
    }
    return true;
  }));
  all.push_back(kind("a white stone taken from the board everywhere", [](Draft& d, Random& random) {
    const std::vector<int> stones = d.roots.front().grid.places_of(white);
    if (stones.empty()) return false;
    const int place = random.pick(stones);
    for (GridRoot& root : d.roots) root.grid.set(place, empty);
    for (GridRecord& record : d.records)
      if (record.grid.at(place) == white) record.grid.set(place, empty);
    return true;
  }));
  return all;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> all = meaning_kinds();
  for (const auto& list : {byte_kinds(), certificate_kinds()})
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace fiveproof::mutants
