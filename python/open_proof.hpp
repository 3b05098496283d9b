// A proof that Python holds, until it closes it.
//
// Whoever asks takes the proof itself (`get()`), which lives as long as that is wanted, so that closing it in
// the middle of something, or in another thread, is nothing but the end of what can be asked.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "explore/below.hpp"
#include "proof/proof.hpp"

namespace fiveproof::python {

/// A proof, and what is worked out of it when it is first asked for.
class SharedProof {
 public:
  explicit SharedProof(Proof proof) : proof_(std::move(proof)) {}

  [[nodiscard]] const Proof& proof() const { return proof_; }
  /// From any thread; without the GIL, which whoever works it out may wait for.
  [[nodiscard]] const std::string& hash() const;

  /// What hangs below its positions, for one thread at a time.
  class BelowAccess {
   public:
    explicit BelowAccess(const SharedProof& of) : lock_(of.mutex_), of_(of) {}
    [[nodiscard]] Result<explore::Below*> below();

   private:
    std::lock_guard<std::mutex> lock_;
    const SharedProof& of_;
  };

 private:
  Proof proof_;
  mutable std::mutex mutex_;  ///< guards what follows
  mutable std::string hash_;
  mutable std::optional<explore::Below> below_;
};

using ProofPointer = std::shared_ptr<const SharedProof>;

/// What Proof and Records have in common. Its members are asked for with the GIL held.
class OpenProof : public std::enable_shared_from_this<OpenProof> {
 public:
  OpenProof(Proof proof, std::string file)
      : proof_(std::make_shared<SharedProof>(std::move(proof))), file_(std::move(file)) {}

  /// ValueError once it is closed.
  [[nodiscard]] ProofPointer get() const;
  [[nodiscard]] bool is_closed() const { return proof_ == nullptr; }
  void close() { proof_.reset(); }
  /// Empty: it was made of records.
  [[nodiscard]] const std::string& file() const { return file_; }

  std::string format = {};  ///< of the file, as convert/ calls it
  // What the reader had to say, in lines for people.
  std::vector<std::string> losses = {}, oddities = {};

 private:
  ProofPointer proof_;
  std::string file_;
};

}  // namespace fiveproof::python
