#include "verify/level.hpp"

#include "verify/record_check.hpp"

namespace fiveproof::verify {
namespace {

class DbsearchLevel final : public Level {
 public:
  DbsearchLevel(const Proof& proof, const Options& options)
      : records_(proof.records, options.key_mask), effort_(options.effort) {}
  [[nodiscard]] const RecordSource& records() const override { return records_; }
  [[nodiscard]] std::unique_ptr<NodeChecker> make_checker(const FormChecker& forms) const override {
    return std::make_unique<DbsearchChecker>(forms, effort_);
  }

 private:
  TableSource records_;
  std::uint32_t effort_;
};

}  // namespace

Result<std::unique_ptr<Level>> make_level(Proof& proof, const Options& options) {
  std::unique_ptr<Level> level;
  switch (options.trust) {
    case Trust::dbsearch:
      level = std::make_unique<DbsearchLevel>(proof, options);
      return level;
    case Trust::rules:
      break;
  }
  return Error{ErrorCode::unsupported, "level " + std::string(name_of(options.trust)) +
                                           " is not available in this version; dbsearch is"};
}

}  // namespace fiveproof::verify
