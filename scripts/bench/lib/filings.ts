/**
 * Filings from a folder with `questions.jsonl` and `pdfs/<document>.pdf`, processed by the product's PDF reader. Texts
 * are cached.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readPdf } from '~/server/reading/extract/read-pdf';

export interface Filing {
  name: string;
  text: string;
  pages: { page: number; start: number }[];
}

const question = z.object({
  id: z.string(),
  document: z.string(),
  question: z.string(),
  evidence_pages: z.array(z.int()).min(1),
});
export type EvidenceQuestion = z.infer<typeof question> & {
  /** Whether the question may be used for tuning. The others are the test set. */
  isTuned: boolean;
};

export const readQuestions = (folder: string): EvidenceQuestion[] =>
  readFileSync(path.join(folder, 'questions.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => question.parse(JSON.parse(line)))
    .map((one) => ({ ...one, isTuned: sha256(one.id).charCodeAt(0) % 2 === 0 }));

const reading = path.join(import.meta.dirname, '../../../src/server/reading');
const readers = [
  ...['read-pdf.ts', 'pdf-page-text.ts', 'pdf-lines.ts', 'pdf-tables.ts', 'pdf-table-head.ts', 'clean-text.ts'].map(
    (name) => path.join(reading, 'extract', name),
  ),
  path.join(reading, 'structure/table.ts'),
].map((file) => readFileSync(file, 'utf8'));
const cache = path.join(os.tmpdir(), 'qinsight-bench-filings');

/** Reads the texts. A cached text is used until the file or the reader changes. */
export async function readFilings(folder: string, max?: number): Promise<Filing[]> {
  mkdirSync(cache, { recursive: true });
  const filings: Filing[] = [];
  const files = readdirSync(path.join(folder, 'pdfs')).filter((name) => name.endsWith('.pdf'));
  for (const file of files.slice(0, max)) {
    const bytes = readFileSync(path.join(folder, 'pdfs', file));
    const cached = path.join(cache, `${sha256([sha256(bytes), ...readers].join())}.json`);
    const kept = readCached(cached);
    const read = kept ?? (await readPdf(new Uint8Array(bytes), Number.POSITIVE_INFINITY, () => {})).reading;
    if (!kept) writeFileSync(cached, JSON.stringify(read));
    filings.push({ name: file.slice(0, -'.pdf'.length), text: read.extractedText ?? '', pages: read.pages ?? [] });
  }
  return filings;
}

function readCached(file: string): Awaited<ReturnType<typeof readPdf>>['reading'] | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex');
