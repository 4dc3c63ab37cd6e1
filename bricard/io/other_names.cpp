#include "bricard/io/other_names.hpp"

#include <array>
#include <cctype>

namespace bricard {

namespace {

struct OtherName {
  std::string_view foreign;
  std::array<std::string_view, 3> ours{};
};

// Of joints, forces, shapes and cuts; the first of our words that belongs to the place is told.
constexpr OtherName others[] = {
    {"sphere", {"spherical", "sphere", "ball"}},
    {"ball", {"spherical", "sphere", "ball"}},
    {"ball_joint", {"spherical", "ball"}},
    {"ball_and_socket", {"spherical", "ball"}},
    {"socket", {"spherical", "ball"}},
    {"hinge", {"revolute"}},
    {"pin", {"revolute"}},
    {"pivot", {"revolute"}},
    {"rotation", {"revolute", "torque"}},
    {"rotational", {"revolute", "rotational_spring_damper"}},
    {"rotary", {"revolute"}},
    {"turning", {"revolute"}},
    {"continuous", {"revolute"}},
    {"slider", {"prismatic"}},
    {"slide", {"prismatic"}},
    {"sliding", {"prismatic"}},
    {"translation", {"prismatic", "force"}},
    {"translational", {"prismatic"}},
    {"linear", {"prismatic"}},
    {"rail", {"prismatic"}},
    {"sleeve", {"cylindrical"}},
    {"cardan", {"universal"}},
    {"hooke", {"universal"}},
    {"hookes", {"universal"}},
    {"u_joint", {"universal"}},
    {"cross", {"universal"}},
    {"helical", {"screw"}},
    {"helix", {"screw"}},
    {"weld", {"fixed"}},
    {"welded", {"fixed"}},
    {"rigid", {"fixed"}},
    {"lock", {"fixed"}},
    {"bracket", {"fixed"}},
    {"floating", {"free"}},
    {"six_dof", {"free"}},
    {"plane", {"planar", "point_on_plane"}},
    {"inplane", {"point_on_plane"}},
    {"inline", {"point_on_line"}},
    {"parallel", {"parallel_axes"}},
    {"perpendicular", {"perpendicular_axes"}},
    {"cv", {"constant_velocity"}},
    {"rzeppa", {"constant_velocity"}},
    {"homokinetic", {"constant_velocity"}},
    {"link", {"spherical_spherical"}},
    {"rod", {"spherical_spherical", "cylinder", "distance"}},
    {"two_force_link", {"spherical_spherical"}},
    {"gears", {"gear"}},
    {"rack", {"rack_pinion"}},
    {"rack_and_pinion", {"rack_pinion"}},
    {"coupling", {"coupler"}},
    {"wheel", {"rolling"}},
    {"disc", {"rolling", "cylinder"}},
    {"spring", {"spring_damper"}},
    {"damper", {"spring_damper"}},
    {"strut", {"spring_damper"}},
    {"tsda", {"spring_damper"}},
    {"springdamper", {"spring_damper"}},
    {"torsion_spring", {"rotational_spring_damper"}},
    {"torsional_spring", {"rotational_spring_damper"}},
    {"rotational_spring", {"rotational_spring_damper"}},
    {"rsda", {"rotational_spring_damper"}},
    {"moment", {"torque"}},
    {"motor", {"joint_force"}},
    {"actuator", {"joint_force"}},
    {"mount", {"bushing"}},
    {"cube", {"box"}},
    {"cuboid", {"box"}},
    {"block", {"box"}},
    {"brick", {"box"}},
    {"tube", {"cylinder"}},
    {"capsule", {"cylinder"}},
    {"segment", {"line"}},
    {"stl", {"mesh"}},
    {"length", {"distance"}},
    {"function", {"expression"}},
    {"equation", {"expression"}},
};

}  // namespace

std::vector<std::string> words_for(std::string_view foreign) {
  std::string word;
  for (const char c : foreign)
    word += c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::vector<std::string> found;
  if (constexpr std::string_view ending = "_joint"; word.ends_with(ending) && word != "ball_joint" && word != "u_joint") {
    word.resize(word.size() - ending.size());
    found.push_back(word);  // revolute_joint
  }
  for (const OtherName& other : others)
    if (other.foreign == word)
      for (const std::string_view ours : other.ours)
        if (!ours.empty()) found.emplace_back(ours);
  return found;
}

}  // namespace bricard
