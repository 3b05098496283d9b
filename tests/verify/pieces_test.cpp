// Pieces of a certificate: whoever made them, what the kernel establishes is true, and what does not hold is
// refused.
#include <chrono>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "format/text/json_lines.hpp"
#include "journaled.hpp"
#include "report_text.hpp"
#include "verify/parts/piece_set.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;
using fiveproof::test::TemporaryFolder;

namespace {

constexpr std::uint64_t lines_of_head = 4;

Options rules_with(std::uint32_t effort) {
  Options options = options_with(effort);
  options.task = Check{.trust = Trust::rules};
  return options;
}

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::string piece_of(const Proof& proof, std::uint32_t effort, Shard shard, unsigned threads = 2) {
  Options options = options_with(effort);
  options.threads = threads;
  std::string text;
  const auto on_piece = [&](std::string_view line) -> Status {
    text += line;
    return Done{};
  };
  options.task = Certify{shard, on_piece};
  (void)checked_with(proof, options);
  return text;
}

/// Pieces of all shards, in files.
struct Pieces {
  Pieces(const Proof& proof, std::uint32_t effort, std::uint32_t count) {
    for (std::uint32_t index = 1; index <= count; ++index) {
      texts.push_back(piece_of(proof, effort, {index, count}));
      paths.push_back(folder.file(std::to_string(index) + ".piece"));
      put(paths.back(), texts.back());
    }
  }
  TemporaryFolder folder;
  std::vector<std::string> texts, paths;
};

Options auditing(std::uint32_t effort, const std::vector<std::string>& paths,
                 std::optional<Shard> shard = std::nullopt) {
  Options options = options_with(effort);
  options.task = Audit{shard, paths};
  return options;
}

Checked audited(const Proof& proof, std::uint32_t effort, const std::vector<std::string>& paths) {
  return checked_with(proof, auditing(effort, paths));
}

Error refused(const Proof& proof, const std::vector<std::string>& paths, std::uint32_t effort = 200) {
  const auto result = check_proof(proof, auditing(effort, paths));
  REQUIRE_FALSE(result.ok());
  return result.error();
}

/// Everything that is said, but how a reply was found lost: that is not known of a plan.
std::string results(Checked checked) {
  for (auto& [stones, tally] : checked.by_ply) {
    tally.replayed += tally.searched + tally.searched_fully;
    tally.searched = tally.searched_fully = 0;
  }
  return fingerprint(checked);
}

using Catch::Contains;
using Catch::StartsWith;

}  // namespace

TEST_CASE("pieces of all shards, audited, are the check at level rules", "[verify][pieces]") {
  const Draft whole = deep_draft();
  std::vector<std::pair<Proof, std::uint32_t>> proofs;
  proofs.emplace_back(open_three_proof().proof(), 0);
  proofs.emplace_back(whole.proof(), 0);
  for (unsigned seed = 300; seed < 304; ++seed)
    proofs.emplace_back(Damage(seed).damaged(whole), seed % 2 == 0 ? 0 : 200);
  for (const auto& [proof, effort] : proofs) {
    const Checked once = checked_with(proof, rules_with(effort));
    for (const std::uint32_t count : {1U, 3U, 7U}) {
      CAPTURE(effort, count);
      Pieces pieces(proof, effort, count);
      std::reverse(pieces.paths.begin(), pieces.paths.end());
      const Checked sum = audited(proof, effort, pieces.paths);
      CHECK(results(sum) == results(once));
      CHECK(sum.accepted() == once.accepted());
      CHECK(sum.pieces == count);
      CHECK(sum.verdicts[0].trusted == "the audit kernel");
      CHECK(decide(sum, {}).answer == decide(once, {}).answer);
    }
  }
}

TEST_CASE("the bundled example is verified by pieces, without a search", "[verify][pieces]") {
  const Proof proof = bundled_example();
  const Pieces pieces(proof, default_effort, 2);
  // What the search of this process would find does not matter.
  const Checked sum = audited(proof, 0, pieces.paths);
  CHECK(sum.accepted());
  CHECK(sum.all.replayed > 0);
  CHECK(sum.all.searched + sum.all.searched_fully == 0);
  CHECK(to_text(sum.verdicts[0]).starts_with("VERIFIED freestyle 15x15: black wins from "));
  CHECK(to_text(sum.verdicts[0]).ends_with("trusted: the audit kernel"));
}

