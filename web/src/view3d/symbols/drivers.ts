// The symbols of drivers: a motor at a joint, an arrow at a point that is led.
import * as THREE from 'three';
import type {SceneDriver, Vec3} from '../../data/types.ts';
import {Paint} from '../drawing/paint.ts';
import type {Pen} from '../drawing/sheet.ts';
import type {Workshop} from '../drawing/workshop.ts';
import {effort, turningArrow} from './effort_symbols.ts';

export function drawDrivers(shop: Workshop): void {
  for (const driver of shop.scene.drivers) {
    const element = shop.sheet.element({section: 'drivers', name: driver.name}, 'joints', driver.active);
    const joint = shop.joints.get(driver.joint ?? '');
    if (joint) effort(shop, joint, element, Paint.driver, true);
    else bodyDriver(shop, driver, element);
  }
}

/** A point that is led along a global direction. */
function bodyDriver(shop: Workshop, driver: SceneDriver, element: number): void {
  if (!driver.body) return;
  const anchor = {slot: shop.slots.of(driver.body), at: driver.at ?? ([0, 0, 0] as Vec3)};
  const {slot} = shop.slots.between('level', anchor, anchor);
  const pen: Pen = {element, slot, paint: Paint.driver};
  const lift = new THREE.Vector3(0, 0, shop.planar ? shop.top + 1.1 * shop.thickness : 0);
  const r = shop.unit;
  shop.ball(pen, lift, 0.7 * r);
  const axes: Record<string, Vec3> = {x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1]};
  const turning: Record<string, Vec3> = {rx: [1, 0, 0], ry: [0, 1, 0]};
  const axis = driver.direction ?? axes[driver.coordinate];
  if (!axis) turningArrow(shop, pen, lift, new THREE.Vector3(...(turning[driver.coordinate] ?? [0, 0, 1])), 2.3 * r);
  else shop.arrow(pen, lift, lift.clone().addScaledVector(new THREE.Vector3(...axis), 6 * r), 0.24 * r);
}
