import assert from 'node:assert/strict';
import {test} from 'node:test';
import {highlight} from './highlight.ts';

/** The tokens that are not plain, as "kind:text". */
const seen = (line: string) =>
  highlight(line)
    .filter((each) => each.kind !== 'plain')
    .map((each) => `${each.kind}:${each.text}`);

test('nothing is lost and nothing is added', () => {
  for (const line of [
    'joints:',
    '  main:  {type: revolute, bodies: [ground, crank], at: A, initial: {speed: 10}}  # pin',
    '    orientation: {axis: [0, 0, 1], angle: "atan2(cy - by, cx - bx)"}',
    "  odd: 'it''s # no comment' # but this",
    '\t- [1,2,,]}}',
    'open: "never closed',
    '#',
    '',
    '   ',
    'a:b: c',
  ])
    assert.equal(
      highlight(line)
        .map((each) => each.text)
        .join(''),
      line,
    );
});

test('keys, numbers with units, comments', () => {
  assert.deepEqual(seen('  k: 35 N/mm  # spring'), ['key:k', 'mark::', 'number:35', 'comment:# spring']);
  assert.deepEqual(seen('gravity: [0, -9.81, 1e-3]'), [
    'key:gravity',
    'mark::',
    'mark:[',
    'number:0',
    'mark:,',
    'number:-9.81',
    'mark:,',
    'number:1e-3',
    'mark:]',
  ]);
});

test('a number sign inside a word or quotes is no comment', () => {
  assert.deepEqual(seen('name: a#b'), ['key:name', 'mark::']);
  assert.deepEqual(seen('name: "a # b"'), ['key:name', 'mark::', 'text:"a # b"']);
  assert.deepEqual(seen('name: "say \\"x\\" # y"'), ['key:name', 'mark::', 'text:"say \\"x\\" # y"']);
});

test('an expression is not a number; words that mean something are marked', () => {
  assert.deepEqual(seen('bx: 2*a'), ['key:bx', 'mark::']);
  assert.deepEqual(seen('active: false'), ['key:active', 'mark::', 'word:false']);
  assert.deepEqual(seen('truest: falsehood'), ['key:truest', 'mark::']);
  assert.deepEqual(seen('- "key": 1'), ['mark:-', 'key:"key"', 'mark::', 'number:1']);
});
