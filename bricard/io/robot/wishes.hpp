// What readers of robots share: how the file is wished to be read, small values, and the way from the file to the text.
#pragma once
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bricard/core/text.hpp"
#include "bricard/io/model_text.hpp"
#include "bricard/io/robot/model_writer.hpp"

namespace bricard::robot {

enum class Base { fixed, floating };

// Throws Error where there is no such wish.
inline std::optional<Base> base_wished(const ReadingWishes& wishes) {
  if (wishes.base.empty()) return {};
  if (wishes.base != "fixed" && wishes.base != "floating")
    throw Error("--base", "expected `fixed` or `floating`, found " + quoted(wishes.base));
  return wishes.base == "fixed" ? Base::fixed : Base::floating;
}
inline bool stops_wished(const ReadingWishes& wishes) {
  if (!wishes.limits.empty() && wishes.limits != "told" && wishes.limits != "stops")
    throw Error("--limits", "expected `told` or `stops`, found " + quoted(wishes.limits));
  return wishes.limits == "stops";
}

// "#rrggbb" of numbers from 0 to 1.
inline std::string color_text(const std::vector<double>& rgb) {
  std::string text = "#";
  for (std::size_t i = 0; i < 3; ++i) {
    const int value = static_cast<int>(std::lround(255 * std::clamp(rgb[i], 0.0, 1.0)));
    text += {"0123456789abcdef"[value / 16], "0123456789abcdef"[value % 16]};
  }
  return text;
}

// From the folder of the model: "package://arm/meshes/a.stl" is meshes/a.stl there.
inline std::string path_of_mesh(std::string path) {
  if (path.starts_with("file://")) path.erase(0, 7);
  if (path.starts_with("package://")) {
    path.erase(0, 10);
    path.erase(0, std::min(path.find('/'), path.size() - 1) + 1);
  }
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

template <class Reader>
ModelText translated(const std::string& bytes, const std::string& file, const ReadingWishes& wishes) {
  Told told;
  told.file = file;
  const bool limits_are_stops = stops_wished(wishes);
  Reader reader(bytes, wishes, told);
  const Description description = reader.read();
  if (!told.faults.empty()) throw Error(std::move(told.faults));
  ModelText made = ModelWriter(description, told, limits_are_stops)
                       .write(description.name.empty() ? std::filesystem::path(file).stem().string() : description.name);
  if (!told.faults.empty()) throw Error(std::move(told.faults));
  return made;
}

}  // namespace bricard::robot
