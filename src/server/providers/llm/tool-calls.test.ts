import { expect, it } from 'vitest';
import { runCalls } from './tool-calls';
import type { ModelTool } from './types';

it('runs a tool only after its activity has been read', async () => {
  const ran: unknown[] = [];
  const tool: ModelTool = {
    name: 'search',
    description: 'Searches',
    parameters: {},
    activity: () => ({ kind: 'tool', label: 'Searching' }),
    run: async (input) => {
      ran.push(input);
      return 'found';
    },
  };
  const calls = [{ id: '1', name: 'search', input: '{"q":"rates"}' }];
  const events = runCalls([tool], calls, new AbortController().signal);
  expect(await events.next()).toEqual({
    done: false,
    value: { type: 'activity', activity: { kind: 'tool', label: 'Searching', state: 'running' } },
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual([]);
  await events.next();
  expect(ran).toEqual([{ q: 'rates' }]);
});

it('waits after a stop for an effect that has begun, and not for other tools', async () => {
  let finish = () => {};
  const common = { description: '', parameters: {}, activity: () => ({ kind: 'tool', label: 'Working' }) as const };
  const tools: ModelTool[] = [
    { ...common, name: 'search', run: () => new Promise(() => {}) },
    {
      ...common,
      name: 'remember',
      isSideEffect: true,
      run: () =>
        new Promise((resolve) => {
          finish = () => resolve('Remembered.');
        }),
    },
  ];
  const stop = new AbortController();
  const calls = tools.map(({ name }) => ({ id: name, name, input: '{}' }));
  const events = runCalls(tools, calls, stop.signal);
  await events.next();
  let isOver = false;
  const last = events.next().finally(() => {
    isOver = true;
  });
  stop.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  finish();
  const { value } = await last;
  expect(value).toEqual([
    { text: expect.stringContaining('error'), sources: [] },
    { text: 'Remembered.', sources: [] },
  ]);
});

it('does not run a tool after a stop, and does not wait for it', async () => {
  let runs = 0;
  const tool: ModelTool = {
    name: 'search',
    description: 'Searches',
    parameters: {},
    activity: () => ({ kind: 'tool', label: 'Searching' }),
    run: () => {
      runs++;
      return new Promise(() => {});
    },
  };
  const stop = new AbortController();
  const events = runCalls([tool], [{ id: '1', name: 'search', input: '{}' }], stop.signal);
  await events.next();
  stop.abort();
  expect(await events.next()).toMatchObject({ done: true });
  expect(runs).toBe(0);
});
