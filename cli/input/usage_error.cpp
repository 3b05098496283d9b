#include "cli/input/usage_error.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

namespace fiveproof::cli {

namespace {

std::string in_quotes(const std::string& word) { return "\"" + word + "\""; }

bool is_option_like(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

/// How many letters have to be left out, put in or replaced to get from one word to the other (Levenshtein).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before(to.size() + 1), now(to.size() + 1);
  std::iota(before.begin(), before.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    now[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j)
      now[j + 1] = std::min({before[j] + (from[i] != to[j]), before[j + 1] + 1, now[j] + 1});
    std::swap(before, now);
  }
  return before.back();
}

/// "; did you mean NAME?" where one of the names is near; else nothing.
std::string guess(const std::string& word, const std::vector<std::string>& names) {
  constexpr std::size_t longest_word = 40, farthest = 2;
  if (word.size() > longest_word) return {};
  std::string nearest;
  std::size_t least = std::min(farthest, word.size() / 3) + 1;
  for (const std::string& name : names)
    if (const std::size_t far = distance(word, name); far < least) least = far, nearest = name;
  return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

std::string unknown_option(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options({}))
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return "unknown option " + word + guess(word.substr(0, word.find('=')), names);
}

std::string wrong_command(const CLI::App& app) {
  std::vector<std::string> names;
  std::string list;
  for (const CLI::App* sub : app.get_subcommands({})) {
    names.push_back(sub->get_name());
    list += (list.empty() ? "" : ", ") + sub->get_name();
  }
  const std::vector<std::string> words = app.remaining();
  if (!words.empty() && is_option_like(words.front())) return unknown_option(app, words.front());
  return "expected a command (" + list + "), found " +
         (words.empty() ? "none" : in_quotes(words.front()) + guess(words.front(), names));
}

std::string left_over(const CLI::App& command) {
  const std::vector<std::string> words = command.remaining();
  const auto option = std::ranges::find_if(words, is_option_like);
  if (option != words.end()) return unknown_option(command, *option);
  return "expected no further argument, found " + in_quotes(words.empty() ? "" : words.front());
}

/// With the name of its value, if it has one.
std::string name_of(const CLI::Option& option) {
  const std::string value = option.get_positional() ? "" : option.get_type_name();
  return option.get_name() + (value.empty() ? "" : " " + value);
}

std::string missing(const CLI::App& command, const CLI::ParseError& error) {
  for (const CLI::Option* option : command.get_options({}))
    if (option->get_required() && option->count() == 0)
      return "expected " + name_of(*option) + ", found none";
  return error.what();
}

/// The parser's text begins, behind `before`, with the option's name.
const CLI::Option* option_in(const CLI::App& command, std::string_view text, std::string_view before,
                             std::string_view after) {
  if (text.substr(0, before.size()) != before) return nullptr;
  text.remove_prefix(before.size());
  return command.get_option_no_throw(std::string(text.substr(0, text.find(after))));
}

std::string wrong_number_of_values(const CLI::App& command, const CLI::ParseError& error) {
  const CLI::Option* option = option_in(command, error.what(), "", ":");
  if (option == nullptr) return error.what();
  if (option->count() > 1)
    return option->get_name() + ": expected once, found " + std::to_string(option->count()) + " times";
  return option->get_name() + ": expected a value, " + option->get_type_name() + ", found none";
}

std::string wrong_value(const CLI::App& command, const CLI::ParseError& error) {
  const std::string_view text = error.what();
  const CLI::Option* option = option_in(command, text, "Could not convert: ", " = ");
  if (option == nullptr) option = option_in(command, text, "", ":");  // a flag: "Should be true or false"
  if (option == nullptr) return error.what();
  if (option->get_expected_max() == 0 || option->get_type_size() == 0)
    return option->get_name() + ": expected no value";
  return option->get_name() + ": expected a whole number, found " + in_quotes(option->results().back());
}

std::string text_of(const CLI::App& command, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) return missing(command, error);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return left_over(command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    return wrong_number_of_values(command, error);
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return wrong_value(command, error);
  return error.what();
}

}  // namespace

ExitCode fail_parsing(const CLI::App& app, const CLI::ParseError& error, const Streams& streams) {
  const auto chosen = app.get_subcommands();
  const bool is_command_wrong = chosen.empty() || !app.remaining().empty();
  const std::string name = is_command_wrong ? "fiveproof" : "fiveproof " + chosen.front()->get_name();
  streams.err << name << ": " << (is_command_wrong ? wrong_command(app) : text_of(*chosen.front(), error))
              << '\n';
  // Options that read their values themselves have said all.
  if (dynamic_cast<const CLI::ValidationError*>(&error) == nullptr)
    streams.err << name << " --help says more\n";
  return exit_undecided;
}

void refuse_empty_values(CLI::App& sub) {
  for (CLI::Option* option : sub.get_options()) {
    if (option->get_type_size() == 0 || option->get_name() == "--root") continue;
    const std::string expected = option->get_positional() ? option->get_name() : option->get_type_name();
    option->check([expected](const std::string& value) {
      return value.empty() ? "expected " + expected + ", found an empty value" : std::string();
    });
  }
}

}  // namespace fiveproof::cli
