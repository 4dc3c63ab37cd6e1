# What Python may write of a model and of an analysis, from the field tables of the library. Do not edit it: it is written by
#   make python_stubs
import os
from typing import Any, Callable, Literal, Mapping, Sequence, Union, overload

import numpy as np

from ._core import Simulation
from .run import Run

Number = Union[float, str]  # in the units of the model, a text with its unit, or an expression
Numbers = Union[Sequence[Number], "np.ndarray[Any, Any]"]
Place = Union[str, Numbers, Mapping[str, Any]]  # the name of a point, three numbers, or {"in": body, "at": [..]}
Keys = Mapping[str, Any]

class Tables:
    def body(self, name: str, *, mass: Number = ..., inertia: Number | Numbers | Keys = ..., position: Place = ..., orientation: Number | Keys = ..., velocity: Number | Numbers = ..., angular_velocity: Number | Numbers = ..., geometry: Sequence[Keys] = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ...) -> None:
        """a rigid body; `ground` is always there"""
    @overload
    def joint(self, name: str, type: Literal['revolute'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., initial: Keys = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """hinge: turns about one axis"""
    @overload
    def joint(self, name: str, type: Literal['prismatic'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., initial: Keys = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """slider: moves along one axis without turning"""
    @overload
    def joint(self, name: str, type: Literal['cylindrical'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., initial: Keys = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """sleeve: turns about and moves along one axis"""
    @overload
    def joint(self, name: str, type: Literal['spherical'], *, bodies: Sequence[str], at: Place, at2: Place = ..., initial: Keys = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """ball: turns freely about one point"""
    @overload
    def joint(self, name: str, type: Literal['universal'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., initial: Keys = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """cross: turns about an axis of each body, the two kept perpendicular"""
    @overload
    def joint(self, name: str, type: Literal['planar'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., initial: Keys = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """plane on plane: moves in a plane and turns about its normal"""
    @overload
    def joint(self, name: str, type: Literal['fixed'], *, bodies: Sequence[str], at: Place, at2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """weld: no relative motion"""
    @overload
    def joint(self, name: str, type: Literal['screw'], *, bodies: Sequence[str], at: Place, lead: Number, at2: Place = ..., axis: Place = ..., axis2: Place = ..., initial: Keys = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """screw and nut: moves along an axis as it turns about it"""
    @overload
    def joint(self, name: str, type: Literal['free'], *, bodies: Sequence[str], at: Place, at2: Place = ..., initial: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """no constraint; chooses relative coordinates between two bodies"""
    @overload
    def joint(self, name: str, type: Literal['point_on_line'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """a point of the second body (`at2`) stays on a line of the first (`at`, `axis`)"""
    @overload
    def joint(self, name: str, type: Literal['point_on_plane'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., friction: Keys = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """a point of the second body (`at2`) stays on a plane of the first (`at`, normal `axis`)"""
    @overload
    def joint(self, name: str, type: Literal['parallel_axes'], *, bodies: Sequence[str], axis: Place = ..., axis2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """`axis` on the first body and `axis2` on the second stay parallel"""
    @overload
    def joint(self, name: str, type: Literal['perpendicular_axes'], *, bodies: Sequence[str], axis: Place = ..., axis2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """`axis` on the first body and `axis2` on the second stay perpendicular"""
    @overload
    def joint(self, name: str, type: Literal['constant_velocity'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """shaft coupling: turns one shaft (`axis`) as fast as the other (`axis2`) at any bend"""
    @overload
    def joint(self, name: str, type: Literal['revolute_cylindrical'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ..., length: Number = ...) -> None:
        """massless link: a hinge about `axis` on the first body, a sleeve along `axis2` on the second"""
    @overload
    def joint(self, name: str, type: Literal['revolute_prismatic'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., axis2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ..., length: Number = ...) -> None:
        """massless link: a hinge about `axis` on the first body, a slider along `axis2` on the second"""
    @overload
    def joint(self, name: str, type: Literal['spherical_spherical'], *, bodies: Sequence[str], at: Place, at2: Place, cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ..., length: Number = ...) -> None:
        """massless rod with a ball at each end: keeps the distance of `at` and `at2`"""
    @overload
    def joint(self, name: str, type: Literal['spherical_revolute'], *, bodies: Sequence[str], at: Place, at2: Place, axis2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ..., length: Number = ...) -> None:
        """massless link: a ball at `at` on the first body, a hinge about `axis2` at `at2` on the second"""
    @overload
    def joint(self, name: str, type: Literal['gear'], *, joints: str | Sequence[str], ratio: Number, active: bool = ...) -> None:
        """couples two angles: that of the second joint is `ratio` times that of the first"""
    @overload
    def joint(self, name: str, type: Literal['rack_pinion'], *, joints: str | Sequence[str], ratio: Number, active: bool = ...) -> None:
        """couples the angle of a pinion with the position of a rack: position = `ratio` times angle"""
    @overload
    def joint(self, name: str, type: Literal['coupler'], *, joints: str | Sequence[str], ratio: Numbers, active: bool = ...) -> None:
        """couples joints: the sum of `ratio` times coordinate is zero"""
    @overload
    def joint(self, name: str, type: Literal['rolling'], *, bodies: Sequence[str], at: Place, at2: Place, radius: Number, axis: Place = ..., axis2: Place = ..., cut: Literal['joint', 'ball', 'rod', 'body'] = ..., active: bool = ...) -> None:
        """disc (`axis2`) or ball about `at2` on the second body, rolls on a plane (`at`, normal `axis`) of the first"""
    @overload
    def constraint(self, name: str, type: Literal['distance'], *, bodies: Sequence[str], at: Place, at2: Place, value: Number = ..., active: bool = ...) -> None:
        """distance between `at` on the first body and `at2` on the second"""
    @overload
    def constraint(self, name: str, type: Literal['dot1'], *, bodies: Sequence[str], axis: Place = ..., axis2: Place = ..., value: Number = ..., active: bool = ...) -> None:
        """dot product of the unit vectors `axis` (first body) and `axis2` (second body)"""
    @overload
    def constraint(self, name: str, type: Literal['dot2'], *, bodies: Sequence[str], at: Place, at2: Place = ..., axis: Place = ..., value: Number = ..., active: bool = ...) -> None:
        """component along `axis` (first body) of the vector from `at` to `at2`"""
    @overload
    def constraint(self, name: str, type: Literal['coordinate'], *, bodies: Sequence[str], at: Place, coordinate: Literal['x', 'y', 'z'], at2: Place = ..., value: Number = ..., active: bool = ...) -> None:
        """global component of the vector from `at` on the first body to `at2` on the second"""
    @overload
    def constraint(self, name: str, type: Literal['expression'], *, active: bool = ..., equal_zero: Number = ..., rate_zero: Number = ...) -> None:
        """a function of positions and time, or one linear in velocities, that stays zero"""
    def driver(self, name: str, *, joint: str = ..., angle: Number = ..., position: Number = ..., rx: Number = ..., ry: Number = ..., rz: Number = ..., angle2: Number = ..., x: Number = ..., y: Number = ..., z: Number = ..., body: str = ..., at: Place = ..., coordinate: Literal['x', 'y', 'z', 'angle', 'rx', 'ry', 'rz'] = ..., direction: Place = ..., value: Number = ..., active: bool = ...) -> None:
        """prescribes a joint coordinate, or a coordinate of a body, as a function of time"""
    @overload
    def force(self, name: str, type: Literal['force'], *, body: str, at: Place = ..., active: bool = ..., frame: Literal['global', 'body'] = ..., components: Number | Numbers = ..., magnitude: Number = ..., direction: Place = ...) -> None:
        """force on a body at a point"""
    @overload
    def force(self, name: str, type: Literal['torque'], *, body: str, active: bool = ..., frame: Literal['global', 'body'] = ..., components: Number | Numbers = ..., magnitude: Number = ..., direction: Place = ...) -> None:
        """torque on a body"""
    @overload
    def force(self, name: str, type: Literal['spring_damper'], *, from_: Keys, to: Keys, active: bool = ..., stiffness: Number = ..., damping: Number = ..., free_length: Number = ..., force: Number = ..., friction: Number = ...) -> None:
        """spring, damper and actuator between two points; positive force is tension"""
    @overload
    def force(self, name: str, type: Literal['rotational_spring_damper'], *, joint: str = ..., bodies: Sequence[str] = ..., axis: Place = ..., active: bool = ..., stiffness: Number = ..., damping: Number = ..., free_angle: Number = ..., torque: Number = ..., friction: Number = ...) -> None:
        """spring, damper and actuator about an axis; positive torque is against growing angle"""
    @overload
    def force(self, name: str, type: Literal['joint_force'], *, joint: str, active: bool = ..., force: Number = ..., torque: Number = ..., friction: Number = ...) -> None:
        """force or torque on a joint coordinate; positive increases the coordinate"""
    @overload
    def force(self, name: str, type: Literal['bushing'], *, at: Place, bodies: Sequence[str], orientation: Number | Keys = ..., active: bool = ..., stiffness: Number | Numbers = ..., damping: Number | Numbers = ..., rotational_stiffness: Number | Numbers = ..., rotational_damping: Number | Numbers = ..., matrix: Sequence[Numbers] | Numbers = ..., preload: Numbers = ...) -> None:
        """elastic mount between two bodies: springs and dampers along and about three axes"""
    @overload
    def force(self, name: str, type: Literal['anti_roll_bar'], *, joints: Sequence[str] = ..., bodies: Sequence[str] = ..., axis: Place = ..., active: bool = ..., stiffness: Number = ..., damping: Number = ..., rotational_stiffness: Number = ..., rotational_damping: Number = ...) -> None:
        """spring and damper against the difference of two joint coordinates, as of left and right wheel"""
    @overload
    def force(self, name: str, type: Literal['aero'], *, body: str, at: Place, at2: Place, active: bool = ..., drag: Number = ..., downforce: Number = ..., rear_downforce: Number = ...) -> None:
        """drag and downforce of a body at two points, by speed and ride heights"""
    @overload
    def force(self, name: str, type: Literal['tire'], *, wheel: str, carrier: str, at: Place = ..., axis: Place = ..., active: bool = ..., model: str = ..., file: Keys = ..., side: str = ..., relaxation: bool = ..., slip: str = ..., radius: Number = ..., rolling_radius: Number = ..., width: Number = ..., vertical_stiffness: Number = ..., vertical_damping: Number = ..., pressure: Number = ..., slip_stiffness: Number = ..., cornering_stiffness: Number = ..., camber_stiffness: Number = ..., trail: Number = ..., sliding_friction: Number = ..., rolling_resistance: Number = ..., relaxation_x: Number = ..., relaxation_y: Number = ..., low_speed: Number = ..., friction: Number = ..., deflection_x: Number = ..., deflection_y: Number = ...) -> None:
        """tire between a wheel and the road"""
    def sensor(self, name: str, *, body: str, at: Place = ..., axis: Place = ..., relative_to: str = ...) -> None:
        """columns of a point of a body"""
    def state(self, name: str, *, initial: Number = ..., derivative: Number = ..., sample: Number = ..., next: Number = ...) -> None:
        """a differential equation, or a sampled value, of the user"""
    def event(self, name: str, *, when: Number, do: Literal['stop', 'record', 'switch'], activate: str | Sequence[str] = ..., deactivate: str | Sequence[str] = ..., set: Keys = ..., rest: str | Sequence[str] = ..., active: bool = ...) -> None:
        """what happens when a condition turns true"""
    def function(self, name: str, *, file: str, arguments: str | Sequence[str], function: str = ..., units: str | Sequence[str] = ..., unit: str = ..., derivatives: str = ..., second_derivatives: str = ...) -> None:
        """a function in C that expressions call"""
    def parameter(self, name: str, value: Number) -> None:
        """a number with a name, for every expression of the model"""
    def point(self, name: str, at: Place) -> None:
        """a hard point: global, in the design position"""
    def table(self, name: str, *, points: Sequence[Numbers] | Numbers = ..., file: str = ..., columns: Keys = ..., grid: Any = ..., units: Sequence[str] = ..., interpolation: str = ..., extrapolation: str = ...) -> None:
        """a curve through points, or a surface over a grid"""
    def input(self, name: str, value: Number) -> None:
        """a signal of time, for forces and states"""
    def output(self, name: str, value: Number, *, unit: str = ...) -> None:
        """a derived column: an expression of all columns"""
    def subsystem(self, name: str, *, file: str, bodies: Keys = ..., parameters: Keys = ..., mirror: Literal['x', 'y', 'z'] = ..., move: Numbers = ...) -> None:
        """another model file as a part of this one"""
    def run(self, analysis: Literal['assembly', 'kinematics', 'inverse_dynamics', 'dynamics', 'equilibrium', 'modes'] | None = ..., *, duration: Number = ..., output_step: Number = ..., coordinates: str = ..., formulation: str = ..., stabilization: str = ..., integrator: str = ..., redundant: str = ..., tolerance: Number | Keys = ..., step: Number = ..., max_step: Number = ..., record: str | Sequence[str] = ..., start: Literal['design', 'equilibrium'] = ..., weights: Keys = ..., independent: str | Sequence[str] = ..., nonideal: str | Sequence[str] = ..., newton: Literal['full', 'modified', 'quasi'] = ..., baumgarte: Keys = ..., penalty: Keys = ..., index3: Keys = ..., equilibrium: Keys = ..., inverse_dynamics: Keys = ..., modes: Keys = ..., from_run: Run | str | os.PathLike[str] | None = ..., sweep: Mapping[str, Numbers] | None = ..., keep: str = ..., certify: bool = ..., progress: bool | Callable[[float], object] | None = ...) -> Run:
        """Computes what the analysis asks for; keys of `analysis` stand over those of the model."""
    def simulation(self, *, duration: Number = ..., output_step: Number = ..., coordinates: str = ..., formulation: str = ..., stabilization: str = ..., integrator: str = ..., redundant: str = ..., tolerance: Number | Keys = ..., step: Number = ..., max_step: Number = ..., record: str | Sequence[str] = ..., start: Literal['design', 'equilibrium'] = ..., weights: Keys = ..., independent: str | Sequence[str] = ..., nonideal: str | Sequence[str] = ..., newton: Literal['full', 'modified', 'quasi'] = ..., baumgarte: Keys = ..., penalty: Keys = ..., index3: Keys = ..., equilibrium: Keys = ..., inverse_dynamics: Keys = ..., modes: Keys = ..., from_run: Run | str | os.PathLike[str] | None = ...) -> Simulation:
        """A motion that goes on step by step."""
