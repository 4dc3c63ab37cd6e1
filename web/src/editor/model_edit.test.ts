import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Source} from '../data/source.ts';
import {Trouble} from '../data/source.ts';
import type {CheckAnswer, ModelText, Project, Scene, Summary} from '../data/types.ts';
import {type LoadedRun, PageState} from '../state.ts';
import {ModelEdit, sameRecord} from './model_edit.ts';
import {sameDrawing} from './same_drawing.ts';

globalThis.addEventListener ??= () => {};

function scene(x: number, mass = 1): Scene {
  const bodies = [
    {name: 'crank', at: [x, 0, 0], q: [1, 0, 0, 0], mass, inertia: [1, 1, 1], geometry: [], attachments: []},
  ];
  return {
    name: 'm',
    bodies,
    ground: [],
    joints: [],
    constraints: [],
    drivers: [],
    forces: [],
    points: [],
  } as unknown as Scene;
}

/** A program that answers checks when told to, and keeps one file. */
class Program {
  file: ModelText = {id: 'm0', file: 'm.yaml', text: 'a: 1', mark: 'x', draft: null, writable: true, set: {}};
  drafts: (string | null)[] = [];
  asked: {text: string; set: Record<string, string>; answer(answer: CheckAnswer): void}[] = [];
  remember = () => {};
  model = async () => ({...this.file});
  keepDraft = async (_: string, text: string | null) => {
    this.drafts.push(text);
  };
  check = (_: string, text: string, set: Record<string, string>) =>
    new Promise<CheckAnswer>((answer) => this.asked.push({text, set, answer}));
  save = async (_: string, text: string, mark: string) => {
    if (mark !== this.file.mark) throw new Trouble('changed', 409);
    this.file = {...this.file, text, mark: `${mark}x`};
    return {...this.file};
  };
}

const project: Project = {version: '', models: [], runs: [], jobs: [], memory: {}, live: true};
const good = (x: number): CheckAnswer => ({faults: [], summary: {model: `at ${x}`} as Summary, scene: scene(x)});
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function opened(draft: string | null = null) {
  const program = new Program();
  program.file.draft = draft;
  const state = new PageState(program as unknown as Source, {...project, memory: {}});
  const edit = new ModelEdit(state);
  const opening = edit.open('m0');
  await settle();
  program.asked[0]!.answer(good(0));
  await opening;
  return {program, state, edit};
}

test('edits that were kept come back', async () => {
  const {edit, program} = await opened('a: 2');
  assert.equal(edit.text.value, 'a: 2');
  assert.equal(edit.unsaved.value, true);
  assert.equal(program.asked[0]!.text, 'a: 2');
});

test('an answer to a text that has moved on is not shown', async () => {
  const {edit, program, state} = await opened();
  edit.text.value = 'a: 3';
  const first = edit.check();
  edit.text.value = 'a: 4';
  const second = edit.check();
  program.asked[2]!.answer(good(4));
  program.asked[1]!.answer({
    faults: [{file: '', line: 1, column: 1, where: '', what: 'old', hint: ''}],
    summary: null,
    scene: null,
  });
  await Promise.all([first, second]);
  assert.deepEqual(edit.faults.value, []);
  assert.equal(state.scene.value?.bodies[0]?.at[0], 4);
});

test('drafts are kept while typing, and dropped when the text is that of the file again', async () => {
  const {edit, program} = await opened();
  edit.type('a: 9');
  edit.type('a: 99');
  assert.deepEqual(program.drafts, []);
  await new Promise((resolve) => setTimeout(resolve, 450));
  assert.deepEqual(program.drafts, ['a: 99']);
  edit.discard();
  assert.equal(edit.text.value, 'a: 1');
  assert.deepEqual(program.drafts, ['a: 99', null]);
});

test('a file that was changed elsewhere is not overwritten unasked', async () => {
  const {edit, program} = await opened();
  edit.text.value = 'a: mine';
  program.file = {...program.file, text: 'a: theirs', mark: 'other'};
  assert.equal(await edit.save(), false);
  assert.equal(program.file.text, 'a: theirs');
  assert.equal(await edit.save(true), true);
  assert.equal(program.file.text, 'a: mine');
  assert.equal(edit.unsaved.value, false);
});

test('the design position gives way to the run only where it looks the same', async () => {
  const {edit, program, state} = await opened();
  const run = {info: {id: 'r0', model: 'm0', set: {}}, scene: scene(0), summary: null} as unknown as LoadedRun;
  state.run.value = run;
  state.scene.value = run.scene;
  const answer = async (set: Record<string, string>, found: CheckAnswer) => {
    edit.set.value = set;
    const checked = edit.check();
    program.asked.at(-1)!.answer(found);
    await checked;
  };
  await answer({mass: '2'}, {...good(0), scene: scene(0, 2)});
  assert.equal(edit.preview.value, false);
  assert.equal(state.scene.value, run.scene);
  await answer({x: '5'}, good(5));
  assert.equal(edit.preview.value, true);
  assert.equal(state.scene.value?.bodies[0]?.at[0], 5);
  assert.equal(state.summary.value?.model, 'at 5');
  await answer({}, good(0));
  assert.equal(edit.preview.value, false);
  assert.equal(state.scene.value, run.scene);
});

test('scenes and settings that are the same', () => {
  assert.ok(sameDrawing(scene(1, 1), scene(1, 7)));
  assert.ok(!sameDrawing(scene(1), scene(2)));
  assert.ok(sameRecord({a: '1', b: '2'}, {b: '2', a: '1'}));
  assert.ok(!sameRecord({a: '1'}, {a: '1', b: '2'}));
  assert.ok(!sameRecord({a: '1'}, {b: '1'}));
});

test('a model that is asked for twice comes once: what was changed after it came stays', async () => {
  const program = new Program();
  const edit = new ModelEdit(new PageState(program as unknown as Source, {...project, memory: {}}));
  const both = [edit.open('m0'), edit.open('m0')];
  await settle();
  edit.setParameter('k', '150');
  await settle();
  for (const each of program.asked) each.answer(good(0));
  await Promise.all(both);
  assert.deepEqual(edit.set.value, {k: '150'});
  assert.equal(program.asked.length, 1);
});
