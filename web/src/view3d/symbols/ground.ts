// Ground: the hatched fixings where something is fastened to it, a faint grid below (planar: behind) the mechanism, the global axes.
import * as THREE from 'three';
import type {Attachment, Vec3} from '../../data/types.ts';
import {frameAlong} from '../drawing/hull.ts';
import {Paint} from '../drawing/paint.ts';
import {NOTHING, type Pen} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {Workshop} from '../drawing/workshop.ts';

/**
 * Where the base of a fixing stands: away from what hangs on it, rather below than above, not along the axis of a hinge.
 * `towards`: to the rest of the body; `axis`: of the hinge.
 */
export function fixingDirection(
  candidates: THREE.Vector3[],
  down: THREE.Vector3,
  towards: THREE.Vector3,
  axis: THREE.Vector3 | null,
): THREE.Vector3 {
  const score = (d: THREE.Vector3) => 0.4 * d.dot(down) - d.dot(towards) - (axis ? 0.9 * Math.abs(d.dot(axis)) : 0);
  return candidates.reduce((best, d) => (score(d) > score(best) + 1e-9 ? d : best)).clone();
}

export function drawFixings(shop: Workshop): void {
  if (shop.scene.ground.length === 0) return;
  const element = shop.sheet.element(NOTHING, 'ground');
  const pen: Pen = {element, slot: 0, paint: Paint.ground};
  const flat: Vec3[] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
  ];
  const all: Vec3[] = shop.planar ? flat : [...flat, [0, 0, 1], [0, 0, -1]];
  const candidates = [shop.down, ...all.map((v) => new THREE.Vector3(...v))];
  const forces = new Map(shop.scene.forces.map((force) => [force.name, force]));
  for (const attachment of shop.scene.ground) {
    const at = new THREE.Vector3(...attachment.at);
    const joint = attachment.of
      .map((use) => (use.section === 'joints' ? shop.joints.get(use.name) : undefined))
      .find((each) => each && !shop.symbol(each).loose);
    const force = attachment.of
      .map((use) => (use.section === 'forces' ? forces.get(use.name) : undefined))
      .find((each) => each);
    if (joint) {
      const towards = rest(shop, attachment, at);
      const which = joint.bodies[0] === 'ground' ? 0 : 1;
      const hinge = joint.axis && shop.symbol(joint).hinge ? new THREE.Vector3(...joint.axis[which]) : null;
      const r = shop.radiusAt([{body: joint.bodies[1 - which]!, at: joint.at![1 - which]!}]);
      pedestal(shop, pen, at, fixingDirection(candidates, shop.down, towards, shop.planar ? null : hinge), r, hinge);
    } else if (force) {
      const towards = rest(shop, attachment, at);
      wall(shop, pen, at, towards.lengthSq() > 0 ? towards.negate() : shop.down.clone(), shop.unit);
    }
  }
}

/** Direction from a point of ground to what is fastened there. */
function rest(shop: Workshop, attachment: Attachment, at: THREE.Vector3): THREE.Vector3 {
  const sum = new THREE.Vector3();
  const add = (body: string, points: Vec3[]) => {
    const slot = shop.slots.of(body);
    for (const point of points) sum.add(shop.slots.point({slot, at: point}, new THREE.Vector3()).sub(at));
  };
  for (const use of attachment.of) {
    const joint = use.section === 'joints' ? shop.joints.get(use.name) : undefined;
    const force = use.section === 'forces' ? shop.scene.forces.find((each) => each.name === use.name) : undefined;
    const other = joint?.bodies.find((name) => name !== 'ground');
    if (other) add(other, [...(shop.bodies.get(other)?.attachments ?? []).map((a) => a.at), [0, 0, 0]]);
    for (const end of force?.ends ?? []) if (end.body !== 'ground') add(end.body, [end.at]);
  }
  return sum.length() > 1e-6 * shop.size ? sum.normalize() : sum.set(0, 0, 0);
}

function pedestal(
  shop: Workshop,
  pen: Pen,
  at: THREE.Vector3,
  base: THREE.Vector3,
  r: number,
  hinge: THREE.Vector3 | null,
): void {
  const [height, width] = [3 * r, 4.4 * r];
  if (shop.planar) {
    const back = at.clone().setZ(-1.15 * shop.thickness);
    const side = new THREE.Vector3(-base.y, base.x, 0);
    const frame = new THREE.Matrix4().makeBasis(side, base.clone().negate(), side.clone().cross(base.clone().negate()));
    const corners: [number, number][] = [
      [-0.85, 0.4],
      [-0.42, 0.85],
      [0.42, 0.85],
      [0.85, 0.4],
      [1.5, -3],
      [-1.5, -3],
    ];
    const outline = corners.map(([x, y]) => new THREE.Vector2(x * r, y * r)).reverse();
    shop.sheet.solid(pen, solids.prism(outline, shop.thickness), frame.setPosition(back));
    hatchedBase(shop, pen, back.clone().addScaledVector(base, height), base, side, r, width, shop.thickness);
    return;
  }
  const frame = frameAlong(base.clone().negate(), at, hinge ?? undefined);
  shop.sheet.solid(pen, solids.pedestal(), frame, [2.6 * r, 2.6 * r, height]);
  const side = new THREE.Vector3().setFromMatrixColumn(frame, 0);
  hatchedBase(shop, pen, at.clone().addScaledVector(base, height), base, side, r, width, width);
}

