// Proofs from files and from records, and back into files.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "convert/formats.hpp"
#include "python/open_proof.hpp"

namespace fiveproof::python {

/// The memory to use, in bytes. None: a quarter of the machine's, as the program has it.
[[nodiscard]] std::size_t checked_memory(std::optional<std::uint64_t> bytes);
/// What of the memory may go to records; the rest of them is in temporary files. None: as the program has it.
[[nodiscard]] MemoryBudget budget_of(std::optional<std::uint64_t> bytes);

/// Any file that convert/ reads; `format` none: by its name. The GIL is held, and let go while it is read.
[[nodiscard]] std::shared_ptr<OpenProof> read_proof(const std::string& file,
                                                    std::optional<convert::Format> format,
                                                    const convert::Wanted& wanted);

/// A proof with the name that answers have for it.
struct NamedProof {
  std::string name;  ///< that of its file without folders, or "proof"
  std::shared_ptr<const Proof> proof;
};
/// Those that somebody gives: any iterable of Proof. ValueError for one of another rule set or board, or that
/// is closed.
[[nodiscard]] std::vector<NamedProof> proofs_in(const pybind11::object& proofs, RuleSet rule, int size);

/// A root: a Root, a Position, or moves from the empty board. ValueError for what is none on a board of the
/// size.
[[nodiscard]] Root root_in(const pybind11::handle& object, int size);

/// The claim, and what yields the records: (position, move or None) or Record.
struct Parts {
  RuleSet rule;
  int size;
  Color attacker;
  pybind11::object roots;  ///< yields for each its moves, or a Position
};
[[nodiscard]] std::shared_ptr<OpenProof> proof_of_records(const pybind11::object& records, const Parts& parts,
                                                          MemoryBudget budget);

/// As .fvp, .jsonl or .jsonl.zst, by the name. The file appears whole or not at all.
void save_proof(const ProofPointer& proof, const std::string& file, bool smallest);

}  // namespace fiveproof::python
