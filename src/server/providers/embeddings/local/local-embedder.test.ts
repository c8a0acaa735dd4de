import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeTinyModel, writeTinyModel } from '~/server/testing/fakes/tiny-model';
import { until } from '~/server/testing/until';
import { createEmbeddingProcess, type EmbeddingProcess } from './embedding-process';
import { createLocalEmbedding, type LocalEmbedding } from './local-embedder';
import { modelFolder } from './model-folder';

const concepts = [['vacation', 'holiday'], ['invoice', 'bill'], ['query'], ['passage']];
const patient = () => AbortSignal.timeout(60_000);
const dot = (one: readonly number[] = [], other: readonly number[] = []) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

let dataDir: string;
let folder: string;
let warnings: unknown[];
let local: LocalEmbedding;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'qinsight-local-model-'));
  folder = modelFolder(dataDir);
  warnings = [];
  const logger = { warn: (entry: unknown) => void warnings.push(entry) };
  local = createLocalEmbedding({ dataDir, memoryMb: 1024, logger } as Parameters<typeof createLocalEmbedding>[0]);
});
afterEach(() => {
  local.close();
  rmSync(dataDir, { recursive: true });
});

describe('a model in the data folder', () => {
  it('is used only if it is installed', async () => {
    expect(await local.embedder()).toBeNull();
    writeTinyModel(folder, concepts);
    expect(await local.embedder()).toBeNull();
    await describeTinyModel(folder);
    expect((await local.embedder())?.model).toMatch(/^tiny@[0-9a-f]{8}$/);
    expect(warnings).toEqual([]);
  });

  it('is ignored, with a warning, if its manifest is invalid', async () => {
    writeTinyModel(folder, concepts);
    writeFileSync(path.join(folder, 'embeddings.json'), '{"model":"tiny"}');
    expect(await local.embedder()).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it('computes vectors of length 1 that are similar for texts with the same meaning', async () => {
    writeTinyModel(folder, concepts);
    await describeTinyModel(folder);
    const embedder = await local.embedder();
    const texts = ['Vacation!', 'an INVOICE', 'unknown words only', 'bill', 'invoice vacation', 'holiday'];
    const passages = await embedder?.embedPassages(texts, patient());
    const question = await embedder?.embedQuestion('holiday', patient());
    // The same text alone, and padded in a batch with longer texts.
    expect(question?.vector).toEqual(passages?.vectors[5]);
    expect(passages?.vectors).toHaveLength(6);
    for (const vector of passages?.vectors ?? []) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const nearness = passages?.vectors.map((vector) => dot(vector, question?.vector)) ?? [];
    expect(nearness.indexOf(Math.max(...nearness))).toBe(5);
    expect(nearness[0]).toBeGreaterThan(nearness[1] ?? 1);
    expect(nearness[0]).toBeGreaterThan(nearness[2] ?? 1);
    expect(nearness[4]).toBeGreaterThan(nearness[1] ?? 1);
    // "[CLS] holiday [SEP]".
    expect(question?.tokens).toEqual({ reported: 3, unreported: [] });
  });

  it('reads a long text up to its limit', async () => {
    writeTinyModel(folder, concepts);
    await describeTinyModel(folder, { maxTokens: 16 });
    const made = await (await local.embedder())?.embedPassages(['bill '.repeat(500)], patient());
    expect(made?.tokens.reported).toBe(16);
  });

  it('uses the first token if the manifest says so', async () => {
    writeTinyModel(folder, concepts);
    await describeTinyModel(folder, { pooling: 'cls' });
    const made = await (await local.embedder())?.embedPassages(['bill', 'vacation'], patient());
    expect(made?.vectors[0]).toEqual(made?.vectors[1]);
  });

  it('adds the model’s prefixes before a query and a passage', async () => {
    writeTinyModel(folder, concepts);
    await describeTinyModel(folder, { model: 'multilingual-e5-small' });
    const embedder = await local.embedder();
    const made = await embedder?.embedPassages(['bill'], patient());
    const question = await embedder?.embedQuestion('bill', patient());
    // "passage" and "query" are words of the vocabulary with a number of their own.
    expect(made?.vectors[0]?.[4]).toBeGreaterThan(0.1);
    expect(question?.vector[3]).toBeGreaterThan(0.1);
  });

  it('is not used if a file differs from the installed one', async () => {
    writeTinyModel(folder, concepts);
    await describeTinyModel(folder);
    writeTinyModel(folder, [['other']]);
    const made = (await local.embedder())?.embedPassages(['bill'], patient());
    await expect(made).rejects.toThrow(/Not the installed files: model.onnx, tokenizer.json/);
  });

  it('is replaced by the next installed model without a restart', async () => {
    writeTinyModel(folder, concepts);
    await describeTinyModel(folder);
    const before = await local.embedder();
    await before?.embedPassages(['bill'], patient());
    writeTinyModel(folder, [['bill'], ['vacation']]);
    await describeTinyModel(folder);
    const after = await local.embedder();
    expect(after?.model).not.toBe(before?.model);
    expect((await after?.embedPassages(['bill'], patient()))?.vectors[0]).toHaveLength(3);
  });
});

describe('the process of the model', () => {
  let program: EmbeddingProcess;
  beforeEach(async () => {
    writeTinyModel(folder, concepts);
    await describeTinyModel(folder);
  });
  afterEach(() => program.close());

  it('handles queries before waiting passages, and skips canceled ones', async () => {
    program = createEmbeddingProcess({ folder, memoryMb: 1024, idleMs: 60_000 });
    const order: string[] = [];
    const embed = (name: string, kind: 'question' | 'passages', signal = patient()) =>
      program.embed([name], kind, signal).then(
        () => void order.push(name),
        () => void order.push(`${name} given up`),
      );
    const givenUp = new AbortController();
    const all = [embed('one', 'passages'), embed('two', 'passages'), embed('three', 'passages', givenUp.signal)];
    all.push(embed('question', 'question'));
    givenUp.abort();
    await Promise.all(all);
    expect(order).toEqual(['three given up', 'one', 'question', 'two']);
  });

  it('is restarted after it was ended for using too much memory', async () => {
    program = createEmbeddingProcess({ folder, memoryMb: 1, idleMs: 60_000 });
    // The guard checks periodically, so a text or two may be read first.
    const whenEnded = () =>
      until(async () => {
        const [made] = await Promise.allSettled([program.embed(['bill'], 'question', patient())]);
        return made.status === 'rejected' && /ended with SIGKILL/.test(String(made.reason));
      });
    await whenEnded();
    await whenEnded();
  });

  it('ends when it is idle, and the next text starts another one', async () => {
    program = createEmbeddingProcess({ folder, memoryMb: 1024, idleMs: 1 });
    const first = await program.embed(['bill'], 'question', patient());
    expect((await program.embed(['bill'], 'question', patient())).vectors).toEqual(first.vectors);
  });

  it('rejects waiting requests when it is closed', async () => {
    program = createEmbeddingProcess({ folder, memoryMb: 1024, idleMs: 60_000 });
    const made = [program.embed(['one'], 'passages', patient()), program.embed(['two'], 'passages', patient())];
    const settled = Promise.allSettled(made);
    program.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
