#include "tests/fuzz/store_fixture.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/temporary_folder.hpp"

namespace fiveproof::fuzz {
namespace {

using solve::Bytes;
using solve::JobEntry;
using solve::JobState;
using solve::Store;
using solve::StoreIdentity;
using solve::Table;

// Bits of the first byte: rule set (2), White attacks, version (2), table (2), and this one.
constexpr unsigned sealed_bit = 128;

Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

/// Moves, no two on one square.
std::vector<Square> moves_of(std::mt19937& random, int size, std::size_t count) {
  std::vector<Square> moves;
  while (moves.size() < count) {
    const auto index = static_cast<int>(random() % static_cast<unsigned>(size * size));
    const Square move(index / size, index % size);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
  }
  return moves;
}

/// Everything a store is asked to hold.
struct Contents {
  std::vector<std::pair<Position, Square>> answers;
  std::vector<std::pair<Position, JobEntry>> jobs;
  std::vector<Root> roots;
};

/// `count` of each but for roots, of which there are two. A job that is proved has an answer.
Contents made(const StoreIdentity& game, std::size_t count) {
  std::mt19937 random(7);
  Contents made;
  const std::size_t odd = game.attacker == Color::white;
  for (std::size_t i = 0; i < count; ++i) {
    const auto moves = moves_of(random, game.size, 2 * (1 + i % 4) + odd);
    const Position position = canonical_form(position_after(moves, game.size).value()).position;
    const Square move = canonical_move(position, position.empties().first());
    made.answers.emplace_back(position, move);
    Position next = position;
    next.play(move);
    next = canonical_form(next).position;
    made.jobs.emplace_back(next,
                           JobEntry{static_cast<JobState>(i % 4), static_cast<std::uint8_t>(i), 300 * i, {}});
    for (const Square s : moves_of(random, game.size, i % 3))
      if (next.is_empty(s)) made.jobs.back().second.moves.push_back(s);
    if (i < 2) made.roots.push_back({position_after(moves, game.size).value(), moves});
    if (i == 1) made.roots.back().moves.reset();
    if (i == 1) made.roots.back().position = position;
  }
  if (count > 0) made.jobs.emplace_back(made.answers.front().first, JobEntry{JobState::proved, 1, 9, {}});
  return made;
}

void change(Store& store, const auto& put) {
  auto change = store.change();
  FIVEPROOF_ENSURE(change.ok() && put(change.value()).ok() && change.value().commit().ok());
}

/// As LMDB has it: the header of the node, key, value.
Bytes node_of(const StoreIdentity& game, const Position& position, Square move) {
  const Bytes key = solve::answer_key(position);
  const Bytes entry = solve::answer_entry(position, move);
  const Bytes value = solve::Seals(game, solve::store_version)
                          .sealed(Table::proved, key, solve::Span(entry).subspan(key.size()));
  Bytes node{static_cast<std::uint8_t>(value.size()), 0, 0, 0, 0, 0,
             static_cast<std::uint8_t>(key.size()),   0};
  node.insert(node.end(), key.begin(), key.end());
  node.insert(node.end(), value.begin(), value.end());
  return node;
}

/// A store that was made in as many transactions as that takes with `at_once` entries each, or in one.
StoreFile store_file(const StoreIdentity& game, const Contents& contents, std::size_t at_once) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.fvs");
  StoreFile file{.game = game, .bytes = {}, .contents = {}, .ever = {}, .answers = {}};
  {
    Store store = Store::open(path, game, Store::Mode::create).value();
    const auto note = [&] {
      file.contents = contents_of(store).value();
      file.ever.insert(file.contents.begin(), file.contents.end());
    };
    for (std::size_t begin = 0; begin < contents.answers.size(); begin += at_once) {
      change(store, [&](auto& change) -> Status {
        for (std::size_t i = begin; i < std::min(begin + at_once, contents.answers.size()); ++i)
          if (auto put = change.put_answer(contents.answers[i].first, contents.answers[i].second); !put.ok())
            return put;
        return Done{};
      });
      note();
    }
    for (const auto& job : contents.jobs) {
      change(store, [&](auto& change) { return change.put_job(job.first, job.second); });
      note();
    }
    for (const Root& root : contents.roots)
      change(store, [&](auto& change) { return change.put_root(root); });
    note();
  }
  for (const auto& [position, move] : contents.answers) file.answers.push_back(node_of(game, position, move));
  std::ifstream in(path, std::ios::binary);
  file.bytes.assign(std::istreambuf_iterator<char>(in), {});
  return file;
}

/// A job with more moves than there are squares: nobody says that each is there once.
Contents with_long_values() {
  Contents made;
  Position position(6);
  for (const int moves : {1, 1200, 3000}) {
    position.play(position.empties().first());
    const Position canonical = canonical_form(position).position;
    const std::vector<Square> list(static_cast<std::size_t>(moves), canonical.empties().first());
    made.jobs.emplace_back(canonical, JobEntry{JobState::split, 1, 2, list});
    made.jobs.emplace_back(canonical, JobEntry{JobState::split, 2, 3, list});
  }
  return made;
}

}  // namespace

