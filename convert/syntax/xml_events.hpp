// An XML document as what happens on the way through it: elements begin and end, text comes in pieces.
//
// Nothing of the document is kept; memory does not grow with it. Expat reads, which knows UTF-8, UTF-16,
// ISO-8859-1 and ASCII; whatever the document is in, names and texts arrive as UTF-8.
//
// Documents come from anywhere. So
//
//   - a document that declares an entity is refused within the declaration: no billion laughs;
//   - nothing outside the document is ever looked at: no external entities, no document types;
//   - elements are nested `deepest_element` deep at most.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.hpp"

namespace fiveproof::convert {

inline constexpr std::size_t deepest_element = 64;

/// The attributes of an element; good for the call in which they are given.
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

/// What happens. Offsets are bytes in the document.
class XmlHandler {
 public:
  XmlHandler() = default;
  XmlHandler(const XmlHandler&) = delete;
  XmlHandler& operator=(const XmlHandler&) = delete;
  virtual ~XmlHandler() = default;

  virtual void start(std::string_view name, const XmlAttributes& attributes, std::uint64_t offset) = 0;
  virtual void end(std::string_view name, std::uint64_t offset) = 0;
  /// A text may come in any number of pieces.
  virtual void text(std::string_view piece, std::uint64_t offset) = 0;
  virtual void comment(std::uint64_t /*offset*/) {}
  /// There may be more to the document elsewhere: `is_external`.
  virtual void document_type(bool /*is_external*/, std::uint64_t /*offset*/) {}
  /// A name that stands for a text nobody declared here. In attributes it goes without a word.
  virtual void unknown_entity(std::string_view /*name*/, std::uint64_t /*offset*/) {}
  /// Ended too early, and is kept.
  virtual void cut(std::uint64_t /*offset*/) {}

  /// What stopped the reading.
  [[nodiscard]] const std::optional<Error>& stopped() const { return stopped_; }

 protected:
  /// Nothing more comes after this call. The first one counts.
  void stop(Error error) {
    if (!stopped_) stopped_ = std::move(error);
  }

 private:
  std::optional<Error> stopped_;
};

/// Goes through all of it, or up to what is wrong: ErrorCode::malformed with the offset;
/// ErrorCode::unsupported for an encoding that we do not know and for declared entities;
/// ErrorCode::limit beyond `deepest_element`; or what the handler stopped with. A document that ends too
/// early is malformed, too, but with `keep_cut` it is XmlHandler::cut instead.
[[nodiscard]] Status read_xml(std::span<const std::uint8_t> document, XmlHandler& handler, bool keep_cut);

}  // namespace fiveproof::convert
