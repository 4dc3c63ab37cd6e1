import assert from 'node:assert/strict';
import {test} from 'node:test';
import {LiveValues} from './live_values.ts';
import {body, runOf, sceneOf, stateOf} from './scene_for_tests.ts';

test('the columns of an element at the time on show, read once', async () => {
  const element = {name: 'b', type: '', active: true, line: 0, data: [], columns: ['b.x', 'b.vx', 'b.missing']};
  const scene = sceneOf({bodies: [body('b')], sections: [{name: 'bodies', elements: [element]}]});
  const {run, source, asked} = runOf(scene, {t: [0, 2], 'b.x': [10, 20], 'b.vx': [5, 5]});
  const state = stateOf(run, source);
  const live = new LiveValues(state);
  const ref = {section: 'bodies', name: 'b'} as const;
  assert.equal(live.at(ref).size, 0);
  await new Promise<void>((resolve) => {
    live.arrived.listen(() => resolve());
  });
  const requests = asked.length;
  state.time.value = 0.5;
  assert.deepEqual(
    [...live.at(ref)],
    [
      ['b.x', 12.5],
      ['b.vx', 5],
    ],
  );
  state.time.value = 2;
  assert.equal(live.at(ref).get('b.x'), 20);
  assert.equal(asked.length, requests);
  assert.equal(live.at({section: 'joints', name: 'none'}).size, 0);
});