function wall(shop: Workshop, pen: Pen, at: THREE.Vector3, base: THREE.Vector3, r: number): void {
  const z = new THREE.Vector3(0, 0, 1);
  const side = shop.planar
    ? z.clone().cross(base)
    : new THREE.Vector3().setFromMatrixColumn(frameAlong(base, at, shop.down), 0);
  hatchedBase(
    shop,
    pen,
    at.clone().addScaledVector(base, 0.3 * r),
    base,
    side,
    r,
    4.4 * r,
    shop.planar ? shop.thickness : 4.4 * r,
  );
}

/** A plate with hatching behind it. `at`: middle of its front; `base`: into the ground. */
function hatchedBase(
  shop: Workshop,
  pen: Pen,
  at: THREE.Vector3,
  base: THREE.Vector3,
  side: THREE.Vector3,
  r: number,
  width: number,
  depth: number,
): void {
  const thick = 0.4 * r;
  const across = base.clone().cross(side).normalize();
  shop.block(pen, at.clone().addScaledVector(base, thick / 2), side, base, [width, depth, thick]);
  const points: THREE.Vector3[] = [];
  const n = 5;
  for (const edge of [-0.5, 0.5])
    for (let i = 0; i < n; ++i) {
      const top = at
        .clone()
        .addScaledVector(base, thick)
        .addScaledVector(side, width * (i / (n - 0.4) - 0.5 + 0.12));
      top.addScaledVector(across, edge * depth);
      points.push(
        top,
        top
          .clone()
          .addScaledVector(base, 0.8 * r)
          .addScaledVector(side, -0.65 * r),
      );
    }
  shop.sheet.segments({...pen, paint: Paint.hatch}, points);
}

/** Global axes at the origin. */
export function drawAxes(shop: Workshop): Vec3[] {
  const element = shop.sheet.element(NOTHING, 'axes');
  const length = 0.09 * shop.size;
  const paints = [Paint.x, Paint.y, Paint.z];
  const tips: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  tips.slice(0, shop.planar ? 2 : 3).forEach((tip, i) => {
    const to = new THREE.Vector3(...tip).multiplyScalar(length);
    const from = shop.planar ? -1.15 * shop.thickness : 0;
    const lift = new THREE.Vector3(0, 0, from);
    shop.arrow({element, slot: 0, paint: paints[i]!, smooth: true}, lift, to.clone().add(lift), 0.028 * length);
  });
  return tips.map((tip) => tip.map((x) => 1.18 * length * x) as Vec3).slice(0, shop.planar ? 2 : 3);
}

/** The length among 1, 2, 5 times a power of ten that is next above. */
export function niceStep(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * ([1, 2, 5, 10].find((n) => n * power >= length * (1 - 1e-9)) ?? 10);
}

/** A grid that fades with the distance from the mechanism. */
export function makeGrid(bounds: THREE.Box3, down: THREE.Vector3, planar: boolean, size: number): THREE.LineSegments {
  const normal = planar ? new THREE.Vector3(0, 0, -1) : down.clone();
  const center = bounds.getCenter(new THREE.Vector3());
  const extent = bounds.getSize(new THREE.Vector3());
  const low = Math.abs(normal.x) * extent.x + Math.abs(normal.y) * extent.y + Math.abs(normal.z) * extent.z;
  const height = center.dot(normal) + low / 2 + (planar ? 0.02 : 0.03) * size;
  const axes = [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1)];
  const u = axes
    .reduce((best, axis) => (Math.abs(axis.dot(normal)) < Math.abs(best.dot(normal)) - 0.1 ? axis : best))
    .clone();
  u.addScaledVector(normal, -u.dot(normal)).normalize();
  const v = normal.clone().cross(u);
  const reach = Math.max(0.9 * extent.length(), 0.6 * size);
  const step = niceStep(reach / 12);
  const n = Math.ceil(reach / step);
  const points: THREE.Vector3[] = [];
  const [u0, v0] = [Math.round(center.dot(u) / step) * step, Math.round(center.dot(v) / step) * step];
  const point = (a: number, b: number) =>
    new THREE.Vector3()
      .addScaledVector(u, u0 + a)
      .addScaledVector(v, v0 + b)
      .addScaledVector(normal, height);
  for (let i = -n; i <= n; ++i)
    for (let j = -n; j < n; ++j) {
      points.push(point(i * step, j * step), point(i * step, (j + 1) * step));
      points.push(point(j * step, i * step), point((j + 1) * step, i * step));
    }
  const material = new THREE.ShaderMaterial({
    uniforms: {color: {value: new THREE.Color()}, center: {value: point(0, 0)}, reach: {value: n * step}},
    vertexShader: `varying vec3 place;
      void main() { place = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `uniform vec3 color; uniform vec3 center; uniform float reach; varying vec3 place;
      void main() { gl_FragColor = vec4(color, 1.0 - smoothstep(0.35, 1.0, distance(place, center) / reach)); }`,
    // First of all and behind everything, also behind what swings below it; blended by hand, for `transparent` would draw it late.
    blending: THREE.CustomBlending,
    blendSrcAlpha: THREE.OneFactor,
    blendDstAlpha: THREE.OneMinusSrcAlphaFactor,
    depthTest: false,
    depthWrite: false,
  });
  const grid = new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), material);
  grid.renderOrder = -1;
  return grid;
}
