/** Checks that the machine has enough memory for the child processes at their limits. */
import { totalmem } from 'node:os';
import type { Env } from '~/server/env';
import { modelFolder, readInstalledModel } from '~/server/providers/embeddings/local/model-folder';
import { readerCount } from '~/server/reading/pool/reader-pool';
import { growthPerHeap } from '~/server/reading/pool/reader-process';
import { type Finding, ok, warn } from './finding';

const check = 'memory';
const bytesPerMb = 1024 ** 2;

export type MemoryEnv = Pick<Env, 'READ_MEMORY_MB' | 'EMBEDDINGS_MEMORY_MB' | 'WEB_CONCURRENCY' | 'DATA_DIR'>;

export async function checkMemory(env: MemoryEnv, machineMb = memoryOfMachine()): Promise<Finding[]> {
  const readers = readerCount * env.READ_MEMORY_MB * growthPerHeap;
  const model = await readInstalledModel(modelFolder(env.DATA_DIR)).catch(() => null);
  const needed = env.WEB_CONCURRENCY * (readers + (model ? env.EMBEDDINGS_MEMORY_MB : 0));
  const message = `processes for files${model ? ' and vectors' : ''} may use ${needed} MB of ${machineMb} MB`;
  if (needed <= machineMb) return [ok(check, message)];
  const settings = ['READ_MEMORY_MB', ...(model ? ['EMBEDDINGS_MEMORY_MB'] : []), 'WEB_CONCURRENCY'];
  return [warn(check, message, `Reduce ${settings.join(' or ')}, or add memory.`)];
}

/** Limited by the container, if it has a limit. */
function memoryOfMachine(): number {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.floor(bytes / bytesPerMb);
}
