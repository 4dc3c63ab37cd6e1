#include "bricard/core/unnamed_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "bricard/core/error.hpp"

namespace bricard {

std::string temporary_folder() {
  const char* const wish = std::getenv("TMPDIR");
  return wish && *wish ? wish : "/tmp";
}

int unnamed_file(const std::string& folder) {
  if (const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0) return file;
  std::string name = folder + "/bricard_XXXXXX";  // on a file system that knows no such files
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    throw Error(folder, std::string("no temporary file can be made there: ") + std::strerror(errno),
                "set TMPDIR to a folder with room for the numbers of the table");
  unlink(name.c_str());
  return file;
}

}  // namespace bricard
