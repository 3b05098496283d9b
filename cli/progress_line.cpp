#include "cli/progress_line.hpp"

#include "verify/outcome/verdict.hpp"

namespace fiveproof::cli {

namespace {

std::string minutes_and_seconds(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  const std::string rest = std::to_string(whole % 60);
  return std::to_string(whole / 60) + ':' + (rest.size() < 2 ? "0" : "") + rest;
}

}  // namespace

std::string time_text(double part, double seconds) {
  const std::string text = minutes_and_seconds(seconds);
  if (part <= 0.001 || part >= 1) return text;
  return text + ", about " + minutes_and_seconds(seconds * (1 - part) / part) + " left";
}

std::string progress_text(const verify::Progress& progress) {
  const double part = progress.replies_total == 0 ? 1.0
                                                  : static_cast<double>(progress.replies_done) /
                                                        static_cast<double>(progress.replies_total);
  return std::to_string(static_cast<int>(part * 100)) + " % of " +
         verify::with_separators(progress.replies_total) + " replies, " +
         verify::with_separators(progress.gaps) + " gaps, " + time_text(part, progress.seconds);
}

std::string progress_text(const solve::WorkProgress& p) {
  using verify::with_separators;
  const double rate = p.seconds > 0 ? static_cast<double>(p.searches) / p.seconds : 0;
  const double expected = static_cast<double>(p.searches) + p.cost;
  const double part =
      expected > 0 && p.cost < solve::JobTree::hopeless / 2 ? static_cast<double>(p.searches) / expected : 0;
  return with_separators(p.jobs.proved) + " jobs proved, " + with_separators(p.jobs.open) + " open (" +
         with_separators(p.jobs.hard) + " hard), " + with_separators(p.answers) + " answers, " +
         with_separators(static_cast<std::uint64_t>(rate)) + " searches/s, store " +
         with_separators(p.store_bytes >> 20) + " MiB, " + time_text(part, p.seconds);
}

ProgressLine::~ProgressLine() {
  if (shown_) err_ << "\r\x1b[K" << std::flush;
}

void ProgressLine::show(const std::string& text) {
  shown_ = true;
  err_ << "\r\x1b[K" << text << std::flush;
}

}  // namespace fiveproof::cli
