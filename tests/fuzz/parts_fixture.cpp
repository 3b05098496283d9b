#include "tests/fuzz/parts_fixture.hpp"

#include <algorithm>
#include <sstream>

#include "game/notation.hpp"
#include "proof/gap_check.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "verify/outcome/report.hpp"

namespace fiveproof::fuzz {
namespace {

constexpr int size = 5;

Position position(const char* black, const char* white, Color to_move) {
  return position_of(parse_squares(black, size).value(), parse_squares(white, size).value(), to_move, size)
      .value();
}
Square square(const char* text) { return parse_square(text, size).value(); }

verify::Verification checked(const verify::Options& options) {
  auto result = verify::check_proof(parts_proof(), options);
  FIVEPROOF_ENSURE(result.ok());
  return std::move(result).value();
}

std::string report_of(const verify::Verification& result) {
  verify::ReportContext context;
  context.version = parts_options().program_version;
  context.file_format = "fvp";
  std::string text;
  const auto sink = [&](std::string_view piece) -> Status {
    text += piece;
    return Done{};
  };
  FIVEPROOF_ENSURE(verify::write_report(result, verify::decide(result, {}), context, sink).ok());
  return text;
}

/// "fiveproof-journal 1 NAME=VALUE NAME=VALUE ..."
verify::Journal::Words words_of(const std::string& header) {
  verify::Journal::Words words;
  std::istringstream in(header);
  for (std::string word; in >> word;)
    if (const auto at = word.find('='); at != std::string::npos)
      words.emplace_back(word.substr(0, at), word.substr(at + 1));
  return words;
}

void check_tallies(const verify::PlyTallies& found, const verify::PlyTallies& expected) {
  FIVEPROOF_ENSURE(found.size() == expected.size());
  for (const auto& [stones, tally] : found) {
    const verify::Tally& known = expected.at(stones);
    FIVEPROOF_ENSURE(tally.positions == known.positions && tally.leaves == known.leaves);
    FIVEPROOF_ENSURE(tally.ends == known.ends && tally.open <= tally.positions);
    FIVEPROOF_ENSURE(tally.replies == known.replies && tally.stored == known.stored);
    FIVEPROOF_ENSURE(tally.defender_fives == known.defender_fives);
    FIVEPROOF_ENSURE(tally.replies_by_class() == tally.replies);
    // A sum alone can be right by going once around.
    for (const std::uint64_t count :
         {tally.replayed, tally.searched, tally.searched_fully, tally.excluded, tally.unanswered})
      FIVEPROOF_ENSURE(count <= tally.replies);
  }
}

}  // namespace

// Two thirds of the board are full, so that there are few replies and reports are short.
Proof parts_proof() {
  Proof proof(RuleSet::freestyle, size, Color::black);
  const auto filled = [](const char* black, const char* white, Color to_move) {
    return position(("a3 a5 b4 c4 d3 d5 " + std::string(black)).c_str(),
                    ("a4 b3 b5 c3 c5 d4 " + std::string(white)).c_str(), to_move);
  };
  const Position three = filled("b2 c2 d2", "a1", Color::black);
  const Position lost = filled("b2 c2 e3 e4", "a1 b1 c1 d1", Color::white);
  const Position near_end = filled("a2 b2 c2 d2", "a1 b1", Color::white);
  proof.roots.push_back({three, std::nullopt});
  proof.roots.push_back({lost, std::nullopt});
  proof.roots.push_back({filled("e1", "a2", Color::black), std::nullopt});  // not stored
  proof.roots.push_back({near_end, std::nullopt});
  const Position won = filled("b2 c2 d2 e2 e3 e4 e5", "a1 b1 d1", Color::white);  // two fours
  proof.roots.push_back({won, std::nullopt});

  const auto add = [&](const Position& at, const char* move) {
    proof.records.add(at, move == nullptr ? std::nullopt : std::optional(square(move)));
  };
  add(three, "e2");  // c1 and d1 are not answered
  Position four = three;
  four.play(square("e2"));
  const auto add_after = [&](const char* reply, const char* move) {
    Position after = four;
    after.play(square(reply));
    add(after, move);
  };
  for (const char* reply : {"b1", "e1"}) add_after(reply, "a2");  // a five
  add_after("a2", nullptr);
  add_after("e3", "b1");
  add_after("e4", "e2");  // onto a stone
  add_after("e5", "b1");  // a contradiction
  add_after("e5", "e1");
  for (const Square reply : near_end.empties()) {
    Position after = near_end;
    after.play(reply);
    add(after, reply == square("e2") ? "e1" : "e2");
  }
  for (const Square reply : won.empties()) {
    Position after = won;
    after.play(reply);
    add(after, reply == square("a2") ? "e1" : "a2");
  }
  Position attacked = near_end;  // by a four of the defender
  for (const char* move : {"c1", "e3", "d1"}) attacked.play(square(move));
  add(attacked, "e5");
  add(position("a1", "b4 c3 e5", Color::black), "a2");  // fits no root
  proof.records.finish();

  Gap finding;
  finding.kind = GapKind::illegal_move;
  finding.root = 1;
  finding.position = lost;
  finding.by = square("a1");
  proof.findings.push_back(finding);
  return proof;
}

verify::Options parts_options() {
  verify::Options options;
  options.effort = 0;
  options.threads = 1;
  options.strict = true;  // so that contradictory is among the kinds
  options.program_version = "1";
  options.sorting_memory_bytes = 1 << 14;  // of which a sorter takes all at once
  return options;
}

const PartsFixture& parts_fixture() {
  static const PartsFixture fixture = [] {
    PartsFixture made;
    made.nodes = made.proof.records.count() + made.proof.roots.size();
    made.by_ply = checked(parts_options()).by_ply;
    const auto journal = parts_journal();
    const auto end = std::find(journal.begin(), journal.end(), '\n');
    FIVEPROOF_ENSURE(end != journal.end());
    made.journal_header.assign(journal.begin(), end + 1);
    made.journal_words = words_of(made.journal_header);
    return made;
  }();
  return fixture;
}

std::vector<std::string> parts_reports(std::uint32_t shards) {
  std::vector<std::string> reports;
  for (std::uint32_t index = 1; index <= shards; ++index) {
    verify::Options options = parts_options();
    options.task = verify::Check{.shard = verify::Shard{index, shards}};
    reports.push_back(report_of(checked(options)));
  }
  return reports;
}

std::vector<std::uint8_t> parts_journal() {
  const MemoryFile file;
  verify::Options options = parts_options();
  options.task = verify::Check{.journal = file.path()};
  (void)checked(options);
  return file.get();
}

PartsResult check_parts_result(const verify::Verification& result) {
  const PartsFixture& fixture = parts_fixture();
  FIVEPROOF_ENSURE(result.verdicts.size() == fixture.proof.roots.size());
  FIVEPROOF_ENSURE(result.records == fixture.proof.records.count());
  FIVEPROOF_ENSURE(result.resumed <= fixture.nodes && !result.interrupted && !result.shard);
  check_tallies(result.by_ply, fixture.by_ply);
  // The finding speaks against its root whatever a file says.
  FIVEPROOF_ENSURE(result.verdicts[1].outcome == verify::Outcome::not_verified && !result.accepted());
  for (const verify::Verdict& verdict : result.verdicts) {
    FIVEPROOF_ENSURE(verdict.outcome != verify::Outcome::undecided && !to_text(verdict).empty());
    if (verdict.outcome != verify::Outcome::not_verified)
      FIVEPROOF_ENSURE(verdict.gaps == verify::GapCounts{});
    // What a file says is never all that a check says.
    if (verdict.outcome == verify::Outcome::verified)
      FIVEPROOF_ENSURE(result.resumed == 0 && result.reports == 0);
  }

  PartsResult all{"", result.by_ply};
  verify::GapCounts counts{};
  for (;;) {
    const auto next = result.gaps->next();
    FIVEPROOF_ENSURE(next.ok());
    if (!next.value()) break;
    const Gap& gap = *next.value();
    FIVEPROOF_ENSURE(check_gap(gap, fixture.proof.roots, fixture.proof.size).ok());
    ++counts[static_cast<std::size_t>(gap.kind)];
    all.gaps += std::string(name_of(gap.kind)) + ' ' + to_text(gap.position.stones(Color::black)) + " / " +
                to_text(gap.position.stones(Color::white)) + (gap.limit ? " limit " : " ") +
                std::to_string(gap.shared) + '\n';
  }
  FIVEPROOF_ENSURE(counts == result.gap_counts);
  FIVEPROOF_ENSURE(report_of(result).ends_with("}\n"));
  return all;
}

}  // namespace fiveproof::fuzz
