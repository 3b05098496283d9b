#include "python/reading.hpp"

#include <filesystem>
#include <limits>

#include "base/files/atomic_file.hpp"
#include "base/memory_limit.hpp"
#include "format/fvp/fvp_writer.hpp"
#include "format/text/jsonl.hpp"
#include "game/notation.hpp"
#include "proof/gap_check.hpp"
#include "python/failure.hpp"
#include "python/without_gil.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

using convert::Format;

/// By the name, where the caller does not say.
Format format_of(const std::string& file, std::optional<Format> said) {
  if (said) return *said;
  if (const auto format = value_or_raise(convert::format_of_input(file))) return *format;
  refuse("the name " + file + " does not tell the format: expected format= one of " +
         convert::format_names());
}

Record record_of(const py::handle& object) {
  if (py::isinstance<Record>(object)) return object.cast<Record>();
  if (!py::isinstance<py::tuple>(object) || py::len(object) != 2 ||
      !py::isinstance<Position>(py::reinterpret_borrow<py::tuple>(object)[0]))
    throw py::type_error("expected a Record, or a tuple of a Position and a move or None");
  const auto pair = py::reinterpret_borrow<py::tuple>(object);
  Record record{pair[0].cast<Position>(), std::nullopt};
  if (!pair[1].is_none()) record.move = square_of(pair[1], record.position.size());
  return record;
}

void add(Proof& proof, const Record& record) {
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max() - 1;  // what a table can number
  if (record.position.size() != proof.size || record.position.to_move() != proof.attacker)
    refuse("expected positions of " + std::to_string(proof.size) + "x" + std::to_string(proof.size) +
           " with " + std::string(name_of(proof.attacker)) + " to move");
  if (proof.records.count() >= most) refuse("too many records");
  proof.records.add(record.position, record.move);
}

Status write(const Proof& proof, const std::string& file, Format format, FvpCoding coding) {
  if (format == Format::fvp) {
    const auto written = write_fvp(proof, file, default_producer, coding);
    return written.ok() ? Status(Done{}) : written.error();
  }
  const auto bytes = jsonl_bytes(proof, format == Format::jsonl ? Packing::none : Packing::zstd);
  return bytes.ok() ? write_file(file, bytes.value()) : bytes.error();
}

}  // namespace

std::vector<NamedProof> proofs_in(const py::object& proofs, RuleSet rule, int size) {
  std::vector<NamedProof> named;
  for (const py::handle object : py::iter(proofs)) {
    if (!py::isinstance<OpenProof>(object)) throw py::type_error("proofs: expected objects of Proof");
    const auto& open = object.cast<const OpenProof&>();
    const ProofPointer shared = open.get();
    const Proof& proof = shared->proof();
    if (proof.rule != rule || proof.size != size)
      refuse("proofs: one is of another rule set or board size than the game");
    const std::string file = std::filesystem::path(open.file()).filename().string();
    named.push_back({file.empty() ? "proof" : file, std::shared_ptr<const Proof>(shared, &proof)});
  }
  return named;
}

Root root_in(const py::handle& object, int size) {
  Root root{Position(size), std::nullopt};
  if (py::isinstance<Position>(object)) {
    root.position = object.cast<Position>();
  } else if (py::isinstance<Root>(object)) {
    root = object.cast<Root>();
  } else {
    root.moves = squares_of(py::reinterpret_borrow<py::object>(object), size);
    root.position = value_or_refuse(position_after(*root.moves, size));
  }
  (void)value_or_refuse(check_root(root, size));
  return root;
}

std::size_t checked_memory(std::optional<std::uint64_t> bytes) {
  if (bytes && *bytes == 0) refuse("memory: expected a number of bytes, found 0");
  constexpr std::size_t usual = std::size_t{2} << 30;
  const std::size_t machine = memory_of_machine();
  return bytes ? static_cast<std::size_t>(*bytes) : machine == 0 ? usual : machine / 4;
}

MemoryBudget budget_of(std::optional<std::uint64_t> bytes) {
  return {checked_memory(bytes) / 3};  // what is made of the records needs the rest
}

std::shared_ptr<OpenProof> read_proof(const std::string& file, std::optional<Format> said,
                                      const convert::Wanted& wanted) {
  const Format format = format_of(file, said);
  auto reading = [&] {
    const WithoutGil released;
    return convert::read_proof_file(file, format, wanted);
  }();
  auto read = value_or_raise(std::move(reading));
  auto proof = std::make_shared<OpenProof>(std::move(read.proof), file);
  proof->format = convert::name_of(format);
  proof->losses = std::move(read.losses);
  proof->oddities = std::move(read.oddities);
  return proof;
}

std::shared_ptr<OpenProof> proof_of_records(const py::object& records, const Parts& parts,
                                            MemoryBudget budget) {
  Proof proof(parts.rule, parts.size, parts.attacker, std::move(budget));
  for (const py::handle root : py::iter(parts.roots)) proof.roots.push_back(root_in(root, parts.size));
  for (const py::handle record : py::iter(records)) add(proof, record_of(record));
  auto finished = [&] {
    const WithoutGil released;
    return proof.records.finish_within_budget();
  }();
  (void)value_or_raise(std::move(finished));
  return std::make_shared<OpenProof>(std::move(proof), std::string());
}

void save_proof(const ProofPointer& proof, const std::string& file, bool smallest) {
  const auto named = convert::format_of_path(file);
  if (named != Format::fvp && named != Format::jsonl && named != Format::jsonl_zst)
    refuse("expected a name that ends in .fvp, .jsonl or .jsonl.zst, found " + file);
  const Format format = *named;
  if (smallest && format != Format::fvp) refuse("smallest: only a .fvp can be smaller");
  auto written = [&] {
    const WithoutGil released;
    return write(proof->proof(), file, format, smallest ? FvpCoding::mixed_walks : default_coding);
  }();
  (void)value_or_raise(std::move(written));
}

}  // namespace fiveproof::python
