#include "solve/search/settings.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

namespace fiveproof::solve {
namespace {

std::optional<double> number(std::string_view text, double low, double high) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high))
    return std::nullopt;
  return value;
}

std::string text_of(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

/// One setting: how it is called, what it takes, and where it goes.
struct Entry {
  std::string_view name, meaning;
  std::string_view expected;
  std::function<bool(Settings&, std::string_view)> assign;  ///< false: the value is not what is expected
  std::function<std::string(const Settings&)> value;
};

Entry a_switch(std::string_view name, std::string_view meaning, bool Settings::*member) {
  return {name, meaning, "on or off",
          [member](Settings& s, std::string_view text) {
            if (text != "on" && text != "off") return false;
            s.*member = text == "on";
            return true;
          },
          [member](const Settings& s) { return s.*member ? "on" : "off"; }};
}

template <class T>
Entry a_number(std::string_view name, std::string_view meaning, std::string_view expected,
               T Settings::*member, double low, double high) {
  return {name, meaning, expected,
          [=](Settings& s, std::string_view text) {
            const auto value = number(text, low, high);
            if (value) s.*member = static_cast<T>(*value);
            return value.has_value();
          },
          [member](const Settings& s) { return text_of(static_cast<double>(s.*member)); }};
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      a_switch("transpositions", "equal positions are one node", &Settings::transpositions),
      a_number("restricted-moves", "attacker moves tried at a time", "1 to 400", &Settings::restricted_moves,
               1, 400),
      a_switch("related-squares", "one threat sequence answers many replies", &Settings::related_squares),
      a_switch("implicit-threats", "only moves that threaten to win", &Settings::implicit_threats),
      a_number("quiet-below", "stones below which others are tried too", "0 to 400", &Settings::quiet_below,
               0, 400),
      a_switch("exhaustive", "in the end every move, so that a failure disproves", &Settings::exhaustive),
      a_number("heuristic-initialisation", "added per ply to frontier numbers", "0 to 100",
               &Settings::depth_penalty, 0, 100),
      a_switch("weak-proof-numbers", "maximum plus open children, not the sum", &Settings::weak_numbers),
      a_number("reply-cost", "added per reply that the null move leaves", "0 to 100", &Settings::reply_cost,
               0, 100),
      a_number("order-cost", "added per bit of surprise at a move", "0 to 100", &Settings::order_cost, 0,
               100),
      a_number("next-cost", "what the next move is expected to start with", "0 to 100", &Settings::next_cost,
               0, 100),
      a_number("epsilon", "1 + epsilon thresholds at OR positions", "0 to 1000", &Settings::epsilon, 0, 1000),
      a_number("epsilon-and", "the same at AND positions", "0 to 1000", &Settings::epsilon_and, 0, 1000),
      a_number("epsilon-quiet", "the same after a move that threatens nothing", "0 to 1000",
               &Settings::epsilon_quiet, 0, 1000),
      a_number("reply-batch", "open replies looked for at a time", "1 to 400", &Settings::reply_batch, 1,
               400),
      a_switch("simulation", "proofs are tried against other replies", &Settings::simulation),
      a_number("threat-nodes", "nodes of one db-search", "1 to 60000", &Settings::threat_nodes, 1, 60000),
      a_number("vct-nodes", "nodes of a search for threats answered one by one", "0 to 1000000",
               &Settings::vct_nodes, 0, 1'000'000),
      a_number("vct-gap-nodes", "the same at each gap, under renju", "0 to 1000000", &Settings::vct_gap_nodes,
               0, 1'000'000),
  };
  return all;
}

}  // namespace

std::vector<SettingName> setting_names() {
  std::vector<SettingName> names;
  for (const Entry& entry : entries()) names.push_back({entry.name, entry.meaning, entry.value({})});
  return names;
}

std::string assignments_of(const Settings& settings) {
  std::string text;
  for (const Entry& entry : entries())
    if (const std::string value = entry.value(settings); value != entry.value({}))
      text += (text.empty() ? "" : " ") + std::string(entry.name) + "=" + value;
  return text;
}

Status set(Settings& settings, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  const std::string name = assignment.substr(0, equals);
  const auto entry = std::ranges::find(entries(), name, &Entry::name);
  if (entry == entries().end())
    return Error{ErrorCode::usage, "expected a setting, found \"" + name + "\"", {}, {}};
  const std::string value = equals == std::string::npos ? "" : assignment.substr(equals + 1);
  if (!entry->assign(settings, value))
    return Error{ErrorCode::usage,
                 name + ": expected " + std::string(entry->expected) + ", found \"" + value + "\"",
                 {},
                 {}};
  return Done{};
}

}  // namespace fiveproof::solve
