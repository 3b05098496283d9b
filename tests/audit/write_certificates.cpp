// write-certificates FOLDER PROOF: certificates of small proofs, whole and damaged, for two checkers to agree
// on.
#include <algorithm>
#include <fstream>
#include <iostream>

#include "format/fvp/fvp_reader.hpp"
#include "game/notation.hpp"
#include "tests/audit/certificates.hpp"
#include "tests/audit/plan_maker.hpp"
#include "verify/rules/plan_words.hpp"

using namespace fiveproof;
using namespace fiveproof::audit;
using namespace fiveproof::audit::test;

namespace {

class Writer {
 public:
  explicit Writer(std::string folder) : folder_(std::move(folder)) {}
  void write(const std::string& text, const std::string& end = ".cert") {
    std::ofstream(folder_ + "/" + std::to_string(1000 + number_++) + end, std::ios::binary) << text;
  }
  /// Beside the certificate that was written last.
  void write_beside(const std::string& text) {
    std::ofstream(folder_ + "/" + std::to_string(1000 + number_ - 1) + ".outside", std::ios::binary) << text;
  }
  void write_with_damage(const std::string& text, int copies, Random& random) {
    write(text);
    const auto words = words_of(text);
    for (int i = 0; i < copies; ++i) {
      // Most of the damage where plans and moves are: it is then rarely malformed.
      const int at = random.below(static_cast<int>(words.size()));
      if (i % 4 == 0)
        write(damaged(words, static_cast<std::size_t>(at), random.below(6), random), "-damaged.cert");
      else
        write(exchanged(words, static_cast<std::size_t>(at), random), "-damaged.cert");
    }
  }

 private:
  static bool is_square(const std::string& word) {
    return word.size() >= 2 && word.size() <= 3 && word[0] >= 'a' && word[0] <= 't' && word[1] >= '1' &&
           word[1] <= '9';
  }
  /// A square after the first colon becomes another one of the certificate, or goes.
  static std::string exchanged(std::vector<std::string> words, std::size_t at, Random& random) {
    const auto colon = std::find(words.begin(), words.end(), ":") - words.begin();
    at = std::max(at, static_cast<std::size_t>(colon));
    const auto here = std::find_if(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), is_square);
    if (here == words.end()) return text_of(words);
    if (random.one_in(4)) {
      words.erase(here);
      return text_of(words);
    }
    for (std::string other;;)
      if (is_square(other = random.pick(words))) {
        *here = other;
        return text_of(words);
      }
  }
  std::string folder_;
  int number_ = 0;
};

Position exchanged_colors(const Position& position) {
  Position made(position.size());
  for (const Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) made.put(opponent(c), s);
  made.set_to_move(opponent(position.to_move()));
  return made;
}

/// Says which replies are outside the zone of a plan.
class Outside : public Hints {
 public:
  explicit Outside(const std::vector<Step>& plan) : plan_(plan) {}
  Plan threat(const Board&) override { return view_of(plan_); }
  std::optional<Plan> plan(const Board&, Point, int) override { return std::nullopt; }
  void answered(Point reply, Answer how) override {
    if (how == Answer::outside) replies.push_back(reply);
  }
  std::vector<Point> replies;

 private:
  const std::vector<Step>& plan_;
};

/// Plans that win after a pass, as certificates with one root, and beside each what the kernel's zone
/// excludes.
void write_zones(Writer& writer, Random& random) {
  for (int written = 0; written < 150;) {
    const PlainRules rules(random.one_in(2) ? Rule::freestyle : Rule::standard, random.between(6, 10));
    const Stone attacker = random.one_in(2) ? black : white;
    const int points = rules.size() * rules.size();
    const auto cells = and_position(rules, points * random.between(3, 6) / 8, attacker, random);
    if (!cells) continue;
    Board board = rules.board(*cells);
    const auto steps = PlanMaker(board, attacker, random).make(4);
    if (!steps || steps->empty()) continue;
    Book book(rules.rule(), rules.size(), attacker);
    book.close();
    Outside outside(*steps);
    (void)Kernel(book).prove(board, other(attacker), outside);
    if (outside.replies.empty()) continue;
    ++written;
    std::string text = "fiveproof-certificate 2\nproof -\nrule " + name_of(rules.rule()) + "\nsize " +
                       std::to_string(rules.size()) + "\nattacker " + std::string(name_of(color(attacker))) +
                       "\nrecords 0\nroot ";
    const Position position = position_of(*cells, rules.size(), other(attacker));
    for (const Color c : {Color::black, Color::white}) {
      if (position.count(c) == 0) text += "- ";
      for (const Square s : position.stones(c)) text += fiveproof::to_text(s) + " ";
      text += "/ ";
    }
    text += std::string(name_of(color(other(attacker)))) + " : " +
            verify::plan_words(*steps, false, rules.size()) + "\nend\n";
    writer.write(text, ".cert");
    std::string replies;
    for (const Point p : outside.replies) replies += name_of(p, rules.size()) + " ";
    writer.write_beside(replies + "\n");
  }
}

