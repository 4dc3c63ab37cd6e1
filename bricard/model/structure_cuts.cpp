// Where the user may cut loops: `cut` of a joint and of a body.
#include "bricard/core/text.hpp"
#include "bricard/elements/joints/universal.hpp"
#include "bricard/model/rods.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

void StructureCheck::cut(const Joint& joint) {
  const std::string where = "joints." + joint.name + ".cut";
  const bool couples = joint.kind->uses.joints;
  if (couples)
    fault(where, "a coupling of joints is in no loop of bodies", "cut one of the joints");
  else if (*joint.cut == Cut::rod || *joint.cut == Cut::body)
    fault(where, std::string("`cut: ") + (*joint.cut == Cut::rod ? "rod" : "body") + "` is said of a body",
          "give it to the body, or say `cut: joint`");
  else if (*joint.cut == Cut::ball && !is_ball(model_, joint))
    fault(where, "this joint is no ball, and more than a ball's rows must close the loop", "say `cut: joint`");
}

void StructureCheck::cut(const Body& body) {
  const std::string where = "bodies." + body.name + ".cut";
  if (*body.cut == Cut::joint || *body.cut == Cut::ball)
    return fault(where, std::string("`cut: ") + (*body.cut == Cut::joint ? "joint" : "ball") + "` is said of a joint",
                 "give it to a joint of this body, or say `cut: body`");
  if (*body.cut != Cut::rod) return;
  const std::vector<int> joints = joints_at(model_, body);
  int balls = 0, crosses = 0;
  for (const int j : joints) {
    for (const std::string& other : model_.joints[j].bodies)
      if (const auto found = bodies_.find(other); found != bodies_.end() && other != body.name && found->second->cut == Cut::rod)
        return fault(where, quoted(other) + " is a rod too, and nothing would hold the joint between them",
                     "leave out `cut: rod` of one of them");
    balls += is_ball(model_, model_.joints[j]);
    crosses += model_.joints[j].kind.is<Universal>();
  }
  if (joints.size() != 2 || balls + crosses != 2 || balls == 0)
    fault(where, "a rod has two joints: two balls, or a ball and a cross (`universal`)", "say `cut: body`, or leave it out");
  else if (body.mass != 0 || !body.inertia.matrix.is_zero())
    fault(where, "this body has mass, which would be lost with it",
          "say `cut: body`, or give it no mass and inertia (its mass may be shared between its neighbors)");
}

}  // namespace bricard
