/** Writes papers in a thread of its own: a conversation may be long, and what it quotes hostile. */
import { parentPort } from 'node:worker_threads';
import { makePaper, type PaperSource } from './make-paper';

export interface PaperRequest {
  format: 'docx' | 'pdf';
  source: PaperSource;
}

export type PaperReply = { file: Uint8Array } | { error: string };

/** Each library is loaded with the first paper that needs it. */
async function write({ format, source }: PaperRequest): Promise<Uint8Array> {
  const paper = makePaper(source);
  if (format === 'docx') return (await import('./word-file')).wordFile(paper);
  return (await import('./pdf-file')).pdfFile(paper);
}

parentPort?.on('message', (request: PaperRequest) => {
  write(request).then(
    (file) => parentPort?.postMessage({ file } satisfies PaperReply),
    (error) => parentPort?.postMessage({ error: String(error) } satisfies PaperReply),
  );
});
