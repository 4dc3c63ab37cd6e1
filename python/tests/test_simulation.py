"""A simulation in the hands of Python."""
import json

import numpy as np
import pytest
from conftest import MODELS, WISHBONE

import bricard


def test_it_gives_the_numbers_of_the_run(pendulum):
    pendulum["start"] = 1
    run = pendulum.run("dynamics", duration=1, output_step=0.1)
    simulation = pendulum.simulation(duration=1)
    values = [simulation["hinge.angle"]]
    while simulation.t < 1 - 1e-9:
        simulation.advance(0.1)
        values.append(simulation["hinge.angle"])
    assert np.allclose(values, run["hinge.angle"], rtol=0, atol=1e-12)
    assert simulation.status == "done" and simulation.columns == run.columns


def test_a_long_way_in_one_call_is_the_same_as_in_many(pendulum):
    """A long call is cut into pieces, between which Ctrl-C is looked for; the integrator keeps its steps."""
    pendulum["start"] = 2
    once, often = pendulum.simulation(duration=10), pendulum.simulation(duration=10)
    once.advance(9.9)
    for i in range(1, 100):
        often.advance_to(i / 10)
    assert once["hinge.angle"] == pytest.approx(often["hinge.angle"], abs=1e-9)


def test_inputs_act_and_numbers_are_in_the_units_of_the_model():
    """A mass of 2 kg under 3 N for 1 s: v = 1.5 m/s, x = 0.75 m, in mm and ms."""
    model = bricard.Model("block", units={"length": "mm", "time": "ms"}, gravity=[0, 0, 0])
    model.input("push", 0)
    model.body("block", mass=2, inertia=[1, 1, 1], position=[0, 0, 0])
    model.joint("rail", "prismatic", bodies=["ground", "block"], at=[0, 0, 0], axis=[1, 0, 0])
    model.force("pusher", "joint_force", joint="rail", force="push")
    simulation = model.simulation(duration=2000)
    simulation.input["push"] = 3
    assert simulation.advance(1000)
    assert simulation.t == pytest.approx(1000) and simulation.unit("rail.rate") == "mm/ms"
    assert simulation["rail.position"] == pytest.approx(750, abs=1e-6) and simulation["rail.rate"] == pytest.approx(1.5, abs=1e-9)
    assert simulation.reader(["rail.rate", "push"])() == pytest.approx([1.5, 3])
    with pytest.raises(bricard.Error, match="did you mean `push`"):
        simulation.input["psh"] = 1
    with pytest.raises(bricard.Error, match="did you mean `rail.rate`"):
        simulation["rail.rat"]
    with pytest.raises(bricard.Error, match="not finite"):
        simulation.input["push"] = float("inf")


def test_snapshots_go_on_with_the_same_digits(pendulum):
    pendulum["start"] = 1
    simulation, other = pendulum.simulation(duration=5), pendulum.simulation(duration=5)
    simulation.advance(1)
    here = simulation.snapshot()
    simulation.advance(1)
    end = simulation["hinge.angle"]
    simulation.restore(here)
    simulation.advance(1)
    other.restore(here)
    other.advance(1)
    assert simulation["hinge.angle"] == end == other["hinge.angle"]
    assert json.loads(here)["t"] == 1
    with pytest.raises(bricard.Error, match="no snapshot"):
        simulation.restore("{}")


def test_an_event_stops_it(pendulum):
    pendulum["start"] = 1
    pendulum.event("bottom", when="hinge.angle < 0", do="stop")
    simulation = pendulum.simulation(duration=5)
    assert not simulation.advance(5)
    assert simulation.status == "stopped" and simulation.events[0][0] == "bottom" and simulation["hinge.angle"] == pytest.approx(0, abs=1e-6)
    assert simulation.t == simulation.events[0][1]


def test_what_is_no_time_is_refused_and_the_end_is_told(pendulum):
    simulation = pendulum.simulation(duration=1)
    with pytest.raises(bricard.Error, match="not finite"):
        simulation.advance(float("nan"))
    with pytest.raises(bricard.Error, match="before the present"):
        simulation.advance(-0.1)
    assert simulation.advance(0.5) and simulation.t == 0.5
    assert not simulation.advance(1) and simulation.t == 1  # beyond the duration


def test_what_fails_is_raised_and_it_stays_where_it_was(pendulum):
    with pytest.raises(bricard.Error, match="analysis"):
        pendulum.simulation()
    with pytest.raises(bricard.Error):
        pendulum.simulation(duration=-1)
    model = bricard.read(WISHBONE)
    assert model.simulation().t == 0


def test_a_state_goes_to_the_equations(pendulum):
    pendulum["start"] = 1
    simulation = pendulum.simulation(duration=1)
    simulation.advance(0.3)
    equations = pendulum.at(simulation.state)
    # w' = -3 g / (2 l) sin(angle)
    assert equations.a[0] == pytest.approx(-1.5 * 9.81 * np.sin(simulation["hinge.angle"]), rel=1e-12)


def test_a_model_of_the_examples_is_held_by_a_pid():
    """The example of the library in C++ (examples/control): a PID that the model knows nothing of."""
    model = bricard.read(MODELS.parent / "examples" / "control" / "pendulum.bricard.yaml")
    simulation = model.simulation()
    wanted, period, total, before = 0.5, 2e-3, 0.0, 0.5
    while simulation.t < 6 - period / 2:
        error = wanted - simulation["pivot.angle"]
        total += error * period
        simulation.input["torque"] = 60 * error + 40 * total + 20 * (error - before) / period
        before = error
        simulation.advance_to(min(simulation.t + period, 6))
    assert abs(wanted - simulation["pivot.angle"]) < 1e-2
