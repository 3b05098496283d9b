// From the words of `fiveproof verify` to what is asked of the verifier.
#include <filesystem>

#include "base/files/atomic_file.hpp"
#include "cli/build_id.hpp"
#include "cli/commands/verify_command.hpp"

namespace fiveproof::cli {

namespace {

Result<verify::Trust> parse_trust(const std::string& text) {
  if (text == "dbsearch") return verify::Trust::dbsearch;
  if (text == "rules") return verify::Trust::rules;
  return usage_error("--trust: expected dbsearch or rules, found '" + text + "'");
}

/// `-` has no folder, and a device not one for us.
std::string folder_for_temporary_files(const std::string& target) {
  std::error_code none;
  if (target.empty() || open_descriptor(target)) return {};
  if (std::filesystem::exists(target, none) && !std::filesystem::is_regular_file(target, none)) return {};
  const std::string folder = std::filesystem::path(target).parent_path().string();
  return folder.empty() ? "." : folder;
}

Status check_plan_options(const VerifyOptions& options, verify::Trust trust) {
  const std::string name = !options.audit.empty() ? "--audit" : "--piece";
  if (options.audit.empty() && options.piece.empty()) return Done{};
  if (trust != verify::Trust::rules)
    return usage_error(name + ": needs --trust rules: the kernel plays out plans");
  if (!options.audit.empty() && !options.piece.empty())
    return usage_error("--audit: has plans already, so it does not go with --piece");
  if (!options.combine.empty())
    return usage_error(name + ": does not go with --combine, which checks nothing");
  if (!options.resume.empty())
    return usage_error(name + ": does not go with --resume: a journal has outcomes, and no plans");
  return Done{};
}

/// What has no place in one task (verify/task/task.hpp) is refused: nothing that was asked for is lost.
Result<verify::Task> task_of(const VerifyOptions& options) {
  if (!options.combine.empty() && (!options.shard.empty() || !options.resume.empty()))
    return usage_error("--combine: checks nothing, so it goes with neither --shard nor --resume");
  const auto trust = parse_trust(options.trust);
  if (!trust.ok()) return trust.error();
  FIVEPROOF_TRY(check_plan_options(options, trust.value()));
  if (options.every_reply && trust.value() == verify::Trust::rules)
    return usage_error("--every-reply: goes with --trust dbsearch; the kernel has lemmas of its own");
  std::optional<verify::Shard> shard;
  if (!options.shard.empty()) {
    auto parsed = verify::parse_shard(options.shard);
    if (!parsed.ok()) return usage_error("--shard: " + parsed.error().message);
    shard = parsed.value();
  }
  if (!options.combine.empty()) return verify::Task(verify::Combine{trust.value(), options.combine});
  if (!options.audit.empty()) return verify::Task(verify::Audit{shard, options.audit});
  if (!options.piece.empty()) return verify::Task(verify::Certify{shard});
  return verify::Task(verify::Check{trust.value(), shard, options.resume, options.every_reply});
}

}  // namespace

Result<verify::Options> verifier_options(const VerifyOptions& options) {
  if (options.max_gaps && options.gaps.empty()) return usage_error("--max-gaps: needs --gaps");
  auto task = task_of(options);
  if (!task.ok()) return task.error();
  verify::Options how;
  how.task = std::move(task).value();
  how.effort = options.effort;
  how.threads = options.threads;
  how.strict = options.strict;
  how.program_version = FIVEPROOF_VERSION;
  how.program_build = build_id();
  how.temporary_folder = folder_for_temporary_files(options.gaps);
  return how;
}

Status check_targets(const VerifyOptions& options) {
  for (const std::string& target : {options.gaps, options.report, options.resume, options.piece}) {
    if (is_same_file(target, options.input.file))
      return usage_error("refusing to write over the input", target);
    for (const std::string& report : options.combine)
      if (is_same_file(target, report))
        return usage_error("refusing to write over a report to combine", target);
    for (const std::string& piece : options.audit)
      if (is_same_file(target, piece)) return usage_error("refusing to write over a piece to audit", target);
  }
  if (is_same_output(options.gaps, options.report))
    return usage_error("--gaps and --report name the same file", options.gaps);
  if (is_same_output(options.piece, options.gaps) || is_same_output(options.piece, options.report))
    return usage_error("--piece names the file of another option", options.piece);
  if (is_same_file(options.resume, options.gaps) || is_same_file(options.resume, options.report))
    return usage_error("--resume names the file of another option", options.resume);
  return Done{};
}

}  // namespace fiveproof::cli
