"""Runs: their numbers, units, summary, warnings, failures; folders, pictures, pickles."""
import csv
import pickle
import subprocess
import warnings

import numpy as np
import pytest
from conftest import FOUR_BAR, MODELS, WISHBONE

import bricard


def table(folder):
    with open(folder / "results.csv", newline="") as file:
        names, *rows = csv.reader(file)
    return names, np.array(rows, dtype=float)


def test_columns_are_those_of_the_program_to_the_last_digit(program, tmp_path):
    subprocess.run([program, "run", WISHBONE, "--set", "UBJ.z=310", "--out", tmp_path / "out", "--quiet"], check=True)
    names, rows = table(tmp_path / "out")
    model = bricard.read(WISHBONE)
    model["UBJ.z"] = 310
    run = model.run()
    assert run.columns == names
    for i, name in enumerate(names):
        assert np.array_equal(run[name], rows[:, i], equal_nan=True), name
    assert bricard.load(tmp_path / "out") == run


def test_a_pendulum_swings_with_the_period_of_the_elliptic_integral(pendulum):
    """T = 2 pi / (w agm(1, cos(a/2))), w^2 = 3 g / (2 l): Gauss' mean; the angle is back after one period."""
    angle = 2.0
    x, y = 1.0, np.cos(angle / 2)
    while abs(x - y) > 1e-15:
        x, y = (x + y) / 2, np.sqrt(x * y)
    period = 2 * np.pi / np.sqrt(1.5 * 9.81) / x
    pendulum["start"] = angle
    run = pendulum.run("dynamics", duration=period, output_step=period / 4, tolerance=1e-10)
    assert run["hinge.angle"] == pytest.approx([angle, 0, -angle, 0, angle], abs=1e-7)


def test_columns_are_views_that_outlive_their_run():
    run = bricard.read(FOUR_BAR).run(duration=0.1)
    column = run["crank.x"]
    assert not column.flags.owndata and not column.flags.writeable and column.flags.c_contiguous
    assert column.base is not None and run["crank.x"].ctypes.data == column.ctypes.data
    before = column.copy()
    del run
    assert np.array_equal(column, before)
    with pytest.raises(ValueError):
        column[0] = 1


def test_units_and_summary():
    run = bricard.read(WISHBONE).run()
    assert (run.unit("camber"), run.unit("wheel_travel"), run.unit("t"), run.unit("upright.e0")) == ("deg", "mm", "s", "1")
    assert run.status == "done" and run.mobility.actual == 2 and run.summary["analysis"] == "inverse_dynamics"
    assert len(run) == len(run["t"]) and "camber" in run
    with pytest.raises(KeyError, match="did you mean 'camber'"):
        run["cambre"]
    with pytest.raises(AttributeError, match="mobility"):
        run.mobilty
    with pytest.raises(KeyError):
        run.unit("cambre")


def test_options_are_keys_of_analysis_with_their_checks(pendulum):
    run = pendulum.run("dynamics", duration="500 ms", output_step=0.1, record=["hinge.*"], tolerance={"relative": 1e-8})
    assert run.columns[0] == "t" and len(run) == 6 and all(name.startswith("hinge.") for name in run.columns[1:])
    with pytest.raises(bricard.Error, match="did you mean `integrator`") as caught:
        pendulum.run("dynamics", duration=1, intgrator="rk4")
    assert caught.value.faults[0].file == __file__
    with pytest.raises(bricard.Error, match="nothing to run"):
        pendulum.run()
    with pytest.raises(bricard.Error, match="force.*expected time|time"):
        pendulum.run("dynamics", duration="1 N")


def test_warnings_are_warnings_at_the_line_that_ran(pendulum):
    with pytest.warns(bricard.ModelWarning, match="no column matches") as caught:
        run = pendulum.run("dynamics", duration=0.1, record=["hinge.angle", "nothing"])
    assert caught[0].filename == __file__ and any("nothing" in each for each in run.warnings)


def test_a_computation_that_fails_raises_and_keeps_what_it_has():
    """A slider on a crank of 1 m and a rod of 2 m is pulled from x = sqrt 3 at 1 m/s: it is out of reach, at 3 m, after 1.268 s."""
    reach = 3 - np.sqrt(3)
    model = bricard.Model("pulled too far", dimension=2)
    model.body("crank", mass=1, inertia=1, position=[0, 0.5])
    model.body("rod", mass=1, inertia=1, position=[np.sqrt(3) / 2, 0.5])
    model.body("slider", mass=1, inertia=1, position=[np.sqrt(3), 0])
    model.joint("main", "revolute", bodies=["ground", "crank"], at=[0, 0])
    model.joint("pin", "revolute", bodies=["crank", "rod"], at=[0, 1])
    model.joint("wrist", "revolute", bodies=["rod", "slider"], at=[np.sqrt(3), 0])
    model.joint("guide", "prismatic", bodies=["ground", "slider"], at=[np.sqrt(3), 0], axis=[1, 0])
    model.driver("pull", joint="guide", position="1 m/s * t")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(bricard.RunFailed) as caught:
            model.run("kinematics", duration=2, output_step=0.01)
    run = caught.value.run
    assert run.status == "failed" and str(caught.value) == run.message
    assert run["t"][-1] == pytest.approx(reach, abs=1e-7) and len(run) == 128


