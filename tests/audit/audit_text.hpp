// A certificate put before the kernel as fiveproof-audit does it.
#pragma once

#include <sstream>
#include <string>

#include "verify/audit/certificate.hpp"

namespace fiveproof::audit::test {

/// "V" or "N" by root, or what Malformed says. What is verified goes to `use`.
template <typename Use>
std::string audit(const std::string& text, const Use& use) {
  try {
    const auto for_each = [&text](bool roots, const auto& visit) {
      std::istringstream in(text);
      CertificateReader reader(in);
      Entry entry{false, Board(reader.rule(), reader.size()), none, -1, {}, 0};
      while (reader.next(entry))
        if (entry.is_root == roots) visit(entry);
    };
    std::istringstream in(text);
    const CertificateReader header(in);
    Book book(header.rule(), header.size(), header.attacker());
    for_each(false, [&](const Entry& entry) { book.add(entry.board, entry.move); });
    book.close();
    Kernel kernel(book);
    EntryHints hints;
    std::size_t record = 0;
    for_each(false, [&](const Entry& entry) {
      hints.use(entry);
      (void)kernel.check(record++, hints);
    });
    std::string verdicts;
    for_each(true, [&](const Entry& entry) {
      hints.use(entry);
      const auto proved = kernel.prove(entry.board, entry.to_move, hints);
      verdicts += proved ? 'V' : 'N';
      if (proved) use(*proved);
    });
    return verdicts;
  } catch (const Malformed& malformed) {
    return malformed.what();
  }
}
inline std::string audit(const std::string& text) {
  return audit(text, [](const Proved&) {});
}

}  // namespace fiveproof::audit::test
