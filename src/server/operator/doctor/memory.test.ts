import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { modelFolder } from '~/server/providers/embeddings/local/model-folder';
import { readerCount } from '~/server/reading/pool/reader-pool';
import { describeTinyModel, writeTinyModel } from '~/server/testing/fakes/tiny-model';
import { checkMemory } from './memory';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'qinsight-doctor-memory-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

const settings = { READ_MEMORY_MB: 200, EMBEDDINGS_MEMORY_MB: 1000, WEB_CONCURRENCY: 2 };
const readers = 2 * readerCount * 200 * 3;
const findings = (machineMb?: number) => checkMemory({ ...settings, DATA_DIR }, machineMb);

it('is sufficient if the readers of all processes fit', async () => {
  expect(await findings(readers)).toMatchObject([{ state: 'ok' }]);
  expect(await findings(readers - 1)).toMatchObject([
    {
      state: 'warn',
      message: `processes for files may use ${readers} MB of ${readers - 1} MB`,
      fix: 'Reduce READ_MEMORY_MB or WEB_CONCURRENCY, or add memory.',
    },
  ]);
});

it('includes the embedding model if one is installed', async () => {
  writeTinyModel(modelFolder(DATA_DIR), [['bill']]);
  await describeTinyModel(modelFolder(DATA_DIR));
  expect(await findings(readers + 1999)).toMatchObject([
    { state: 'warn', fix: 'Reduce READ_MEMORY_MB or EMBEDDINGS_MEMORY_MB or WEB_CONCURRENCY, or add memory.' },
  ]);
  expect(await findings(readers + 2000)).toMatchObject([{ state: 'ok' }]);
});

it('is read from this machine', async () => {
  const [finding] = await findings();
  expect(Number(/of (\d+) MB/.exec(finding?.message ?? '')?.[1])).toBeGreaterThan(100);
});
