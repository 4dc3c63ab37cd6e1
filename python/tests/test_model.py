"""Models: read, built, changed; their faults."""
import copy
import pathlib
import pickle

import numpy as np
import pytest
from conftest import FOUR_BAR, MODELS, WISHBONE

import bricard


def test_numbers_have_the_names_of_set():
    model = bricard.read(WISHBONE)
    assert model["UBJ.z"] == 325 and model.unit("UBJ.z") == "mm"  # as the file says
    model["UBJ.z"] = 310
    assert model["UBJ.z"] == 310
    model["UBJ.z"] = "0.33 m"
    assert model["UBJ.z"] == pytest.approx(330, abs=1e-12)
    assert "UBJ.z" in model and "UBJ.q" not in model


def test_a_name_that_is_none_is_told_with_the_nearest_and_nothing_is_set():
    model = bricard.read(WISHBONE)
    before = model.numbers
    with pytest.raises(bricard.Error, match="did you mean `UBJ.z`"):
        model["UBK.z"] = 310
    with pytest.raises(bricard.Error, match="mass, expected length"):
        model["UBJ.z"] = "310 kg"
    with pytest.raises(bricard.Error, match='model\\["UBJ.q"\\]'):
        model.update({"UBJ.z": 1, "UBJ.q": 2})
    with pytest.raises(TypeError):
        model[3] = 4
    assert model.numbers == before


def test_numbers_may_be_set_before_the_model_is_whole():
    model = bricard.Model("half")
    model.body("rod", position=["span / 2", 0, 0], mass=1, inertia=[0.1, 0.1, 0.1])
    model["rod.mass"] = 2  # the parameter is still missing
    model.parameter("span", 3)
    assert model["rod.mass"] == 2 and model["rod.position.x"] == 1.5


def test_all_faults_come_at_once_at_the_lines_that_made_them():
    model = bricard.Model("wrong")
    model.body("rod", mass="2 kg", inertia=[1, 1, 1], position=[0, 0, 0])
    model.joint("a", "revolute", bodies=["ground", "rod"], at=[0, 0, 0], axis=[0, 0, 0])
    model.joint("b", "revolut", bodies=["ground", "rod"], at=[0, 0, 0])
    model.force("c", "spring_damper", from_={"body": "rood", "at": [0, 0, 1]}, to={"body": "rod", "at": [0, 0, 0]}, stifness=3)
    lines = pathlib.Path(__file__).read_text().splitlines()
    with pytest.raises(bricard.Error) as caught:
        model.run("dynamics", duration=1)
    faults = caught.value.faults
    assert {fault.where for fault in faults} >= {"joints.a.axis", "joints.b", "forces.c.stifness"}
    for fault in faults:
        assert fault.file == __file__
        assert f'"{fault.where.split(".")[1]}"' in lines[fault.line - 1]
    assert any("did you mean `revolute`" in fault.hint for fault in faults)
    assert any("did you mean `stiffness`" in fault.hint for fault in faults)


def test_faults_of_a_file_have_its_lines(tmp_path):
    path = tmp_path / "bad.bricard.yaml"
    path.write_text("bricard: 1\nbodies:\n  rod: {mass: -1, inertia: [1, 1, 1], position: [0, 0, 0]}\n")
    with pytest.raises(bricard.Error) as caught:
        bricard.read(path)
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [(str(path), 3)]


@pytest.mark.parametrize("value, words", [(float("nan"), "not finite"), (object(), "found <class 'object'>"), ([[[0]]], "list of")])
def test_values_that_are_none_are_refused(value, words):
    model = bricard.Model()
    model.body("rod", mass=1, inertia=[1, 1, 1], position=value)
    with pytest.raises(bricard.Error, match=words) as caught:
        model.check()
    assert caught.value.faults[0].line > 0


def test_a_value_inside_itself_is_refused():
    model, loop = bricard.Model(), []
    loop.append(loop)
    model.point("A", loop)
    with pytest.raises(bricard.Error, match="nested too deeply"):
        model.check()


def test_what_numpy_computes_may_stand_in_a_model():
    model = bricard.Model()
    ball = {"type": "sphere", "radius": np.float64(0.1)}
    model.body("rod", mass=np.float32(2), inertia=np.eye(3).diagonal(), position=np.zeros(3), geometry=[ball])
    assert model["rod.mass"] == 2 and model["rod.inertia.y"] == 1


