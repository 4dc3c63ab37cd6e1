// The other variants of a sweep, behind the one on show: their curves, colored by the first varied value.
import {partOf, scaleColor, wordsOf} from '../data/family.ts';
import type {Source} from '../data/source.ts';
import type {LoadedRun} from '../state.ts';
import type {Curve} from './picture.ts';

/** More curves than anyone tells apart: of more, every second, third, .. is drawn. */
const most = 60;
/** Points of each. */
const points = 2000;

/** `shown`: the curves of the variant on show, whose columns and looks the others take. */
export async function familyCurves(source: Source, run: LoadedRun, shown: Curve[], x: string): Promise<Curve[]> {
  const {family} = run.detail;
  const own = shown.filter((each) => each.run === '');
  if (!family || own.length === 0) return [];
  const stride = Math.ceil(family.curves.length / most);
  const names = [...new Set([x, ...own.map((each) => each.column)])];
  const others = family.curves
    .map((rows, variant) => ({rows, variant}))
    .filter(({variant}) => variant !== run.variant && variant % stride === 0);
  const all = await Promise.all(
    others.map(async ({rows, variant}) => {
      const {from, to} = rows;
      const thin = to - from > points ? {thin: {points, by: 'every' as const}} : {};
      const loaded = await source.columns(run.info.id, names, {from, to, ...thin});
      const column = (name: string) => loaded[names.indexOf(name)]!;
      return own.map(
        (each): Curve => ({
          column: each.column,
          run: wordsOf(family, variant),
          unit: each.unit,
          x: column(x),
          y: column(each.column),
          side: each.side,
          color: each.color,
          dash: own.length > 1 ? each.dash : [],
          shown: each.shown,
          tint: scaleColor(partOf(family, variant)),
        }),
      );
    }),
  );
  return all.flat();
}
