import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '~/server/lib/logger';
import { Supervisor } from './supervise';

/** Processes that record the signals they receive. */
class FakeProcess extends EventEmitter {
  readonly signals: NodeJS.Signals[] = [];
  readonly process = { pid: 1, kill: (signal: NodeJS.Signals) => this.signals.push(signal), send() {} };
  isConnected = () => false;
}

let processes: FakeProcess[];
let exit: ReturnType<typeof vi.fn>;
let supervisor: Supervisor;

beforeEach(() => {
  processes = [];
  vi.spyOn(cluster, 'setupPrimary').mockReturnValue();
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const started = new FakeProcess();
    processes.push(started);
    return started as unknown as Worker;
  });
  exit = vi.fn();
  vi.spyOn(process, 'exit').mockImplementation(exit as never);
  supervisor = new Supervisor('main.js', createLogger({ level: 'silent', isProduction: true }));
});
afterEach(() => void vi.restoreAllMocks());

/** Starts two processes, of which only the first is ready. */
function startTwo(): [ready: FakeProcess, starting: FakeProcess] {
  void supervisor.startFirst();
  processes[0]?.emit('message', { announcement: 'ready' });
  supervisor.startRest(2);
  return processes as [FakeProcess, FakeProcess];
}
const exitCode = () => expect.poll(() => exit.mock.calls);

it('forwards a change of the log level only to processes that are ready, because it would end the others', () => {
  const [ready, starting] = startTwo();
  supervisor.changeLevel();
  expect([ready.signals, starting.signals]).toEqual([['SIGUSR2'], []]);
  starting.emit('message', { announcement: 'ready' });
  expect([ready.signals, starting.signals]).toEqual([['SIGUSR2'], ['SIGUSR2']]);
});

it('starts a process with the configured log level after the level was changed and changed back', () => {
  const [ready, starting] = startTwo();
  supervisor.changeLevel();
  supervisor.changeLevel();
  starting.emit('message', { announcement: 'ready' });
  expect([ready.signals, starting.signals]).toEqual([['SIGUSR2', 'SIGUSR2'], []]);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'exits without an error on %s while a process starts',
  async (signal) => {
    const [ready, starting] = startTwo();
    supervisor.stop(signal);
    expect([ready.signals, starting.signals]).toEqual([[signal], [signal]]);
    starting.emit('exit', null, signal);
    ready.emit('exit', 0, null);
    await exitCode().toEqual([[0]]);
  },
);

it.each([
  ['fails', 1, null],
  ['is killed', null, 'SIGKILL'],
])('exits with an error if a process %s while it starts, also during a stop', async (_how, code, signal) => {
  const [ready, starting] = startTwo();
  supervisor.stop('SIGTERM');
  starting.emit('exit', code, signal);
  ready.emit('exit', 0, null);
  await exitCode().toEqual([[1]]);
});

it('exits with an error if a ready process ends by the signal instead of finishing its work', async () => {
  const [ready, starting] = startTwo();
  supervisor.stop('SIGTERM');
  starting.emit('exit', null, 'SIGTERM');
  ready.emit('exit', null, 'SIGTERM');
  await exitCode().toEqual([[1]]);
});

it.each([
  [2, null, 2],
  [null, 'SIGKILL', 1],
  [null, 'SIGTERM', 1],
])('exits with an error if the first process never gets ready (%s, %s)', async (code, signal, expected) => {
  void supervisor.startFirst();
  processes[0]?.emit('exit', code, signal);
  await exitCode().toEqual([[expected]]);
});