TEST_CASE("roots that are not stored have plans in a piece", "[verify][pieces]") {
  // An OR root and an AND root, and an effort that finds nothing in the process that audits.
  const Position or_root = position(9, "c5 d5 e5 c6 d7", "a1 a9 i2 i9 h1", Color::black);
  Position and_root = or_root;
  and_root.play(square("f5"));
  for (const Position& root : {or_root, and_root}) {
    const Proof proof = proof_of(RuleSet::freestyle, root, Color::black);
    Proof finished = proof;
    finished.records.finish();
    const Pieces pieces(finished, default_effort, 2);
    CHECK(audited(finished, 0, pieces.paths).accepted());
    CHECK(audited(finished, 0, pieces.paths).verdicts[0].positions == 0);
  }
}

TEST_CASE("a piece has the same bytes whoever makes it", "[verify][pieces]") {
  const Proof proof = Damage(5).damaged(deep_draft());
  const std::string once = piece_of(proof, 50, {2, 3}, 1);
  for (const unsigned threads : {1U, 2U, 5U}) CHECK(piece_of(proof, 50, {2, 3}, threads) == once);
  const Lines lines = lines_of(once);
  CHECK(lines[0] == "fiveproof-piece 1");
  CHECK(lines[1] == "proof " + content_hash(proof));
  CHECK(lines[3] == "shard 2/3");
  CHECK(lines.size() == lines_of_head + Shard{2, 3}.size(proof.records.count() + proof.roots.size()) + 1);
  CHECK(lines.back() == "end");
}

TEST_CASE("an interrupt leaves no piece that passes for a whole one", "[verify][pieces]") {
  const Proof proof = deep_draft().proof();
  std::atomic<bool> stop = true;
  Options options = options_with(0);
  options.stop = &stop;
  std::string text;
  const auto on_piece = [&](std::string_view line) -> Status {
    text += line;
    return Done{};
  };
  options.task = Certify{.on_piece = on_piece};
  CHECK(checked_with(proof, options).interrupted);
  CHECK_FALSE(lines_of(text).back() == "end");
  stop = false;
  const Pieces pieces(proof, 0, 2);
  stop = true;
  Options audit = auditing(0, pieces.paths);
  audit.stop = &stop;
  CHECK(checked_with(proof, audit).interrupted);
}

TEST_CASE("a piece that cannot be written ends the check", "[verify][pieces]") {
  const Proof proof = deep_draft().proof();
  for (int lines = 0; lines < 5; ++lines) {
    Options options = options_with(0);
    int left = lines;
    const auto on_piece = [&](std::string_view) -> Status {
      if (left-- == 0) return Error{ErrorCode::io, "full", "disk"};
      return Done{};
    };
    options.task = Certify{.on_piece = on_piece};
    const auto result = check_proof(proof, options);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().message == "full");
  }
}

