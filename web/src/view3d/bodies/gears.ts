// Toothed wheels and racks from the couplings of a model: pitch radii follow from the distance of the axes and the ratio.
//   angle b = i angle a, outside mesh (i < 0): ra = |i| rb, ra + rb = d; inside mesh (i > 0): |ra - rb| = d.
//   A planet whose pin b is on the carrier that a turns meshes with a wheel on a's first body: seen from the carrier, that wheel
//   turns by -angle a, so i < 0 is an inside mesh with a ring, i > 0 an outside mesh with a sun.
import * as THREE from 'three';
import type {Scene, Vec3} from '../../data/types.ts';

export interface Wheel {
  body: string;
  /** Global, design position. */
  center: THREE.Vector3;
  axis: THREE.Vector3;
  radius: number;
  /** A ring with teeth inside. */
  ring: boolean;
  teeth: number;
  /** Direction of the middle of a tooth, global. */
  phase: THREE.Vector3;
  /** Place along the axis, 0, 1, ...: wheels of one shaft stand side by side. */
  level: number;
}

export interface Rack {
  body: string;
  /** Point of the pitch line at the pinion; direction of the rack; direction from the rack to the pinion. */
  at: THREE.Vector3;
  along: THREE.Vector3;
  towards: THREE.Vector3;
  pitch: number;
  /** Its pinion. */
  pinion: Wheel;
}

/** Pitch radii [ra, rb] of two wheels with angle b = ratio * angle a; null: no wheels of finite size do it. */
export function pitchRadii(distance: number, ratio: number): [number, number] | null {
  const i = Math.abs(ratio);
  if (!(i > 0) || !(distance > 0)) return null;
  const rb = ratio < 0 ? distance / (1 + i) : distance / Math.abs(1 - i);
  return Number.isFinite(rb) ? [i * rb, rb] : null;
}

interface Mesh {
  a: {body: string; center: THREE.Vector3; radius: number};
  b: {body: string; center: THREE.Vector3; radius: number};
  axis: THREE.Vector3;
  inside: boolean;
}

interface Placed {
  at: THREE.Vector3;
  axis: THREE.Vector3;
  bodies: [string, string];
}

export function toothed(scene: Scene): {wheels: Wheel[]; racks: Rack[]} {
  const joints = new Map<string, Placed>();
  const bodies = new Map(scene.bodies.map((body) => [body.name, body]));
  const global = (name: string, v: Vec3, point: boolean) => {
    const body = bodies.get(name);
    const out = new THREE.Vector3(...v);
    if (!body) return out;
    const [e0, e1, e2, e3] = body.q;
    out.applyQuaternion(new THREE.Quaternion(e1, e2, e3, e0));
    return point ? out.add(new THREE.Vector3(...body.at)) : out;
  };
  for (const joint of scene.joints) {
    const [first, second] = joint.bodies;
    if (!first || !second || !joint.at) continue;
    const axis = joint.axis ? global(first, joint.axis[0], false).normalize() : new THREE.Vector3(0, 0, 1);
    joints.set(joint.name, {at: global(second, joint.at[1], true), axis, bodies: [first, second]});
  }
  const train = new Train();
  for (const joint of scene.joints) {
    const parts = (joint.joints ?? []).map((name) => joints.get(name));
    if (parts.some((part) => !part)) continue;
    const mesh = couplingOf(joint.symbol)?.mesh?.(joint.ratio ?? [], parts as Placed[], scene.size);
    if (mesh) train.add(mesh);
  }
  for (const joint of scene.joints)
    if (couplingOf(joint.symbol)?.rack) {
      const [pinion, rack] = (joint.joints ?? []).map((name) => joints.get(name));
      const ratio = (joint.ratio?.[0] ?? 0) / scene.units.radians;
      if (pinion && rack && ratio) train.addRack(pinion, rack, ratio);
    }
  return {wheels: train.wheels, racks: train.racks};
}

