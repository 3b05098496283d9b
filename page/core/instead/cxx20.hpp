// What C++20 has and the library of Debian's emscripten (libc++ 13) has not: std::bit_cast, and the
// algorithms over ranges that the rooms use. Included before everything else in a build with it
// (page/core/CMakeLists.txt), and empty with a library that has them.
//
// To define names in std is nobody's right; the other way would be to do without them in all rooms, for the
// sake of one compiler.
#pragma once

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

namespace std {

template <class To, class From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

namespace ranges {
namespace plain {

template <class Compare, class Projection>
auto compared(Compare compare, Projection projection) {
  return [compare, projection](const auto& a, const auto& b) -> bool {
    return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
  };
}
template <class Predicate, class Projection>
auto projected(Predicate predicate, Projection projection) {
  return [predicate, projection](const auto& a) -> bool {
    return std::invoke(predicate, std::invoke(projection, a));
  };
}

}  // namespace plain

template <class Range, class T, class Projection = identity>
auto find(Range&& range, const T& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](const auto& item) { return std::invoke(projection, item) == value; });
}
template <class Range, class Predicate, class Projection = identity>
auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), plain::projected(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range), plain::projected(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::any_of(std::begin(range), std::end(range), plain::projected(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::all_of(std::begin(range), std::end(range), plain::projected(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::none_of(std::begin(range), std::end(range), plain::projected(predicate, projection));
}
template <class A, class B, class Equal = equal_to, class OfA = identity, class OfB = identity>
bool equal(A&& a, B&& b, Equal is_equal = {}, OfA of_a = {}, OfB of_b = {}) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b),
                    [&](const auto& x, const auto& y) {
                      return std::invoke(is_equal, std::invoke(of_a, x), std::invoke(of_b, y));
                    });
}
template <class A, class B, class Less = less, class OfA = identity, class OfB = identity>
bool lexicographical_compare(A&& a, B&& b, Less is_less = {}, OfA of_a = {}, OfB of_b = {}) {
  auto i = std::begin(a);
  auto j = std::begin(b);
  for (; i != std::end(a) && j != std::end(b); ++i, ++j) {
    if (std::invoke(is_less, std::invoke(of_a, *i), std::invoke(of_b, *j))) return true;
    if (std::invoke(is_less, std::invoke(of_b, *j), std::invoke(of_a, *i))) return false;
  }
  return i == std::end(a) && j != std::end(b);
}
template <class Range, class Compare = less, class Projection = identity>
void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), plain::compared(compare, projection));
}
template <class Range, class Compare = less, class Projection = identity>
void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range), plain::compared(compare, projection));
}
template <class Range, class T, class Compare = less, class Projection = identity>
auto lower_bound(Range&& range, const T& value, Compare compare = {}, Projection projection = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value, [&](const auto& item, const T& wanted) {
    return std::invoke(compare, std::invoke(projection, item), wanted);
  });
}
template <class Iterator, class T, class Compare = less, class Projection = identity>
requires input_iterator<Iterator>
auto upper_bound(Iterator first, Iterator last, const T& value, Compare compare = {},
                 Projection projection = {}) {
  return std::upper_bound(first, last, value, [&](const T& wanted, const auto& item) {
    return std::invoke(compare, wanted, std::invoke(projection, item));
  });
}
template <class Range, class T, class Compare = less, class Projection = identity>
bool binary_search(Range&& range, const T& value, Compare compare = {}, Projection projection = {}) {
  const auto at = ranges::lower_bound(range, value, compare, projection);
  return at != std::end(range) && !std::invoke(compare, value, std::invoke(projection, *at));
}
template <class Range>
void reverse(Range&& range) {
  std::reverse(std::begin(range), std::end(range));
}
template <class Range, class Out>
void move(Range&& range, Out out) {
  std::move(std::begin(range), std::end(range), out);
}
template <class Range, class Out, class Predicate>
void copy_if(Range&& range, Out out, Predicate predicate) {
  std::copy_if(std::begin(range), std::end(range), out, predicate);
}

}  // namespace ranges
}  // namespace std

#endif
