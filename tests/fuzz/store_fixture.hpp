// Small stores and their entries, for the targets that damage them.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "solve/store/store_keys.hpp"

namespace fiveproof::fuzz {

/// An entry, its value without a seal.
struct StoreEntry {
  solve::Table table = solve::Table::meta;
  solve::Bytes key, payload;
};

/// Answers, jobs, roots and the identity of a store of that game: each of them is what a store of ours holds.
[[nodiscard]] std::vector<StoreEntry> store_entries(const solve::StoreIdentity& game);

/// What store_entries_target is asked: an entry of a store of that game and version, its value as it stands
/// there or with the seal to be made.
struct StoreEntryInput {
  solve::StoreIdentity game;
  int version = solve::store_version;
  bool is_sealed = false;  ///< the seal that belongs there is put behind the payload
  StoreEntry entry;
};
/// Any bytes give an input.
[[nodiscard]] StoreEntryInput decode_store_entry(std::span<const std::uint8_t> data);
/// With the version that is written now. A value that is not to be sealed has its seal already.
[[nodiscard]] std::vector<std::uint8_t> encode_store_entry(const solve::StoreIdentity& game,
                                                           const StoreEntry& entry, bool is_sealed);

/// A store as its file is, closed.
struct StoreFile {
  solve::StoreIdentity game;
  std::vector<std::uint8_t> bytes;
  std::set<std::string> contents;     ///< as in contents_of()
  std::set<std::string> ever;         ///< those of all its states
  std::vector<solve::Bytes> answers;  ///< each as LMDB has it in a page
};
/// An empty one, a small one, one with trees of two levels, and one with values longer than a page.
[[nodiscard]] const std::vector<StoreFile>& store_files();

/// A line for each answer, job and root; nothing where they cannot all be read.
[[nodiscard]] std::optional<std::set<std::string>> contents_of(const solve::Store& store);

}  // namespace fiveproof::fuzz