/** Distance of two parallel axes; 0 where they are not parallel. */
function distanceOf(a: Placed, b: Placed): number {
  if (Math.abs(a.axis.dot(b.axis)) < 0.999) return 0;
  const d = b.at.clone().sub(a.at);
  return d.addScaledVector(a.axis, -d.dot(a.axis)).length();
}

/** How a coupling is seen as wheels: by the name of its symbol. */
interface Coupling {
  mesh?(ratio: number[], parts: Placed[], size: number): Mesh | null;
  /** A pinion and its rack. */
  rack?: boolean;
}

const couplings: Record<string, Coupling> = {
  gears: {mesh: gearMesh},
  coupler: {mesh: planetMesh},
  rack: {rack: true},
};

/** Of a name that is not among them nothing is seen but dashes (symbols/link_symbols.ts). */
export const couplingOf = (name: string): Coupling | undefined =>
  Object.hasOwn(couplings, name) ? couplings[name] : undefined;

const wheel = (of: Placed, which: 0 | 1, radius: number) => ({body: of.bodies[which], center: of.at, radius});

function gearMesh([ratio]: number[], parts: Placed[], size: number): Mesh | null {
  if (parts.length !== 2 || !ratio) return null;
  const [a, b] = parts as [Placed, Placed];
  const distance = distanceOf(a, b);
  if (distance < 1e-6 * size) return null;
  const same = Math.sign(a.axis.dot(b.axis));
  if (b.bodies[0] === a.bodies[1] && b.bodies[0] !== 'ground') {
    const radii = pitchRadii(distance, -ratio * same);
    const ring = {body: a.bodies[0], center: a.at, radius: radii?.[0] ?? 0};
    return radii && {a: ring, b: wheel(b, 1, radii[1]), axis: a.axis, inside: ratio * same < 0};
  }
  const radii = pitchRadii(distance, ratio * same);
  return radii && {a: wheel(a, 1, radii[0]), b: wheel(b, 1, radii[1]), axis: a.axis, inside: ratio * same > 0};
}

/** Sun, carrier, planet: s (sun - carrier) + p planet = 0. */
function planetMesh(ratio: number[], parts: Placed[], size: number): Mesh | null {
  if (parts.length !== 3 || ratio.length !== 3) return null;
  const [sun, carrier, planet] = parts as [Placed, Placed, Placed];
  const [s, c, p] = ratio as Vec3;
  if (planet.bodies[0] !== carrier.bodies[1] || Math.abs(s + c) > 1e-9 * Math.abs(s) || !p) return null;
  const distance = distanceOf(sun, planet);
  const same = Math.sign(sun.axis.dot(planet.axis));
  const radii = distance < 1e-6 * size ? null : pitchRadii(distance, (-s / p) * same);
  return (
    radii && {a: wheel(sun, 1, radii[0]), b: wheel(planet, 1, radii[1]), axis: sun.axis, inside: (s / p) * same < 0}
  );
}

/** Wheels that mesh have the same tooth pitch, and a tooth of one stands in a gap of the other. */
class Train {
  readonly wheels: Wheel[] = [];
  readonly racks: Rack[] = [];

