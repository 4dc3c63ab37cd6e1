// Base units that a model file may have, in SI (bricard/core/units.cpp). Only what drawing needs: the pace of time, and weights as forces.
import type {Units} from './types.ts';

const inch = 0.0254;
const pound = 0.45359237;
const gravity = 9.80665;

const factors: Record<string, number> = {
  m: 1,
  km: 1e3,
  dm: 0.1,
  cm: 1e-2,
  mm: 1e-3,
  um: 1e-6,
  nm: 1e-9,
  in: inch,
  ft: 12 * inch,
  yd: 36 * inch,
  mi: 63360 * inch,
  kg: 1,
  g: 1e-3,
  mg: 1e-6,
  tonne: 1e3,
  lb: pound,
  lbm: pound,
  slug: (pound * gravity) / (12 * inch),
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  min: 60,
  h: 3600,
  N: 1,
  mN: 1e-3,
  kN: 1e3,
  MN: 1e6,
  lbf: pound * gravity,
  kgf: gravity,
};

/** 1 where the unit is not known. */
export function factorOf(unit: string): number {
  return factors[unit] ?? 1;
}

/** The force in the file's unit that mass times acceleration in its units is. */
export function forceOfMassTimesAcceleration(units: Units): number {
  const time = factorOf(units.time);
  return (factorOf(units.mass) * factorOf(units.length)) / (time * time) / factorOf(units.force);
}
