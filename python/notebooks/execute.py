"""Runs a notebook from the root of the sources and writes it with its outputs: execute.py NOTEBOOK OUT. A cell that fails is told."""
import os
import pathlib
import sys

import nbclient
import nbformat

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # it is of a debugger


def main() -> int:
    notebook = nbformat.read(sys.argv[1], as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}})
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