def test_a_name_that_is_used_twice_is_a_fault_of_the_second():
    model = bricard.read(FOUR_BAR)
    model.body("crank", mass=1, inertia=[1, 1, 1], position=[0, 0, 0])
    with pytest.raises(bricard.Error, match="used twice") as caught:
        model.check()
    assert caught.value.faults[0].file == __file__


def test_a_model_of_readme_reads_equal_to_its_twin_in_python(tmp_path):
    readme = (MODELS.parent / "README.md").read_text().split("```yaml\n")[1].split("```")[0]
    path = tmp_path / "four_bar.bricard.yaml"
    path.write_text(readme)
    of_file = bricard.read(path)
    model = bricard.Model("Four-bar linkage", gravity=[0, -9.81, 0])
    for name, at in {"A": [0, 0, 0], "B": [0, 1, 0], "C": [3, 1, 0], "D": [3, -1, 0]}.items():
        model.point(name, at)
    model.body("crank", mass=1, inertia=[0.083, 0.001, 0.083], position=[0, 0.5, 0])
    model.body("coupler", mass=3, inertia=[0.001, 2.25, 2.25], position=[1.5, 1, 0])
    model.body("rocker", mass=2, inertia=[0.667, 0.001, 0.667], position=[3, 0, 0])
    z = [0, 0, 1]
    model.joint("main", "revolute", bodies=["ground", "crank"], at="A", axis=z, initial={"speed": "360 deg/s"})
    model.joint("pin", "revolute", bodies=["crank", "coupler"], at="B", axis=z)
    model.joint("wrist", "revolute", bodies=["coupler", "rocker"], at="C", axis=z)
    model.joint("pivot", "revolute", bodies=["ground", "rocker"], at="D", axis=z)
    assert model != of_file  # it has no analysis yet
    model._add("analysis", "type", "dynamics")
    model._add("analysis", "duration", 2)
    model._add("analysis", "output_step", "10 ms")
    assert model == of_file


@pytest.mark.parametrize("name", ["double_wishbone.bricard.yaml", "overhead_crane.mbs"])
def test_a_copy_and_a_pickle_are_the_same_model(name):
    model = bricard.read(MODELS / "mechanisms" / name)
    number = next(iter(model))
    model[number] = model[number] * 1.01 + 0.001
    model.output("more", "t")
    for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert other == model and other[number] == model[number]
        other.output("another", "2*t")
        assert other != model


def test_a_saved_model_reads_back(tmp_path):
    model = bricard.read(WISHBONE)
    model["UBJ.z"] = 310
    model.save(tmp_path / "corner.bricard.yaml")
    assert bricard.read(tmp_path / "corner.bricard.yaml").run() == model.run()
    with pytest.raises(bricard.Error, match="a workbook has no driver of this joint"):
        model.save(tmp_path / "corner.xlsx")


def test_check_names_redundant_constraints():
    report = bricard.read(FOUR_BAR).check()
    assert report.mobility.counted == -2 and report.mobility.actual == 1  # 18 freedoms, 20 rows; Grübler, and what is so
    assert "redundant" in report.words


def test_code_runs_only_with_permission(tmp_path):
    (tmp_path / "f.c").write_text("double twice(double x) { return 2 * x; }\n")
    path = tmp_path / "code.bricard.yaml"
    path.write_text("""bricard: 1
bodies: {ball: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
functions: {twice: {file: f.c, arguments: [t]}}
outputs: {y: twice(t)}
analysis: {type: dynamics, duration: 1}
""")
    with pytest.raises(bricard.Error, match="allow_code=True"):
        bricard.read(path)
    with pytest.warns(bricard.ModelWarning, match="sampled inside steps"):
        run = bricard.read(path, allow_code=True).run()
    assert np.allclose(run["y"], 2 * run["t"], rtol=1e-14)


def test_the_reference_is_at_hand():
    assert "hinge" in bricard.doc("revolute")
    with pytest.raises(KeyError, match="did you mean 'revolute'"):
        bricard.doc("revolut")


def test_faults_are_pickled():
    model = bricard.Model(gravty=[0, 0, 0])
    with pytest.raises(bricard.Error) as caught:
        model.check()
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.faults[0].line == caught.value.faults[0].line > 0


def test_a_workbook_is_read_where_there_is_one():
    """Beside the checkout, as the reference data of other tests."""
    books = sorted((MODELS.parent.parent / "shared" / "reference").rglob("*.xlsx"))
    if not books:
        pytest.skip("there is no workbook in ../shared/reference")
    model = bricard.read(books[0])
    assert model.elements["bodies"] and pickle.loads(pickle.dumps(model)) == model
