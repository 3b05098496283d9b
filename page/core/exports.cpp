// What JavaScript calls: page/src/core.ts.
//
// Requests and answers are JSON. An answer stays until the next call; {"error": ...} says why there is none,
// in the words of the program.
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "page/core/conversion.hpp"
#include "page/core/session.hpp"

namespace fiveproof::page {
namespace {

using explore::Json;

struct State {
  Session session;
  std::string answer;
  std::vector<std::uint8_t> made;  ///< the file that a conversion made, until the next
};

State& state() {
  static State one;
  return one;
}

Json error_json(const std::string& text) {
  Json object = Json::object();
  object["error"] = text;
  return object;
}

/// No exception leaves the core. One that is not of ours is the want of memory, or a request that is no JSON.
template <class Ask>
const char* answered(const char* request, std::size_t bytes, const Ask& ask) {
  State& is = state();
  const auto keep = [&](const Json& json) {
    is.answer = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return is.answer.c_str();
  };
  try {
    const Result<Json> answer = ask(Json::parse(request, request + bytes));
    return keep(answer.ok() ? answer.value() : error_json(answer.error().text()));
  } catch (const std::bad_alloc&) {
    return keep(error_json("not enough memory"));
  } catch (const std::exception& exception) {
    return keep(error_json(exception.what()));
  }
}

}  // namespace
}  // namespace fiveproof::page

#define FIVEPROOF_EXPORT(name) extern "C" __attribute__((export_name(name)))

FIVEPROOF_EXPORT("allocate") void* fiveproof_allocate(std::size_t bytes) { return std::malloc(bytes); }
FIVEPROOF_EXPORT("release") void fiveproof_release(void* memory) { std::free(memory); }

/// Opens a file. `request`: page/core/open.hpp.
FIVEPROOF_EXPORT("open")
const char* fiveproof_open(const std::uint8_t* file, std::size_t file_bytes, const char* request,
                           std::size_t request_bytes) {
  using namespace fiveproof::page;
  return answered(request, request_bytes, [&](const auto& json) {
    return state().session.open({file, file_bytes}, json);
  });
}

/// Converts a file, whatever is open. `request`: page/core/conversion.hpp. The answer has "at" and "bytes",
/// where the new file lies until the next call of this.
FIVEPROOF_EXPORT("convert")
const char* fiveproof_convert(const std::uint8_t* file, std::size_t file_bytes, const char* request,
                              std::size_t request_bytes) {
  using namespace fiveproof::page;
  return answered(request, request_bytes,
                  [&](const auto& json) -> fiveproof::Result<fiveproof::explore::Json> {
                    FIVEPROOF_LET(auto converted, convert_file({file, file_bytes}, json));
                    auto& made = state().made = std::move(converted.bytes);
                    converted.told["at"] = reinterpret_cast<std::uintptr_t>(made.data());
                    converted.told["bytes"] = made.size();
                    return std::move(converted.told);
                  });
}

/// Asks about the file that is open. `request`: page/core/session.hpp.
FIVEPROOF_EXPORT("ask") const char* fiveproof_ask(const char* request, std::size_t request_bytes) {
  using namespace fiveproof::page;
  return answered(request, request_bytes, [](const auto& json) { return state().session.answer(json); });
}
