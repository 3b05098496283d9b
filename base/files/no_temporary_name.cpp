// Temporary names of a build without files (FIVEPROOF_BARE): there are none.
#include <cerrno>

#include "base/files/temporary_name.hpp"

namespace fiveproof {

TemporaryName::TemporaryName(std::string, const std::function<bool()>&) { errno = ENOTSUP; }
TemporaryName::TemporaryName(TemporaryName&&) noexcept = default;
TemporaryName& TemporaryName::operator=(TemporaryName&&) noexcept = default;
TemporaryName::~TemporaryName() = default;

TemporaryName TemporaryName::make_file(const std::string&, mode_t, Descriptor&) {
  errno = ENOTSUP;
  return {};
}
TemporaryName TemporaryName::make_folder(const std::string&) {
  errno = ENOTSUP;
  return {};
}

bool TemporaryName::become(const std::string&) noexcept { return false; }
void TemporaryName::forget() noexcept {}

void remove_temporary_names_for_good() noexcept {}
bool remove_temporary_names_unless_kept() noexcept { return true; }

}  // namespace fiveproof
