// A parser of XML that tells what it meets as events: elements begin and end, text comes in pieces.
//
// Nothing of the document is kept, and memory does not grow with it. The parser is Expat, which knows UTF-8,
// UTF-16, ISO-8859-1 and ASCII; whatever the document is in, names and texts arrive as UTF-8.
//
// Documents come from anywhere, and may be hostile:
//
//   - A document that declares an entity is refused within the declaration, so there are no billion laughs.
//   - Nothing outside the document is ever looked at: no external entities, no document types.
//   - Elements are nested `deepest_element` deep at most.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.hpp"

namespace fiveproof::convert {

inline constexpr std::size_t deepest_element = 64;

/// The attributes of an element; a view that is good during the call in which it is given.
class XmlAttributes {
 public:
  /// require: name, value, name, value, ..., nullptr.
  explicit XmlAttributes(const char* const* names_and_values) : at_(names_and_values) {}

  [[nodiscard]] std::optional<std::string_view> value(std::string_view name) const {
    for (const char* const* at = at_; *at != nullptr; at += 2)
      if (name == *at) return at[1];
    return std::nullopt;
  }
  template <class Take>
  void for_each(Take&& take) const {
    for (const char* const* at = at_; *at != nullptr; at += 2)
      take(std::string_view(at[0]), std::string_view(at[1]));
  }

 private:
  const char* const* at_;
};

/// Takes the events. Offsets count bytes of the document.
class XmlHandler {
 public:
  XmlHandler() = default;
  XmlHandler(const XmlHandler&) = delete;
  XmlHandler& operator=(const XmlHandler&) = delete;
  virtual ~XmlHandler() = default;

  virtual void start(std::string_view name, const XmlAttributes& attributes, std::uint64_t offset) = 0;
  virtual void end(std::string_view name, std::uint64_t offset) = 0;
  /// A piece of a text, which may come in any number of pieces.
  virtual void text(std::string_view piece, std::uint64_t offset) = 0;
  virtual void comment(std::uint64_t /*offset*/) {}
  /// A document type; `is_external` says that its declarations are kept elsewhere.
  virtual void document_type(bool /*is_external*/, std::uint64_t /*offset*/) {}
  /// A name that stands for a text nobody declared here. In the value of an attribute Expat drops it and does
  /// not tell.
  virtual void unknown_entity(std::string_view /*name*/, std::uint64_t /*offset*/) {}
  /// The document ended too early, and the caller of read_xml wants what there is.
  virtual void cut(std::uint64_t /*offset*/) {}

  /// The error with which the handler stopped the parser, if it did.
  [[nodiscard]] const std::optional<Error>& stopped() const { return stopped_; }

 protected:
  /// Stops the parser: no event comes any more. If it is called again the first error counts.
  void stop(Error error) {
    if (!stopped_) stopped_ = std::move(error);
  }

 private:
  std::optional<Error> stopped_;
};

/// Parses the document up to its end or to what is wrong: ErrorCode::malformed with the offset;
/// ErrorCode::unsupported for an unknown encoding and for declared entities; ErrorCode::limit beyond
/// `deepest_element`; or the error with which the handler stopped. A document that ends too early is
/// malformed, too, but with `keep_cut` it is XmlHandler::cut instead.
[[nodiscard]] Status read_xml(std::span<const std::uint8_t> document, XmlHandler& handler, bool keep_cut);

}  // namespace fiveproof::convert
