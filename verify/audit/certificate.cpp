#include "certificate.hpp"

#include <charconv>

namespace fiveproof::audit {
namespace {

constexpr std::string_view blanks = " ";
constexpr std::string_view signs = "/:()";

}  // namespace

std::string name_of(Rule rule) {
  switch (rule) {
    case Rule::freestyle:
      return "freestyle";
    case Rule::standard:
      return "standard";
    case Rule::renju:
      return "renju";
  }
  throw std::logic_error("rule");
}

std::string name_of(Point p, int size) {
  return static_cast<char>('a' + p / size) + std::to_string(p % size + 1);
}

CertificateReader::CertificateReader(std::istream& in) : in_(in) {
  const auto number = [this](const std::string& name, std::uint64_t least, std::uint64_t most) {
    const std::string text = header(name);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
      fail("a number from " + std::to_string(least) + " to " + std::to_string(most));
    return value;
  };
  number("fiveproof-certificate", 2, 2);
  proof_ = header("proof");
  if (proof_ == "-")
    proof_.clear();
  else if (proof_.size() != 64 || proof_.find_first_not_of("0123456789abcdef") != std::string::npos)
    fail("64 hexadecimal digits or -");
  const std::string rule = header("rule");
  if (rule == name_of(Rule::freestyle))
    rule_ = Rule::freestyle;
  else if (rule == name_of(Rule::standard))
    rule_ = Rule::standard;
  else if (rule == name_of(Rule::renju))
    rule_ = Rule::renju;
  else
    fail("freestyle, standard or renju");
  size_ = static_cast<int>(number("size", Board::min_size, Board::max_size));
  const std::string attacker = header("attacker");
  if (attacker != "black" && attacker != "white") fail("black or white");
  attacker_ = attacker == "black" ? black : white;
  records_ = number("records", 0, 0xFFFFFFFF);
}

void CertificateReader::fail(const std::string& expected) const {
  std::string found = found_.empty() ? "the end of the line" : "'" + found_.substr(0, 40) + "'";
  for (char& c : found)
    if (c < ' ' || c > '~') c = '?';  // the message goes to a terminal
  throw Malformed("line " + std::to_string(number_) + ": expected " + expected + ", found " + found);
}

// A line ends with a line feed, the last one too: a certificate that was cut off does not pass for a whole
// one.
void CertificateReader::read_line() {
  line_.clear();
  at_ = 0;
  ++number_;
  found_.clear();
  for (;;) {
    const int c = in_.get();
    if (c == '\n') return;
    if (c == std::istream::traits_type::eof()) {
      found_ = "the end of the file";
      fail("a line that ends with a line feed");
    }
    if (line_.size() == max_line) fail("a line of at most " + std::to_string(max_line) + " characters");
    line_.push_back(static_cast<char>(c));
  }
}

std::string CertificateReader::header(const std::string& name) {
  read_line();
  expect(name);
  found_ = std::string(token());
  std::string value = found_;
  if (!peek().empty()) fail("one word after " + name);
  return value;
}

void CertificateReader::end_line(const std::string& expected) {
  found_ = std::string(token());
  if (!found_.empty()) fail(expected);
}

// A sign, or a word up to the next blank or sign; empty at the end of the line.
std::string_view CertificateReader::peek() {
  at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size());
  std::size_t end = at_;
  while (end < line_.size() && line_[end] != ' ' && signs.find(line_[end]) == std::string_view::npos) ++end;
  if (end == at_ && end < line_.size()) ++end;
  return std::string_view(line_).substr(at_, end - at_);
}

std::string_view CertificateReader::token() {
  const std::string_view found = peek();
  at_ += found.size();
  return found;
}

void CertificateReader::expect(std::string_view word) {
  found_ = std::string(token());
  if (found_ != word) fail(std::string(word));
}

Point CertificateReader::square() {
  found_ = std::string(token());
  const int column = found_.empty() ? -1 : found_[0] - 'a';
  int row = 0;
  const char* const end = found_.data() + found_.size();
  const bool is_number =
      found_.size() > 1 && found_[1] != '0' && std::from_chars(found_.data() + 1, end, row).ptr == end;
  if (!is_number || column < 0 || column >= size_ || row < 1 || row > size_) fail("a square");
  return column * size_ + row - 1;
}

void CertificateReader::stones(Board& board, Stone c) {
  if (peek() == "-") return expect("-");
  do {
    const Point p = square();
    if (!board.is_empty(p)) fail("a square without a stone");
    board.place(c, p);
  } while (peek() != "/");
}

std::vector<Branch> CertificateReader::branches(int depth) {
  std::vector<Branch> found;
  while (peek() == "(") {
    if (depth == max_depth) fail("at most " + std::to_string(max_depth) + " branches in each other");
    expect("(");
    Branch branch;
    do branch.replies.push_back(square());
    while (peek() != ":");
    expect(":");
    branch.plan = steps(depth + 1);
    expect(")");
    found.push_back(std::move(branch));
  }
  return found;
}

std::vector<Step> CertificateReader::steps(int depth) {
  std::vector<Step> found;
  while (!peek().empty() && peek() != ")") {
    const Point move = square();
    found.push_back({move, branches(depth)});
  }
  return found;
}

bool CertificateReader::next(Entry& entry) {
  read_line();
  found_ = std::string(token());
  if (found_ == "end") {
    if (seen_ != records_) fail("record number " + std::to_string(seen_ + 1));
    end_line("the end of the line");
    if (in_.peek() != std::istream::traits_type::eof()) {
      found_ = "another line";
      fail("the end of the file");
    }
    return false;
  }
  if (found_ != "root" && found_ != "record") fail("root, record or end");
  const bool is_root = found_ == "root";
  if (is_root && seen_ > 0) fail("a record: roots come first");
  if (!is_root && seen_++ == records_) fail("no more than " + std::to_string(records_) + " records");
  if (entry.board.rule() != rule_ || entry.board.size() != size_) entry.board = Board(rule_, size_);
  while (!entry.board.stones().empty()) entry.board.take_back();
  entry.is_root = is_root;
  entry.to_move = attacker_;
  entry.move = -1;
  entry.plan.clear();
  entry.line = number_;
  stones(entry.board, black);
  expect("/");
  stones(entry.board, white);
  expect("/");
  if (is_root) {
    found_ = std::string(token());
    if (found_ != "black" && found_ != "white") fail("black or white");
    entry.to_move = found_ == "black" ? black : white;
  } else if (peek() == "-") {
    expect("-");
  } else {
    entry.move = square();
  }
  const bool is_and = is_root ? entry.to_move != attacker_ : entry.move >= 0;
  if (!peek().empty()) expect(":");
  if (is_and) entry.plan.push_back({entry.move, branches(0)});
  for (Step& step : steps(0)) entry.plan.push_back(std::move(step));
  end_line("a square or the end of the line");
  return true;
}

}  // namespace fiveproof::audit
