#include "cli/output/output_report.hpp"

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"

namespace fiveproof::cli {

OutputReport::OutputReport(std::string_view command, const std::string& output, std::string_view format) {
  object_ = begin_json("fiveproof-convert");
  object_["command"] = command;
  object_["output"] = output_name(output);
  object_["output-format"] = format;
  for (const char* key : {"carried", "losses", "oddities"}) object_[key] = Json::array();
}

void OutputReport::add(const std::string& key, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) object_[key].push_back(line);
}

void OutputReport::tell(ExitCode exit_code, const Streams& streams) {
  object_["written"] = exit_code == exit_yes;
  streams.out << text_of(object_) << '\n';
}

Status check_json(bool is_json, const std::string& output) {
  if (is_json && is_standard_output(output))
    return usage_error("--json: standard output is the file already");
  return Done{};
}

}  // namespace fiveproof::cli
