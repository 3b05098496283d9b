#include "python/verification.hpp"

#include <utility>

#include "python/failure.hpp"
#include "python/work_thread.hpp"
#include "verify/verifier.hpp"

namespace fiveproof::python {

namespace py = pybind11;

namespace {

Result<verify::Verification> run(const ProofPointer& proof, verify::Options how, const py::object& progress) {
  return work_in_thread<verify::Progress, verify::Verification>(
      [proof, how = std::move(how)](const auto& tell, std::atomic<bool>& stop) {
        verify::Options options = how;
        options.stop = &stop;
        options.on_progress = tell;
        return verify::check_proof(proof->proof(), options);
      },
      progress);
}

}  // namespace

std::shared_ptr<CheckAnswer> check(const ProofPointer& proof, CheckQuestion question,
                                   const py::object& progress) {
  verify::Demand demand;
  if (question.expected) demand.expected = verify::compare(proof->proof(), *std::move(question.expected));
  auto checked = value_or_raise(run(proof, std::move(question.how), progress));
  verify::Decision decision = verify::decide(checked, std::move(demand));
  auto answer = std::make_shared<CheckAnswer>(std::move(checked), std::move(decision));
  answer->format_version = proof->proof().format_version;
  return answer;
}

}  // namespace fiveproof::python
