// tactics_bench LIST ... [--effort N] [--only fours|threats|VCT] [--rule NAME]: what the searches make of
// published positions, under every rule set.
//
// Prints a table for bench/make_pages.py: how many positions fours alone win (dbsearch/vcf.hpp), and what a
// search for threats wins as verify and explore ask for it (dbsearch/reply_search.hpp), and one whose threats
// are answered one by one (solve/vct/vct.hpp); times of one core.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "dbsearch/reply_search.hpp"
#include "dbsearch/vcf.hpp"
#include "solve/vct/vct.hpp"
#include "tests/position_list.hpp"

namespace fiveproof {
namespace {

using test::ListedPosition;

struct Answer {
  bool win;
  std::uint64_t nodes;
};

struct Options {
  std::uint32_t effort = 1000;
  std::string only;  ///< one search; all when empty
  std::string rule;  ///< one rule set; all when empty
};

void measure(const std::string& list, RuleSet rule, const char* search, const Options& options,
             const std::vector<ListedPosition>& positions,
             const std::function<Answer(const Position&)>& ask) {
  if (!options.only.empty() && options.only != search) return;
  std::size_t wins = 0;
  std::uint64_t nodes = 0;
  std::vector<double> microseconds;
  for (const ListedPosition& listed : positions) {
    const auto start = std::chrono::steady_clock::now();
    const Answer answer = ask(listed.position);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    microseconds.push_back(took.count());
    wins += answer.win;
    nodes += answer.nodes;
  }
  const double sum = std::accumulate(microseconds.begin(), microseconds.end(), 0.0);
  std::sort(microseconds.begin(), microseconds.end());
  const auto count = positions.size();
  std::printf("| %s | %s | %s | %u | %zu | %zu | %.1f | %.0f | %.0f |\n", list.c_str(),
              std::string(name_of(rule)).c_str(), search, options.effort, count, wins,
              microseconds[count / 2], sum / static_cast<double>(count),
              static_cast<double>(nodes) / static_cast<double>(count));
}

void measure_list(const std::string& path, const Options& options) {
  const std::uint32_t effort = options.effort;
  const std::vector<ListedPosition> positions = test::listed_positions(path);
  if (positions.empty()) return;
  const std::string name = std::filesystem::path(path).stem().string();
  for (RuleSet rule : all_rule_sets) {
    if (!options.rule.empty() && options.rule != name_of(rule)) continue;
    const int size = positions.front().position.size();
    dbsearch::Vcf fours(rule, size);
    measure(name, rule, "fours", options, positions, [&](const Position& position) {
      fours.set_position(position, position.to_move());
      const auto found = fours.search(effort);
      return Answer{found.win, found.nodes};
    });
    dbsearch::ReplySearch threats(rule, size, effort);
    measure(name, rule, "threats", options, positions, [&](const Position& position) {
      const auto found = threats.win(position, position.to_move());
      return Answer{found.win, found.nodes};
    });
    solve::Vct one_by_one(rule, size);
    measure(name, rule, "VCT", options, positions, [&](const Position& position) {
      const auto found = one_by_one.search(position, position.to_move(), {.node_limit = effort});
      return Answer{found.win, found.nodes};
    });
  }
}

}  // namespace
}  // namespace fiveproof

int main(int argc, char** argv) {
  fiveproof::Options options;
  std::vector<std::string> lists;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--effort" && i + 1 < argc)
      options.effort = static_cast<std::uint32_t>(std::stoul(argv[++i]));
    else if (word == "--only" && i + 1 < argc)
      options.only = argv[++i];
    else if (word == "--rule" && i + 1 < argc)
      options.rule = argv[++i];
    else
      lists.push_back(word);
  }
  std::puts("| list | rule set | search | effort | positions | wins | median, us | mean, us | nodes |");
  std::puts("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const std::string& list : lists) fiveproof::measure_list(list, options);
}
