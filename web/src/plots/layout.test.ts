import assert from 'node:assert/strict';
import {test} from 'node:test';
import {byUnits, layoutsOf, paneOf, toRemember} from './layout.ts';

test('what was kept comes back', () => {
  const layouts = {'four_bar/dynamics': [paneOf(['a.x', 'b.x'], {over: 'c.x', logY: true, height: 300})], empty: []};
  const back = layoutsOf(JSON.parse(JSON.stringify(toRemember(layouts))));
  assert.deepEqual({...back}, layouts);
});

test('anything may come back', () => {
  for (const strange of [
    undefined,
    null,
    3,
    'x',
    [],
    {},
    {version: 2, layouts: {}},
    {version: 1},
    {version: 1, layouts: 7},
  ]) {
    assert.deepEqual(Object.keys(layoutsOf(strange)), []);
  }
  const bad = {
    version: 1,
    layouts: {
      a: 'no list',
      b: [null, 4, [], 'x', {}],
      c: [
        {columns: ['a', 7, '', 'a', null], height: 1e9, over: {}, hidden: 'h', spectrum: 'yes', readout: true, more: 1},
      ],
      d: Array(1000).fill({columns: Array.from({length: 500}, (_, i) => `c${i}`), height: Number.NaN}),
      __proto__: [],
    },
  };
  const found = layoutsOf(bad);
  assert.equal('a' in found, false);
  assert.deepEqual(found.b, [paneOf([])]);
  assert.deepEqual(found.c, [paneOf(['a'], {height: 1200, readout: true})]);
  assert.ok(found.d!.length <= 40 && found.d![0]!.columns.length <= 64 && found.d![0]!.height === 190);
});

test('no pane has more than two units', () => {
  const units: Record<string, string> = {a: 'm', b: 'N', c: 'm', d: 'rad', e: 's', f: 'N', g: 'kg'};
  const unit = (name: string) => units[name] ?? '';
  assert.deepEqual(byUnits(['a', 'b', 'c', 'd', 'e', 'f', 'g'], unit), [['a', 'b', 'c', 'f'], ['d', 'e'], ['g']]);
  assert.deepEqual(byUnits(['d', 'c'], unit, ['a', 'b']), [['c'], ['d']]);
  assert.deepEqual(byUnits(['d'], unit, ['a']), [['d']]);
  const sizes: Record<string, number> = {a: 50, c: 1, b: 3, f: 0};
  const apart = byUnits(['a', 'c', 'b', 'f'], unit, [], (name) => sizes[name]);
  assert.deepEqual(apart, [['a', 'b', 'f'], ['c']], 'c would be a flat line beside a');
});
