/**
 * Text recognition on the scanned pages of one file, page by page, so that a failed page does not affect the others.
 */
import { recognizeWords } from '~/server/reading/extract/ocr';
import type { ReportProgress } from '~/server/reading/reading';
import { ReaderEnded } from './reader-process';

const minMs = 1000;

interface Scan {
  program: string;
  pages: readonly number[];
  /** Time limit for all pages together; the rest stays without text. */
  withinMs: number;
  imageOf(page: number): Promise<Uint8Array | undefined>;
  onFault(error: string): void;
  report?: ReportProgress | undefined;
}

export async function recognizePages(scan: Scan, signal: AbortSignal): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const end = performance.now() + scan.withinMs;
  for (const [index, page] of scan.pages.entries()) {
    const timeoutMs = end - performance.now();
    if (timeoutMs < minMs) break;
    scan.report?.({ activity: 'recognizing', unit: 'page', current: index + 1, total: scan.pages.length });
    try {
      const image = await scan.imageOf(page);
      const text = image && (await recognizeWords(scan.program, image, { timeoutMs, signal }));
      if (typeof text === 'string') found.set(page, text);
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error;
      scan.onFault(`Page ${page}: ${error.message}`);
    }
  }
  return found;
}