std::vector<StoreEntry> store_entries(const StoreIdentity& game) {
  const Contents contents = made(game, 4);
  std::vector<StoreEntry> entries;
  for (const auto& [position, move] : contents.answers) {
    const Bytes entry = solve::answer_entry(position, move);
    entries.push_back({Table::proved, {entry.begin(), entry.end() - 2}, {entry.end() - 2, entry.end()}});
  }
  for (const auto& [position, job] : contents.jobs)
    entries.push_back({Table::jobs, solve::job_key(position, game.attacker), solve::encode(job, game.size)});
  for (const Root& root : contents.roots) {
    Bytes key = solve::job_key(root.position, game.attacker);
    key.insert(key.begin(), solve::root_mark);
    entries.push_back(
        {Table::meta, key, root.moves ? bytes_of(to_text(*root.moves)) : bytes_of(solve::no_moves)});
  }
  entries.push_back({Table::meta, bytes_of(solve::store_magic),
                     bytes_of(solve::identity_text(game, solve::store_version))});
  return entries;
}

StoreEntryInput decode_store_entry(std::span<const std::uint8_t> data) {
  ByteReader in(data);
  StoreEntryInput input;
  const unsigned bits = in.u8();
  input.game.rule = all_rule_sets[(bits & 3) % std::size(all_rule_sets)];
  input.game.attacker = (bits & 4) != 0 ? Color::white : Color::black;
  input.version = 1 + static_cast<int>(bits >> 3 & 3) % solve::store_version;
  input.entry.table = static_cast<Table>((bits >> 5 & 3) % 3);
  input.is_sealed = (bits & sealed_bit) != 0;
  input.game.size = min_board_size + in.u8() % (max_board_size - min_board_size + 1);
  const auto key = in.take(in.u8());
  input.entry.key.assign(key.begin(), key.end());
  const auto payload = in.rest();
  input.entry.payload.assign(payload.begin(), payload.end());
  return input;
}

std::vector<std::uint8_t> encode_store_entry(const StoreIdentity& game, const StoreEntry& entry,
                                             bool is_sealed) {
  const unsigned bits = static_cast<unsigned>(game.rule) | (game.attacker == Color::white ? 4U : 0U) |
                        static_cast<unsigned>(solve::store_version - 1) << 3 |
                        static_cast<unsigned>(entry.table) << 5 | (is_sealed ? sealed_bit : 0U);
  std::vector<std::uint8_t> out{static_cast<std::uint8_t>(bits),
                                static_cast<std::uint8_t>(game.size - min_board_size),
                                static_cast<std::uint8_t>(entry.key.size())};
  out.insert(out.end(), entry.key.begin(), entry.key.end());
  const Bytes value = solve::Seals(game, solve::store_version).sealed(entry.table, entry.key, entry.payload);
  const Bytes& rest = is_sealed ? entry.payload : value;
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

const std::vector<StoreFile>& store_files() {
  static const std::vector<StoreFile> files = [] {
    const StoreIdentity small{RuleSet::freestyle, 9, Color::black}, large{RuleSet::renju, 20, Color::white},
        tiny{RuleSet::standard, 6, Color::black};
    return std::vector{store_file(small, {}, 1), store_file(small, made(small, 4), 2),
                       store_file(large, made(large, 60), 20), store_file(tiny, with_long_values(), 1)};
  }();
  return files;
}

std::optional<std::set<std::string>> contents_of(const Store& store) {
  std::set<std::string> lines;
  const auto add = [&](char kind, const Bytes& key, const Bytes& value) {
    std::string line(1, kind);
    line.append(key.begin(), key.end()).append(value.begin(), value.end());
    lines.insert(std::move(line));
    return true;
  };
  const auto view = store.view();
  if (!view.ok()) return std::nullopt;
  const StoreIdentity& game = store.identity();
  const auto answers = view.value().for_each_answer([&](const Position& position, Square move) {
    return add('a', solve::answer_entry(position, move), {});
  });
  const auto jobs = view.value().for_each_job([&](const Position& position, const JobEntry& job) {
    return add('j', solve::job_key(position, game.attacker), solve::encode(job, game.size));
  });
  const auto roots = view.value().roots();
  if (!answers.ok() || !jobs.ok() || !roots.ok() || !view.value().status().ok()) return std::nullopt;
  for (const Root& root : roots.value())
    add('r', solve::job_key(root.position, game.attacker),
        root.moves ? bytes_of(to_text(*root.moves)) : bytes_of(solve::no_moves));
  return lines;
}

}  // namespace fiveproof::fuzz
