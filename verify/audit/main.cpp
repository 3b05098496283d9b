// fiveproof-audit: is the certificate right? Needs nothing but this folder: c++ -O2 *.cpp
#include <fstream>
#include <iostream>

#include "certificate.hpp"

namespace fiveproof::audit {
namespace {

constexpr const char* usage =
    "Usage: fiveproof-audit CERTIFICATE\n\n"
    "Checks a proof that a side wins a five-in-a-row game, reply by reply, from the text that\n"
    "`fiveproof convert PROOF CERTIFICATE` writes. One line per claim on standard output.\n\n"
    "Exit code: 0 every claim verified; 1 some claim not verified; 2 usage, unreadable, no claim.\n";

std::string text_of(const std::vector<Stone>& cells, int size, Stone colour) {
  std::string text;
  for (std::size_t p = 0; p < cells.size(); ++p)
    if (cells[p] == colour) text += " " + name_of(static_cast<Point>(p), size);
  return text;
}

const char* name_of(Stone c) { return c == black ? "black" : "white"; }

std::string text_of(Rule rule, int size, Stone attacker, Stone to_move, const std::vector<Stone>& cells) {
  std::string text = name_of(rule) + " ";
  text += std::to_string(size) + "x" + std::to_string(size) + ": " + name_of(attacker) + " wins from ";
  for (const Stone c : {black, white})
    if (const std::string stones = text_of(cells, size, c); !stones.empty())
      text += std::string(name_of(c)) + stones + ", ";
  return text + name_of(to_move) + " to move";
}

/// All entries of one kind, one by one.
template <typename Use>
void for_each(const std::string& path, bool roots, const Use& use) {
  std::ifstream in(path, std::ios::binary);
  CertificateReader reader(in);
  Entry entry{false, Board(reader.rule(), reader.size()), none, -1, {}, 0};
  while (reader.next(entry))
    if (entry.is_root == roots) use(entry);
}

int audit(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::cerr << "fiveproof-audit: " << path << ": cannot be opened\n";
    return 2;
  }
  const CertificateReader header(in);
  Book book(header.rule(), header.size(), header.attacker());
  for_each(path, false, [&](const Entry& entry) { book.add(entry.board, entry.move); });
  book.close();

  Kernel kernel(book);
  EntryHints hints;
  std::size_t record = 0;
  std::uint64_t holes = 0, first_hole = 0;
  for_each(path, false, [&](const Entry& entry) {
    hints.use(entry);
    // The file may have changed in between: what counts is the book.
    if (record >= book.count() || kernel.check(record++, hints)) return;
    if (holes++ == 0) first_hole = entry.line;
  });
  if (holes > 0)
    std::cerr << "fiveproof-audit: " << path << ": " << holes
              << " records not established, the first in line " << first_hole << '\n';

  int claims = 0, verified = 0;
  for_each(path, true, [&](const Entry& entry) {
    hints.use(entry);
    ++claims;
    const auto proved = kernel.prove(entry.board, entry.to_move, hints);
    if (proved) {
      ++verified;
      std::cout << "VERIFIED "
                << text_of(proved->rule, proved->size, proved->attacker, proved->to_move, proved->cells)
                << "; " << proved->positions << " positions, " << proved->replies
                << " replies; trusted: fiveproof-audit\n";
    } else {
      std::cout << "NOT VERIFIED "
                << text_of(header.rule(), header.size(), header.attacker(), entry.to_move,
                           entry.board.cells())
                << "; not established\n";
    }
  });
  if (claims == 0) {
    std::cerr << "fiveproof-audit: " << path << ": nothing claimed: no root\n";
    return 2;
  }
  return std::cout.flush() && verified == claims ? 0 : 1;
}

}  // namespace
}  // namespace fiveproof::audit

int main(int argc, char** argv) {
  const std::string argument = argc == 2 ? argv[1] : "";
  if (argument == "--help" || argument == "-h") {
    std::cout << fiveproof::audit::usage;
    return 0;
  }
  if (argument.empty()) {
    std::cerr << fiveproof::audit::usage;
    return 2;
  }
  try {
    return fiveproof::audit::audit(argument);
  } catch (const std::exception& error) {
    std::cerr << "fiveproof-audit: " << argument << ": " << error.what() << '\n';
    return 2;
  }
}
