// fiveproof-audit: is the certificate right? Needs nothing but this folder: c++ -O2 *.cpp
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <new>
#include <sstream>

#include "certificate.hpp"
#include "claim.hpp"
#include "content.hpp"
#include "objections.hpp"

namespace fiveproof::audit {
namespace {

constexpr const char* program = "fiveproof-audit";
// Compiled without the project it is of no version that it could know.
#ifdef FIVEPROOF_VERSION
constexpr const char* version = FIVEPROOF_VERSION;
#else
constexpr const char* version = "without a version";
#endif

constexpr const char* usage =
    "Usage: fiveproof-audit [--expect CLAIM] CERTIFICATE\n\n"
    "Checks a proof that a side wins a five-in-a-row game, reply by reply, from the text that\n"
    "`fiveproof convert PROOF CERTIFICATE` writes. One line per claim on standard output.\n\n"
    "  CERTIFICATE     a file; -: standard input\n"
    "  --expect CLAIM  what must be claimed, and nothing else: \"RULE SIZE ATTACKER [ROOT]\".\n"
    "                  ROOT: moves, \"h8 a1\", or stones, \"black h8, white a1, black to move\";\n"
    "                  without it the empty board\n"
    "  --version, --help\n\n"
    "Exit code: 0 every claim verified, and as expected; 1 not; 2 usage, unreadable, no claim.\n";

/// A name from outside, which may hold anything, for a line on a terminal.
std::string visible(const std::string& text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    if (c >= ' ' && c <= '~')
      out += c;
    else
      out += {'\\', 'x', digits[c >> 4 & 15], digits[c & 15]};
  }
  return out;
}

/// The certificate, from its beginning as often as it is needed. What cannot be read twice, a pipe, is kept.
class Input {
 public:
  static constexpr std::size_t most_kept = std::size_t{1} << 30;

  explicit Input(const std::string& path) {
    if (path != "-" && path != "/dev/stdin") {
      file_.open(path, std::ios::binary);
      if (!file_) throw std::runtime_error("cannot be opened");
      in_ = &file_;
    }
    // What cannot be read, or kept, must not pass for the end of the file.
    in_->exceptions(std::ios::badbit);
    kept_.exceptions(std::ios::badbit);
    start_ = in_->tellg();
    if (start_ == std::streampos(-1)) keep();
  }
  [[nodiscard]] std::istream& from_start() {
    in_->clear();
    in_->seekg(start_);
    return *in_;
  }

