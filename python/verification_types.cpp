// Verification, what Proof.verify() returns, and what it has: Verdict, Claim, Gaps; and Progress, what its
// callback is told.
#include <pybind11/stl.h>

#include <map>

#include "python/bindings.hpp"
#include "python/failure.hpp"
#include "python/verification.hpp"
#include "python/words.hpp"
#include "verify/outcome/report.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;
using verify::Claim;
using verify::GapCounts;
using verify::Progress;
using verify::Tally;
using verify::Verdict;
using verify::Verification;

using Counts = std::map<std::string, std::uint64_t>;

/// Those that there are.
Counts counts_of(const GapCounts& gaps) {
  Counts counts;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    if (gaps[i] > 0) counts.emplace(name_of(static_cast<GapKind>(i)), gaps[i]);
  return counts;
}

Counts counts_of(const Tally& tally) {
  Counts counts;
  for (const verify::NamedCount& each : verify::tally_counts) counts.emplace(each.name, tally.*each.count);
  return counts;
}

std::map<int, Counts> counts_of(const verify::PlyTallies& tallies) {
  std::map<int, Counts> counts;
  for (const auto& [stones, tally] : tallies) counts.emplace(stones, counts_of(tally));
  return counts;
}

struct Gaps {
  std::shared_ptr<CheckAnswer> of;
};
struct GapIterator {
  std::shared_ptr<CheckAnswer> of;
  std::uint64_t round;
};

/// They are on the disk, and there is one place up to which they are read.
GapIterator begin(const Gaps& gaps) {
  (void)value_or_raise(gaps.of->checked.gaps->rewind());
  return {gaps.of, ++gaps.of->gap_rounds};
}

Gap next_gap(const GapIterator& at) {
  if (at.round != at.of->gap_rounds) {
    PyErr_SetString(PyExc_RuntimeError, "the gaps have been begun anew: one goes through them at a time");
    throw py::error_already_set();
  }
  auto gap = value_or_raise(at.of->checked.gaps->next());
  if (!gap) throw py::stop_iteration();
  return *std::move(gap);
}

std::string answer_word(const CheckAnswer& answer) {
  switch (answer.decision.answer) {
    case verify::Decision::Answer::yes:
      return "yes";
    case verify::Decision::Answer::no:
      return "no";
    case verify::Decision::Answer::undecided:
      break;
  }
  return "undecided";
}

py::str report(const CheckAnswer& answer) {
  verify::ReportContext context;
  context.version = FIVEPROOF_VERSION;
  context.file = answer.file;
  context.file_format = answer.file_format;
  context.file_format_version = answer.format_version;
  context.peak_memory_bytes = verify::peak_memory_bytes();
  std::string text;
  (void)value_or_raise(
      verify::write_report(answer.checked, answer.decision, context, [&](std::string_view piece) {
        text += piece;
        return Status(Done{});
      }));
  return text_of(text);
}

void bind_progress(py::module_& module) {
  py::class_<Progress>(module, "Progress", "How far a check has come.")
      .def_readonly("positions_done", &Progress::positions_done)
      .def_readonly("positions_total", &Progress::positions_total)
      .def_readonly("replies_done", &Progress::replies_done)
      .def_readonly("replies_total", &Progress::replies_total)
      .def_readonly("gaps", &Progress::gaps)
      .def_readonly("seconds", &Progress::seconds);
}

void bind_verdict(py::module_& module) {
  py::class_<Claim>(module, "Claim", "With this rule set, on this board, the attacker wins from this root.")
      .def_property_readonly("rule", [](const Claim& claim) { return std::string(name_of(claim.rule)); })
      .def_readonly("size", &Claim::size)
      .def_property_readonly("attacker",
                             [](const Claim& claim) { return std::string(name_of(claim.attacker)); })
      .def_property_readonly("root", [](const Claim& claim) { return claim.root; })
      .def("__str__", [](const Claim& claim) { return text_of(to_text(claim)); })
      .def("__repr__", [](const Claim& claim) { return text_of("<Claim " + to_text(claim) + ">"); });
  py::class_<Verdict>(module, "Verdict", "What is said about one root. str() is the line of the program.")
      .def_property_readonly("outcome", [](const Verdict& on) { return std::string(name_of(on.outcome)); })
      .def_property_readonly("claim", [](const Verdict& on) { return on.claim; })
      .def_readonly("positions", &Verdict::positions)
      .def_readonly("replies", &Verdict::replies)
      .def_property_readonly("gaps", [](const Verdict& on) { return counts_of(on.gaps); })
      .def_readonly("effort", &Verdict::effort)
      .def_readonly("proof", &Verdict::proof, "The content hash of the proof.")
      .def_readonly("trusted", &Verdict::trusted, "What must be believed.")
      .def("__str__", [](const Verdict& on) { return text_of(to_text(on)); })
      .def("__repr__", [](const Verdict& on) { return text_of("<Verdict " + to_text(on) + ">"); });
}

