"""The example of an environment: its motion against equations derived by hand, its interface, its speed."""
import sys
import time

import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "python" / "examples"))
import cart_pole  # noqa: E402

STEPS_A_SECOND = 50_000  # of one core, with action and observation through Python


def derivative(y, force):
    """R. V. Florian, Correct equations for the dynamics of the cart-pole system, 2007, without friction: (23) and (24)."""
    x, v, a, w = y
    m, l, g, M = 0.1, 0.5, 9.8, 1.1
    turn = (g * np.sin(a) + np.cos(a) * (-force - m * l * w**2 * np.sin(a)) / M) / (l * (4 / 3 - m * np.cos(a) ** 2 / M))
    return np.array([v, (force + m * l * (w**2 * np.sin(a) - turn * np.cos(a))) / M, w, turn])


def pushed(y, force, parts=20):
    """One control step by the method of Runge and Kutta, in small parts."""
    h = cart_pole.PERIOD / parts
    for _ in range(parts):
        k1 = derivative(y, force)
        k2 = derivative(y + h / 2 * k1, force)
        k3 = derivative(y + h / 2 * k2, force)
        k4 = derivative(y + h * k3, force)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


def largest_difference(**method):
    """Over 60 control steps, in which the pole falls, between a simulation and the equations."""
    environment = cart_pole.CartPole()
    y, _ = environment.reset(seed=3)
    simulation = environment.model.simulation(duration=10, **method)
    observe = simulation.reader(["rail.position", "rail.rate", "pin.angle", "pin.speed"])
    actions, largest = np.random.default_rng(4), 0.0
    for i in range(60):
        force = 10.0 if actions.integers(2) else -10.0
        simulation.input["push"] = force
        simulation.advance_to((i + 1) * cart_pole.PERIOD)
        y = pushed(y, force)
        largest = max(largest, np.abs(observe() * [1, 1, -1, -1] - y).max())
    return largest


def test_it_moves_as_the_equations_say():
    assert largest_difference(tolerance=1e-8) < 1e-8
    whole = largest_difference(integrator="rk4", step=cart_pole.PERIOD)  # the method of the environment
    half = largest_difference(integrator="rk4", step=cart_pole.PERIOD / 2)
    assert whole < 1e-5 and 14 < whole / half < 18  # of fourth order: 16


def test_it_has_the_interface_of_gymnasium():
    environment = cart_pole.CartPole()
    first, info = environment.reset(seed=1)
    again, _ = environment.reset(seed=1)
    other, _ = environment.reset()
    assert np.array_equal(first, again) and not np.array_equal(first, other) and info == {}
    assert environment.observation_space.contains(first) and environment.action_space.contains(environment.action_space.sample())
    for _ in range(cart_pole.LONGEST):
        seen, reward, fallen, at_end, info = environment.step(0)
        if fallen or at_end:
            break
    assert fallen and not at_end and reward == 1 and seen.dtype == np.float64
    environment.close()


def test_it_can_be_balanced_to_the_end():
    environment = cart_pole.CartPole()
    seen, _ = environment.reset(seed=0)
    over = False
    while not over:
        seen, _, fallen, over, _ = environment.step(cart_pole.push_where_it_falls(seen))
        assert not fallen
    assert environment.steps == cart_pole.LONGEST


def test_control_steps_are_fast():
    """In time of the processor, the best of a few: other work of the machine does not count."""
    environment, best = cart_pole.CartPole(), 0.0
    for attempt in range(10):
        seen, _ = environment.reset(seed=attempt)
        began = time.process_time()
        for _ in range(cart_pole.LONGEST):
            seen, *_ = environment.step(cart_pole.push_where_it_falls(seen))
        best = max(best, cart_pole.LONGEST / (time.process_time() - began))
    assert best > STEPS_A_SECOND