 private:
  void keep() {
    in_->clear();
    std::vector<char> piece(1 << 16);
    std::size_t size = 0;
    for (;;) {
      in_->read(piece.data(), static_cast<std::streamsize>(piece.size()));
      const std::streamsize count = in_->gcount();
      if (count == 0) break;
      size += static_cast<std::size_t>(count);
      if (size > most_kept) throw std::runtime_error("longer than 1 GiB, and not a file");
      kept_.write(piece.data(), count);
    }
    in_ = &kept_;
    start_ = 0;
  }
  std::ifstream file_;
  std::stringstream kept_;
  std::istream* in_ = &std::cin;
  std::streampos start_ = 0;
};

/// All entries of one kind, one by one.
template <typename Use>
void for_each(Input& input, bool roots, const Use& use) {
  CertificateReader reader(input.from_start());
  Entry entry{false, Board(reader.rule(), reader.size()), none, -1, {}, 0};
  while (reader.next(entry))
    if (entry.is_root == roots) use(entry);
}

/// How many records were not established, and in which line the first of them stands.
struct Holes {
  std::uint64_t count = 0, first_line = 0;
};
Holes check_records(Input& input, Book& book, Kernel& kernel) {
  EntryHints hints;
  Holes holes;
  std::size_t record = 0;
  for_each(input, false, [&](const Entry& entry) {
    hints.use(entry);
    // The file may have changed in between: what counts is the book.
    if (record >= book.count() || kernel.check(record++, hints)) return;
    if (holes.count++ == 0) holes.first_line = entry.line;
  });
  return holes;
}

struct Claims {
  std::vector<std::string> lines, items;  // what is said of each; what the content hash has of it
  std::vector<Claim> claims;
  std::size_t verified = 0;
};
Claims check_roots(Input& input, Kernel& kernel, Stone attacker) {
  EntryHints hints;
  Claims out;
  for_each(input, true, [&](const Entry& entry) {
    hints.use(entry);
    const auto proved = kernel.prove(entry.board, entry.to_move, hints);
    const Claim claim = proved ? claim_of(*proved) : Claim{entry.board, attacker, entry.to_move};
    out.verified += proved ? 1 : 0;
    out.items.push_back(root_item(claim.root, claim.to_move));
    out.lines.push_back((proved ? "VERIFIED " : "NOT VERIFIED ") + text_of(claim) + "; " +
                        (proved ? std::to_string(proved->positions) + " positions, " +
                                      std::to_string(proved->replies) + " replies"
                                : "not established"));
    out.claims.push_back(claim);
  });
  return out;
}

/// The line of a claim that is proved, where something is said against the certificate.
std::string not_accepted(const std::string& line) {
  return "NOT ACCEPTED " + line.substr(line.find(' ') + 1);
}

int audit(const std::string& path, const std::string& name, const Claim* expected) {
  Input input(path);
  const CertificateReader header(input.from_start());
  Book book(header.rule(), header.size(), header.attacker());
  for_each(input, false, [&](const Entry& entry) { book.add(entry.board, entry.move); });
  book.close();
  Kernel kernel(book);
  const Holes holes = check_records(input, book, kernel);
  if (holes.count > 0)
    std::cerr << program << ": " << name << ": " << holes.count
              << " records not established, the first in line " << holes.first_line << '\n';
  const Claims found = check_roots(input, kernel, header.attacker());
  if (found.lines.empty()) throw std::runtime_error("nothing claimed: no root");
  const std::string own = content_hash(header.rule(), header.size(), header.attacker(), found.items, book);
  // The verdict comes last, and no line begins with VERIFIED that is not one: scripts look no further.
  const auto against = objections(found.claims, expected, own, header.proof());
  for (const std::string& line : against) std::cout << line << '\n';
  for (const std::string& line : found.lines) {
    const bool is_proved = line[0] == 'V', is_accepted = is_proved && against.empty();
    const std::string& verdict = is_proved && !is_accepted ? not_accepted(line) : line;
    std::cout << verdict << "; proof " << own << (is_accepted ? "; trusted: fiveproof-audit\n" : "\n");
  }
  if (!std::cout.flush()) throw std::runtime_error("standard output cannot be written");
  return found.verified == found.lines.size() && against.empty() ? 0 : 1;
}

struct Request {
  std::string path, expected;
  bool has_path = false, has_expected = false;
};
/// Throws std::invalid_argument.
Request request_of(const std::vector<std::string>& words) {
  Request request;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--expect" || word.rfind("--expect=", 0) == 0) {
      if (request.has_expected) throw std::invalid_argument("expected --expect once");
      if (word == "--expect" && i + 1 == words.size())
        throw std::invalid_argument("expected a claim after --expect");
      request.expected = word == "--expect" ? words[++i] : word.substr(word.find('=') + 1);
      request.has_expected = true;
    } else if (word.size() > 1 && word[0] == '-') {
      throw std::invalid_argument("unknown option " + word);
    } else {
      if (request.has_path) throw std::invalid_argument("expected one certificate, found " + word + " too");
      request.path = word;
      request.has_path = true;
    }
  }
  if (request.path.empty()) throw std::invalid_argument("expected the name of a certificate");
  return request;
}

int run(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--help" || word == "-h") return std::cout << usage << std::flush ? 0 : 2;
    if (word == "--version") return std::cout << program << ' ' << version << '\n' << std::flush ? 0 : 2;
  }
  if (words.empty()) {
    std::cerr << usage;
    return 2;
  }
  std::string name;
  try {
    const Request request = request_of(words);
    std::vector<Claim> expected;
    if (request.has_expected) expected.push_back(parse_claim(request.expected));
    name = request.path == "-" ? "standard input" : visible(request.path);
    return audit(request.path, name, expected.empty() ? nullptr : expected.data());
  } catch (const std::bad_alloc&) {  // of which no text can be made here
    throw;
  } catch (const std::exception& error) {
    const std::string what = error.what();
    const bool is_other_file = what.rfind("line 1: expected fiveproof-certificate", 0) == 0;
    std::cerr << program << ": " << (name.empty() ? "" : name + ": ") << visible(what)
              << (is_other_file ? "; of a proof, fiveproof convert PROOF proof.cert makes one\n" : "\n");
    return 2;
  }
}

}  // namespace
}  // namespace fiveproof::audit

int main(int argc, char** argv) {
#ifdef SIGPIPE  // where it exists it would end the program before it can say that its answer did not arrive
  std::signal(SIGPIPE, SIG_IGN);
#endif
  try {
    std::ios::sync_with_stdio(false);  // takes memory, too
    return fiveproof::audit::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const std::bad_alloc&) {
    std::fputs("fiveproof-audit: out of memory\n", stderr);  // for want of it std::cerr may have no buffer
    return 2;
  }
}
