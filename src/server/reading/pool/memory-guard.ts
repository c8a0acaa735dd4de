/**
 * Ends this process when it exceeds its memory limit or its parent is gone. Runs in a thread, because a malicious file
 * may block the main one. The JavaScript heap limit does not cover buffers, long strings or images; this one counts
 * everything.
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

/** Allows `growthMb` more than the process uses now. */
export function startMemoryGuard(growthMb: number): void {
  const maxBytes = process.memoryUsage.rss() + growthMb * 1024 * 1024;
  const workerData = { maxBytes, parent: process.ppid, everyMs };
  new Worker(guard, { eval: true, workerData, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } });
}
