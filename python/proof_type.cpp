// Proof, and open().
#include <pybind11/stl.h>

#include "convert/formats.hpp"
#include "python/bindings.hpp"
#include "python/reading.hpp"
#include "python/records.hpp"
#include "python/verification.hpp"
#include "python/view.hpp"
#include "python/without_gil.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;
using ProofHandle = std::shared_ptr<OpenProof>;

/// The roots that the caller claims, as lists of moves.
std::vector<std::vector<Square>> wanted_roots(const py::object& roots, std::optional<int> size) {
  if (py::isinstance<py::str>(roots))
    throw py::type_error("roots: expected a list of them, found one string");
  std::vector<std::vector<Square>> wanted;
  for (const py::handle root : py::iter(roots))
    wanted.push_back(squares_of(py::reinterpret_borrow<py::object>(root), size.value_or(max_board_size)));
  return wanted;
}

ProofHandle open(const py::object& file, const std::optional<std::string>& format,
                 const std::optional<std::string>& rule, std::optional<int> size,
                 const std::optional<std::string>& attacker, const py::object& roots,
                 const std::string& prefer, std::optional<std::uint64_t> memory,
                 std::optional<std::uint64_t> max_records) {
  convert::Wanted wanted;
  if (rule) wanted.rule = rule_of(*rule);
  if (size) wanted.size = checked_size(*size);
  if (attacker) wanted.attacker = color_of(*attacker);
  if (!roots.is_none()) wanted.roots = wanted_roots(roots, size);
  wanted.prefer = value_or_refuse(convert::parse_move_choice(prefer));
  wanted.drop_annotations = true;
  wanted.limits.budget = budget_of(memory);
  if (max_records) wanted.limits.max_records = *max_records;
  std::optional<convert::Format> said;
  if (format) said = value_or_refuse(convert::parse_format(*format));
  return read_proof(file_of(file), said, wanted);
}

ProofHandle from_records(const py::object& records, const std::string& rule, int size,
                         const std::string& attacker, const py::object& roots,
                         std::optional<std::uint64_t> memory) {
  if (py::isinstance<py::str>(roots))
    throw py::type_error("roots: expected a list of them, found one string");
  return proof_of_records(records, {rule_of(rule), checked_size(size), color_of(attacker), roots},
                          budget_of(memory));
}

std::string content_hash_of(const OpenProof& open) {
  const ProofPointer proof = open.get();
  const WithoutGil released;
  return proof->hash();
}

verify::Trust trust_of(const std::string& word) {
  for (const verify::Trust trust : {verify::Trust::dbsearch, verify::Trust::rules})
    if (word == verify::name_of(trust)) return trust;
  refuse("trust: expected 'dbsearch' or 'rules', found '" + word + "'");
}

std::shared_ptr<CheckAnswer> verify_proof(const OpenProof& open, const std::string& trust,
                                          std::uint64_t effort, int threads, bool strict,
                                          const std::optional<std::string>& expect,
                                          const py::object& progress) {
  const ProofPointer proof = open.get();
  CheckQuestion question;
  question.how.task = verify::Check{.trust = trust_of(trust)};
  question.how.effort = checked_effort(effort);
  question.how.threads = checked_threads(threads);
  question.how.strict = strict;
  question.how.program_version = FIVEPROOF_VERSION;
  if (expect) question.expected = value_or_refuse(verify::parse_claim(*expect));
  check_callable("progress", progress);
  if (proof->proof().roots.empty()) refuse("nothing is claimed: the proof has no root");
  auto answer = check(proof, std::move(question), progress);
  answer->file = open.file();
  answer->file_format = open.format;
  return answer;
}

std::string proof_in_words(const OpenProof& open) {
  if (open.is_closed()) return "<Proof, closed>";
  const Proof& proof = open.get()->proof();
  const std::string size = std::to_string(proof.size);
  return "<Proof " + std::string(name_of(proof.rule)) + " " + size + "x" + size + ", attacker " +
         std::string(name_of(proof.attacker)) + ", " + std::to_string(proof.roots.size()) + " roots, " +
         std::to_string(proof.records.count()) + " records>";
}

