"""Runs a notebook from the root of the sources, with the Python that runs this, and writes it with its outputs: execute.py NOTEBOOK OUT.
A cell that fails is told."""
import json
import os
import pathlib
import sys
import tempfile

import nbclient
import nbformat

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KERNEL = {"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python 3", "language": "python"}


def main() -> int:
    notebook = nbformat.read(sys.argv[1], as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        kernel = pathlib.Path(folder) / "kernels" / "here" / "kernel.json"
        kernel.parent.mkdir(parents=True)
        kernel.write_text(json.dumps(KERNEL))
        os.environ.update(JUPYTER_PATH=folder, PYDEVD_DISABLE_FILE_VALIDATION="1")  # the second is of a debugger
        client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="here", resources={"metadata": {"path": str(ROOT)}})
        try:
            client.execute()
        except nbclient.exceptions.CellExecutionError as error:
            print(f"{sys.argv[1]}: {error}")
            return 1
    nbformat.write(notebook, sys.argv[2])
    print(f"{sys.argv[1]}: {sum(cell.cell_type == 'code' for cell in notebook.cells)} cells ran")
    return 0


if __name__ == "__main__":
    sys.exit(main())