/// What chance does not bring: roots and records of renju on a 15x15 board.
constexpr const char* renju_cases[] = {
    // Black's h9 makes a four, a three, and what is no second three, as i9 makes a five.
    ("root e6 f7 g8 f9 g9 h10 h11 i5 i6 i7 i8 / d5 d9 i4 / black\n"
     "record e6 f7 g8 f9 g9 h10 h11 i5 i6 i7 i8 / d5 d9 i4 / h9\n"),
    // After White's f7 Black may not play g9, which makes a straight four: f7 must be answered like g9
    // itself.
    "root c11 d6 d9 e9 f6 f8 f10 g10 h8 h11 i7 l2 m2 n2 / k9 / white : ( g9 j6 e11 f7 : k2 ) g9\n",
    "root c11 d6 d9 e9 f6 f8 f10 g10 h8 h11 i7 l2 m2 n2 / k9 / white : ( g9 j6 e11 : k2 ) g9\n",
    // White's four leaves c5, where Black would make two fours.
    "root b6 c6 c7 c8 d4 e3 h5 / d5 e5 f5 g5 / black\n",
    // White has two ways to make five; after a row of six of Black's the game is over.
    "root a1 b1 c1 d1 e1 / b9 c9 d9 e9 / white\n",
    "root a1 b1 c1 d1 f1 g1 / b9 c9 d9 e9 / white\n",
    "root a1 b1 c1 d1 e1 f1 / b9 c9 d9 e9 / white\n",
    "root a1 b1 c1 d1 e1 f1 / b9 c9 d9 e9 / black\n",
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  Writer writer(argv[1]);
  Random random(8);
  for (int i = 0; i < 12; ++i) writer.write_with_damage(small_certificate(random, 4 + i % 4), 9, random);
  for (int i = 0; i < 16; ++i)
    writer.write_with_damage(small_certificate(random, 4 + i / 2 % 4, i % 2 == 0 ? black : white), 9, random);
  for (int i = 0; i < 100; ++i) writer.write(forbidden_certificate(random));
  for (const char* lines : renju_cases) {
    const std::string text(lines);
    const char* const records = text.find("record ") == std::string::npos ? "0" : "1";
    for (const char* attacker : {"black", "white"})
      writer.write(std::string("fiveproof-certificate 2\nproof -\nrule renju\nsize 15\nattacker ") +
                   attacker + "\nrecords " + records + "\n" + text + "end\n");
  }
  write_zones(writer, random);
  for (int i = 0; i < 200; ++i) writer.write(black_move_certificate(random));

  // 15x15: records of the proof that do not reach more than their neighbours, each as a claim of its own.
  const auto proof = read_fvp_file(argv[2]);
  if (!proof.ok()) return 2;
  const Proof& all = proof.value();
  constexpr RuleSet rules[] = {RuleSet::freestyle, RuleSet::standard, RuleSet::renju, RuleSet::renju};
  for (int i = 0; i < 12; ++i) {
    // Of renju with the colours exchanged as well: then Black defends.
    const bool is_exchanged = i % 4 == 3;
    Proof part(rules[i % 4], all.size, is_exchanged ? opponent(all.attacker) : all.attacker);
    for (int n = 0; n < 2; ++n) {
      const auto last = all.records.count() - 1 - static_cast<std::size_t>(random.below(300));
      Record record = all.records.at(last);
      if (is_exchanged) record.position = exchanged_colors(record.position);
      part.roots.push_back({record.position, std::nullopt});
      if (n == 0) part.records.add(record.position, record.move);
    }
    part.records.finish();
    const std::string whole = certificate_of(part);
    // A plan of thousands of lines would take the second checker half a minute, damaged or not.
    if (whole.size() < 20'000) writer.write_with_damage(whole, 3, random);
  }
  return 0;
}
