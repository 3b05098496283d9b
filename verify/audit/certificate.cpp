#include "certificate.hpp"

#include <charconv>

namespace fiveproof::audit {

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
      text_.fail("a number from " + std::to_string(least) + " to " + std::to_string(most));
    return value;
  };
  number("fiveproof-certificate", 2, 2);
  proof_ = header("proof");
  if (proof_ == "-")
    proof_.clear();
  else if (proof_.size() != 64 || proof_.find_first_not_of("0123456789abcdef") != std::string::npos)
    text_.fail("64 hexadecimal digits or -");
  const std::string rule = header("rule");
  if (rule == name_of(Rule::freestyle))
    rule_ = Rule::freestyle;
  else if (rule == name_of(Rule::standard))
    rule_ = Rule::standard;
  else if (rule == name_of(Rule::renju))
    rule_ = Rule::renju;
  else
    text_.fail("freestyle, standard or renju");
  size_ = static_cast<int>(number("size", Board::min_size, Board::max_size));
  text_.set_size(size_);
  const std::string attacker = header("attacker");
  if (attacker != "black" && attacker != "white") text_.fail("black or white");
  attacker_ = attacker == "black" ? black : white;
  records_ = number("records", 0, 0xFFFFFFFF);
}

// A line ends with a line feed, the last one too: a certificate that was cut off does not pass for a whole
// one.
void CertificateReader::read_line() {
  std::string line;
  text_.begin({}, ++number_);
  for (;;) {
    const int c = in_.get();
    if (c == '\n') break;
    if (c == std::istream::traits_type::eof())
      text_.fail("a line that ends with a line feed", "the end of the file");
    if (line.size() == max_line) text_.fail("a line of at most " + std::to_string(max_line) + " characters");
    line.push_back(static_cast<char>(c));
  }
  text_.begin(std::move(line), number_);
}

std::string CertificateReader::header(const std::string& name) {
  read_line();
  text_.expect(name);
  std::string value = text_.word();
  if (!text_.peek().empty()) text_.fail("one word after " + name);
  return value;
}

void CertificateReader::stones(Board& board, Stone c) {
  if (text_.peek() == "-") return text_.expect("-");
  do {
    const Point p = text_.square();
    if (!board.is_empty(p)) text_.fail("a square without a stone");
    board.place(c, p);
  } while (text_.peek() != "/");
}

bool CertificateReader::next(Entry& entry) {
  read_line();
  const std::string kind = text_.word();
  if (kind == "end") {
    if (seen_ != records_) text_.fail("record number " + std::to_string(seen_ + 1));
    text_.end_line("the end of the line");
    if (in_.peek() != std::istream::traits_type::eof()) text_.fail("the end of the file", "another line");
    return false;
  }
  if (kind != "root" && kind != "record") text_.fail("root, record or end");
  const bool is_root = kind == "root";
  if (is_root && seen_ > 0) text_.fail("a record: roots come first");
  if (!is_root && seen_++ == records_) text_.fail("no more than " + std::to_string(records_) + " records");
  if (entry.board.rule() != rule_ || entry.board.size() != size_) entry.board = Board(rule_, size_);
  while (!entry.board.stones().empty()) entry.board.take_back();
  entry.is_root = is_root;
  entry.to_move = attacker_;
  entry.move = -1;
  entry.line = number_;
  stones(entry.board, black);
  text_.expect("/");
  stones(entry.board, white);
  text_.expect("/");
  if (is_root) {
    const std::string& side = text_.word();
    if (side != "black" && side != "white") text_.fail("black or white");
    entry.to_move = side == "black" ? black : white;
  } else if (text_.peek() == "-") {
    text_.expect("-");
  } else {
    entry.move = text_.square();
  }
  const bool is_and = is_root ? entry.to_move != attacker_ : entry.move >= 0;
  if (!text_.peek().empty()) text_.expect(":");
  entry.plan = text_.plan(is_and, entry.move);
  text_.end_line("a square or the end of the line");
  return true;
}

}  // namespace fiveproof::audit
