/** Writes documents in a separate thread, because a conversation may be long and its quotations hostile. */
import { parentPort } from 'node:worker_threads';
import type { AnswerReceipt } from '~/shared/schemas/receipts';
import { drawableDocument } from './drawable-signs';
import { type ExportSource, makeDocument } from './make-document';
import { isDrawable } from './scripts';

export interface ExportRequest {
  /** `document`: the document itself, as JSON. */
  format: 'docx' | 'pdf' | 'html' | 'document';
  source: ExportSource;
  /** Set if an answer is exported as a page. */
  receipt?: AnswerReceipt;
}

/** `lacksFonts`: the PDF would have boxes instead of letters. */
export type ExportReply = { file: Uint8Array } | { error: string } | { lacksFonts: true };

/** Each library is loaded with the first document that needs it. */
async function write({ format, source, receipt }: ExportRequest): Promise<Uint8Array | null> {
  const document = makeDocument(source);
  if (format === 'document') return new TextEncoder().encode(JSON.stringify(document));
  if (format === 'html') return (await import('./html-file')).htmlFile(document, receipt);
  if (format === 'docx') return (await import('./word-file')).wordFile(document);
  const drawable = drawableDocument(document);
  return isDrawable(drawable) ? (await import('./pdf-file')).pdfFile(drawable) : null;
}

parentPort?.on('message', (request: ExportRequest) => {
  write(request).then(
    (file) => parentPort?.postMessage((file ? { file } : { lacksFonts: true }) satisfies ExportReply),
    (error) => parentPort?.postMessage({ error: String(error) } satisfies ExportReply),
  );
});
