import { expect, it } from 'vitest';
import { researchStates } from '~/shared/research-states';
import { newlyEnded } from './newly-ended';

const ended = ['done', 'failed'] as const;

it('reports research that has finished or failed, whatever its earlier state', () => {
  for (const state of ended)
    for (const earlier of researchStates.filter((one) => one !== state))
      expect(newlyEnded([{ id: 'a', state: earlier }], [{ id: 'a', state }])).toEqual([{ id: 'a', state }]);
});

it('reports research that was started and has ended since', () => {
  for (const state of ended) expect(newlyEnded([], [{ id: 'a', state }])).toEqual([{ id: 'a', state }]);
});

it('reports nothing twice, no running or stopped research, and nothing from the first list', () => {
  for (const state of ended) {
    expect(newlyEnded([{ id: 'a', state }], [{ id: 'a', state }])).toEqual([]);
    expect(newlyEnded(undefined, [{ id: 'a', state }])).toEqual([]);
  }
  for (const state of researchStates.filter((one) => one !== 'done' && one !== 'failed'))
    expect(newlyEnded([{ id: 'a', state: 'running' }], [{ id: 'a', state }])).toEqual([]);
});