TEST_CASE("pieces that are not those of this check are refused", "[verify][pieces]") {
  const Proof proof = deep_draft().proof();
  const Pieces pieces(proof, 0, 3);
  const auto& paths = pieces.paths;
  CHECK_THAT(refused(proof, {paths[0], paths[2]}).message, Contains("shard 2/3 is missing"));
  CHECK_THAT(refused(Damage(4).damaged(deep_draft()), paths).message, Contains("a piece of the proof"));
  const Pieces others(proof, 0, 4);
  CHECK_THAT(refused(proof, {paths[0], paths[1], others.paths[2]}).message, Contains("one of 3 shards"));
  CHECK_THAT(refused(proof, {pieces.folder.file("none")}).message, Contains("cannot read"));
  CHECK_THAT(refused(proof, {"/dev/zero"}).message, Contains("expected a file"));
  CHECK_FALSE(refused(proof, {pieces.folder.file("")}).message.empty());

  // One shard alone is audited with its piece, and with no other.
  CHECK(checked_with(proof, auditing(0, {paths[1]}, Shard{2, 3})).gap_count() == 0);
  CHECK_THAT(check_proof(proof, auditing(0, {paths[1]}, Shard{3, 3})).error().message,
             Contains("a piece of shard 3/3, found shard 2/3"));

  // The same twice is once; two that differ are refused, also where both would do.
  const std::string again = pieces.folder.file("again.piece");
  put(again, pieces.texts[1]);
  CHECK(audited(proof, 0, {paths[0], paths[1], paths[2], again}).accepted());
  CHECK(audited(proof, 0, {paths[0], paths[1], paths[2], again}).pieces == 3);
  Lines lines = lines_of(pieces.texts[1]);
  lines[lines_of_head] += "  ";
  put(again, text_of(lines));
  CHECK(audited(proof, 0, {paths[0], again, paths[2]}).accepted());
  CHECK_THAT(refused(proof, {paths[0], paths[1], paths[2], again}).message,
             Contains("the plans of shard 2/3 as in " + paths[1]));

  // Two roots in another order have the same proof and other ranks.
  Draft two = deep_draft();
  two.roots.push_back(position(7, "c4 d4 e5 e6 b2", "a1 a2 g1 g7 b6", Color::black));
  const Pieces of_two(two.proof(), 0, 1);
  std::swap(two.roots[0], two.roots[1]);
  CHECK(content_hash(two.proof()) == lines_of(of_two.texts[0])[1].substr(6));
  CHECK_THAT(refused(two.proof(), of_two.paths).message, Contains("the claims of the proof"));
}

TEST_CASE("a piece that lies about its form is refused", "[verify][pieces]") {
  const Proof proof = deep_draft().proof();
  const Pieces pieces(proof, 0, 3);
  const std::string liar = pieces.folder.file("liar.piece");
  const auto refusal = [&](const std::function<void(Lines&)>& change) {
    Lines lines = lines_of(pieces.texts[1]);
    change(lines);
    put(liar, text_of(lines));
    const Error error = refused(proof, {pieces.paths[0], liar, pieces.paths[2]}, 0);
    CHECK(error.file == liar);
    return error.message;
  };
  const std::size_t first = lines_of_head, nodes = lines_of(pieces.texts[1]).size() - first - 1;
  REQUIRE(nodes > 20);
  // A node that is missing, twice, out of place, of another shard, or of none.
  for (std::size_t i = first; i < first + nodes; i += 1 + nodes / 12) {
    CHECK_THAT(refusal([&](Lines& l) { l.erase(l.begin() + static_cast<std::ptrdiff_t>(i)); }),
               StartsWith("line " + std::to_string(i + 1) + ": expected "));
    CHECK_THAT(refusal([&](Lines& l) { l.insert(l.begin() + static_cast<std::ptrdiff_t>(i), l[i]); }),
               StartsWith("line " + std::to_string(i + 2) + ": expected "));
  }
  CHECK_THAT(refusal([&](Lines& l) { std::swap(l[first], l[first + 1]); }), Contains("expected rank 1,"));
  CHECK_THAT(refusal([&](Lines& l) { l[first] = lines_of(pieces.texts[2])[first]; }),
             Contains("expected rank 1, found '2'"));
  CHECK_THAT(refusal([&](Lines& l) { l[first] = "999999 -"; }), Contains("expected rank 1"));
  CHECK_THAT(refusal([&](Lines& l) { l[first].insert(0, "0"); }), Contains("expected rank 1"));
  CHECK_THAT(refusal([&](Lines& l) { l[first].insert(0, "-"); }), Contains("expected rank 1"));
  CHECK_THAT(refusal([&](Lines& l) { l[first] = "1"; }), Contains("expected -, found the end of the line"));
  CHECK_THAT(refusal([&](Lines& l) { l[first] = "1 - a1"; }), Contains("expected the end of the line"));
  CHECK_THAT(refusal([&](Lines& l) { l[first] = ""; }), Contains("expected rank 1"));
  CHECK_THAT(refusal([&](Lines& l) { l.insert(l.end() - 1, "1 -"); }), Contains("expected end"));
  CHECK_THAT(refusal([&](Lines& l) { l.back() = "end end"; }), Contains("expected the end of the line"));
  CHECK_THAT(refusal([&](Lines& l) { l.push_back("end"); }), Contains("expected the end of the file"));
  CHECK_THAT(refusal([&](Lines& l) { l[0] = "fiveproof-piece 2"; }),
             Contains("a piece of version 1, found '2'"));
  CHECK_THAT(refusal([&](Lines& l) { l[0] = "fiveproof-certificate 2"; }),
             Contains("expected fiveproof-piece"));
  CHECK_THAT(refusal([&](Lines& l) { l[1].back() = l[1].back() == '0' ? '1' : '0'; }),
             Contains("a piece of the proof"));
  CHECK_THAT(refusal([&](Lines& l) { l[2].back() = l[2].back() == '0' ? '1' : '0'; }), Contains("claims"));
  CHECK_THAT(refusal([&](Lines& l) { l[3] = "shard 1/3"; }), Contains("expected rank 0, found '1'"));
  for (const char* odd :
       {"shard 2/0", "shard 0/3", "shard 4/3", "shard 2", "shard 2/3/4", "shard -2/3", "shard a/b"})
    CHECK_FALSE(refusal([&](Lines& l) { l[3] = odd; }).empty());
  for (const char* odd : {" : z9", " : a1 )", " : ( a1", " : ( : a1 )", " : a1 :", " : h1", " : a8"})
    CHECK_THAT(refusal([&](Lines& l) { l[first] = "1" + std::string(odd); }),
               StartsWith("line " + std::to_string(first + 1) + ": expected "));
  CHECK_THAT(refusal([&](Lines& l) { l[first] = "1 : " + std::string(std::size_t{1} << 20, ' '); }),
             Contains("a line of at most"));
}

