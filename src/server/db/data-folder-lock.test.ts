import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock';

let folder: string;
let file: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-lock-'));
  file = path.join(folder, 'database.lock');
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  rmSync(folder, { recursive: true });
});

/** A process that takes the lock, says "held" or why not, and stays. */
async function startHolder(): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { lockDataFolder } from ${JSON.stringify(path.resolve('src/server/db/data-folder-lock.ts'))};
    try {
      const lock = lockDataFolder(${JSON.stringify(folder)});
      // As the database does: the check comes when its code is loaded.
      await new Promise((resolve) => setTimeout(resolve, 300));
      lock.assertHeld();
      process.stdout.write('held');
    } catch (error) {
      process.stdout.write(error.name + ': ' + error.message);
    }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { child, said: String(said) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the data folder', () => {
  it('belongs to the process that locked it, until it lets go', () => {
    const lock = lockDataFolder(folder);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    lock.assertHeld();
    lock.release();
    expect(existsSync(file)).toBe(false);
    lockDataFolder(folder).release();
  });

  it('is refused to a second process, in words that say what to do', async () => {
    const { child, said } = await startHolder();
    expect(said).toBe('held');
    const second = () => lockDataFolder(folder);
    expect(second).toThrow(DataFolderInUse);
    expect(second).toThrow(`The embedded database in ${folder} is in use by process ${child.pid}.`);
    expect(second).toThrow(/stop that process, choose another DATA_DIR, or set DATABASE_URL/);
  });

  it('is taken over at once from a process that was killed', async () => {
    const { child } = await startHolder();
    await end(child);
    expect(existsSync(file)).toBe(true);
    const lock = lockDataFolder(folder);
    lock.assertHeld();
    lock.release();
  });

  it('is taken over after a restart of the machine, when our own number was another’s', () => {
    writeFileSync(file, `${process.pid} 1`);
    const lock = lockDataFolder(folder);
    lock.assertHeld();
    lock.release();
  });

  // Where the system does not tell when a process started, a living number is believed.
  it.runIf(existsSync('/proc/self/stat'))('is taken over when the number now belongs to another program', () => {
    writeFileSync(file, `${process.ppid} 1`);
    const lock = lockDataFolder(folder);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    lock.release();
  });

  it.each(['', 'nonsense', '-1 -', '0 0', '99999999999 1', '\u0000'])(
    'is taken over from a lock that says %j',
    (content) => {
      writeFileSync(file, content);
      lockDataFolder(folder).release();
      expect(existsSync(file)).toBe(false);
    },
  );

  it('is let go only by who holds it', () => {
    const lock = lockDataFolder(folder);
    writeFileSync(file, `${process.ppid} 1`);
    expect(() => lock.assertHeld()).toThrow(DataFolderInUse);
    lock.release();
    expect(existsSync(file)).toBe(true);
  });

  it('goes to one of several processes that find a dead one’s lock at the same moment', async () => {
    writeFileSync(file, '99999999 1');
    const holders = await Promise.all(Array.from({ length: 4 }, startHolder));
    const said = holders.map((holder) => holder.said.split(':', 1)[0]).sort();
    expect(said).toEqual(['DataFolderInUse', 'DataFolderInUse', 'DataFolderInUse', 'held']);
  });
});
