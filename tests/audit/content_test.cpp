// The names that fiveproof-audit works out by itself: SHA-256, and the content hash, held against ours.
#include "verify/audit/content.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "base/sha256.hpp"
#include "tests/audit/certificates.hpp"
#include "verify/audit/sha256.hpp"

namespace fiveproof::audit::test {
namespace {

std::string sha256_of(const std::string& text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

/// As fiveproof-audit has it: the records in the order of the certificate.
std::string hash_of(const std::string& text) {
  std::istringstream in(text);
  CertificateReader reader(in);
  Book book(reader.rule(), reader.size(), reader.attacker());
  std::vector<std::string> roots;
  Entry entry{false, Board(reader.rule(), reader.size()), none, -1, {}, 0};
  while (reader.next(entry)) {
    if (entry.is_root)
      roots.push_back(root_item(entry.board, entry.to_move));
    else
      book.add(entry.board, entry.move);
  }
  book.close();
  return content_hash(reader.rule(), reader.size(), reader.attacker(), roots, book);
}

std::string stated(const std::string& text) {
  std::istringstream in(text);
  return CertificateReader(in).proof();
}

/// The same with the lines of one kind in another order, turned, or twice.
std::string rearranged(const std::string& text,
                       const std::function<void(std::vector<std::string>&)>& change) {
  std::istringstream in(text);
  std::string out, rest;
  std::vector<std::string> records;
  for (std::string line; std::getline(in, line);)
    (line.starts_with("record ") ? records.emplace_back() : rest) += line + "\n";
  change(records);
  const auto at = rest.find("records ");
  rest.replace(at, rest.find('\n', at) - at, "records " + std::to_string(records.size()));
  out = rest.substr(0, rest.size() - 4);
  for (const std::string& record : records) out += record;
  return out + "end\n";
}

}  // namespace

TEST_CASE("SHA-256 is SHA-256", "[audit][content]") {
  CHECK(sha256_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Random random(11);
  for (int length = 0; length < 300; ++length) {
    std::string text;
    for (int i = 0; i < length; ++i) text += static_cast<char>(random.below(256));
    CAPTURE(length);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    REQUIRE(sha256_of(text) == to_hex(fiveproof::sha256({bytes, text.size()})));
    Sha256 in_two;
    in_two.add(text.substr(0, text.size() / 3));
    in_two.add(text.substr(text.size() / 3));
    REQUIRE(in_two.hex() == sha256_of(text));
  }
}

TEST_CASE("a certificate says from which proof it was made, and its records have that name",
          "[audit][content]") {
  Random random(12);
  for (int i = 0; i < 30; ++i) {
    // Positions at random, also symmetrical ones, on boards of any size, with and without moves.
    const int size = random.between(5, 20);
    const Color attacker = random.one_in(2) ? Color::black : Color::white;
    Proof proof(random.one_in(2) ? RuleSet::freestyle : RuleSet::standard, size, attacker);
    const auto square = [&] { return Square(random.below(size), random.below(size)); };
    const auto position = [&](Color to_move) {
      Position made(size);
      made.set_to_move(to_move);
      for (int stones = random.below(6); stones > 0; --stones) {
        const Square s = random.one_in(3) ? Square(size / 2, random.below(size)) : square();
        if (made.is_empty(s)) made.put(random.one_in(2) ? Color::black : Color::white, s);
      }
      return made;
    };
    for (int root = random.below(4); root > 0; --root)
      proof.roots.push_back({position(random.one_in(2) ? Color::black : Color::white), std::nullopt});
    for (int record = random.below(30); record > 0; --record) {
      const Position at = position(attacker);
      const Square move = square();
      proof.records.add(at, random.one_in(4) || !at.is_empty(move) ? std::nullopt : std::optional(move));
    }
    proof.records.finish();
    const std::string text = certificate_of(proof);
    CAPTURE(text);
    REQUIRE(stated(text) == fiveproof::content_hash(proof));
    REQUIRE(hash_of(text) == fiveproof::content_hash(proof));
    REQUIRE(hash_of(rearranged(text, [](auto& lines) { std::reverse(lines.begin(), lines.end()); })) ==
            stated(text));
    if (proof.records.count() == 0) continue;
    REQUIRE(hash_of(rearranged(text, [](auto& lines) { lines.push_back(lines.front()); })) == stated(text));
    REQUIRE(hash_of(rearranged(text, [](auto& lines) { lines.pop_back(); })) != stated(text));
  }
}

TEST_CASE("which of the images of a move is stored does not change the name", "[audit][content]") {
  Board board(Rule::freestyle, 5);
  board.place(black, 12);  // in the middle
  std::set<std::string> names;
  for (const Point corner : {0, 4, 20, 24}) {
    Book book(Rule::freestyle, 5, white);
    book.add(board, corner);
    book.close();
    names.insert(content_hash(Rule::freestyle, 5, white, {root_item(board, white)}, book));
  }
  CHECK(names.size() == 1);
}

}  // namespace fiveproof::audit::test
