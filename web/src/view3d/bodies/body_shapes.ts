// The solids of the bodies: as the file's geometry says, or as auto_shape.ts finds from joints and center of mass; wheels and racks of
// gears; discs and balls that roll.
import * as THREE from 'three';
import type {SceneBody, SceneJoint, Shape} from '../../data/types.ts';
import {frameAlong, hull2} from '../drawing/hull.ts';
import type {Pen} from '../drawing/sheet.ts';
import * as solids from '../drawing/solids.ts';
import type {Workshop} from '../drawing/workshop.ts';
import {type AutoShape, autoShape, type BodyFacts, reach} from './auto_shape.ts';
import {bearingsOf, FAR} from './bearings.ts';
import {toothed} from './gears.ts';
import {drawRack, drawRings, drawWheel, spokes} from './wheel_shapes.ts';

/** The joint's point need not be a point of the body. */
function standsAway(shop: Workshop, joint: SceneJoint | undefined, body: string): boolean {
  const loose = joint && shop.symbol(joint).loose;
  return loose === 'both' || (loose === 'first' && joint!.bodies[0] === body);
}

export interface MeshFile {
  shape: Shape;
  pen: Pen;
}

export function drawBodies(shop: Workshop): MeshFile[] {
  const files: MeshFile[] = [];
  const {wheels, racks} = toothed(shop.scene);
  const sliding = slides(shop);
  const rolling = shop.scene.joints.filter((joint) => shop.symbol(joint).rolls);
  shop.arrange(new Set(wheels.map((wheel) => wheel.body)));
  // Equal parts of equal subsystems have equal colors: left.upright and right.upright.
  const roles = [...new Set(shop.scene.bodies.map(roleOf))];
  shop.scene.bodies.forEach((body) => {
    const element = shop.sheet.element({section: 'bodies', name: body.name}, 'bodies');
    const pen: Pen = {element, slot: shop.slots.of(body.name), paint: shop.palette.ofBody(roles.indexOf(roleOf(body)))};
    if (body.geometry.length > 0) {
      for (const shape of body.geometry) {
        const own = shape.color ? {...pen, paint: shop.palette.of(shape.color)} : pen;
        if (shape.type === 'mesh') files.push({shape, pen: own});
        else drawShape(shop, own, body, shape);
      }
      drawStalks(shop, pen, body);
      return;
    }
    const mine = wheels.filter((wheel) => wheel.body === body.name);
    for (const wheel of mine) drawWheel(shop, pen, wheel);
    const rails = racks.filter((rack) => rack.body === body.name);
    for (const rack of rails) drawRack(shop, pen, rack);
    const rolls = drawRolling(
      shop,
      pen,
      rolling.filter((joint) => joint.bodies[1] === body.name),
    );
    const facts = factsOf(shop, body, sliding.get(body.name) ?? null);
    const wheel = mine.length === 0 && rails.length === 0 && !rolls ? turningWheel(shop, body, facts) : null;
    if (wheel) drawDisc(shop, pen, body, wheel);
    else if ((mine.length === 0 && rails.length === 0 && !rolls) || reach(facts.main) > 4 * shop.barRadius)
      drawAuto(shop, pen, body, autoShape(body, facts));
  });
  drawRings(shop, wheels);
  return files;
}

function roleOf({name}: SceneBody): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function slides(shop: Workshop): Map<string, THREE.Vector3> {
  const found = new Map<string, THREE.Vector3>();
  for (const joint of shop.scene.joints)
    if (shop.symbol(joint).glides && joint.axis && joint.bodies.length === 2) {
      const which = joint.bodies[1] === 'ground' ? 0 : 1;
      found.set(joint.bodies[which], new THREE.Vector3(...joint.axis[which]));
    }
  return found;
}

/** A body that only turns about its center of mass is a wheel: a disc with its radius of gyration; null: it is not. */
function turningWheel(shop: Workshop, body: SceneBody, facts: BodyFacts): {axis: THREE.Vector3; radius: number} | null {
  const [point, ...others] = body.attachments;
  if (!point || others.length > 0 || facts.slide || !(body.mass > 0) || facts.main[0]!.length() > 0.5 * shop.barRadius)
    return null;
  const joints = point.of.flatMap((use) => (use.section === 'joints' ? [shop.joints.get(use.name)] : []));
  const hinge = joints.length === 1 && joints[0] && shop.symbol(joints[0]).pin ? joints[0] : null;
  const axis = hinge?.axis?.[hinge.bodies[0] === body.name ? 0 : 1];
  if (!axis) return null;
  const moment = axis.reduce((sum, x, k) => sum + x * x * body.inertia[k]!, 0);
  const radius = Math.min(Math.max(Math.sqrt(moment / body.mass), 2.5 * shop.unit), 0.35 * shop.size);
  return {axis: new THREE.Vector3(...axis), radius};
}

