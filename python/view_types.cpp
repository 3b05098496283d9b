// View, what Proof.probe() returns, and what it has: Replies, Way, Weight.
#include <pybind11/stl.h>

#include "python/bindings.hpp"
#include "python/sequence.hpp"
#include "python/view.hpp"
#include "python/words.hpp"

namespace fiveproof::python {
namespace {

using explore::Way;
using explore::Weight;

/// A stored reply with what was found out about it.
struct StoredReply {
  explore::AnsweredReply reply;
  std::optional<Weight> below;
};
struct Lost {
  explore::LostReply reply;
  int size;
};
struct AllReplies {
  explore::Replies replies;
  std::vector<Weight> below;  ///< of the stored ones; empty: nobody asked
  int size;
};
struct SizedWay {
  Way way;
  int size;
};

std::optional<AllReplies> replies_of(const ProbeAnswer& answer) {
  if (!answer.view.replies) return std::nullopt;
  return AllReplies{*answer.view.replies, answer.around ? answer.around->by_replies : std::vector<Weight>(),
                    answer.size};
}

std::vector<StoredReply> stored(const AllReplies& all) {
  std::vector<StoredReply> replies;
  for (std::size_t i = 0; i < all.replies.stored.size(); ++i)
    replies.push_back(
        {all.replies.stored[i], i < all.below.size() ? std::optional(all.below[i]) : std::nullopt});
  return replies;
}

std::vector<Lost> lost(const AllReplies& all) {
  std::vector<Lost> replies;
  for (const explore::LostReply& one : all.replies.lost) replies.push_back({one, all.size});
  return replies;
}

std::optional<std::vector<BoardThreat>> sequence_of(const ProbeAnswer& answer) {
  if (!answer.view.loss) return std::nullopt;
  return on_board(answer.view.loss->sequence, answer.size);
}

std::vector<SizedWay> ways_of(const ProbeAnswer& answer) {
  std::vector<SizedWay> ways;
  if (answer.around)
    for (const Way& way : answer.around->ways) ways.push_back({way, answer.size});
  return ways;
}

void bind_weight(py::module_& module) {
  py::class_<Weight>(module, "Weight", "How much of the proof hangs below a position.")
      .def_readonly("positions", &Weight::positions)
      .def_readonly("plies", &Weight::plies);
}

void bind_way(py::module_& module) {
  py::class_<SizedWay>(module, "Way", "A line from a claim to the position.")
      .def_property_readonly("root", [](const SizedWay& on) { return on.way.root; })
      .def_property_readonly("symmetry", [](const SizedWay& on) { return on.way.turn.number(); })
      .def_property_readonly(
          "moves", [](const SizedWay& on) { return square_names(on.way.moves); },
          "As the position asked about lies.")
      .def_property_readonly(
          "line", [](const SizedWay& on) { return square_names(on.way.line(on.size)); }, "As the root lies.");
}

void bind_replies(py::module_& module) {
  py::class_<StoredReply>(module, "StoredReply", "A reply after which the proof has a record.")
      .def_property_readonly("reply", [](const StoredReply& on) { return square_name(on.reply.reply); })
      .def_property_readonly("moves", [](const StoredReply& on) { return square_names(on.reply.play.moves); })
      .def_property_readonly("claims_sequence",
                             [](const StoredReply& on) { return on.reply.play.claims_sequence; })
      .def_property_readonly("record", [](const StoredReply& on) { return on.reply.record; })
      .def_property_readonly("symmetry", [](const StoredReply& on) { return on.reply.to_record.number(); })
      .def_readonly("below", &StoredReply::below, "With full=True.");
  py::class_<Lost>(module, "LostReply", "A reply that is lost to a winning threat sequence.")
      .def_property_readonly("reply", [](const Lost& on) { return square_name(on.reply.reply); })
      .def_property_readonly("sequence", [](const Lost& on) { return on_board(on.reply.sequence, on.size); });
  py::class_<AllReplies>(module, "Replies", "Every legal reply, each in one of four classes.")
      .def_property_readonly("total", [](const AllReplies& on) { return on.replies.total(); })
      .def_property_readonly("stored", &stored)
      .def_property_readonly("lost", &lost)
      .def_property_readonly("fives",
                             [](const AllReplies& on) { return square_names(on.replies.defender_fives); })
      .def_property_readonly("open", [](const AllReplies& on) { return square_names(on.replies.open); })
      .def_property_readonly("cut_short", [](const AllReplies& on) { return on.replies.cut_short; });
}

}  // namespace

void bind_view(py::module_& module) {
  bind_weight(module);
  bind_way(module);
  bind_replies(module);
  py::class_<ProbeAnswer>(module, "View", "All that a proof says at one position.")
      .def_property_readonly("in_proof", [](const ProbeAnswer& a) { return a.view.is_in_proof(); })
      .def_property_readonly("standing",
                             [](const ProbeAnswer& a) { return std::string(name_of(a.view.standing)); })
      .def_property_readonly("moves", [](const ProbeAnswer& a) { return square_names(a.view.play.moves); })
      .def_property_readonly("claims_sequence",
                             [](const ProbeAnswer& a) { return a.view.play.claims_sequence; })
      .def_property_readonly("makes_five", [](const ProbeAnswer& a) { return a.view.makes_five; })
      .def_property_readonly(
          "sequence_found",
          [](const ProbeAnswer& a) {
            return a.view.loss ? std::optional(a.view.loss->is_lost) : std::nullopt;
          },
          "Where a winning threat sequence is claimed or needed: is there one? Elsewhere None.")
      .def_property_readonly("sequence", &sequence_of)
      .def_property_readonly("replies", &replies_of,
                             "After the first stored move, or at the position itself.")
      .def_property_readonly(
          "way",
          [](const ProbeAnswer& a) {
            return a.around && a.around->way ? std::optional(SizedWay{*a.around->way, a.size}) : std::nullopt;
          },
          "With full=True.")
      .def_property_readonly("ways", &ways_of, "With full=True.")
      .def_property_readonly(
          "below", [](const ProbeAnswer& a) { return a.around ? a.around->below : std::nullopt; },
          "With full=True.")
      .def(
          "to_json", [](const ProbeAnswer& a) { return a.json; },
          "What `fiveproof probe --json` writes (spec/probe.schema.json).");
}

}  // namespace fiveproof::python