TEST_CASE("a piece that was cut off anywhere is refused", "[verify][pieces]") {
  const Proof proof = open_three_proof().proof();
  const Pieces pieces(proof, 0, 2);
  const std::string cut = pieces.folder.file("cut.piece");
  for (std::size_t length = 0; length < pieces.texts[0].size(); ++length) {
    put(cut, pieces.texts[0].substr(0, length));
    REQUIRE(refused(proof, {cut, pieces.paths[1]}, 0).file == cut);
  }
}

TEST_CASE("a piece with other plans is refused, or the plans do as well", "[verify][pieces]") {
  const Proof proof = bundled_example();
  const Shard shard{1, 100};
  const TemporaryFolder folder;
  const std::string liar = folder.file("liar.piece");
  const Lines lines = lines_of(piece_of(proof, default_effort, shard));
  // With effort 0 nothing but the piece can help.
  const Options options = auditing(0, {liar}, shard);
  std::mt19937 random(7);
  const auto any = [&](std::size_t below) { return random() % below; };
  int refusals = 0, same = 0;
  for (int i = 0; i < 100; ++i) {
    Lines changed = lines;
    std::string& line = changed[lines_of_head + any(changed.size() - lines_of_head - 1)];
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    switch (i % 4) {
      case 0:  // no plan at all
        line.resize(colon + 1);
        break;
      case 1: {  // that of another node
        const std::string& other = changed[lines_of_head + any(changed.size() - lines_of_head - 1)];
        if (other.find(':') == std::string::npos) continue;
        line = line.substr(0, colon) + other.substr(other.find(':'));
        break;
      }
      case 2: {  // one square less, or a part of one
        const std::size_t at = colon + 1 + any(line.size() - colon);
        if (at < line.size()) line.erase(at, 3);
        break;
      }
      case 3: {  // another square
        const std::size_t at = colon + 1 + any(line.size() - colon);
        if (at < line.size() && line[at] >= 'a' && line[at] <= 'o')
          line[at] = static_cast<char>('a' + any(15));
        break;
      }
    }
    put(liar, text_of(changed));
    const auto result = check_proof(proof, options);
    if (!result.ok()) {
      CHECK(result.error().file == liar);
      CHECK(result.error().code == ErrorCode::malformed);
      ++refusals;
    } else {
      CHECK(result.value().gap_count() == 0);
      ++same;
    }
  }
  CHECK(refusals > 20);
  CHECK(same > 3);
}

