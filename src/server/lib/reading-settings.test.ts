import { describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { defaultBounds } from '~/server/reading/reading';
import { readingLimits } from './reading-settings';

describe('limits of processing', () => {
  it('have defaults, which settings override', () => {
    expect(readingLimits(parseEnv({}))).toEqual({
      ...{ timeoutMs: 10_000, ocrMs: 120_000, memoryMb: 256 },
      max: defaultBounds,
    });
    const set = { READ_SECONDS: '30', READ_OCR_SECONDS: '600', READ_MEMORY_MB: '1024' };
    expect(readingLimits(parseEnv({ ...set, READ_PAGES: '50', READ_CHARACTERS: '10000' }))).toEqual({
      ...{ timeoutMs: 30_000, ocrMs: 600_000, memoryMb: 1024 },
      max: { pages: 50, characters: 10_000 },
    });
  });

  it.each([
    ['READ_SECONDS', 'long', 'use a whole number from 5 to 600'],
    ['READ_OCR_SECONDS', '1.5', 'use a whole number from 10 to 3600'],
    ['READ_MEMORY_MB', '64', 'use a whole number from 128 to 8192'],
    ['READ_PAGES', '0', 'use a whole number from 1 to 20000'],
    ['READ_CHARACTERS', '5000', 'use a whole number from 10000 to 20000000'],
    ['DOCUMENT_SUMMARIES', 'yes', 'use model or text'],
  ])('%s rejects %s', (name, value, fix) => {
    expect(() => parseEnv({ [name]: value })).toThrow(`${name}: ${fix}`);
  });
});
