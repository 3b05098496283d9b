// A Cap'n Proto message out of a .fvp file: spec/format.md, section 4.
#pragma once

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/exception.h>

#include <cstdint>
#include <string>
#include <vector>

#include "format/fvp_cursor.hpp"

namespace fiveproof::fvp {

/// A Refusal, and a kj::Exception, which comes out of any getter of a message, as an Error of this file.
template <class F>
auto guarded(const std::string& file_name, F read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const Refusal& refusal) {
    Error error = refusal.error;
    error.file = file_name;
    return error;
  } catch (const kj::Exception& exception) {
    return Error{ErrorCode::malformed,
                 std::string("expected a Cap'n Proto message, found: ") + exception.getDescription().cStr(),
                 file_name};
  }
}

/// A decompressed message; what its readers point at lives as long as it does. Throws Refusal, or
/// kj::Exception when it is no message.
class Message {
 public:
  Message(View frame, std::uint64_t offset, std::size_t max_bytes);

  template <class T>
  typename T::Reader root() {
    return reader_.getRoot<T>();
  }

 private:
  [[nodiscard]] kj::ArrayPtr<const capnp::word> array() const;

  std::vector<std::uint64_t> words_;
  capnp::FlatArrayMessageReader reader_;
};

}  // namespace fiveproof::fvp