TEST_CASE("no piece makes a proof with holes a proof", "[verify][pieces]") {
  const Draft whole = deep_draft();
  std::mt19937 random(3);
  int liars = 0;
  for (unsigned seed = 320; seed < 326; ++seed) {
    CAPTURE(seed);
    const Proof proof = Damage(seed).damaged(whole);
    const Checked honest = checked_with(proof, rules_with(default_effort));
    REQUIRE_FALSE(honest.accepted());
    const Pieces pieces(proof, default_effort, 1);
    const Lines lines = lines_of(pieces.texts[0]);
    const std::string liar = pieces.folder.file("liar.piece");
    Lines open, plans;
    for (const std::string& line : lines)
      if (line.ends_with(" -"))
        open.push_back(line);
      else if (line.find(" : ") != std::string::npos)
        plans.push_back(line.substr(line.find(" :")));
    REQUIRE_FALSE(open.empty());
    REQUIRE_FALSE(plans.empty());
    // All that is open gets a plan: none, somebody else's, a made up one.
    for (int kind = 0; kind < 3; ++kind) {
      Lines changed = lines;
      for (std::string& line : changed) {
        if (!line.ends_with(" -")) continue;
        line.resize(line.size() - 2);
        line += kind == 0   ? " :"
                : kind == 1 ? plans[random() % plans.size()]
                            : " : d4 c3 e4 f5 b6 ( a1 : g3 ) c4";
      }
      put(liar, text_of(changed));
      const auto result = check_proof(proof, auditing(default_effort, {liar}));
      if (result.ok()) {
        // Nodes without a plan of their own are not asked for one: they are as they were.
        CHECK(results(Checked{result.value(), {}}).find("unreached") != std::string::npos);
        CHECK_FALSE(result.value().accepted());
        for (std::size_t root = 0; root < honest.verdicts.size(); ++root)
          CHECK((result.value().verdicts[root].outcome == Outcome::verified) ==
                (honest.verdicts[root].outcome == Outcome::verified));
      } else {
        CHECK(result.error().file == liar);
        ++liars;
      }
    }
  }
  CHECK(liars > 10);
}

TEST_CASE("a plan for a position that nobody has won is refused, stored or not", "[verify][pieces]") {
  const Position quiet = position(9, "c3 g7", "c7 g3", Color::black);
  Position after = quiet;
  after.play(square("e5"));
  const std::vector<Draft> drafts = {
      {RuleSet::freestyle, Color::black, {quiet}, {{quiet, std::nullopt}}},  // a leaf
      {RuleSet::freestyle, Color::black, {quiet}, {}},                       // an OR root
      {RuleSet::freestyle, Color::black, {quiet}, {{quiet, square("e5")}}},  // a record with a move
      {RuleSet::freestyle, Color::black, {after}, {}},                       // an AND root
  };
  for (const Draft& draft : drafts) {
    const Proof proof = draft.proof();
    const Pieces honest(proof, 200, 1);
    CHECK_FALSE(audited(proof, 200, honest.paths).accepted());
    for (const char* plan : {"", " e5", " e6 f5 g6 c5", " f6 e4 d5"}) {
      Lines lines = lines_of(honest.texts[0]);
      REQUIRE(lines[lines_of_head] == "0 -");
      lines[lines_of_head] = "0 :" + std::string(plan);
      put(honest.paths[0], text_of(lines));
      CHECK_THAT(refused(proof, honest.paths).message,
                 Contains("line 5: expected a plan by which the attacker wins"));
    }
  }
}