function drawDisc(
  shop: Workshop,
  pen: Pen,
  body: SceneBody,
  {axis, radius}: {axis: THREE.Vector3; radius: number},
): void {
  const at = new THREE.Vector3(0, 0, shop.height(body.name));
  const width = shop.planar ? shop.thickness : 1.2 * shop.unit;
  shop.drum(pen, at, axis, radius, width);
  spokes(shop, pen, at, axis, radius, 1.06 * width);
}

/** The points that carry a body; those of a hinge are all hard points on its axis that nothing else uses. */
function factsOf(shop: Workshop, body: SceneBody, slide: THREE.Vector3 | null): BodyFacts {
  const main: THREE.Vector3[] = [];
  const minor: THREE.Vector3[] = [];
  for (const attachment of body.attachments) {
    const point = new THREE.Vector3(...attachment.at);
    const carries = attachment.of.some((use) => use.section !== 'sensors' && use.section !== 'drivers');
    const away = attachment.of.every(
      (use) => use.section === 'joints' && standsAway(shop, shop.joints.get(use.name), body.name),
    );
    if (!carries) minor.push(point);
    else if (!away || !(body.mass > 0) || point.length() < FAR * shop.size) main.push(point);
  }
  for (const point of secondBearings(shop, body)) main.push(point);
  // A foot on one joint, with sensors at heel and toe, is a plate through all of them.
  if (main.length <= 1 && main.length + minor.length >= 3) main.push(...minor.splice(0));
  return {main, minor, slide, bar: shop.planar ? 0.9 * shop.unit : shop.barRadius, size: shop.size};
}

function secondBearings(shop: Workshop, body: SceneBody): THREE.Vector3[] {
  const inverse = shop.slots.matrix(shop.slots.of(body.name), new THREE.Matrix4()).invert();
  return [...bearingsOf(shop).values()]
    .filter((bearing) => bearing.bodies.includes(body.name))
    .map((bearing) => bearing.at.clone().applyMatrix4(inverse));
}

function drawShape(shop: Workshop, pen: Pen, body: SceneBody, shape: Shape): void {
  const point = (v: [number, number, number] | undefined) => new THREE.Vector3(...(v ?? [0, 0, 0]));
  const [e0, e1, e2, e3] = shape.q ?? [1, 0, 0, 0];
  if (shape.type === 'cylinder') {
    const [from, to, radius] = [point(shape.from), point(shape.to), shape.radius ?? shop.barRadius];
    shop.rod(pen, from, to, radius);
    const axis = to.clone().sub(from);
    const length = axis.length();
    if (length > 0 && length < 0.5 * radius)
      spokes(shop, pen, from.add(to).multiplyScalar(0.5), axis, radius, 1.03 * length);
  } else if (shape.type === 'sphere') shop.ball(pen, point(shape.at), shape.radius ?? shop.unit);
  else if (shape.type === 'line') barOf(shop, pen, body.name, point(shape.from), point(shape.to), 0.6);
  else if (shape.type === 'box') {
    const at = new THREE.Matrix4()
      .makeRotationFromQuaternion(new THREE.Quaternion(e1, e2, e3, e0))
      .setPosition(point(shape.at));
    const size = (shape.size ?? [1, 1, 1]).map((s) => Math.abs(s) || shop.thickness) as [number, number, number];
    shop.sheet.solid(pen, solids.box(), at, size);
    shop.boxes.set(body.name, at.scale(new THREE.Vector3(...size)));
  }
}

/** A bar between two points: round in space, flat in the plane, where it lies in its body's level. */
function barOf(shop: Workshop, pen: Pen, body: string, from: THREE.Vector3, to: THREE.Vector3, part = 1): void {
  if (!shop.planar) {
    shop.bar(pen, from, to, part * shop.barRadius);
    return;
  }
  const along = to.clone().sub(from);
  const at = frameAlong(new THREE.Vector3(0, 0, 1), from.clone().setZ(shop.height(body)), along);
  const half = 0.5 * (1 + part) * 0.9 * shop.unit;
  shop.sheet.solid(pen, solids.flatBar(shop.round), at, [half, half, shop.thickness], [along.length(), 0, 0]);
}

/** Thin rods from the cylinders and lines of a body to points that are not on them. */
function drawStalks(shop: Workshop, pen: Pen, body: SceneBody): void {
  if (!body.geometry.every(({type, from, to}) => (type === 'cylinder' || type === 'line') && from && to)) return;
  for (const attachment of body.attachments) {
    if (
      attachment.of.every((use) => use.section === 'joints' && standsAway(shop, shop.joints.get(use.name), body.name))
    )
      continue;
    const point = new THREE.Vector3(...attachment.at);
    let foot: THREE.Vector3 | null = null;
    let inside = false;
    for (const {from, to, radius} of body.geometry) {
      const axis = new THREE.Line3(new THREE.Vector3(...from!), new THREE.Vector3(...to!));
      const near = axis.closestPointToPoint(point, true, new THREE.Vector3());
      inside ||= near.distanceTo(point) < (radius ?? 0) + 0.6 * shop.unit;
      if (!foot || near.distanceTo(point) < foot.distanceTo(point)) foot = near;
    }
    if (foot && !inside) barOf(shop, {...pen, smooth: true}, body.name, foot, point, 0.35);
  }
}

