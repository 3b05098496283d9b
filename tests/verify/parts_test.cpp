// A check in parts: shards and their reports, journals, interrupts. The sum is what one check says.
#include <nlohmann/json.hpp>

#include "base/sha256.hpp"
#include "journaled.hpp"
#include "report_text.hpp"

namespace parts_test {

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;
using fiveproof::test::TemporaryFolder;
using nlohmann::json;

namespace {

std::string report_text(const Verification& checked) {
  ReportContext context;
  context.version = "1.2.3";
  context.file = "a.fvp";
  context.file_format = "fvp";
  return verify::test::report_text(checked, decide(checked, {.trust_parts = true}), context);
}

/// Without what may differ between a check in one go and one in parts.
std::string comparable(const Verification& checked) {
  auto report = nlohmann::ordered_json::parse(report_text(checked));
  for (const char* member : {"threads", "seconds", "reports", "trusted", "resumed-positions"})
    report.erase(member);
  for (auto& claim : report["claims"]) {
    auto& line = claim["verdict"].get_ref<std::string&>();
    if (claim["outcome"] == "verified-trusting") {
      REQUIRE(line.starts_with("VERIFIED, TRUSTING "));
      line = "VERIFIED " + line.substr(line.find("; ") + 2);
      claim["outcome"] = "verified";
    }
    if (const auto trusted = line.find("; trusted:"); trusted != std::string::npos) line.resize(trusted);
  }
  return report.dump(1);
}

/// Without what is trusted.
std::string results(const Checked& checked) {
  Checked same = checked;
  for (Verdict& verdict : same.verdicts) {
    verdict.trusted.clear();
    verdict.trusting.clear();
    if (verdict.outcome == Outcome::verified_trusting) verdict.outcome = Outcome::verified;
  }
  return fingerprint(same);
}

std::vector<std::string> shard_reports(const Proof& proof, std::uint32_t effort, std::uint32_t count,
                                       const TemporaryFolder& folder) {
  std::vector<std::string> paths;
  for (std::uint32_t index = 1; index <= count; ++index) {
    Options options = options_with(effort);
    options.task = Check{.shard = Shard{index, count}};
    const Checked checked = checked_with(proof, options);
    for (const Verdict& verdict : checked.verdicts) CHECK(verdict.outcome == Outcome::undecided);
    CHECK_FALSE(checked.accepted());
    paths.push_back(folder.file(std::to_string(index) + "-of-" + std::to_string(count) + ".json"));
    put(paths.back(), report_text(checked));
  }
  return paths;
}

Options combining(std::uint32_t effort, const std::vector<std::string>& reports) {
  Options options = options_with(effort);
  options.task = Combine{.reports = reports};
  return options;
}

Checked combined(const Proof& proof, std::uint32_t effort, const std::vector<std::string>& paths) {
  return checked_with(proof, combining(effort, paths));
}

std::string refused(const Proof& proof, std::uint32_t effort, const std::vector<std::string>& paths) {
  const auto result = check_proof(proof, combining(effort, paths));
  REQUIRE_FALSE(result.ok());
  return result.error().message;
}

/// Writes a changed copy of the first report and combines it with the others.
std::string refused_with(const Proof& proof, std::uint32_t effort, std::vector<std::string> paths,
                         const TemporaryFolder& folder, const std::function<void(json&)>& change) {
  json report = json::parse(get(paths[0]));
  change(report);
  paths[0] = folder.file("changed.json");
  put(paths[0], report.dump());
  return refused(proof, effort, paths);
}

using Catch::Contains;

}  // namespace

TEST_CASE("the reports of all shards combined are the report of one check", "[verify][parts]") {
  const Draft whole = deep_draft();
  for (unsigned seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const Proof proof = Damage(seed).damaged(whole);
    const Checked once = checked_with(proof, options_with(0));
    for (std::uint32_t count : {1U, 4U, 7U}) {
      CAPTURE(count);
      TemporaryFolder folder;
      auto paths = shard_reports(proof, 0, count, folder);
      std::reverse(paths.begin(), paths.end());
      const Checked sum = combined(proof, 0, paths);
      CHECK(comparable(sum) == comparable(once));
      CHECK(results(sum) == results(once));
      CHECK(sum.reports == count);
    }
  }
}

TEST_CASE("gaps that do not fit into memory are the same gaps", "[verify][parts]") {
  const Proof proof = Damage(2).damaged(deep_draft());
  Options options = options_with(0);
  const Checked once = checked_with(proof, options);
  CHECK(once.gap_count() > 100);
  options.task = Check{.shard = Shard{1, 1}};
  const Checked shard = checked_with(proof, options);
  options.sorting_memory_bytes = 300;
  const Checked tiny = checked_with(proof, options);
  CHECK(comparable(tiny) == comparable(shard));
  options.task = Check{};
  CHECK(fingerprint(checked_with(proof, options)) == fingerprint(once));
}

TEST_CASE("the bundled example in four shards", "[verify][parts]") {
  const Proof proof = bundled_example();
  TemporaryFolder folder;
  const Checked sum = combined(proof, default_effort, shard_reports(proof, default_effort, 4, folder));
  CHECK_FALSE(sum.accepted());
  CHECK(sum.verdicts[0].outcome == Outcome::verified_trusting);
  CHECK(to_text(sum.verdicts[0])
            .starts_with("VERIFIED, TRUSTING 4 reports; freestyle 15x15: black wins from "));
  CHECK(to_text(sum.verdicts[0]).ends_with("trusted: fiveproof rules, reader and db-search, and 4 reports"));
  CHECK(comparable(sum) == comparable(checked_with(proof, options_with(default_effort))));
}

TEST_CASE("only a check that did all the work itself says verified", "[verify][parts]") {
  const Proof proof = open_three_proof().proof();
  const Journaled journaled(proof, 200);
  REQUIRE(journaled.once.verdicts[0].outcome == Outcome::verified);
  CHECK(journaled.once.accepted());
  CHECK(to_text(journaled.once.verdicts[0]).starts_with("VERIFIED freestyle 9x9: black wins from "));
  // One position taken over is enough.
  const std::size_t header = journaled.whole.find('\n') + 1;
  for (const std::size_t length : {header, journaled.whole.size() / 2, journaled.whole.size()}) {
    put(journaled.path, journaled.whole.substr(0, length));
    const Checked again = checked_with(proof, journaled.options);
    CHECK((again.resumed > 0) == (length > header));
    CHECK(again.accepted() == (again.resumed == 0));
    const bool is_trusting = again.verdicts[0].outcome == Outcome::verified_trusting;
    CHECK(is_trusting == (again.resumed > 0));
    CHECK(
        to_text(again.verdicts[0]).starts_with("VERIFIED, TRUSTING a journal; freestyle 9x9: black wins ") ==
        is_trusting);
  }
}

TEST_CASE("more shards than records", "[verify][parts]") {
  Draft draft{RuleSet::freestyle, Color::black, {open_three()}, {{open_three(), square("f5")}}};
  const Proof proof = draft.proof();
  TemporaryFolder folder;
  const auto paths = shard_reports(proof, 200, 5, folder);
  const Checked sum = combined(proof, 200, paths);
  CHECK_FALSE(sum.accepted());
  CHECK(sum.verdicts[0].outcome == Outcome::verified_trusting);
  CHECK(comparable(sum) == comparable(checked_with(proof, options_with(200))));
}

TEST_CASE("reports that do not fit are refused", "[verify][parts]") {
  const Proof proof = Damage(3).damaged(deep_draft());
  TemporaryFolder folder;
  const auto paths = shard_reports(proof, 0, 3, folder);
  const auto changed = [&](const std::function<void(json&)>& change) {
    return refused_with(proof, 0, paths, folder, change);
  };
  CHECK_THAT(refused(proof, 0, {paths[0], paths[1]}), Contains("shard 3/3 is missing"));
  CHECK_THAT(refused(proof, 1, paths), Contains("effort 1, found 0"));
  CHECK_THAT(refused(Damage(4).damaged(deep_draft()), 0, paths), Contains("a report on the proof"));
  const auto others = shard_reports(proof, 0, 4, folder);
  CHECK_THAT(refused(proof, 0, {paths[0], paths[1], others[2]}), Contains("one of 3 shards"));

  CHECK_THAT(changed([](json& r) { r["program-version"] = "1.2.4"; }),
             Contains("version 1.2.3, found 1.2.4"));
  CHECK_THAT(changed([](json& r) { r["trust"] = "rules"; }), Contains("trust dbsearch, found rules"));
  CHECK_THAT(changed([](json& r) { r["interrupted"] = true; }), Contains("interrupted"));
  CHECK_THAT(changed([](json& r) { r.erase("shard"); }), Contains("the report of a shard"));
  CHECK_THAT(changed([](json& r) { r["shard"]["index"] = 4; }), Contains("shard"));
  CHECK_THAT(changed([](json& r) { r["shard"]["index"] = 2; }), Contains("outcomes of shard 2/3"));
  CHECK_THAT(changed([](json& r) { r["claims"][0]["root"] = "h8"; }), Contains("claim"));
  CHECK_THAT(changed([](json& r) { r["claims"].erase(0); }), Contains("claims"));
  CHECK_THAT(changed([](json& r) { r["version"] = 2; }), Contains("version 1"));
  CHECK_THAT(changed([](json& r) { r.erase("by-ply"); }), Contains("by-ply"));
  CHECK_THAT(changed([](json& r) { r = json::array(); }), Contains("report"));
}

TEST_CASE("a shard that was reported twice counts once, and is refused where the reports differ",
          "[verify][parts]") {
  const Proof proof = Damage(3).damaged(deep_draft());
  TemporaryFolder folder, again_folder;
  auto paths = shard_reports(proof, 0, 3, folder);
  const Checked once = combined(proof, 0, paths);
  const auto again = shard_reports(proof, 0, 3, again_folder);
  // The same file twice, and the same outcomes from another run: neither changes anything, also not how many
  // reports there were.
  for (const std::string& more : {paths[1], again[1], again[2]}) {
    auto all = paths;
    all.insert(all.begin() + 1, more);
    const Checked sum = combined(proof, 0, all);
    CHECK(comparable(sum) == comparable(once));
    CHECK(sum.reports == 3);
    CHECK(sum.verdicts[0].trusted == once.verdicts[0].trusted);
  }
  // Twice the same shard is not two shards.
  CHECK_THAT(refused(proof, 0, {paths[0], paths[1], again[1]}), Contains("shard 3/3 is missing"));
  // What took the run time is its own business; what it found is not.
  const auto differing = [&](const std::function<void(json&)>& change) {
    json report = json::parse(get(again[0]));
    change(report);
    put(again[0], report.dump());
    return std::vector<std::string>{paths[0], paths[1], paths[2], again[0]};
  };
  CHECK(comparable(combined(proof, 0, differing([](json& r) {
                              r["seconds"] = 77.5;
                              r["threads"] = 9;
                              r["peak-memory-bytes"] = 1;
                              r["file"] = "elsewhere.fvp";
                              r["resumed-positions"] = 1;
                            }))) == comparable(once));
  const auto refused_as_other = [&](const std::function<void(json&)>& change) {
    put(again[0], get(paths[0]));
    const auto both = differing(change);
    // Whichever of them comes first.
    CHECK_THAT(refused(proof, 0, both), Contains("the outcomes of shard 1/3 as in " + paths[0]));
    CHECK_THAT(refused(proof, 0, {again[0], paths[1], paths[2], paths[0]}),
               Contains("the outcomes of shard 1/3 as in " + again[0]));
  };
  refused_as_other([](json& r) { r["by-ply"][0]["replies"]["searched"] = 7; });
  refused_as_other([](json& r) { r["by-ply"].erase(0); });
  refused_as_other([](json& r) { r["open-ranks"].erase(0); });
  refused_as_other([](json& r) { r["open-ranks"][0][3] = !r["open-ranks"][0][3].get<bool>(); });
  refused_as_other([](json& r) { r["open-ranks"] = json::array(); });
}

TEST_CASE("the numbers of a report are held against the proof", "[verify][parts]") {
  const Proof proof = Damage(3).damaged(deep_draft());
  TemporaryFolder folder;
  const auto paths = shard_reports(proof, 0, 3, folder);
  const auto changed = [&](const std::function<void(json&)>& change) {
    return refused_with(proof, 0, paths, folder, change);
  };
  for (const char* count : {"positions", "leaves", "ends", "open"})
    CHECK_THAT(changed([&](json& r) { r["by-ply"][0][count] = 77; }), Contains("counts"));
  for (const char* count : {"total", "stored", "replayed", "searched", "searched-fully", "excluded-by-lemma",
                            "unanswered", "defender-fives"})
    CHECK_THAT(changed([&](json& r) {
                 auto& number = r["by-ply"][0]["replies"][count];
                 number = number.get<std::uint64_t>() + 1;
               }),
               Contains("counts"));
  CHECK_THAT(changed([&](json& r) { r["by-ply"].erase(0); }), Contains("counts"));
  // More positions taken over than there are.
  const std::uint64_t nodes = Shard{1, 3}.size(proof.records.count() + proof.roots.size());
  for (const std::uint64_t resumed : {nodes + 1, std::numeric_limits<std::uint64_t>::max()})
    CHECK_THAT(changed([&](json& r) { r["resumed-positions"] = resumed; }), Contains("taken over"));
  // A reply moved from one class to another, the sum being right.
  CHECK_THAT(changed([&](json& r) {
               for (json& ply : r["by-ply"]) {
                 auto& replies = ply["replies"];
                 if (replies["unanswered"] == 0) continue;
                 replies["unanswered"] = replies["unanswered"].get<std::uint64_t>() - 1;
                 replies["searched"] = replies["searched"].get<std::uint64_t>() + 1;
                 return;
               }
             }),
             Contains("counts"));
  // Gaps that are missing, foreign, twice, or out of place.
  const json first = json::parse(get(paths[0]));
  REQUIRE(first["open-ranks"].size() > 3);
  const std::size_t step = 1 + first["open-ranks"].size() / 12;
  for (std::size_t i = 0; i < first["open-ranks"].size(); i += step)
    CHECK_FALSE(changed([&](json& r) { r["open-ranks"].erase(i); }).empty());
  CHECK_THAT(changed([](json& r) { r["open-ranks"] = json::array(); }), Contains("rank"));
  CHECK_THAT(changed([](json& r) { r.erase("open-ranks"); }), Contains("\"open-ranks\""));
  CHECK_THAT(changed([](json& r) { r["open-ranks"].push_back(r["open-ranks"][0]); }), Contains("order"));
  CHECK_FALSE(
      changed([](json& r) { r["open-ranks"].insert(r["open-ranks"].begin(), r["open-ranks"][0]); }).empty());
  CHECK_THAT(changed([](json& r) { r["open-ranks"][0][0] = r["open-ranks"][0][0].get<int>() + 1; }),
             Contains("a rank of shard"));
  CHECK_THAT(changed([](json& r) { r["open-ranks"].back()[0] = 999999; }), Contains("a rank of shard"));
  CHECK_THAT(changed([](json& r) { r["open-ranks"][0][1] = "odd"; }), Contains("kind"));
  CHECK_FALSE(changed([](json& r) { r["open-ranks"][0][1] = "draw"; }).empty());
  CHECK_THAT(changed([](json& r) { r["open-ranks"][0] = "odd"; }), Contains("[rank"));
  CHECK_THAT(changed([](json& r) { r["open-ranks"][0][2] = "t20"; }), Contains("t20"));
}

TEST_CASE("the gaps of a report are a list", "[verify][parts]") {
  // One gap alone, so that an object may have it.
  const Draft draft{RuleSet::freestyle, Color::black, {open_three()}, {}};
  const Proof proof = draft.proof();
  TemporaryFolder folder;
  const auto paths = shard_reports(proof, 0, 1, folder);
  const auto refusal = [&](const std::function<void(json&)>& change) {
    return refused_with(proof, 0, paths, folder, change);
  };
  REQUIRE(json::parse(get(paths[0]))["open-ranks"].size() == 1);
  CHECK_THAT(refusal([](json& r) { r["open-ranks"] = json{{"a", r["open-ranks"][0]}}; }), Contains("a list"));
  Draft whole = draft;
  whole.records.push_back({open_three(), square("f5")});
  const auto proved = shard_reports(whole.proof(), default_effort, 1, folder);
  REQUIRE(json::parse(get(proved[0]))["open-ranks"].empty());
  for (const json& odd : {json(7), json(nullptr), json::object(), json("none")})
    CHECK_THAT(
        refused_with(whole.proof(), default_effort, proved, folder, [&](json& r) { r["open-ranks"] = odd; }),
        Contains("a list"));
}

TEST_CASE("what is no report is refused without harm", "[verify][parts]") {
  const Proof proof = Damage(3).damaged(deep_draft());
  TemporaryFolder folder;
  const std::string path = folder.file("odd.json");
  CHECK_FALSE(refused(proof, 0, {folder.file("missing.json")}).empty());
  std::string deep = "{\"open-ranks\":";
  for (int i = 0; i < 200'000; ++i) deep += '[';
  std::string many = "{\"open-ranks\":[],\"more\":[0";
  for (int i = 0; i < 600'000; ++i) many += ",0";
  for (const std::string& text : std::vector<std::string>{
           "", "{", "[]", "1", "{\"open-ranks\":7}", "{\"open-ranks\":{\"a\":7}}", deep, many + "]}",
           "{\"format\":\"a\",\"format\":\"b\"}", std::string(1000, '\xFF')}) {
    put(path, text);
    CHECK_FALSE(refused(proof, 0, {path}).empty());
  }
  TemporaryFolder other;
  const std::string whole = get(shard_reports(proof, 0, 1, other)[0]);
  const Options options = combining(0, {path});
  for (std::size_t length = 0; length < whole.size() - 2; length += 1 + whole.size() / 50) {
    put(path, whole.substr(0, length));
    CHECK_FALSE(refused(proof, 0, {path}).empty());
    CHECK(check_proof(proof, options).error().offset == length);
  }
  std::string odd = whole;
  odd[whole.size() / 2] = '\0';
  put(path, odd);
  CHECK(check_proof(proof, options).error().offset == whole.size() / 2);
}

TEST_CASE("an interrupted check goes on with its journal", "[verify][parts]") {
  const Proof proof = Damage(5).damaged(deep_draft());
  REQUIRE(proof.records.count() > 300);
  const Checked once = checked_with(proof, options_with(50));
  const Journaled journaled(proof, 50);
  const Options& options = journaled.options;
  const std::string& whole = journaled.whole;
  CHECK(journaled.once.resumed == 0);
  CHECK(fingerprint(journaled.once) == fingerprint(once));

  // As if killed at any byte.
  std::uint64_t resumed = 0;
  for (std::size_t length = 0; length <= whole.size(); length += 1 + whole.size() / 40) {
    CAPTURE(length);
    put(journaled.path, whole.substr(0, length));
    const Checked again = checked_with(proof, options);
    CHECK(results(again) == results(once));
    CHECK(comparable(again) == comparable(once));
    CHECK(again.resumed >= resumed);
    resumed = again.resumed;
    for (const Verdict& verdict : again.verdicts) {
      CHECK((verdict.trusted.find("and a journal") != std::string::npos) == (again.resumed > 0));
      CHECK(verdict.trusting == (again.resumed > 0 ? "a journal" : ""));
    }
  }
  const Checked last = checked_with(proof, options);
  CHECK(last.resumed == proof.records.count() + proof.roots.size());
  CHECK(comparable(last) == comparable(once));
}

TEST_CASE("the numbers of a journal are held against the proof", "[verify][parts]") {
  // A reply that makes a five, so that there is a refuted move.
  Draft draft = open_three_proof();
  draft.roots.push_back(position(9, "a2 b9 c7 e9", "e1 f1 g1 h1", Color::white));
  const Proof proof = draft.proof();
  const Journaled journaled(proof, 0);
  const Options& options = journaled.options;
  const std::string& whole = journaled.whole;
  const auto refused_after = [&](const std::function<void(Portion&)>& change) {
    put(journaled.path, whole);
    rewrite_each(journaled.path, change);
    const std::string changed = get(journaled.path);
    const auto result = check_proof(proof, options);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().file == journaled.path);
    CHECK(get(journaled.path) == changed);
    return result.error().message;
  };
  rewrite_each(journaled.path, [](Portion&) {});
  CHECK(get(journaled.path) == whole);
  // The sum over the classes is right again when two of them together go once around.
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  for (const auto count : {&Tally::replayed, &Tally::searched_fully, &Tally::excluded, &Tally::unanswered})
    CHECK_THAT(refused_after([&](Portion& portion) {
                 for (auto& [stones, tally] : portion.by_ply) {
                   tally.*count += half;
                   tally.searched += half;
                 }
               }),
               Contains("contradicts the proof"));
  CHECK_THAT(refused_after([](Portion& portion) { portion.states.pop_back(); }), Contains("contradicts"));
  CHECK_THAT(refused_after([](Portion& portion) { portion.number += 1; }), Contains("contradicts"));
  // What is seen on the board hangs on no limit.
  REQUIRE(check_proof(proof, options_with(0))
              .value()
              .gap_counts[static_cast<std::size_t>(GapKind::refuted_move)] == 1);
  CHECK_THAT(refused_after([](Portion& portion) {
               for (RawGap& gap : portion.gaps) gap.limit = gap.limit || gap.kind == GapKind::refuted_move;
             }),
             Contains("contradicts"));
}

TEST_CASE("a journal of level dbsearch excludes nothing", "[verify][parts]") {
  // Only the kernel has lemmas by which replies are excluded.
  const Draft draft{RuleSet::freestyle, Color::black, {open_three()}, {{open_three(), square("f5")}}};
  const Proof proof = draft.proof();
  const Journaled journaled(proof, 200);
  const Options& options = journaled.options;
  std::uint64_t moved = 0;
  rewrite_each(journaled.path, [&](Portion& portion) {
    for (auto& [stones, tally] : portion.by_ply) {
      moved += tally.replayed;
      tally.excluded = std::exchange(tally.replayed, 0);
    }
  });
  REQUIRE(moved > 0);
  const auto result = check_proof(proof, options);
  REQUIRE_FALSE(result.ok());
  CHECK_THAT(result.error().message, Contains("contradicts the proof"));
}

TEST_CASE("an entry of a journal that is none is refused with its place", "[verify][parts]") {
  const Proof proof = open_three_proof().proof();
  const Journaled journaled(proof, 0);
  const std::string& whole = journaled.whole;
  // A payload of one byte, with the right length and checksum.
  const auto digest = sha256(std::array<std::uint8_t, 1>{'x'});
  const auto result = journaled.after(
      proof, whole + std::string("\0\0\0\1", 4) + std::string(digest.begin(), digest.begin() + 8) + "x");
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().offset == whole.size());
  CHECK(result.error().text() ==
        journaled.path + ": byte " + std::to_string(whole.size()) + ": expected an entry of a journal");
}

TEST_CASE("a journal of something else is refused", "[verify][parts]") {
  const Proof proof = Damage(5).damaged(deep_draft());
  const Journaled journaled(proof, 0);
  const auto message = [&](const Proof& other, const std::function<void(Options&)>& change) {
    Options options = journaled.options;
    change(options);
    const std::string before = get(journaled.path);
    const auto result = check_proof(other, options);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().file == journaled.path);
    CHECK(get(journaled.path) == before);
    return result.error().message;
  };
  CHECK_THAT(message(Damage(6).damaged(deep_draft()), [](Options&) {}),
             Contains("expected a journal with proof="));
  CHECK_THAT(message(proof, [](Options& o) { o.effort = 7; }), Contains("effort=7, found effort=0"));
  const Shard first_half{1, 2};
  CHECK_THAT(message(proof, [&](Options& o) { std::get<Check>(o.task).shard = first_half; }),
             Contains("shard=1/2, found shard=1/1"));
  CHECK_THAT(message(proof, [](Options& o) { o.program_version = "1.2.4"; }),
             Contains("program=1.2.4, found program=1.2.3"));
  CHECK_THAT(message(proof, [](Options& o) { o.program_build = "abd"; }),
             Contains("build=abd, found build=abc"));
  put(journaled.path, "a letter to my mother\n");
  CHECK_THAT(message(proof, [](Options&) {}), Contains("another file"));
}

TEST_CASE("an entry of a journal with a byte wrong in its checksum is not used", "[verify][parts]") {
  const Proof proof = open_three_proof().proof();
  const Journaled journaled(proof, 0);
  const std::string& whole = journaled.whole;
  const std::size_t first = whole.find('\n') + 1;
  REQUIRE(journaled.after(proof, whole).value().resumed > 0);
  for (std::size_t i = first + 4; i < first + 12; ++i) {
    std::string damaged = whole;
    damaged[i] ^= 1;
    const auto result = journaled.after(proof, damaged);
    REQUIRE(result.ok());
    CHECK(result.value().resumed == 0);
  }
}

TEST_CASE("a damaged journal does no harm", "[verify][parts]") {
  const Proof proof = Damage(5).damaged(deep_draft());
  const Journaled journaled(proof, 0);
  std::mt19937 random(1);
  for (int i = 0; i < 25; ++i) {
    std::string damaged = journaled.whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
    const auto result = journaled.after(proof, damaged);
    if (result.ok()) CHECK(result.value().gap_counts == journaled.once.gap_counts);
  }
}

}  // namespace parts_test
