// MuJoCo's side: generalized coordinates of the tree, `connect` equalities for the loops (two on the axis of a hinge in space),
// spatial tendons for the springs. Equalities are soft by construction; they are as stiff as it allows: impedance 0.9999, time
// constant of two steps, the least it accepts, or shorter with its guard `refsafe` switched off; Newton's solver to 1e-14. Steps
// are fixed.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <sstream>

#include "benchmarks/peers/peer.hpp"

namespace peer {
namespace {

Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

std::string text(const Vector& v) {
  std::ostringstream out;
  out.precision(17);
  out << v[0] << ' ' << v[1] << ' ' << v[2];
  return out.str();
}

// The XML of a mechanism. Bodies have their origin on their joint and global axes at the start.
class Writer {
 public:
  Writer(const Mechanism& m, int integrator, double step, double time_constant) : m_(m) {
    out_.precision(17);
    out_ << "<mujoco><compiler angle='radian' inertiafromgeom='false' balanceinertia='false' boundmass='0' boundinertia='0'/>"
         << "<option timestep='" << step << "' gravity='" << text(m.gravity)
         << "' solver='Newton' tolerance='1e-14' iterations='100'"
         << " integrator='" << (integrator == mjINT_RK4 ? "RK4" : "implicit") << "'"
         << " jacobian='" << (m.links.size() > 60 ? "sparse" : "dense") << "'><flag refsafe='disable'/></option>"
         << "<size njmax='" << 12 * m.loops.size() + 20 << "' nconmax='1'/><worldbody>";
    sites(-1);
    for (std::size_t i = 0; i < m.links.size(); ++i)
      if (m.links[i].parent < 0) body(static_cast<int>(i));
    out_ << "</worldbody><equality>";
    for (const Loop& loop : m.loops) {
      connect(loop, loop.point, time_constant);
      if (!m.planar) connect(loop, loop.point + loop.axis, time_constant);
    }
    out_ << "</equality><tendon>";
    for (std::size_t i = 0; i < m.springs.size(); ++i) {
      const Spring& s = m.springs[i];
      out_ << "<spatial stiffness='" << s.stiffness << "' damping='" << s.damping << "' springlength='" << s.free_length
           << "'><site site='from" << i << "'/><site site='to" << i << "'/></spatial>";
    }
    out_ << "</tendon></mujoco>";
  }
  std::string xml() const { return out_.str(); }

 private:
  Vector origin(int link) const { return link < 0 ? Vector{} : m_.links[link].joint; }

  void sites(int link) {
    for (std::size_t i = 0; i < m_.springs.size(); ++i) {
      const Spring& s = m_.springs[i];
      if (s.a == link) out_ << "<site name='from" << i << "' pos='" << text(s.from - origin(link)) << "'/>";
      if (s.b == link) out_ << "<site name='to" << i << "' pos='" << text(s.to - origin(link)) << "'/>";
    }
  }

  void body(int index) {
    const Link& link = m_.links[index];
    out_ << "<body name='b" << index << "' pos='" << text(link.joint - origin(link.parent)) << "'><inertial pos='"
         << text(link.center - link.joint) << "' mass='" << link.mass << "' fullinertia='";
    for (const double each : link.inertia) out_ << each << ' ';
    out_ << "'/><joint name='j" << index << "' type='" << (link.slides ? "slide" : "hinge") << "' axis='" << text(link.axis)
         << "'/>";
    sites(index);
    for (std::size_t i = 0; i < m_.links.size(); ++i)
      if (m_.links[i].parent == index) body(static_cast<int>(i));
    out_ << "</body>";
  }

  void connect(const Loop& loop, const Vector& point, double time_constant) {
    out_ << "<connect body1='b" << loop.a << "' body2='b" << loop.b << "' anchor='" << text(point - origin(loop.a))
         << "' solref='" << time_constant << " 1' solimp='0.9999 0.9999 0.001 0.5 2'/>";
  }

