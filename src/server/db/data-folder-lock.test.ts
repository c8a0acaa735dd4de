import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tryLock } from '~/server/lib/kernel-lock';
import { hasContainers, inContainer } from '~/server/testing/worlds/container';
import { DataFolderUnusable } from './data-folder';
import { DataFolderInUse, type DataFolderLock, lockDataFolder } from './data-folder-lock';

const containers = hasContainers();
const withoutContainers = containers ? '' : ' (skipped: this account may not create process namespaces)';
const lockModule = JSON.stringify(path.resolve('src/server/db/data-folder-lock.ts'));

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

/** Starts a process that takes the lock, prints "held" or the error, and keeps running. */
async function startHolder(before: string[] = []): Promise<{ child: ChildProcess; said: string }> {
  const child = start(
    `
    try {
      lockDataFolder(${JSON.stringify(folder)});
      process.stdout.write('held');
    } catch (error) {
      process.stdout.write(error.name + ': ' + error.message);
    }
    setInterval(() => {}, 1000);`,
    before,
  );
  const [said] = await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  return { child, said: String(said) };
}

function start(program: string, before: string[] = []): ChildProcess {
  const source = `import { lockDataFolder } from ${lockModule};${program}`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', source];
  const [command = '', ...args] = [...before, ...node];
  const child = spawn(command, args);
  children.push(child);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the data folder', () => {
  it('belongs to the process that locked it until that releases it', () => {
    const lock = lockDataFolder(folder);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    lock.assertHeld();
    lock.release();
    expect(existsSync(file)).toBe(false);
    lockDataFolder(folder).release();
  });

  it('is denied to a second process, with a message that says what to do', async () => {
    const { child, said } = await startHolder();
    expect(said).toBe('held');
    const second = () => lockDataFolder(folder);
    expect(second).toThrow(DataFolderInUse);
    expect(second).toThrow(`The embedded database in ${folder} is in use by process ${child.pid}.`);
    expect(second).toThrow(/stop that process, choose another DATA_DIR, or set DATABASE_URL/);
  });

  it('is taken over at once from a killed process', async () => {
    const { child } = await startHolder();
    await end(child);
    expect(existsSync(file)).toBe(true);
    const lock = lockDataFolder(folder);
    lock.assertHeld();
    lock.release();
  });

  it('is taken over after a reboot if another process had our own pid', () => {
    writeFileSync(file, `${process.pid} 1`);
    const lock = lockDataFolder(folder);
    lock.assertHeld();
    lock.release();
  });

  // Without the start time of processes, a living pid is trusted.
  it.runIf(existsSync('/proc/self/stat'))('is taken over if the pid now belongs to another program', () => {
    writeFileSync(file, `${process.ppid} 1`);
    const lock = lockDataFolder(folder);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    lock.release();
  });

  it.each(['', 'nonsense', '-1 -', '0 0', '99999999999 1', '\u0000'])(
    'is taken over from a lock file that contains %j',
    (content) => {
      writeFileSync(file, content);
      lockDataFolder(folder).release();
      expect(existsSync(file)).toBe(false);
    },
  );

  it('is denied while its holder is suspended', async () => {
    const { child } = await startHolder();
    child.kill('SIGSTOP');
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  });

  it.runIf(containers)(`is refused to another container, and free after a crash${withoutContainers}`, async () => {
    const first = await startHolder(inContainer());
    expect(first.said).toBe('held');
    expect(readFileSync(file, 'utf8')).toMatch(/^1 /);
    const second = await startHolder(inContainer(['--net']));
    expect(second.said).toMatch(
      /^DataFolderInUse: .* is in use by a process of another container or machine\. It allows/,
    );
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
    await end(first.child);
    const { said } = await startHolder(inContainer());
    expect(said).toBe('held');
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'is refused while an earlier version runs, which takes no kernel lock',
    () => {
      const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
      const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      writeFileSync(file, `${process.ppid} ${startTime}`);
      expect(() => lockDataFolder(folder)).toThrow(`is in use by process ${process.ppid}.`);
      expect(readFileSync(file, 'utf8')).toBe(`${process.ppid} ${startTime}`);
    },
  );

  it('is denied with a clear message if the file system has no locks', () => {
    const take = () =>
      lockDataFolder(folder, () => {
        throw Object.assign(new Error('ENOLCK: no locks available'), { code: 'ENOLCK' });
      });
    expect(take).toThrow(
      new DataFolderUnusable(
        `The data folder ${folder} cannot be locked (ENOLCK), so a second process could damage the embedded database. ` +
          'Use a local disk for DATA_DIR, or set DATABASE_URL to use a PostgreSQL server.',
      ),
    );
    lockDataFolder(folder).release();
  });

  it('detects that its lock file was replaced, and leaves the new one to its holder', () => {
    const lock = lockDataFolder(folder);
    unlinkSync(file);
    expect(() => lock.assertHeld()).toThrow(/database\.lock was deleted or replaced/);
    const next = lockDataFolder(folder);
    expect(() => lock.assertHeld()).toThrow(DataFolderInUse);
    lock.release();
    next.assertHeld();
    next.release();
    expect(existsSync(file)).toBe(false);
  });

  it('is taken by one of several processes that find a crashed one’s lock at the same moment', async () => {
    writeFileSync(file, '99999999 1');
    const holders = await Promise.all(Array.from({ length: 6 }, () => startHolder()));
    const said = holders.map((holder) => holder.said.split(':', 1)[0]).sort();
    expect(said).toEqual([...Array.from({ length: 5 }, () => 'DataFolderInUse'), 'held']);
  });

  it('is denied if the previous holder deletes its file, and another process takes the lock, between two steps', () => {
    const previous = lockDataFolder(folder);
    let next: DataFolderLock | undefined;
    const lockLater = (descriptor: number) => {
      if (next) return tryLock(descriptor);
      previous.release();
      next = lockDataFolder(folder);
      // Granted, although the descriptor's file was deleted.
      expect(tryLock(descriptor)).toBe(true);
      return true;
    };
    expect(() => lockDataFolder(folder, lockLater)).toThrow(DataFolderInUse);
    next?.assertHeld();
    next?.release();
    expect(existsSync(file)).toBe(false);
  });
});
