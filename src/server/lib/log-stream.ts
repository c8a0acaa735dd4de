/**
 * The destination of log lines: asynchronous, bounded, and never a reason for the server to block or crash. A stalled
 * reader or a full disk loses lines, which are counted and reported once writing works again.
 */
import SonicBoom from 'sonic-boom';

export interface LogStream {
  write(line: string): void;
  /** Calls back when everything is written, or when writing has failed. */
  flush(done: () => void): void;
}

/** Lines shorter than this together are written after `flushMs`: one write for many lines. */
const batchBytes = 4096;
const flushMs = 100;
/** Delay of the retry after a failed write. */
const retryMs = 1000;
/** Maximum of buffered lines; further ones are dropped. */
const waitingBytes = 1024 * 1024;

export function createLogStream(
  fd: number,
  reportDropped: (count: number) => string,
  maxLength = waitingBytes,
): LogStream {
  const target = new SonicBoom({ fd, sync: false, minLength: batchBytes, maxLength });
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  const flushIn = (ms: number) => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      target.flush();
    }, ms).unref();
  };
  // SonicBoom keeps what a failed write left and retries it with the next flush.
  target.on('error', () => flushIn(retryMs));
  target.on('drop', () => dropped++);
  target.on('drain', () => {
    if (dropped === 0) return;
    const line = reportDropped(dropped);
    dropped = 0;
    target.write(line);
    flushIn(flushMs);
  });
  return {
    write(line) {
      target.write(line);
      flushIn(flushMs);
    },
    // SonicBoom calls back after the current write, which may have started before the last lines arrived.
    flush: (done) => target.flush(() => target.flush(() => done())),
  };
}

/**
 * Standard output as a log stream. A pipe starts out blocking: a stalled reader would block a thread of the pool, and
 * the exit of the process with it. Node.js makes it non-blocking when process.stdout is first used, and the listeners
 * keep an error on either stream from crashing the process.
 */
export function standardOutput(reportDropped: (count: number) => string): LogStream {
  // One listener per stream, however many loggers a process has, as in tests.
  for (const stream of [process.stdout, process.stderr]) stream.off('error', ignoreError).on('error', ignoreError);
  return createLogStream(process.stdout.fd, reportDropped);
}

const ignoreError = (): void => {};
