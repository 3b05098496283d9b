// What module.cpp puts together: each of these makes the classes and functions of its file known to Python.
//
// A pointer to a member function would take None for an object, and a shared_ptr, too: what is bound takes
// references.
//
// Later ones name the classes of those before them in their signatures, so the order counts.
#pragma once

#include <pybind11/pybind11.h>

namespace fiveproof::python {

void bind_position(pybind11::module_& module);      ///< position_type.cpp: Position
void bind_claims(pybind11::module_& module);        ///< claim_types.cpp: Root, Gap, Threat
void bind_records(pybind11::module_& module);       ///< records_type.cpp: Record, Records
void bind_view(pybind11::module_& module);          ///< view_types.cpp: View and what it has
void bind_verification(pybind11::module_& module);  ///< verification_types.cpp: Verification and what it has
void bind_threats(pybind11::module_& module);       ///< threats.cpp: threats()
void bind_forbidden(pybind11::module_& module);     ///< forbidden.cpp: forbidden()
void bind_blame(pybind11::module_& module);         ///< blaming.cpp: blame()
void bind_player(pybind11::module_& module);        ///< playing.cpp: player()
void bind_solve(pybind11::module_& module);         ///< solving.cpp: solve()
void bind_proof(pybind11::module_& module);         ///< proof_type.cpp: Proof, open()

}  // namespace fiveproof::python
