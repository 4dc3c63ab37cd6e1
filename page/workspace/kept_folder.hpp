// Where the page keeps what belongs to a model or a folder of results: beside it, unless that place is part of the program, being
// inside the source tree of bricard, or cannot be written. Then in the user's own folder for such things,
//   $XDG_STATE_HOME/bricard/view, or ~/.local/state/bricard/view,
// under the name and a number made of the place, so that it is found again.
#pragma once
#include <filesystem>
#include <string>

namespace bricard::page {

struct KeptFolder {
  std::filesystem::path path;
  std::string why;  // not beside it: "DIR cannot be written"; else empty
};

// `beside`: dir/x.view of a model dir/x.bricard.yaml, with its whole path.
KeptFolder kept_beside_model(const std::filesystem::path& beside);
// `beside`: x.out/view. A folder of results is the user's wherever it lies.
KeptFolder kept_in_results(const std::filesystem::path& beside);

}  // namespace bricard::page
