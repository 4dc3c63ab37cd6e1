"""What a user may write, for mypy alone (scripts/check_python types): the lines with `type: ignore` must be wrong, which
warn_unused_ignores looks for."""
import numpy as np

import bricard

model = bricard.Model("typed", gravity=[0, 0, -9.81])
model.body("rod", mass="2 kg", inertia=np.ones(3), position=[0, 0, 0.5])
model.joint("hinge", "revolute", bodies=["ground", "rod"], at="A", axis=[0, 1, 0], initial={"speed": "60 deg/s"})
model.joint("gear", "gear", joints=["hinge", "other"], ratio=-2)
model.force("spring", "spring_damper", from_={"body": "ground", "at": [0, 0, 0]}, to={"body": "rod", "at": [0, 0, 1]}, stiffness="35 N/mm")
model.driver("motor", joint="hinge", angle="10*t")
model["rod.mass"] = 3
run = model.run("dynamics", duration="2 s", integrator="dop853", tolerance=1e-8)
column: "np.ndarray[object, np.dtype[np.float64]]" = run["hinge.angle"]
simulation = model.simulation(duration=2)
simulation.input["torque"] = 3
value: float = simulation["hinge.angle"]
goes_on: bool = simulation.advance(0.01)

model.joint("hinge", "revolut", bodies=["ground", "rod"], at="A")  # type: ignore[call-overload]
model.joint("hinge", "revolute", bodies=["ground", "rod"], at="A", stiffness=3)  # type: ignore[call-overload]
model.joint("hinge", "revolute", at="A")  # type: ignore[call-overload]
model.body("rod", mas=3)  # type: ignore[call-arg]
model.run("dynamic")  # type: ignore[arg-type]
model.run(duratoin=2)  # type: ignore[call-arg]
simulation.input["torque"] = "3"  # type: ignore[assignment]
