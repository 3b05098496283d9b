// The bytes are a certificate: it is refused with a line number, or read, written anew and read as the same.
// On small boards the kernel checks it, and what it accepts is confirmed by a solver that knows only the
// rules.
#include "verify/audit/certificate.hpp"

#include <sstream>
#include <string>

#include "game/position.hpp"
#include "tests/fuzz/brute_force.hpp"
#include "tests/fuzz/target.hpp"
#include "verify/rules/kernel_words.hpp"

namespace certificate_target {

using namespace fiveproof;

struct Certificate {
  audit::Rule rule;
  int size;
  audit::Stone attacker;
  std::vector<audit::Entry> entries;
};

/// Nothing when it is malformed. Any other exception is a failure.
std::optional<Certificate> read(const std::string& text) {
  std::istringstream in(text);
  try {
    audit::CertificateReader reader(in);
    Certificate certificate{reader.rule(), reader.size(), reader.attacker(), {}};
    audit::Entry entry{false, audit::Board(reader.rule(), reader.size()), audit::none, -1, {}, 0};
    while (reader.next(entry)) certificate.entries.push_back(entry);
    return certificate;
  } catch (const audit::Malformed& error) {
    FIVEPROOF_ENSURE(std::string_view(error.what()).starts_with("line "));
    return std::nullopt;
  }
}

class Writer {
 public:
  explicit Writer(const Certificate& certificate) : size_(certificate.size) {
    std::uint64_t records = 0;
    for (const auto& entry : certificate.entries) records += entry.is_root ? 0 : 1;
    text = std::string("fiveproof-certificate 2\nproof -\nrule ") +
           (certificate.rule == audit::Rule::freestyle ? "freestyle" : "standard") + "\nsize " +
           std::to_string(size_) + "\nattacker " + name(certificate.attacker) + "\nrecords " +
           std::to_string(records) + "\n";
    for (const auto& entry : certificate.entries) write(entry, certificate.attacker);
    text += "end\n";
  }

  std::string text;

 private:
  static std::string name(audit::Stone c) { return c == audit::black ? "black" : "white"; }
  void square(audit::Point p) { text += audit::name_of(p, size_) + ' '; }
  void stones(const audit::Board& board, audit::Stone c) {
    bool any = false;
    for (const audit::Point p : board.stones())
      if (board.at(p) == c) {
        square(p);
        any = true;
      }
    text += any ? "/ " : "- / ";
  }
  void write(const audit::Entry& entry, audit::Stone attacker) {
    text += entry.is_root ? "root " : "record ";
    stones(entry.board, audit::black);
    stones(entry.board, audit::white);
    if (entry.is_root)
      text += name(entry.to_move) + ' ';
    else if (entry.move < 0)
      text += "- ";
    else
      square(entry.move);
    const bool is_and = entry.is_root ? entry.to_move != attacker : entry.move >= 0;
    text += ": ";
    auto plan = audit::view_of(entry.plan);
    if (is_and) branches(*plan.first++);
    steps(plan);
    text += '\n';
  }
  void steps(audit::Plan plan) {
    for (; plan.first != plan.last; ++plan.first) {
      square(plan.first->move);
      branches(*plan.first);
    }
  }
  void branches(const audit::Step& step) {
    for (const auto& branch : step.branches) {
      text += "( ";
      for (const audit::Point p : branch.replies) square(p);
      text += ": ";
      steps(audit::view_of(branch.plan));
      text += ") ";
    }
  }

  int size_;
};

void check_written_anew(const Certificate& certificate) {
  const std::string text = Writer(certificate).text;
  const auto again = read(text);
  FIVEPROOF_ENSURE(again && again->entries.size() == certificate.entries.size());
  FIVEPROOF_ENSURE(Writer(*again).text == text);
  for (std::size_t i = 0; i < again->entries.size(); ++i) {
    FIVEPROOF_ENSURE(again->entries[i].board.cells() == certificate.entries[i].board.cells());
    FIVEPROOF_ENSURE(again->entries[i].move == certificate.entries[i].move);
    FIVEPROOF_ENSURE(again->entries[i].to_move == certificate.entries[i].to_move);
  }
}

/// As the program fiveproof-audit does it.
void check_claims(const Certificate& certificate) {
  audit::Book book(certificate.rule, certificate.size, certificate.attacker);
  for (const auto& entry : certificate.entries)
    if (!entry.is_root) book.add(entry.board, entry.move);
  book.close();
  audit::Kernel kernel(book);
  audit::EntryHints hints;
  std::size_t record = 0;
  for (const auto& entry : certificate.entries) {
    hints.use(entry);
    if (!entry.is_root) (void)kernel.check(record++, hints);
  }
  const auto rule = certificate.rule == audit::Rule::freestyle ? RuleSet::freestyle : RuleSet::standard;
  const auto color = [](audit::Stone c) { return c == audit::black ? Color::black : Color::white; };
  fuzz::BruteForce solver(rule, certificate.size, color(certificate.attacker));
  for (const auto& entry : certificate.entries) {
    if (!entry.is_root) continue;
    hints.use(entry);
    if (!kernel.prove(entry.board, entry.to_move, hints)) continue;
    Position root = verify::from_kernel(entry.board);
    root.set_to_move(color(entry.to_move));
    FIVEPROOF_ENSURE(solver.ask(root, 5'000) != fuzz::Outcome::no_win);
  }
}

/// Checked in no time, whatever the plans say.
bool is_small(const Certificate& certificate) {
  return certificate.size <= 7 && certificate.entries.size() <= 40;
}

FIVEPROOF_FUZZ_TARGET(certificate, data, size) {
  const auto certificate = read(std::string(data, data + size));
  if (!certificate) return 0;
  check_written_anew(*certificate);
  if (is_small(*certificate)) check_claims(*certificate);
  return 0;
}

}  // namespace certificate_target
