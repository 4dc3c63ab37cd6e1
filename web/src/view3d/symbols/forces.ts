// The symbols of force elements: a line for each, with what the rest of the drawing must know of it.
import type {SceneForce} from '../../data/types.ts';
import type {Layer} from '../drawing/drawing_types.ts';
import type {Workshop} from '../drawing/workshop.ts';
import * as draw from './force_symbols.ts';

export interface ForceSymbol {
  /** `has`: whether the file gives a key and it is not zero. */
  draw(shop: Workshop, force: SceneForce, element: number, has: (key: string) => boolean): void;
  layer: Layer;
  /** Its force is a tension between its two ends. */
  tension?: boolean;
  /** Its torque is positive against growing angle. */
  against?: boolean;
}

const symbols: Record<string, ForceSymbol> = {
  spring: {draw: draw.springDamper, layer: 'springs', tension: true},
  spiral: {draw: draw.spiral, layer: 'springs', against: true},
  bushing: {draw: draw.bushing, layer: 'springs'},
  anchor: {draw: draw.anchor, layer: 'joints'},
};

const plain: ForceSymbol = {draw: draw.anchor, layer: 'joints'};

/** Of a name that has no symbol: a mark where it acts. */
export const forceSymbol = (name: string): ForceSymbol => (Object.hasOwn(symbols, name) ? symbols[name]! : plain);

export const hasForceSymbol = (name: string): boolean => forceSymbol(name) !== plain;

export function drawForces(shop: Workshop): void {
  const data = new Map(
    shop.scene.sections.find((section) => section.name === 'forces')?.elements.map((each) => [each.name, each.data]) ??
      [],
  );
  for (const force of shop.scene.forces) {
    const symbol = forceSymbol(force.symbol);
    const element = shop.sheet.element({section: 'forces', name: force.name}, symbol.layer, force.active);
    const has = (key: string) =>
      (data.get(force.name) ?? []).some((each) => each.key === key && !/^0*\.?0*$/.test(each.value));
    symbol.draw(shop, force, element, has);
  }
}
