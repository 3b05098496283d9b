#include "verify/rules/kernel_words.hpp"

namespace fiveproof::verify {

audit::Rule to_kernel(RuleSet rule) {
  switch (rule) {
    case RuleSet::freestyle:
      return audit::Rule::freestyle;
    case RuleSet::standard:
      return audit::Rule::standard;
    case RuleSet::renju:
      return audit::Rule::renju;
  }
  FIVEPROOF_ENSURE(false);
}

audit::Stone to_kernel(Color c) { return c == Color::black ? audit::black : audit::white; }

audit::Point to_kernel(Square s, int size) { return s.column() * size + s.row(); }

audit::Point to_kernel(std::optional<Square> s, int size) { return s ? to_kernel(*s, size) : -1; }

void to_kernel(const Position& position, audit::Board& board) {
  while (!board.stones().empty()) board.take_back();
  for (Color c : {Color::black, Color::white})
    for (Square s : position.stones(c)) board.place(to_kernel(c), to_kernel(s, position.size()));
}

RuleSet from_kernel(audit::Rule rule) {
  switch (rule) {
    case audit::Rule::freestyle:
      return RuleSet::freestyle;
    case audit::Rule::standard:
      return RuleSet::standard;
    case audit::Rule::renju:
      return RuleSet::renju;
  }
  FIVEPROOF_ENSURE(false);
}

Square from_kernel(audit::Point p, int size) { return Square(p / size, p % size); }

Position from_kernel(const audit::Board& board) {
  Position position(board.size());
  for (audit::Point p : board.stones())
    position.put(board.at(p) == audit::black ? Color::black : Color::white, from_kernel(p, board.size()));
  return position;
}

audit::Book book_of(RuleSet rule, const RecordTable& records) {
  audit::Book book(to_kernel(rule), records.size(), to_kernel(records.attacker()), records.count());
  audit::Board board(to_kernel(rule), records.size());
  for (std::size_t i = 0; i < records.count(); ++i) {
    const Record record = records.at(i);
    to_kernel(record.position, board);
    book.add(board, to_kernel(record.move, records.size()));
  }
  book.close();
  return book;
}

}  // namespace fiveproof::verify
