"""A cart with a pole to balance, as an environment with the interface of Gymnasium (which is not needed): reset, step, spaces.

The task is that of Barto, Sutton and Anderson, Neuronlike adaptive elements that can solve difficult learning control problems, IEEE Trans.
Systems, Man and Cybernetics 13 (1983) 834-846: a cart of 1 kg is pushed by 10 N to the left or to the right every 20 ms; an episode ends
where the pole, 0.1 kg and 1 m, leans more than 12 degrees, or the cart is 2.4 m from the middle. The motion between two pushes is that of
the mechanism, not one step of Euler's method.

    python3 cart_pole.py   # balances for a while, and says how many control steps it makes in a second
"""
from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

import bricard

PERIOD, PUSH = 0.02, 10.0  # s, N
LONGEST = 500  # control steps of an episode
FARTHEST, STEEPEST = 2.4, math.radians(12)
START = ("x0", "v0", "a0", "w0")  # parameters of the model


def cart_pole() -> bricard.Model:
    """In the plane, x to the right; angles count to the left, against the clock."""
    model = bricard.Model("cart-pole", dimension=2, gravity=[0, -9.8])
    for name in START:
        model.parameter(name, 0)
    model.body("cart", mass=1, inertia=1, position=[0, 0], geometry=[{"type": "box", "at": [0, 0], "size": [0.4, 0.2]}])
    model.body("pole", mass=0.1, inertia=0.1 / 12, position=[0, 0.5], geometry=[{"type": "line", "from": [0, 0], "to": [0, 1]}])
    start = {"position": "x0", "rate": "v0"}
    model.joint("rail", "prismatic", bodies=["ground", "cart"], at=[0, 0], axis=[1, 0], initial=start)
    model.joint("pin", "revolute", bodies=["cart", "pole"], at=[0, 0], initial={"angle": "a0", "speed": "w0"})
    model.input("push", 0)
    model.force("motor", "joint_force", joint="rail", force="push")
    return model


class Discrete:
    """The actions 0 .. n - 1."""

    def __init__(self, n: int) -> None:
        self.n, self.generator = n, np.random.default_rng()

    def sample(self) -> int:
        return int(self.generator.integers(self.n))

    def contains(self, action: int) -> bool:
        return 0 <= action < self.n


class Box:
    """Arrays between two limits."""

    def __init__(self, low: np.ndarray[Any, Any], high: np.ndarray[Any, Any]) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, low.shape, low.dtype

    def contains(self, observation: np.ndarray[Any, Any]) -> bool:
        return observation.shape == self.shape and bool(np.all((self.low <= observation) & (observation <= self.high)))


class CartPole:
    """Observations are position and speed of the cart, and angle and rate of the pole to the right; actions 0, to the left, and 1."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self) -> None:
        most = np.array([2 * FARTHEST, np.inf, 2 * STEEPEST, np.inf])
        self.observation_space, self.action_space = Box(-most, most), Discrete(2)
        self.model = cart_pole()
        self.generator = np.random.default_rng()
        self.steps = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        if seed is not None:
            self.generator = np.random.default_rng(seed)
            self.action_space.generator = np.random.default_rng(seed)
        start = (options or {}).get("start", self.generator.uniform(-0.05, 0.05, 4))
        self.model.update(dict(zip(START, np.asarray(start) * [1, 1, -1, -1])))
        self.simulation = self.model.simulation(duration=LONGEST * PERIOD, integrator="rk4", step=PERIOD)
        self.input = self.simulation.input
        self.observe = self.simulation.reader(["rail.position", "rail.rate", "pin.angle", "pin.speed"])
        self.steps = 0
        return self.observation(), {}

    def observation(self) -> np.ndarray[Any, Any]:
        seen = self.observe()
        seen[2:] *= -1
        return seen

    def step(self, action: int) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        self.input["push"] = PUSH if action == 1 else -PUSH
        self.steps += 1
        self.simulation.advance_to(self.steps * PERIOD)
        seen = self.observation()
        fallen = abs(seen[0]) > FARTHEST or abs(seen[2]) > STEEPEST
        return seen, 1.0, bool(fallen), self.steps >= LONGEST, {}

    def close(self) -> None:
        del self.simulation


def push_where_it_falls(seen: np.ndarray[Any, Any]) -> int:
    """A feedback of the state that balances the pole and keeps the cart near the middle."""
    x, v, angle, rate = seen.tolist()
    return 1 if 0.5 * x + v + 10 * angle + 3 * rate > 0 else 0


def main() -> None:
    environment = CartPole()
    steps, episodes, began = 0, 0, time.perf_counter()
    while steps < 50_000:
        seen, _ = environment.reset(seed=episodes)
        over = False
        while not over:
            seen, _, fallen, at_end, _ = environment.step(push_where_it_falls(seen))
            over = fallen or at_end
        steps, episodes = steps + environment.steps, episodes + 1
    rate = steps / (time.perf_counter() - began)
    print(f"{episodes} episodes of {steps / episodes:.0f} control steps; {rate:.0f} steps a second")


if __name__ == "__main__":
    main()