  add(mesh: Mesh): void {
    const {axis, inside} = mesh;
    const known = (end: Mesh['a'], ring: boolean) => this.find(end.body, end.center, axis, end.radius, ring);
    const [a, b] = [mesh.a, mesh.b];
    const ringA = inside && a.radius > b.radius;
    const ringB = inside && !ringA;
    const [oldA, oldB] = [known(a, ringA), known(b, ringB)];
    const level = oldA?.level ?? oldB?.level ?? this.freeLevel(a.body, b.body);
    const out = b.center.clone().sub(a.center);
    out.addScaledVector(axis, -out.dot(axis)).normalize();
    const small = Math.min(a.radius, b.radius);
    const least = Math.max(16, Math.ceil((16 * small) / Math.max(a.radius, b.radius)));
    const best = oldA || oldB ? 0 : wholeTeeth(Math.max(a.radius, b.radius) / small, least);
    const count = (radius: number, other: Wheel | undefined) =>
      other ? Math.max(6, Math.round((other.teeth * radius) / other.radius)) : Math.round((best * radius) / small);
    const place = (end: Mesh['a'], ring: boolean, teeth: number, phase: THREE.Vector3) => {
      const wheel = {body: end.body, center: end.center.clone(), axis, radius: end.radius, ring, teeth, phase, level};
      this.wheels.push(wheel);
      return wheel;
    };
    if (oldB && !oldA) {
      const contact = ringA ? out : out.clone().negate();
      place(a, ringA, count(a.radius, oldB), opposite(oldB, contact, inside, count(a.radius, oldB)));
      return;
    }
    const contact = ringB ? out.clone().negate() : out;
    const first = oldA ?? place(a, ringA, count(a.radius, undefined), contact.clone());
    if (!oldB) place(b, ringB, count(b.radius, first), opposite(first, contact, inside, count(b.radius, first)));
  }

  addRack(pinion: Placed, rack: Placed, ratio: number): void {
    const radius = Math.abs(ratio);
    const axis = pinion.axis;
    // the pitch point moves with the rack: axis x (r n) = sign(ratio) along, n from the axis to the rack
    const along = rack.axis.clone();
    const n = along.clone().cross(axis).multiplyScalar(Math.sign(ratio)).normalize();
    const center = pinion.at.clone();
    let wheel = this.find(pinion.bodies[1], center, axis, radius, false);
    if (!wheel) {
      const level = this.freeLevel(pinion.bodies[1], rack.bodies[1]);
      wheel = {body: pinion.bodies[1], center, axis, radius, ring: false, teeth: 18, phase: n.clone(), level};
      this.wheels.push(wheel);
    }
    this.racks.push({
      body: rack.bodies[1],
      at: center.clone().addScaledVector(n, radius),
      along,
      towards: n.clone().negate(),
      pitch: (2 * Math.PI * radius) / wheel.teeth,
      pinion: wheel,
    });
  }

  private find(
    body: string,
    center: THREE.Vector3,
    axis: THREE.Vector3,
    radius: number,
    ring: boolean,
  ): Wheel | undefined {
    return this.wheels.find((wheel) => {
      const off = center.clone().sub(wheel.center);
      off.addScaledVector(axis, -off.dot(axis));
      const same = Math.abs(wheel.radius - radius) < 1e-3 * radius && off.length() < 1e-3 * radius;
      return wheel.body === body && wheel.ring === ring && same;
    });
  }

  private freeLevel(a: string, b: string): number {
    const used = new Set(this.wheels.filter((w) => w.body === a || w.body === b).map((w) => w.level));
    let level = 0;
    while (used.has(level)) ++level;
    return level;
  }
}

/** Teeth of the smaller wheel, at least `least`, so that the larger one has nearly a whole number too. */
export function wholeTeeth(ratio: number, least: number): number {
  let best = least;
  let error = Number.POSITIVE_INFINITY;
  for (let z = least; z < least + 12; ++z) {
    const off = Math.abs(z * ratio - Math.round(z * ratio));
    if (off < error - 1e-9) {
      error = off;
      best = z;
    }
  }
  return best;
}

/**
 * Direction of a tooth of the wheel that meshes with `wheel` at the contact in the direction `out` from it: a tooth of the one stands before a gap of the
 * other. Offsets along the pitch line are f pitches; they turn the other wheel the other way round in an outside mesh.
 */
function opposite(wheel: Wheel, out: THREE.Vector3, inside: boolean, teeth: number): THREE.Vector3 {
  const across = wheel.axis.clone().cross(out);
  const angle = Math.atan2(wheel.phase.dot(across), wheel.phase.dot(out));
  const f = (angle * wheel.teeth) / (2 * Math.PI);
  const turn = ((f + 0.5) * 2 * Math.PI) / teeth;
  const start = inside ? out.clone() : out.clone().negate();
  return start.applyAxisAngle(wheel.axis, inside ? turn : -turn);
}
