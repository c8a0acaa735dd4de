import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createBackground } from './background';

const silent = pino({ level: 'silent' });

describe('work in the background', () => {
  it('does not block its caller, and is waited for', async () => {
    const background = createBackground(silent);
    const steps: string[] = [];
    background.run('a thing', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('done');
      // Work started during the wait is waited for as well.
      background.run('another', async () => void steps.push('and the next'));
    });
    steps.push('answered');
    await background.settled();
    expect(steps).toEqual(['answered', 'done', 'and the next']);
  });

  it('logs its errors and throws none', async () => {
    const said: string[] = [];
    const background = createBackground(
      Object.assign(Object.create(silent), { error: (_: object, m: string) => said.push(m) }),
    );
    background.run('a mail', async () => {
      throw new Error('no');
    });
    background.run('a letter', () => {
      throw new Error('at once');
    });
    await background.settled();
    expect(said.sort()).toEqual(['a letter failed', 'a mail failed']);
  });

  it('is aborted when the process stops', async () => {
    const background = createBackground(silent);
    let gaveUp = false;
    background.run(
      'a wait',
      (signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            gaveUp = true;
            resolve();
          }),
        ),
    );
    await Promise.resolve();
    await background.close();
    expect(gaveUp).toBe(true);
  });
});
