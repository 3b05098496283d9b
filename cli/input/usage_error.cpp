#include "cli/input/usage_error.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

namespace fiveproof::cli {

namespace {

std::string in_quotes(const std::string& word) { return "\"" + word + "\""; }

bool is_option_like(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

std::string wrong_command(const CLI::App& app) {
  std::string names;
  for (const CLI::App* sub : app.get_subcommands({})) names += (names.empty() ? "" : ", ") + sub->get_name();
  const std::vector<std::string> words = app.remaining();
  if (!words.empty() && is_option_like(words.front())) return "unknown option " + words.front();
  return "expected a command (" + names + "), found " + (words.empty() ? "none" : in_quotes(words.front()));
}

std::string left_over(const std::vector<std::string>& words) {
  const auto option = std::ranges::find_if(words, is_option_like);
  if (option != words.end()) return "unknown option " + *option;
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
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return left_over(command.remaining());
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
