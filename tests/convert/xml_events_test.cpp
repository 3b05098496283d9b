#include "convert/syntax/xml_events.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "tests/bytes_of.hpp"
#include "tests/convert/results.hpp"

using namespace fiveproof;
using namespace fiveproof::convert;

namespace {

/// Writes down what happens.
class Listener : public XmlHandler {
 public:
  void start(std::string_view name, const XmlAttributes& attributes, std::uint64_t offset) override {
    log += "<" + std::string(name);
    attributes.for_each([&](std::string_view key, std::string_view value) {
      log += " " + std::string(key) + "=" + std::string(value);
    });
    log += "@" + std::to_string(offset) + ">";
    if (name == "stop") stop({ErrorCode::limit, "as wanted", {}, offset});
  }
  void end(std::string_view name, std::uint64_t) override { log += "</" + std::string(name) + ">"; }
  void text(std::string_view piece, std::uint64_t) override { log += piece; }
  void comment(std::uint64_t offset) override { log += "(comment@" + std::to_string(offset) + ")"; }
  void document_type(bool is_external, std::uint64_t) override { log += is_external ? "(dtd!)" : "(dtd)"; }
  void unknown_entity(std::string_view name, std::uint64_t) override {
    log += "(" + std::string(name) + "?)";
  }
  void cut(std::uint64_t offset) override { log += "(cut@" + std::to_string(offset) + ")"; }

  std::string log;
};

struct Heard {
  std::string log;
  std::optional<Error> error;
};

Heard hear(std::string_view document, bool keep_cut = false) {
  Listener listener;
  const auto status = read_xml(test::bytes_of(document), listener, keep_cut);
  return {listener.log, status.ok() ? std::nullopt : std::optional(status.error())};
}

}  // namespace

TEST_CASE("xml: what is in a document happens in its order", "[convert]") {
  CHECK(hear("<?xml version='1.0'?><a x='1' y='&lt;&#233;'><b/>t&amp;<!-- c --><![CDATA[<u>]]></a>").log ==
        "<a x=1 y=<\u00E9@21><b@45></b>t&(comment@55)<u></a>");
  CHECK(hear("<a>\r\n</a>").log == "<a@0>\n</a>");
}

TEST_CASE("xml: names and texts arrive as UTF-8", "[convert]") {
  CHECK(hear("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>").log == "<a@43>\u00E9</a>");
  const std::string_view utf16("\xFF\xFE<\0a\0>\0\xE9\0<\0/\0a\0>\0", 18);
  CHECK(hear(utf16).log == "<a@2>\u00E9</a>");
  CHECK(hear("\xEF\xBB\xBF<a/>").log == "<a@3></a>");
}

TEST_CASE("xml: what is not well-formed is refused where it stands", "[convert]") {
  const test::Refusal c = GENERATE(values<test::Refusal>({
      {"", 0, ""},
      {"x", 0, ""},
      {"<a><b></a>", 8, ""},
      {"<a></a><b/>", 7, ""},
      {"<a>&x;</a>", 3, ""},
      {"<a x='1' x='2'/>", 9, ""},
      {"<a>\xFF</a>", 3, ""},
      {"<a>", 3, ""},
      {"<a>text", 7, ""},
      {"<a", 2, ""},
      {"<?xml version='1.0' encoding='GBK'?><a/>", 30, "", ErrorCode::unsupported},
      {"<a><stop/></a>", 3, "", ErrorCode::limit},
  }));
  CAPTURE(c.file);
  const auto heard = hear(c.file);
  REQUIRE(heard.error.has_value());
  test::check_refused(*heard.error, c);
}

TEST_CASE("xml: after a stop nothing happens", "[convert]") {
  CHECK(hear("<a><stop/><b/></a>").log == "<a@0><stop@3>");
}

TEST_CASE("xml: a document that ends too early is kept on request", "[convert]") {
  const auto heard = hear("<a><b>text</b><c", true);
  CHECK_FALSE(heard.error.has_value());
  CHECK(heard.log == "<a@0><b@3>text</b>(cut@16)");
  // Not what is wrong before its end.
  CHECK(hear("<a></b>", true).error.has_value());
}

TEST_CASE("xml: entities are refused where they are declared", "[convert]") {
  std::string laughs = "<!DOCTYPE a [<!ENTITY l0 'ha'>";
  for (int i = 1; i < 40; ++i) {
    laughs += "<!ENTITY l" + std::to_string(i) + " '";
    for (int n = 0; n < 10; ++n) laughs += "&l" + std::to_string(i - 1) + ";";
    laughs += "'>";
  }
  laughs += "]><a>&l39;</a>";
  const std::string document = GENERATE_COPY(
      as<std::string>(), laughs, "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
      "<!DOCTYPE a [<!ENTITY % x SYSTEM 'file:///etc/passwd'> %x;]><a/>",
      "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>");
  CAPTURE(document);
  const auto heard = hear(document);
  REQUIRE(heard.error.has_value());
  CHECK(heard.error->code == ErrorCode::unsupported);
  CHECK_THAT(heard.error->message, Catch::Contains("declaration of an entity"));
  // Within the first declaration.
  CHECK(heard.error->offset > 13);
  CHECK(heard.error->offset <= document.find('>', 13));
  CHECK(heard.log == "(dtd)");
}

TEST_CASE("xml: a document type that is elsewhere is told of, and not looked at", "[convert]") {
  CHECK(hear("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>&x;</a>").log == "(dtd!)<a@40>(x?)</a>");
  CHECK(hear("<!DOCTYPE a [<!ELEMENT a ANY>]><a/>").log == "(dtd)<a@31></a>");
}

TEST_CASE("xml: elements are nested so deep and no deeper", "[convert]") {
  const auto nested = [](std::size_t depth) {
    std::string document;
    for (std::size_t i = 0; i < depth; ++i) document += "<a>";
    for (std::size_t i = 0; i < depth; ++i) document += "</a>";
    return document;
  };
  CHECK_FALSE(hear(nested(deepest_element)).error.has_value());
  const auto deeper = hear(nested(deepest_element + 1));
  REQUIRE(deeper.error.has_value());
  CHECK(deeper.error->code == ErrorCode::limit);
  CHECK(deeper.error->offset == deepest_element * 3);
  CHECK(hear(nested(1'000'000)).error.has_value());
}
