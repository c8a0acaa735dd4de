/** Limits of file processing, and the model that summarizes documents. */
import { z } from 'zod';
import { optional, wholeNumber } from './setting-values';

export const readingSettings = {
  DOCUMENT_SUMMARIES: optional(z.enum(['model', 'text'], 'use model or text')).transform((v) => v ?? 'model'),
  READ_SECONDS: wholeNumber(5, 600, 10),
  READ_OCR_SECONDS: wholeNumber(10, 3600, 120),
  READ_MEMORY_MB: wholeNumber(128, 8192, 256),
  READ_PAGES: wholeNumber(1, 20_000, 2000),
  READ_CHARACTERS: wholeNumber(10_000, 20_000_000, 2_000_000),
  EMBEDDINGS_MEMORY_MB: wholeNumber(256, 16_384, 1024),
};

interface ReadingLimits {
  READ_SECONDS: number;
  READ_OCR_SECONDS: number;
  READ_MEMORY_MB: number;
  READ_PAGES: number;
  READ_CHARACTERS: number;
}

/** The same limits as options of a reader pool. */
export const readingLimits = (env: ReadingLimits) => ({
  timeoutMs: env.READ_SECONDS * 1000,
  ocrMs: env.READ_OCR_SECONDS * 1000,
  memoryMb: env.READ_MEMORY_MB,
  max: { pages: env.READ_PAGES, characters: env.READ_CHARACTERS },
});