  const Mechanism& m_;
  std::ostringstream out_;
};

struct Loaded {
  mjModel* model = nullptr;
  mjData* data = nullptr;
  std::string failure;
  explicit Loaded(const std::string& xml) {
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "mechanism.xml", static_cast<int>(xml.size()));
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), "mechanism.xml")], xml.data(), xml.size());
    char message[1000] = "";
    model = mj_loadXML("mechanism.xml", files.get(), message, sizeof message);
    mj_deleteVFS(files.get());
    if (model)
      data = mj_makeData(model);
    else
      failure = message;
  }
  ~Loaded() {
    if (data) mj_deleteData(data);
    if (model) mj_deleteModel(model);
  }
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
};

Run run(const Mechanism& m, const Method& method, double accuracy, double longest) {
  Run run;
  const long per_row = std::max(1L, std::lround(1 / accuracy));
  const double step = m.duration / 10 / static_cast<double>(per_row);
  mju_user_warning = [](const char*) {};  // else it prints, and writes a log to the current folder; the run's failure says it
  const double begin = cpu_time();
  Loaded loaded(Writer(m, method.integrator, step, 0.1 * method.closure * step).xml());
  run.failure = loaded.failure;
  if (!loaded.model) return run;
  mjModel* model = loaded.model;
  mjData* data = loaded.data;
  std::vector<int> joint, body;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    joint.push_back(model->jnt_qposadr[mj_name2id(model, mjOBJ_JOINT, ("j" + std::to_string(i)).c_str())]);
    body.push_back(mj_name2id(model, mjOBJ_BODY, ("b" + std::to_string(i)).c_str()));
    data->qvel[joint.back()] = m.links[i].rate;
    data->qfrc_applied[joint.back()] = m.links[i].effort;
  }
  const double start = cpu_time();
  run.loading = start - begin;
  for (int row = 1; row <= 10 && run.failure.empty(); ++row) {
    for (long i = 0; i < per_row && run.failure.empty(); ++i) {
      mj_step(model, data);
      ++run.steps;
      if ((i % 16 == 0 || m.links.size() > 60) && cpu_time() - start > longest) run.failure = "out of time";
      if (data->warning[mjWARN_BADQPOS].number || data->warning[mjWARN_BADQVEL].number || data->warning[mjWARN_BADQACC].number)
        run.failure = "unstable (it warns of values that are not finite or huge, and resets)";
    }
    run.reached = data->time;
    mj_kinematics(model, data);
    for (const Monitor& monitor : m.monitors) {
      if (monitor.component < 0) {
        run.values.push_back(data->qpos[joint[monitor.link]] + monitor.offset);
      } else {
        const Vector local = monitor.point - m.links[monitor.link].joint;
        mjtNum at[3];
        mju_rotVecMat(at, local.data(), data->xmat + 9 * body[monitor.link]);
        run.values.push_back(at[monitor.component] + data->xpos[3 * body[monitor.link] + monitor.component]);
      }
    }
  }
  run.stepping = cpu_time() - start;
  run.evaluations = run.steps * (method.integrator == mjINT_RK4 ? 4 : 1);
  return run;
}

// The time constant of the loops in tenths of a step; 0: for trees.
Method make(const char* name, int integrator, int time_constant) {
  Method method;
  method.name = std::string("MuJoCo ") + name;
  method.fixed_step = true;
  method.run = run;
  method.integrator = integrator;
  method.closure = time_constant;
  method.loops_only = time_constant > 0;
  method.tree_only = time_constant == 0;
  return method;
}

}  // namespace

std::vector<Method> mujoco_methods() {
  std::vector<Method> methods{make("RK4", mjINT_RK4, 0), make("RK4, time constant 2 h", mjINT_RK4, 20),
                              make("RK4, time constant h", mjINT_RK4, 10), make("RK4, time constant h/2", mjINT_RK4, 5),
                              make("implicit", mjINT_IMPLICIT, 0)};
  methods.back().stiff_only = true;
  return methods;
}

}  // namespace peer
