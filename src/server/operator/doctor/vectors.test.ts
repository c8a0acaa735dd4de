import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Session } from '~/server/db/session';
import { modelFolder } from '~/server/providers/embeddings/local/model-folder';
import { describeTinyModel, writeTinyModel } from '~/server/testing/fakes/tiny-model';
import { checkVectors } from './vectors';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'qinsight-doctor-vectors-'));
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

const check = (hasTables: boolean, embeddingModel: string | null = null) => {
  const session = { query: async () => [{ is_there: hasTables }] } as unknown as Session;
  return checkVectors({ DATA_DIR, model: null, AI_EMBEDDING_MODEL: undefined }, session, [{ embeddingModel }]);
};
const install = async () => {
  writeTinyModel(modelFolder(DATA_DIR), [['bill']]);
  await describeTinyModel(modelFolder(DATA_DIR));
};

it('reports that files are searched by words without any model', async () => {
  expect(await check(true)).toMatchObject({ state: 'ok', message: 'no embedding model (files are searched by words)' });
});

it('names the model of the data folder, unless an endpoint has one', async () => {
  await install();
  expect((await check(true)).message).toBe('files are also searched by meaning, with tiny in the data folder');
  expect((await check(true, 'small')).message).toBe('files are also searched by meaning, with small');
});

it('warns if the database cannot store the vectors of the model', async () => {
  await install();
  expect(await check(false)).toMatchObject({
    state: 'warn',
    message: expect.stringContaining('tiny in the data folder'),
  });
});

it('warns about model files that differ from the installed ones', async () => {
  await install();
  writeFileSync(path.join(modelFolder(DATA_DIR), 'model.onnx'), 'another');
  expect(await check(true)).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(
      /does not contain the installed files \(model\.onnx\), so files are searched by words/,
    ),
    fix: 'Run npm run embeddings:install again.',
  });
  writeFileSync(path.join(modelFolder(DATA_DIR), 'embeddings.json'), '{');
  expect(await check(true)).toMatchObject({ state: 'warn', message: expect.stringContaining('cannot be read') });
});
