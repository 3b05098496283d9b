#include "python/verification.hpp"

#include <utility>

#include "python/check_thread.hpp"
#include "python/failure.hpp"
#include "python/without_gil.hpp"

namespace fiveproof::python {

namespace py = pybind11;

namespace {

Result<verify::Verification> run(const ProofPointer& proof, verify::Options how, const py::object& progress) {
  // In this order: the thread is waited for without the GIL, whatever is thrown.
  const WithoutGil released;
  CheckThread thread(proof, std::move(how));
  for (bool is_over = false; !is_over;) {
    const CheckThread::News news = thread.wait();
    is_over = news.is_over;
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    raise_at_end();
    if (news.progress && !progress.is_none()) progress(*news.progress);
  }
  return thread.result();
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
