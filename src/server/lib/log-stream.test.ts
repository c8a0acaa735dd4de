import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { until } from '~/server/testing/until';
import { createLogStream } from './log-stream';

const folder = createTestFolder();

/** Both ends of a pipe, as non-blocking as standard output is. */
function pipe() {
  const name = path.join(folder, `pipe-${Math.random()}`);
  execFileSync('mkfifo', [name]);
  const reader = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(name, constants.O_WRONLY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(1024 * 1024);
  const read = () => {
    try {
      return buffer.toString('utf8', 0, readSync(reader, buffer));
    } catch {
      return '';
    }
  };
  return { writer, read, close: () => [reader, writer].forEach(closeSync) };
}

const dropLine = (count: number) => `${count} dropped\n`;

describe('the log stream', () => {
  it('has written the last lines when it is flushed during a write', async () => {
    const { writer, read, close } = pipe();
    const stream = createLogStream(writer, dropLine);
    stream.write(`${'x'.repeat(5000)}\n`);
    stream.write('stopped\n');
    await new Promise<void>((resolve) => stream.flush(resolve));
    expect(read()).toMatch(/x\nstopped\n$/);
    close();
  });

  it('drops what a stalled reader does not read, and reports how much once it reads again', async () => {
    const { writer, read, close } = pipe();
    const stream = createLogStream(writer, dropLine, 200_000);
    const line = (n: number) => `${String(n).padStart(6, '0')} ${'x'.repeat(92)}\n`;
    for (let n = 0; n < 10_000; n++) stream.write(line(n));

    let text = '';
    await until(() => {
      text += read();
      return text.includes(' dropped\n');
    });
    const lines = text.trimEnd().split('\n');
    const kept = lines.filter((l) => / x+$/.test(l));
    const dropped = Number(/^(\d+) dropped$/m.exec(text)?.[1]);
    expect(kept).toEqual(kept.map((_, n) => line(n).trimEnd()));
    expect(kept.length * 100).toBeLessThan(400_000);
    expect(kept.length + dropped).toBe(10_000);
    stream.write('later\n');
    await until(() => {
      text += read();
      return text.endsWith('later\n');
    });
    close();
  });

  it('survives a full disk, and ends its flush there', async () => {
    const fd = openSync('/dev/full', 'w');
    const stream = createLogStream(fd, dropLine, 10_000);
    for (let n = 0; n < 1000; n++) stream.write(`${'y'.repeat(99)}\n`);
    await new Promise<void>((resolve) => stream.flush(resolve));
    let isFlushed = false;
    stream.write('still here\n');
    await new Promise<void>((resolve) => stream.flush(resolve)).then(() => {
      isFlushed = true;
    });
    expect(isFlushed).toBe(true);
    closeSync(fd);
  });
});
