"""Tests run from the root of the sources; BRICARD_PROGRAM is the program that was built with the module."""
import os
import pathlib

import pytest

import bricard

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODELS = ROOT / "models"
WISHBONE = MODELS / "mechanisms" / "double_wishbone.bricard.yaml"
DOUBLE_PENDULUM = MODELS / "mechanisms" / "double_pendulum.bricard.yaml"
FOUR_BAR = MODELS / "mechanisms" / "four_bar.bricard.yaml"


@pytest.fixture
def program():
    path = os.environ.get("BRICARD_PROGRAM", "")
    if not os.path.exists(path):
        pytest.skip("the program is not built")
    return path


@pytest.fixture
def pendulum():
    """A uniform rod of 1 m and 1 kg on a hinge at its end, which hangs along -z and turns about y."""
    model = bricard.Model("pendulum", gravity=[0, 0, -9.81])
    model.parameter("start", "0 deg")
    model.body("rod", mass=1, inertia=[1 / 12, 1 / 12, 0], position=[0, 0, -0.5])
    model.joint("hinge", "revolute", bodies=["ground", "rod"], at=[0, 0, 0], axis=[0, 1, 0], initial={"angle": "start"})
    return model
