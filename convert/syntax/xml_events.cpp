#include "convert/syntax/xml_events.hpp"

#include <expat.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>

namespace fiveproof::convert {

namespace {

// Expat takes lengths as int, so that a larger document comes in portions. Large portions are parsed where
// they lie, without being copied, and no token is read twice.
constexpr std::size_t xml_portion = std::size_t{1} << 30;

struct ParserDeleter {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

/// Runs Expat over a document and hands its events to a handler.
class ExpatRun {
 public:
  ExpatRun(std::span<const std::uint8_t> document, XmlHandler& handler)
      : document_(document), handler_(handler), parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_start, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetCommentHandler(parser_.get(), on_comment);
    XML_SetStartDoctypeDeclHandler(parser_.get(), on_document_type);
    XML_SetEntityDeclHandler(parser_.get(), on_entity);
    XML_SetSkippedEntityHandler(parser_.get(), on_unknown_entity);
    XML_SetParamEntityParsing(parser_.get(), XML_PARAM_ENTITY_PARSING_NEVER);
  }

  Status run(bool keep_cut) {
    for (std::size_t from = 0; from < document_.size(); from += xml_portion) {
      const auto part = document_.subspan(from, std::min(xml_portion, document_.size() - from));
      if (!parse(part, false)) return problem();
    }
    if (parse({}, true)) return Done{};
    if (is_over() || !is_cut()) return problem();
    if (keep_cut) {
      handler_.cut(document_.size());
      return Done{};
    }
    return Error{ErrorCode::malformed,
                 "expected more of an XML document, found the end of the file (" + expat_words() + ")",
                 {},
                 document_.size()};
  }

 private:
  bool parse(std::span<const std::uint8_t> part, bool is_last) {
    const auto* text = reinterpret_cast<const char*>(part.data());
    return XML_Parse(parser_.get(), text, static_cast<int>(part.size()), is_last) == XML_STATUS_OK;
  }

  [[nodiscard]] std::uint64_t offset() const {
    const auto at = XML_GetCurrentByteIndex(parser_.get());
    return at < 0 ? document_.size()
                  : std::min(static_cast<std::uint64_t>(at), std::uint64_t{document_.size()});
  }

  /// Is the only thing wrong that the document ends too early?
  [[nodiscard]] bool is_cut() const {
    switch (XML_GetErrorCode(parser_.get())) {
      case XML_ERROR_NO_ELEMENTS:
      case XML_ERROR_UNCLOSED_TOKEN:
      case XML_ERROR_UNCLOSED_CDATA_SECTION:
      case XML_ERROR_PARTIAL_CHAR:
        return true;
      default:
        return false;
    }
  }

  [[nodiscard]] std::string expat_words() const { return XML_ErrorString(XML_GetErrorCode(parser_.get())); }

  Error problem() {
    if (handler_.stopped()) return *handler_.stopped();
    if (error_) return *error_;
    const bool is_encoding = XML_GetErrorCode(parser_.get()) == XML_ERROR_UNKNOWN_ENCODING;
    return Error{is_encoding ? ErrorCode::unsupported : ErrorCode::malformed,
                 "expected a well-formed XML document: " + expat_words(),
                 {},
                 offset()};
  }

  void refuse(ErrorCode code, std::string message) {
    if (!error_) error_ = Error{code, std::move(message), {}, offset()};
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  /// Expat may call once more after it was stopped; such a call is not passed on.
  [[nodiscard]] bool is_over() const { return error_.has_value() || handler_.stopped().has_value(); }
  void stop_if_over() {
    if (is_over()) XML_StopParser(parser_.get(), XML_FALSE);
  }

  template <class Call>
  static void pass_on(void* user, Call&& call) {
    ExpatRun& expat = *static_cast<ExpatRun*>(user);
    if (expat.is_over()) return;
    call(expat);
    expat.stop_if_over();
  }

  static void on_start(void* user, const char* name, const char** attributes) {
    pass_on(user, [&](ExpatRun& expat) {
      if (++expat.depth_ > deepest_element)
        return expat.refuse(ErrorCode::limit,
                            "elements nested more than " + std::to_string(deepest_element) + " deep");
      expat.handler_.start(name, XmlAttributes(attributes), expat.offset());
    });
  }
  static void on_end(void* user, const char* name) {
    pass_on(user, [&](ExpatRun& expat) {
      --expat.depth_;
      expat.handler_.end(name, expat.offset());
    });
  }
  static void on_text(void* user, const char* text, int length) {
    pass_on(user, [&](ExpatRun& expat) {
      expat.handler_.text({text, static_cast<std::size_t>(length)}, expat.offset());
    });
  }
  static void on_comment(void* user, const char*) {
    pass_on(user, [](ExpatRun& expat) { expat.handler_.comment(expat.offset()); });
  }
  static void on_document_type(void* user, const char*, const char* system, const char* public_id, int) {
    pass_on(user, [&](ExpatRun& expat) {
      expat.handler_.document_type(system != nullptr || public_id != nullptr, expat.offset());
    });
  }
  static void on_entity(void* user, const char* name, int, const char*, int, const char*, const char*,
                        const char*, const char*) {
    pass_on(user, [&](ExpatRun& expat) {
      expat.refuse(ErrorCode::unsupported, "expected no declaration of an entity, found that of \"" +
                                               std::string(name).substr(0, 40) + "\"");
    });
  }
  static void on_unknown_entity(void* user, const char* name, int) {
    pass_on(user, [&](ExpatRun& expat) { expat.handler_.unknown_entity(name, expat.offset()); });
  }

  std::span<const std::uint8_t> document_;
  XmlHandler& handler_;
  std::unique_ptr<XML_ParserStruct, ParserDeleter> parser_;
  std::size_t depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Status read_xml(std::span<const std::uint8_t> document, XmlHandler& handler, bool keep_cut) {
  return ExpatRun(document, handler).run(keep_cut);
}

}  // namespace fiveproof::convert
