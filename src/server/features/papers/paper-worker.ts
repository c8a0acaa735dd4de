/** Writes papers in a separate thread, because a conversation may be long and its quotations hostile. */
import { parentPort } from 'node:worker_threads';
import type { AnswerReceipt } from '~/shared/schemas/receipts';
import { makePaper, type PaperSource } from './make-paper';

export interface PaperRequest {
  /** `paper`: the paper itself, as JSON. */
  format: 'docx' | 'pdf' | 'html' | 'paper';
  source: PaperSource;
  /** Set if an answer is exported as a page. */
  receipt?: AnswerReceipt;
}

export type PaperReply = { file: Uint8Array } | { error: string };

/** Each library is loaded with the first paper that needs it. */
async function write({ format, source, receipt }: PaperRequest): Promise<Uint8Array> {
  const paper = makePaper(source);
  if (format === 'paper') return new TextEncoder().encode(JSON.stringify(paper));
  if (format === 'html') return (await import('./html-file')).htmlFile(paper, receipt);
  if (format === 'docx') return (await import('./word-file')).wordFile(paper);
  return (await import('./pdf-file')).pdfFile(paper);
}

parentPort?.on('message', (request: PaperRequest) => {
  write(request).then(
    (file) => parentPort?.postMessage({ file } satisfies PaperReply),
    (error) => parentPort?.postMessage({ error: String(error) } satisfies PaperReply),
  );
});
