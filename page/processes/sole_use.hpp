// What only one server may work with at a time: a second would overwrite the drafts of the first. Held by a lock on a file in a
// folder of the user's own, which the system gives up when the process ends, however it ends.
#pragma once
#include <filesystem>
#include <string>

namespace bricard::page {

class SoleUse {
 public:
  // Throws Error that names `what` and where it is open, if another process has it.
  SoleUse(const std::filesystem::path& what, const std::string& name);
  ~SoleUse();
  SoleUse(SoleUse&& other) noexcept;
  SoleUse& operator=(SoleUse&&) = delete;
  // For the words to whoever asks next.
  void tell(const std::string& address) const;

 private:
  int file_ = -1;  // -1: there is no folder for it, and nothing is held
};

}  // namespace bricard::page