def test_a_run_goes_on_from_another(pendulum):
    pendulum["start"] = 1
    first = pendulum.run("dynamics", duration=1, tolerance=1e-10)
    second = pendulum.run("dynamics", duration=1, from_run=first, tolerance=1e-10)
    whole = pendulum.run("dynamics", duration=2, tolerance=1e-10)
    assert second["hinge.angle"][0] == first["hinge.angle"][-1]
    assert second["hinge.angle"][-1] == pytest.approx(whole["hinge.angle"][-1], abs=1e-7)


def test_a_sweep_keeps_what_is_asked_for():
    model = bricard.read(WISHBONE)
    run = model.run(sweep={"UBJ.z": [310, 325, 340]}, keep="max(camber)")
    assert run["UBJ.z"].tolist() == [310, 325, 340] and run.unit("UBJ.z") == "mm"
    for z, camber in zip(run["UBJ.z"], run["max(camber)"]):
        model["UBJ.z"] = z
        assert camber == pytest.approx(model.run()["camber"].max(), rel=1e-6)
    for wrong, words in (({"UBK.z": [1]}, "did you mean `UBJ.z`"), ({"UBJ.z": []}, "no values")):
        with pytest.raises(bricard.Error, match=words):
            model.run(sweep=wrong)


def test_equilibrium_finds_and_the_next_run_starts_there():
    model = bricard.read(MODELS / "mechanisms" / "sprung_linkage.bricard.yaml")
    rest = model.run("equilibrium")
    modes = model.run("modes", from_run=rest)
    assert rest.stable is True and len(rest) == 1
    assert modes.table("modes.csv")["frequency"] == pytest.approx([each.frequency for each in modes.modes])
    assert "crank.x" in modes.table("mode_shapes.csv")["name"]


def test_a_linear_model_has_matrices():
    """m x'' + c x' + k x = u, of 2 kg, 3 N s/m and 50 N/m."""
    model = bricard.Model("oscillator", gravity=[0, 0, 0])
    model.input("u", 0)
    model.body("block", mass=2, inertia=[1, 1, 1], position=[0, 0, 0])
    model.joint("rail", "prismatic", bodies=["ground", "block"], at=[0, 0, 0], axis=[1, 0, 0])
    model.force("spring", "joint_force", joint="rail", force="u - 50 N/m*rail.position - 3 N*s/m*rail.rate")
    linear = model.run("modes", modes={"inputs": ["u"], "outputs": ["rail.position"]}).linear
    assert linear["states"] == ["rail.position", "rail.rate"]
    assert linear["A"] == pytest.approx(np.array([[0, 1], [-25, -1.5]]), abs=1e-9)
    assert linear["B"] == pytest.approx(np.array([[0], [0.5]]), abs=1e-9)
    assert linear["C"] == pytest.approx(np.array([[1, 0]])) and linear["D"] == pytest.approx(np.array([[0]]))
    without = model.run("modes").linear
    assert without["B"].shape == (2, 0) and without["C"].shape == (0, 2) and without["D"].shape == (0, 0)


def test_a_folder_is_that_of_the_program(program, tmp_path):
    run = bricard.read(FOUR_BAR).run(duration=0.2)
    run.save(tmp_path / "four_bar.out")
    again = bricard.load(tmp_path / "four_bar.out")
    assert again == run and again.methods == run.methods and again.state == run.state
    subprocess.run([program, "report", tmp_path / "four_bar.out"], check=True, capture_output=True)
    subprocess.run([program, "plot", tmp_path / "four_bar.out", "crank.x"], check=True, capture_output=True)
    run.save(tmp_path / "four_bar.out")  # in the place of the older one
    assert (tmp_path / "four_bar.out" / "plot.svg").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("keep")
    with pytest.raises(bricard.Error, match="holds files"):
        run.save(tmp_path / "mine")
    assert (tmp_path / "mine" / "diary.txt").read_text() == "keep"
    with pytest.raises(bricard.Error, match="no folder that a run has left"):
        bricard.load(tmp_path / "mine")


def test_runs_are_pickled():
    run = bricard.read(WISHBONE).run()
    again = pickle.loads(pickle.dumps(run))
    assert again == run and again.unit("camber") == "deg" and again.state == run.state and not again["camber"].flags.writeable


def test_pandas_gets_a_table():
    pytest.importorskip("pandas")
    run = bricard.read(WISHBONE).run()
    frame = run.frame()
    assert frame.index.name == "t" and np.array_equal(frame["camber"], run["camber"]) and frame.attrs["units"]["camber"] == "deg"


def test_plots_have_units():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    run = bricard.read(WISHBONE).run()
    ax = run.plot("camber", over="wheel_travel")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("wheel_travel [mm]", "camber [deg]")
    assert np.array_equal(ax.lines[0].get_xdata(), run["wheel_travel"])
    ax = run.plot("camber", "push_rod.force", ax=run.plot("camber"))
    assert ax.get_ylabel() == "camber [deg], push_rod.force [N]" and ax.get_legend() is not None
    with pytest.raises(KeyError, match="did you mean 'camber'"):
        run.plot("cambre")


def test_a_notebook_shows_the_page_with_the_run_inside():
    run = bricard.read(WISHBONE).run()
    shown = run._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "bricard-report" in shown and "Double-wishbone" in shown
    assert len(run.page(run)) > len(run.page())
    with pytest.warns(bricard.ModelWarning, match="left out"):
        assert len(run.page(largest=1_800_000)) <= 1_800_000