TEST_CASE("what a piece leaves open is searched for, so that laziness costs time alone", "[verify][pieces]") {
  const Proof proof = bundled_example();
  const Shard shard{3, 40};
  const TemporaryFolder folder;
  const std::string path = folder.file("lazy.piece");
  Lines lines = lines_of(piece_of(proof, default_effort, shard));
  for (std::size_t i = lines_of_head; i + 1 < lines.size(); i += 2)
    lines[i] = lines[i].substr(0, lines[i].find(' ')) + " -";
  put(path, text_of(lines));
  const auto audited_with = [&](std::uint32_t effort) {
    return checked_with(proof, auditing(effort, {path}, shard));
  };
  Options alone = rules_with(default_effort);
  std::get<Check>(alone.task).shard = shard;
  const Checked once = checked_with(proof, alone), lazy = audited_with(default_effort);
  CHECK(results(lazy) == results(once));
  CHECK(once.gap_count() == 0);
  CHECK(lazy.all.searched > 0);
  CHECK(lazy.all.searched < once.all.searched);
  CHECK(audited_with(0).gap_count() > 0);
}

TEST_CASE("the piece of the specification is read, and written again byte by byte",
          "[verify][pieces][golden]") {
  // What is frozen here every later version must read.
  const std::string path = fiveproof::test::in_project("tests/golden/p1-freestyle-9-black.piece");
  const Position root = position(9, "c4 d4 e2 e3", "a1 a9 b9 h9", Color::black);
  const Proof proof = Draft{RuleSet::freestyle, Color::black, {root}, {{root, square("e4")}}}.proof();
  const Checked checked = audited(proof, 0, {path});
  CHECK(checked.accepted());
  CHECK(checked.verdicts[0].replies == 72);
  CHECK(piece_of(proof, default_effort, {1, 1}) == get(path));
}

TEST_CASE("the report names the pieces", "[verify][pieces]") {
  const Proof proof = open_three_proof().proof();
  const Pieces pieces(proof, 0, 2);
  const Checked sum = audited(proof, 0, pieces.paths);
  const auto report = nlohmann::json::parse(report_text(sum, decide(sum, {})));
  CHECK(report["pieces"] == 2);
  CHECK(report["accepted"] == true);
  CHECK(report["claims"][0]["outcome"] == "verified");
  CHECK(report["trusted"] == "the audit kernel");
  const Checked once = checked_with(proof, rules_with(0));
  CHECK_FALSE(nlohmann::json::parse(report_text(once, decide(once, {}))).contains("pieces"));
}

TEST_CASE("a file that changes under the audit is refused", "[verify][pieces]") {
  const Proof proof = deep_draft().proof();
  const Pieces pieces(proof, 0, 1);
  PieceSubject subject{content_hash(proof), lines_of(pieces.texts[0])[2].substr(7), proof.size,
                       proof.records.count() + proof.roots.size()};
  const auto set = PieceSet::open(pieces.paths, subject, std::nullopt);
  REQUIRE(set.ok());
  const NodeId last = static_cast<NodeId>(subject.nodes - 2);
  REQUIRE(set.value()->plan(last, true, -1).ok());
  Lines lines = lines_of(pieces.texts[0]);
  // Two lines of one length in each other's place: a plan is at hand, but another node's.
  std::size_t at = lines_of_head;
  while (lines.at(at).size() != lines.at(at + 1).size() || lines[at].find(':') == std::string::npos) ++at;
  std::swap(lines[at], lines[at + 1]);
  put(pieces.paths[0], text_of(lines));
  const auto node = static_cast<NodeId>(at - lines_of_head);
  CHECK_THAT(set.value()->plan(node, true, -1).error().message, Contains("expected " + std::to_string(node)));
  lines.erase(lines.begin() + lines_of_head);
  put(pieces.paths[0], text_of(lines));
  CHECK_FALSE(set.value()->plan(last, true, -1).ok());
  put(pieces.paths[0], "");
  CHECK_FALSE(set.value()->plan(0, true, -1).ok());
  std::remove(pieces.paths[0].c_str());
  CHECK(set.value()->plan(0, true, -1).error().code == ErrorCode::io);
}

namespace {

/// Sets a flag again and again, sooner or later after it was taken down. It becomes more patient: where the
/// machine is busy a search may take longer than any turn had, and the check would never end.
class Interrupter {
 public:
  Interrupter(std::atomic<bool>& flag, unsigned seed) : thread_([&, seed] { work(flag, seed); }) {}
  ~Interrupter() {
    ended_ = true;
    thread_.join();
  }

