// What convert, merge and trim wrote, as one JSON object (--json, spec/convert.schema.json).
//
// It is put together beside the lines on stderr, which stay; the object goes to stdout when all is done.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/outcome.hpp"
#include "cli/output/json_output.hpp"

namespace fiveproof::cli {

class OutputReport {
 public:
  OutputReport(std::string_view command, const std::string& output, std::string_view format);

  void set(const std::string& key, Json value) { object_[key] = std::move(value); }
  /// `key`: carried, losses or oddities.
  void add(const std::string& key, const std::vector<std::string>& lines);
  void tell(ExitCode exit_code, const Streams& streams);

 private:
  Json object_;
};

/// ErrorCode::usage: both would go to standard output.
[[nodiscard]] Status check_json(bool is_json, const std::string& output);

}  // namespace fiveproof::cli
