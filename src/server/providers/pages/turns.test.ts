import { expect, it } from 'vitest';
import { Turns } from './turns';

it('an aborted task takes no turn and leaves no entry', async () => {
  const turns = new Turns(1);
  const gone = AbortSignal.abort(new Error('left'));
  let ran = 0;
  const count = async () => {
    ran += 1;
  };
  await expect(turns.run('a', gone, count)).rejects.toThrow('left');
  let finish = () => {};
  const first = turns.run('a', new AbortController().signal, () => new Promise<void>((done) => (finish = done)));
  // Also while another task has the turn, where it would otherwise wait forever.
  await expect(turns.run('a', gone, count)).rejects.toThrow('left');
  const next = turns.run('a', new AbortController().signal, count);
  finish();
  await Promise.all([first, next]);
  expect(ran).toBe(1);
});