/// A property of the proof itself.
template <class Get>
auto of_proof(Get get) {
  return [get](const OpenProof& open) { return get(open.get()->proof()); };
}

std::vector<py::str> lines(const std::vector<std::string>& texts) {
  std::vector<py::str> lines;
  lines.reserve(texts.size());
  for (const std::string& text : texts) lines.push_back(text_of(text));
  return lines;
}

}  // namespace

void bind_proof(py::module_& module) {
  py::class_<OpenProof, ProofHandle>(module, "Proof", "A proof. It stays in memory until it is closed.")
      .def_static("from_records", &from_records, "records"_a, py::kw_only(), "rule"_a, "size"_a = 15,
                  "attacker"_a = "black", "roots"_a = py::tuple(), "memory"_a = py::none(),
                  "A proof of these records, each a Record, or a Position and a move or None.")
      .def_property_readonly("rule", of_proof([](const Proof& p) { return std::string(name_of(p.rule)); }))
      .def_property_readonly("size", of_proof([](const Proof& p) { return p.size; }))
      .def_property_readonly("attacker",
                             of_proof([](const Proof& p) { return std::string(name_of(p.attacker)); }))
      .def_property_readonly("roots", of_proof([](const Proof& p) { return p.roots; }), "What it claims.")
      .def_property_readonly("findings", of_proof([](const Proof& p) { return p.findings; }),
                             "What is wrong in the file and could not become a record.")
      .def_property_readonly("content_hash", &content_hash_of,
                             "The name of the proof: a SHA-256 over all that it says.")
      .def_property_readonly("records",
                             [](OpenProof& open) {
                               (void)open.get();
                               return Records{open.shared_from_this()};
                             })
      .def_property_readonly(
          "file",
          [](const OpenProof& open) {
            return open.file().empty() ? std::optional<py::str>() : std::optional(name_of_file(open.file()));
          },
          "As it was named; None for a proof of records.")
      .def_property_readonly(
          "losses", [](const OpenProof& open) { return lines(open.losses); },
          "What the file says and a proof cannot, in lines for people.")
      .def_property_readonly(
          "oddities", [](const OpenProof& open) { return lines(open.oddities); },
          "What is unusual in the file.")
      .def(
          "probe",
          [](const OpenProof& open, const Position& position, std::uint64_t effort, bool full) {
            return probe(open.get(), position, checked_effort(effort), full);
          },
          "position"_a, py::kw_only(), "effort"_a = verify::default_effort, "full"_a = false,
          "What the proof plays there, why, and against which replies: as `fiveproof probe`.")
      .def("verify", &verify_proof, py::kw_only(), "trust"_a = "dbsearch",
           "effort"_a = verify::default_effort, "threads"_a = 0, "strict"_a = false, "expect"_a = py::none(),
           "progress"_a = py::none(),
           "Check it reply by reply: as `fiveproof verify`. `progress` is called with a Progress now and "
           "then.")
      .def(
          "save",
          [](const OpenProof& open, const py::object& file, bool smallest) {
            save_proof(open.get(), file_of(file), smallest);
          },
          "file"_a, py::kw_only(), "smallest"_a = false, "Write it as .fvp, .jsonl or .jsonl.zst.")
      .def(
          "close", [](OpenProof& open) { open.close(); },
          "Give it back. What is asked of it afterwards is a ValueError.")
      .def_property_readonly("closed", [](const OpenProof& open) { return open.is_closed(); })
      .def("__enter__", [](OpenProof& open) { return (void)open.get(), open.shared_from_this(); })
      .def("__exit__", [](OpenProof& open, const py::args&) { open.close(); })
      .def("__repr__", &proof_in_words);
  module.def("open", &open, "file"_a, py::kw_only(), "format"_a = py::none(), "rule"_a = py::none(),
             "size"_a = py::none(), "attacker"_a = py::none(), "roots"_a = py::none(), "prefer"_a = "all",
             "memory"_a = py::none(), "max_records"_a = py::none(),
             "Read a proof: .fvp, .jsonl, .jsonl.zst, or another file that `fiveproof convert` reads.");
}

}  // namespace fiveproof::python
