// The records of a proof, one by one or as arrays. They stay where the reader has put them: a Record is made
// when it is asked for.
#include <pybind11/stl.h>

#include <algorithm>

#include "game/notation.hpp"
#include "game/symmetry.hpp"
#include "python/arrays.hpp"
#include "python/bindings.hpp"
#include "python/records.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

using namespace pybind11::literals;

const RecordTable& table_of(const ProofPointer& proof) { return proof->proof().records; }

Record record_at(const Records& records, py::ssize_t index) {
  const ProofPointer proof = records.of->get();
  const auto count = static_cast<py::ssize_t>(table_of(proof).count());
  if (index < 0) index += count;
  if (index < 0 || index >= count) throw py::index_error("there is no such record");
  return table_of(proof).at(static_cast<std::size_t>(index));
}

/// As a list: whoever wants millions of them goes through them, or asks for arrays.
std::vector<Record> records_in(const Records& records, const py::slice& slice) {
  const ProofPointer proof = records.of->get();
  const RecordTable& table = table_of(proof);
  std::size_t start = 0, stop = 0, step = 0, count = 0;
  if (!slice.compute(table.count(), &start, &stop, &step, &count)) throw py::error_already_set();
  std::vector<Record> list;
  list.reserve(count);
  // A step back is a very large one on, which comes round.
  for (std::size_t i = start; list.size() < count; i += step) list.push_back(table.at(i));
  return list;
}

/// As slices have it: from the end where negative, and never beyond it.
std::size_t bound(std::optional<py::ssize_t> asked, py::ssize_t usual, py::ssize_t count) {
  py::ssize_t at = asked.value_or(usual);
  if (at < 0) at += count;
  return static_cast<std::size_t>(std::clamp(at, py::ssize_t{0}, count));
}

std::pair<Cells, Moves> arrays(const Records& records, std::optional<py::ssize_t> start,
                               std::optional<py::ssize_t> stop) {
  const ProofPointer proof = records.of->get();
  const auto count = static_cast<py::ssize_t>(table_of(proof).count());
  const std::size_t first = bound(start, 0, count);
  return arrays_of(table_of(proof), first, std::max(first, bound(stop, count, count)));
}

std::vector<std::size_t> find(const Records& records, const Position& position) {
  const ProofPointer proof = records.of->get();
  if (position.size() != proof->proof().size)
    refuse("the proof is of another board: " + std::to_string(proof->proof().size) + "x" +
           std::to_string(proof->proof().size));
  if (position.to_move() != proof->proof().attacker) return {};
  std::vector<std::size_t> found;
  const auto [first, last] = table_of(proof).find(canonical_form(position).position);
  for (std::size_t i = first; i < last; ++i) found.push_back(i);
  return found;
}

Record next_record(RecordIterator& at) {
  const ProofPointer proof = at.of->get();
  if (at.index >= table_of(proof).count()) throw py::stop_iteration();
  Record record = table_of(proof).at(at.index++);
  table_of(proof).passed(at.index);
  return record;
}

std::pair<Cells, Moves> next_batch(BatchIterator& at) {
  const ProofPointer proof = at.of->get();
  const std::size_t count = table_of(proof).count(), first = at.index;
  if (first >= count) throw py::stop_iteration();
  // Before the GIL is let go: another thread that asks the same iterator gets the next batch.
  at.index = count - first < at.rows ? count : first + at.rows;
  return arrays_of(table_of(proof), first, at.index);
}

BatchIterator batches(const Records& records, py::ssize_t rows) {
  if (rows < 1) refuse("rows: expected 1 or more, found " + std::to_string(rows));
  (void)records.of->get();
  return {records.of, 0, static_cast<std::size_t>(rows)};
}

std::string record_in_words(const Record& record) {
  return "<Record black " + to_text(record.position.stones(Color::black)) + ", white " +
         to_text(record.position.stones(Color::white)) + ": " +
         (record.move ? to_text(*record.move) : "a winning threat sequence") + ">";
}

}  // namespace

void bind_records(py::module_& module) {
  py::class_<Record>(module, "Record", "A stored position, in canonical form, and the attacker's move.")
      .def_property_readonly("position", [](const Record& record) { return record.position; })
      .def_property_readonly(
          "move", [](const Record& record) { return square_name(record.move); },
          "None: the record claims a winning threat sequence.")
      .def("__repr__", &record_in_words);
  py::class_<RecordIterator>(module, "RecordIterator")
      .def("__iter__", [](const py::object& self) { return self; })
      .def("__next__", &next_record);
  py::class_<BatchIterator>(module, "BatchIterator")
      .def("__iter__", [](const py::object& self) { return self; })
      .def("__next__", &next_batch);
  py::class_<Records>(module, "Records", "The records of a proof in canonical order; made when asked for.")
      .def("__len__", [](const Records& records) { return table_of(records.of->get()).count(); })
      .def("__getitem__", &record_at, "index"_a)
      .def("__getitem__", &records_in, "index"_a)
      .def("__iter__",
           [](const Records& records) {
             (void)records.of->get();
             return RecordIterator{records.of, 0};
           })
      .def("find", &find, "position"_a, "The indices of the records of a position, up to symmetry.")
      .def("arrays", &arrays, "start"_a = py::none(), "stop"_a = py::none(),
           "Boards (n, size, size), int8, and moves (n, 2), int16, of the records [start, stop).")
      .def("batches", &batches, "rows"_a = 65536, "An iterator over arrays() of so many records at a time.");
}

}  // namespace fiveproof::python
