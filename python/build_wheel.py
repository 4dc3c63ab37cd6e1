"""Builds the wheel of bricard with CMake: `pip install --no-build-isolation .` calls it (pyproject.toml), and so does `make python`.

A wheel is an archive of the package, three small files about it and their digests (PEP 427); the hooks are those of PEP 517. Nothing is
downloaded, and no other build tool is needed.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


def version():
    return re.search(r"project\(bricard VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def run(*command):
    subprocess.run([str(each) for each in command], cwd=ROOT, check=True)


def build_package():
    """build/python/bricard, for the Python that runs this."""
    import pybind11

    python = os.path.realpath(sys.executable)  # the same for all environments of one Python: they share the tree
    ninja = ["-G", "Ninja"] if shutil.which("ninja") and not (BUILD / "CMakeCache.txt").exists() else []
    known = [f"-DPython_EXECUTABLE={python}", f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]
    run("cmake", "--preset", "release", *ninja, "-DBRICARD_PYTHON=ON", *known)
    run("cmake", "--build", BUILD, "--target", "bricard_python_package", "-j", os.cpu_count() or 1)
    return BUILD / "python" / "bricard"


def metadata():
    readme = (ROOT / "docs" / "python.md").read_text()
    return f"""Metadata-Version: 2.1
Name: bricard
Version: {version()}
Summary: simulation of mechanisms of rigid bodies
License: BSD-3-Clause
Requires-Python: >=3.11
Requires-Dist: numpy
Provides-Extra: plots
Requires-Dist: matplotlib; extra == "plots"
Description-Content-Type: text/markdown

{readme}"""


def about():
    """Files of the folder .dist-info."""
    wheel = f"Wheel-Version: 1.0\nGenerator: bricard\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    return {"METADATA": metadata(), "WHEEL": wheel, "LICENSE": (ROOT / "LICENSE").read_text()}


def digest(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def pack(package, folder):
    """The wheel of the package; only files that belong to it and to this Python."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    sources = {each.name for each in (ROOT / "python" / "bricard").iterdir() if each.suffix in (".py", ".pyi", ".typed") or each.name == "py.typed"}
    contents = {f"bricard/{name}": (package / name).read_bytes() for name in sorted({*sources, f"_core{suffix}"})}
    info = f"bricard-{version()}.dist-info"
    contents.update({f"{info}/{name}": text.encode() for name, text in about().items()})
    record = "".join(f"{name},{digest(content)},{len(content)}\n" for name, content in contents.items())
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"bricard-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, content in contents.items():
            archive.writestr(each, content)
    return name


# ---- the hooks of PEP 517


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return pack(build_package(), wheel_directory)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = pathlib.Path(metadata_directory) / f"bricard-{version()}.dist-info"
    info.mkdir()
    for name, text in about().items():
        (info / name).write_text(text)
    return info.name


# ---- by hand: build_wheel.py FOLDER, or of a package that is built: build_wheel.py --pack PACKAGE FOLDER
if __name__ == "__main__":
    *given, target = [pathlib.Path(each) for each in sys.argv[1:] if each != "--pack"]
    target.mkdir(parents=True, exist_ok=True)
    print(target / pack(given[0] if given else build_package(), target))
