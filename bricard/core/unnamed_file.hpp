// A file without name, for what does not fit in memory: it is gone when it is closed, however the program ends.
#pragma once
#include <string>

namespace bricard {

// The folder for temporary files: TMPDIR, else /tmp.
std::string temporary_folder();
// Its descriptor, to read and write. Throws Error where none can be made there.
int unnamed_file(const std::string& folder);

}  // namespace bricard
