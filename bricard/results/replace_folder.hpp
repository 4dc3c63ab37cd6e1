// A folder takes the place of another in one step, so that whoever looks sees the old one or the new one, whole. What it holds is
// on the disk before, and the step after.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

namespace bricard {

// The files of `made` become those of `place`, which may not be there yet. Of what is in its place until then, what is_ours(name)
// goes; all else is carried over (as NAME.old where the new folder has that name too). Throws Error: then `place` is as it was.
void replace_folder(const std::filesystem::path& made, const std::filesystem::path& place,
                    const std::function<bool(const std::string& name)>& is_ours);

// What the system has been given of a file or folder is on the disk. Throws Error where that fails.
void put_on_disk(const std::filesystem::path& path);

}  // namespace bricard
