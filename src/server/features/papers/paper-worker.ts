/** Writes papers in a separate thread, because a conversation may be long and its quotations hostile. */
import { parentPort } from 'node:worker_threads';
import type { AnswerReceipt } from '~/shared/schemas/receipts';
import { makePaper, type PaperSource } from './make-paper';
import { isDrawable } from './scripts';

export interface PaperRequest {
  /** `paper`: the paper itself, as JSON. */
  format: 'docx' | 'pdf' | 'html' | 'paper';
  source: PaperSource;
  /** Set if an answer is exported as a page. */
  receipt?: AnswerReceipt;
}

/** `lacksFonts`: the PDF would have boxes instead of letters. */
export type PaperReply = { file: Uint8Array } | { error: string } | { lacksFonts: true };

/** Each library is loaded with the first paper that needs it. */
async function write({ format, source, receipt }: PaperRequest): Promise<Uint8Array | null> {
  const paper = makePaper(source);
  if (format === 'paper') return new TextEncoder().encode(JSON.stringify(paper));
  if (format === 'html') return (await import('./html-file')).htmlFile(paper, receipt);
  if (format === 'docx') return (await import('./word-file')).wordFile(paper);
  return isDrawable(paper) ? (await import('./pdf-file')).pdfFile(paper) : null;
}

parentPort?.on('message', (request: PaperRequest) => {
  write(request).then(
    (file) => parentPort?.postMessage((file ? { file } : { lacksFonts: true }) satisfies PaperReply),
    (error) => parentPort?.postMessage({ error: String(error) } satisfies PaperReply),
  );
});
