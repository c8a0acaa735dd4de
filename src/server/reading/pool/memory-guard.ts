/**
 * Ends this process when it grows past its share or its parent is gone. It stands in a thread of its own, because the
 * main one may be deep in a file that never lets go. The limit of the JavaScript heap knows nothing of buffers, of
 * long strings or of what a picture takes: this one counts everything.
 */
import { Worker } from 'node:worker_threads';

const everyMs = 50;

const guard = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    const isOver = process.memoryUsage.rss() > workerData.maxBytes;
    if (isOver || process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
  }, workerData.everyMs);
`;

/** `growthMb` more than the process has now. */
export function startMemoryGuard(growthMb: number): void {
  const maxBytes = process.memoryUsage.rss() + growthMb * 1024 * 1024;
  const workerData = { maxBytes, parent: process.ppid, everyMs };
  new Worker(guard, { eval: true, workerData, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } });
}