 private:
  void work(std::atomic<bool>& flag, unsigned seed) {
    std::mt19937 random(seed);
    for (unsigned patience = 1500; !ended_; patience += patience / 512) {
      std::this_thread::sleep_for(std::chrono::microseconds(50 + random() % patience));
      flag = true;
    }
  }
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

/// The report of a check, without its time, and all gaps.
std::string told(const Verification& checked) {
  auto report = nlohmann::json::parse(report_text(checked, decide(checked, {})));
  report.erase("seconds");
  std::string text = report.dump();
  for (;;) {
    const auto gap = checked.gaps->next();
    REQUIRE(gap.ok());
    if (!gap.value()) return text;
    text += '\n' + gap_json(*gap.value(), "kind").dump();
  }
}

/// The same check in turns; how many there were is added to `turns`.
std::string told_in_turns(const Proof& proof, Options options, unsigned seed, int& turns) {
  std::atomic<bool> stop{false};
  options.stop = &stop;
  auto checking = Checking::begin(proof, options);
  REQUIRE(checking.ok());
  {
    const Interrupter interrupter(stop, seed);
    for (; !checking.value().is_complete(); ++turns) {
      stop = false;
      REQUIRE(checking.value().go_on().ok());
      REQUIRE(turns < 100000);
    }
  }
  stop = false;
  const auto checked = checking.value().end();
  REQUIRE(checked.ok());
  CHECK_FALSE(checked.value().interrupted);
  return told(checked.value());
}

}  // namespace

TEST_CASE("a check in turns says what it says in one go", "[verify][pieces]") {
  const Proof damaged = Damage(5).damaged(deep_draft());
  // Of its replies some are gaps, and each is searched for: a turn ends in the middle of them.
  const Position open = position(15, "h8 h9 i8 g6 j5", "g9 i9 h10 a1 o3", Color::black);
  const Proof hopeless = Draft{RuleSet::freestyle, Color::black, {open}, {{open, square("a15")}}}.proof();
  TemporaryFolder folder;
  std::string plans;
  const auto on_piece = [&](std::string_view line) -> Status {
    plans += line;
    return Done{};
  };
  int turns = 0;
  unsigned runs = 0;
  const auto compare = [&](const Proof& proof, Options options) {
    const auto journal = [&](const std::string& name) {
      Check* check = std::get_if<Check>(&options.task);
      if (check == nullptr || check->journal.empty()) return std::string();
      return check->journal = folder.file(name + std::to_string(runs));
    };
    ++runs;
    plans.clear();
    const std::string first = journal("once");
    const auto once = check_proof(proof, options);
    REQUIRE(once.ok());
    const std::string expected = told(once.value());
    const std::string expected_plans = std::exchange(plans, {});
    const std::string second = journal("turns");
    CHECK(told_in_turns(proof, options, runs, turns) == expected);
    CHECK(plans == expected_plans);
    if (!first.empty()) CHECK(get(second).size() == get(first).size());
  };
  for (const Task& task : std::vector<Task>{Check{}, Check{.trust = Trust::rules}, Check{.journal = "yes"},
                                            Certify{.on_piece = on_piece}}) {
    for (const unsigned threads : {1U, 3U}) {
      Options options = options_with(300);
      options.threads = threads;
      options.task = task;
      compare(damaged, options);
      compare(hopeless, options);
    }
  }
  CHECK(turns > 2 * static_cast<int>(runs));
}

TEST_CASE("a check that is ended between two turns has decided nothing", "[verify][pieces]") {
  const Proof proof = deep_draft().proof();
  Options options = options_with(300);
  std::atomic<bool> stop{true};
  options.stop = &stop;
  auto checking = Checking::begin(proof, options);
  REQUIRE(checking.ok());
  REQUIRE(checking.value().go_on().ok());
  CHECK_FALSE(checking.value().is_complete());
  const auto checked = checking.value().end();
  REQUIRE(checked.ok());
  CHECK(checked.value().interrupted);
  for (const Verdict& verdict : checked.value().verdicts) CHECK(verdict.outcome == Outcome::undecided);
}
