"""The equations of motion against those that were derived by hand."""
import numpy as np
import pytest
from conftest import FOUR_BAR, WISHBONE

import bricard


def cart_pole():
    """A cart of 1 kg on a rail, a uniform pole of 0.1 kg and 1 m on it, which stands."""
    model = bricard.Model("cart-pole", dimension=2, gravity=[0, -9.8])
    model.body("cart", mass=1, position=[0, 0], inertia=1)
    model.body("pole", mass=0.1, inertia=0.1 / 12, position=[0, 0.5])
    model.joint("rail", "prismatic", bodies=["ground", "cart"], at=[0, 0], axis=[1, 0])
    model.joint("pin", "revolute", bodies=["cart", "pole"], at=[0, 0])
    return model


def test_many_states_in_one_call_against_the_equations_of_the_cart_pole():
    """With the angle to the left: (M + m) x'' - m l cos(a) a'' = -m l sin(a) w^2; -m l cos(a) x'' + 4/3 m l^2 a'' = m g l sin(a)."""
    m, l, g = 0.1, 0.5, 9.8
    angle, speed = np.linspace(-3, 3, 7), np.linspace(2, -1, 7)
    model = cart_pole()
    equations = model.at({"pin.angle": angle, "pin.speed": speed}, coordinates="relative")
    assert equations.names["q"] == ["rail.position", "pin.angle"]
    assert equations.M.shape == (7, 2, 2) and equations.J.shape == (7, 0, 2)
    for i, (a, w) in enumerate(zip(angle, speed)):
        M = [[1 + m, -m * l * np.cos(a)], [-m * l * np.cos(a), 4 / 3 * m * l**2]]
        c = [m * l * np.sin(a) * w**2, -m * g * l * np.sin(a)]
        assert equations.M[i] == pytest.approx(np.array(M), abs=1e-14)
        assert equations.c[i] == pytest.approx(np.array(c), abs=1e-13)
        assert equations.a[i] == pytest.approx(np.linalg.solve(M, -np.array(c)), abs=1e-12)
        one = model.at(bricard.State(0, [0, a], [0, w]), coordinates="relative")
        assert np.array_equal(one.M, equations.M[i]) and np.array_equal(one.c, equations.c[i])
    wanted = np.array([[1.0, 2.0]] * 7)
    tau = equations.inverse_dynamics(wanted)
    assert tau == pytest.approx(np.einsum("ijk,ik->ij", equations.M, wanted) + equations.c, abs=1e-13)
    assert equations.inverse_dynamics([1, 2]) == pytest.approx(tau, abs=0)


def test_rows_and_multipliers_of_a_loop_fit():
    """M a + c = J^T lambda and J a = gamma, in absolute coordinates, where a run has ended."""
    model = bricard.read(FOUR_BAR)
    run = model.run(duration=0.3)
    at = model.at(run, coordinates="absolute")
    assert at.J.shape[1] == len(at.c) == 18 and len(at.names["rows"]) == len(at.gamma)
    scale = np.abs(at.M @ at.a).max()
    assert at.M @ at.a + at.c == pytest.approx(at.J.T @ at.lambda_, abs=1e-9 * scale)
    assert at.J @ at.a == pytest.approx(at.gamma, abs=1e-9 * np.abs(at.gamma).max())
    assert np.abs(at.Phi).max() < 1e-6
    assert at.M.shape == (18, 18) and at.state.t == pytest.approx(0.3)


def test_sensors_and_links_have_names():
    at = bricard.read(WISHBONE).at()
    assert at.sensors and all(value["J"].shape[0] == 6 for value in at.sensors.values())


def test_states_that_do_not_fit_are_refused():
    model = cart_pole()
    with pytest.raises(bricard.Error, match="expected 2 numbers, found 3"):
        model.at(bricard.State(0, [0, 0, 0], [0, 0]), coordinates="relative").M
    with pytest.raises(bricard.Error, match="different length"):
        model.at(bricard.State(0, np.zeros((3, 2)), np.zeros((2, 2))), coordinates="relative").M
    with pytest.raises(KeyError, match="did you mean 'pin.angle'"):
        model.at({"pin.angel": 1}, coordinates="relative")
    with pytest.raises(bricard.Error, match="coordinates"):
        model.at(coordinates="polar")
    with pytest.raises(AttributeError, match="there are M"):
        model.at().mass