function drawAuto(shop: Workshop, pen: Pen, body: SceneBody, shape: AutoShape): void {
  const bar = shop.barRadius;
  if (shape.block) {
    const {at, size, axis} = shape.block;
    const x = axis ?? new THREE.Vector3(1, 0, 0);
    const z = new THREE.Vector3(0, 0, 1);
    const frame = shop.planar
      ? frameAlong(z, at.clone().setZ(shop.height(body.name)), x)
      : axis
        ? blockFrame(shop, pen.slot, at, axis)
        : new THREE.Matrix4().setPosition(at);
    if (shop.planar) size[2] = shop.thickness;
    shop.sheet.solid(pen, solids.box(), frame, size);
    shop.boxes.set(
      body.name,
      frame.scale(new THREE.Vector3(size[0], size[1], shop.planar ? 1e3 * shop.size : size[2])),
    );
  }
  const roundPlates = shop.planar && shape.plates.length > 0;
  for (const corners of shape.plates)
    if (shop.planar) drawPlate(shop, pen, body, corners);
    else drawFace(shop, {...pen, glass: true, smooth: true}, corners);
  // What has no mass only carries others.
  const slim = (shape.kind === 'hull' && shape.bars.length > 12 ? 0.55 : 1) * (body.mass > 0 ? 1 : 0.4);
  if (!roundPlates) for (const [from, to] of shape.bars) barOf(shop, pen, body.name, from, to, slim);
  for (const face of shape.faces) drawFace(shop, {...pen, glass: true, smooth: true}, face);
  for (const [from, to] of shape.stalks)
    if (from.distanceTo(to) > bar) barOf(shop, {...pen, smooth: true}, body.name, from, to, 0.35);
  if (shape.bob) {
    const flat = new THREE.Vector3(0, 0, shop.height(body.name));
    if (shop.planar) shop.drum(pen, flat, new THREE.Vector3(0, 0, 1), 1.35 * shop.unit, 1.04 * shop.thickness);
    else shop.ball(pen, flat, 1.3 * shop.unit);
  }
}

/** x along the slide, z as near to gravity as it can be: as the rail lies (joint_symbols.ts). */
export function blockFrame(shop: Workshop, slot: number, at: THREE.Vector3, axis: THREE.Vector3): THREE.Matrix4 {
  const x = axis.clone().normalize();
  const down = shop.slots.inSlot(slot, shop.down);
  const frame = frameAlong(x, at, down); // z along the slide, x down
  return frame.multiply(
    new THREE.Matrix4().makeBasis(new THREE.Vector3(0, 0, 1), new THREE.Vector3(0, 1, 0), new THREE.Vector3(-1, 0, 0)),
  );
}

/** A plate of a planar model, rounded by the width of a bar: the hull of circles around its corners. */
function drawPlate(shop: Workshop, pen: Pen, body: SceneBody, corners: THREE.Vector3[]): void {
  const radius = 0.9 * shop.unit;
  const circles = corners.flatMap((corner) =>
    Array.from({length: shop.round}, (_, i) => {
      const angle = (2 * Math.PI * i) / shop.round;
      return new THREE.Vector2(corner.x + radius * Math.cos(angle), corner.y + radius * Math.sin(angle));
    }),
  );
  const outline = hull2(circles).map((i) => circles[i]!);
  const at = new THREE.Matrix4().makeTranslation(0, 0, shop.height(body.name));
  shop.sheet.solid(pen, solids.prism(outline, shop.thickness, 50), at);
}

function drawFace(shop: Workshop, pen: Pen, face: THREE.Vector3[]): void {
  const geometry = new THREE.BufferGeometry();
  geometry.setFromPoints(face);
  geometry.setIndex(face.slice(2).flatMap((_, i) => [0, i + 1, i + 2]));
  geometry.computeVertexNormals();
  shop.sheet.solid(pen, solids.solidOf(geometry), new THREE.Matrix4());
}

function drawRolling(shop: Workshop, pen: Pen, joints: SceneJoint[]): boolean {
  for (const joint of joints) {
    if (!joint.at || !joint.radius) continue;
    const at = new THREE.Vector3(...joint.at[1]);
    const axis = new THREE.Vector3(...(joint.axis?.[1] ?? [0, 0, 0]));
    if (axis.lengthSq() < 0.5 || shop.gives(joint, 'axis2') === false) shop.ball(pen, at, joint.radius);
    else {
      shop.drum(pen, at, axis, joint.radius, 0.08 * joint.radius);
      spokes(shop, pen, at, axis, joint.radius, 0.09 * joint.radius);
    }
  }
  return joints.length > 0;
}
