"""Motion and forces of mechanisms: rigid bodies, joints, drivers and forces in, motion and forces out.

    import bricard
    model = bricard.read("corner.bricard.yaml")
    model["UBJ.z"] = 310
    run = model.run(duration=2)
    run["camber"], run.unit("camber")
"""
from ._core import Fault, Simulation, version as __version__
from .equations import Equations, State
from .errors import Error, Interrupted, ModelWarning, RunFailed
from .model import Model, read
from .reference import doc
from .run import Run, load

__all__ = ["Equations", "Error", "Fault", "Interrupted", "Model", "ModelWarning", "Run", "RunFailed", "Simulation", "State", "doc", "load",
           "read", "__version__"]
