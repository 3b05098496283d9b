// Changes of a store, each committed at once.
#pragma once

#include <catch2/catch.hpp>

#include "solve/store/store.hpp"

namespace fiveproof::solve {

template <class Put>
void commit(Store& store, Put put) {
  auto change = store.change();
  REQUIRE(change.ok());
  REQUIRE(put(change.value()).ok());
  REQUIRE(change.value().commit().ok());
}
inline void put_answer(Store& store, const Position& position, Square move) {
  commit(store, [&](auto& change) { return change.put_answer(position, move); });
}
inline void put_job(Store& store, const Position& position, const JobEntry& entry) {
  commit(store, [&](auto& change) { return change.put_job(position, entry); });
}

}  // namespace fiveproof::solve