void bind_gaps(py::module_& module) {
  py::class_<GapIterator>(module, "GapIterator")
      .def("__iter__", [](const py::object& self) { return self; })
      .def("__next__", &next_gap);
  py::class_<Gaps>(module, "Gaps", "The gaps of a check, read from the disk as they are asked for.")
      .def("__len__", [](const Gaps& gaps) { return gaps.of->checked.gap_count(); })
      .def("__iter__", &begin);
}

/// A property of the verification itself.
template <class Member>
auto of_check(Member Verification::*member) {
  return [member](const CheckAnswer& answer) { return answer.checked.*member; };
}

}  // namespace

void bind_verification(py::module_& module) {
  bind_progress(module);
  bind_verdict(module);
  bind_gaps(module);
  py::class_<CheckAnswer, std::shared_ptr<CheckAnswer>>(module, "Verification", "What a check came to.")
      .def_property_readonly(
          "accepted", [](const CheckAnswer& answer) { return answer.decision.accepted; },
          "Every claim is proved, nothing is wrong anywhere, and the file claims what was expected.")
      .def_property_readonly("answer", &answer_word, "\"yes\", \"no\" or \"undecided\".")
      .def_property_readonly(
          "objections", [](const CheckAnswer& answer) { return answer.decision.objections; },
          "What speaks against it besides the verdicts.")
      .def_property_readonly(
          "lines", [](const CheckAnswer& answer) { return lines_of(answer.checked, answer.decision); },
          "What `fiveproof verify` prints: the objections, then the verdicts.")
      .def_property_readonly("verdicts", of_check(&Verification::verdicts), "One for each root.")
      .def_property_readonly("gaps", [](CheckAnswer& answer) { return Gaps{answer.shared_from_this()}; })
      .def_property_readonly("gap_counts",
                             [](const CheckAnswer& answer) { return counts_of(answer.checked.gap_counts); })
      .def_property_readonly(
          "aside", [](const CheckAnswer& answer) { return counts_of(answer.checked.aside); },
          "Gaps at moves that are not needed.")
      .def_property_readonly("limited_gaps", of_check(&Verification::limited_gaps))
      .def_property_readonly("alternatives", of_check(&Verification::alternatives))
      .def_property_readonly("later_taken", of_check(&Verification::later_taken))
      .def_property_readonly(
          "counts", [](const CheckAnswer& answer) { return counts_of(answer.checked.all); },
          "Positions and replies by what became of them, under the names of the report.")
      .def_property_readonly(
          "counts_by_stones", [](const CheckAnswer& answer) { return counts_of(answer.checked.by_ply); },
          "The same by the number of stones on the board.")
      .def_property_readonly("records", of_check(&Verification::records))
      .def_property_readonly("unreached", of_check(&Verification::unreached),
                             "Stored positions that no root reaches.")
      .def_property_readonly("content_hash", of_check(&Verification::content_hash))
      .def_property_readonly(
          "trust", [](const CheckAnswer& answer) { return std::string(name_of(answer.checked.trust)); })
      .def_property_readonly("trusted", of_check(&Verification::trusted), "What must be believed, in words.")
      .def_property_readonly("effort", of_check(&Verification::effort))
      .def_property_readonly("threads", of_check(&Verification::threads))
      .def_property_readonly("seconds", of_check(&Verification::seconds))
      .def("report", &report, "What `fiveproof verify --report` writes (spec/report.schema.json).");
}

}  // namespace fiveproof::python
