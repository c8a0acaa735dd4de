import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '~/server/lib/errors';
import { hostileFiles } from '~/server/testing/inputs/hostile-files';
import { makeEndlessPdf, makePdf } from '~/server/testing/inputs/make-files';
import { sample } from '~/server/testing/sample';
import { limits } from '~/shared/limits';
import { checkFile } from './detect/sniff';
import { createReaderPool, type ReaderPool } from './pool/reader-pool';
import type { Reading } from './reading';

let pool: ReaderPool;
beforeAll(() => {
  // Shorter than in production, so that endless files do not delay the others.
  pool = createReaderPool({ workers: 1, timeoutMs: 1000 });
});
afterAll(() => pool.close());

/** A file this large may take twenty times as long. */
const largeSize = 20 * limits.attachmentBytes;

/** The result of an upload: an AppError, or a reading. */
async function upload(file: (typeof hostileFiles)[number]): Promise<AppError | Reading> {
  const bytes = file.make();
  try {
    const { kind, type } = await checkFile({
      name: file.name,
      declaredType: file.declaredType,
      head: bytes.subarray(0, 4100),
      size: bytes.length,
      readRange: async (start, end) => bytes.subarray(start, end),
    });
    const size = file.make === makeEndlessPdf ? bytes.length : largeSize;
    return await pool.read({ kind, type, name: file.name, bytes, size });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const { few, rest } = sample(hostileFiles, 5);

describe('a hostile file', () => {
  it('exists in at least forty kinds that are rejected or reported in the error', () => {
    expect(hostileFiles.filter(({ end }) => end !== 'harmless').length).toBeGreaterThanOrEqual(40);
    expect(new Set(hostileFiles.map(({ what }) => what)).size).toBe(hostileFiles.length);
  });

  it.each(few)('does no harm: $what', expectHarmless);
  it.each(rest)('does no harm: $what', { tags: 'thorough' }, expectHarmless);
  async function expectHarmless(file: (typeof hostileFiles)[number]) {
    const result = await upload(file);
    if (result instanceof AppError) {
      expect(file.end).toBe('refused');
      expect(['validation', 'too_large', 'unsupported_type']).toContain(result.code);
      expect(result.message).toMatch(/^[A-Z].{10,}/);
    } else {
      expect(file.end, JSON.stringify(result).slice(0, 500)).not.toBe('refused');
      if (file.end === 'error') expect(result.processingError).toMatch(/^[A-Z].{10,}\.$/);
      else expect(result.processingError).toBeUndefined();
      expect(result.extractedText ?? '').not.toContain('root:');
      if (file.end === 'error') expect(result.extractedText).toBeUndefined();
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  }

  it('does not break the reader for the next user’s file', async () => {
    const reading = await pool.read({
      kind: 'pdf',
      type: 'application/pdf',
      name: 'a.pdf',
      bytes: makePdf([['Fine.']]),
      size: largeSize,
    });
    expect(reading).toEqual({ processedType: 'pdf', extractedText: 'Fine.', pages: [{ page: 1, start: 0 }] });
  });
});
