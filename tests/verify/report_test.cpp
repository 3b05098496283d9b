#include "verify/outcome/report.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "proofs.hpp"
#include "report_text.hpp"
#include "tests/paths.hpp"

using namespace fiveproof;
using namespace fiveproof::verify;
using namespace fiveproof::verify::test;
using nlohmann::json;

namespace {

/// Objects have exactly the members that the schema names.
void require_shape(const json& value, const json& schema, const json& definitions) {
  if (schema.contains("$ref")) {
    const auto name = schema["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
    return require_shape(value, definitions.at(name), definitions);
  }
  CAPTURE(schema.dump(), value.dump());
  if (schema.contains("const")) REQUIRE(value == schema["const"]);
  if (schema.contains("enum"))
    REQUIRE(std::find(schema["enum"].begin(), schema["enum"].end(), value) != schema["enum"].end());
  const std::string type = schema.value("type", "");
  if (type == "object") {
    for (const auto& name : schema.at("required")) REQUIRE(value.contains(name.get<std::string>()));
    for (const auto& [name, member] : value.items()) {
      REQUIRE(schema["properties"].contains(name));
      require_shape(member, schema["properties"][name], definitions);
    }
  } else if (type == "array") {
    REQUIRE(value.is_array());
    for (const auto& element : value) require_shape(element, schema["items"], definitions);
  } else if (type == "string") {
    REQUIRE(value.is_string());
  } else if (type == "integer") {
    REQUIRE(value.is_number_unsigned());
  } else if (type == "number") {
    REQUIRE(value.is_number());
  } else if (type == "boolean") {
    REQUIRE(value.is_boolean());
  }
}

}  // namespace

TEST_CASE("the report follows its schema", "[verify]") {
  std::ifstream file(fiveproof::test::in_project("spec/report.schema.json"));
  REQUIRE(file);
  const json schema = json::parse(file);
  Draft draft = open_three_proof();
  draft.records.erase(draft.records.begin() + 3);
  const Proof proof = draft.proof();
  const std::uint32_t effort = GENERATE(0U, 200U);
  const Checked checked = check(proof, effort);
  ReportContext context;
  context.version = "0.1.0";
  context.file = "a \"quoted\"\\name\n";
  context.file_format = "fvp";
  context.file_format_version = 1;
  context.gaps_written = 3;
  context.peak_memory_bytes = peak_memory_bytes();
  const auto claim = parse_claim(GENERATE("freestyle 9 black black c5 d5 e5, white a1 a9 i2, black to move",
                                          "freestyle 9 black"))
                         .value();
  const Demand demand{compare(proof, claim), false};
  const bool is_met = !demand.expected->difference;
  const json report = json::parse(report_text(checked, decide(checked, demand), context));
  require_shape(report, schema, schema["$defs"]);
  CHECK(report["file"] == context.file);
  CHECK(report["accepted"] == (effort > 0 && is_met));
  CHECK(report["expected"]["met"] == is_met);
  CHECK(report["expected"]["root"] == claim.root.text());
  CHECK(report["claims"][0]["gaps"]["unanswered-reply"] == (effort > 0 ? 0 : 1));
  CHECK(report["total"]["replies"]["total"] == 74);
  CHECK(report["records"] == 74);
  CHECK(report["content-hash"] == content_hash(proof));
  CHECK(context.peak_memory_bytes > 0);
}
