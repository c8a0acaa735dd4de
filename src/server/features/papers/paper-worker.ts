/** Writes papers in a thread of its own: a conversation may be long, and what it quotes hostile. */
import { parentPort } from 'node:worker_threads';
import { makePaper, type PaperSource } from './make-paper';

export interface PaperRequest {
  /** `paper`: the paper itself, as JSON. */
  format: 'docx' | 'pdf' | 'paper';
  source: PaperSource;
}

export type PaperReply = { file: Uint8Array } | { error: string };

/** Each library is loaded with the first paper that needs it. */
async function write({ format, source }: PaperRequest): Promise<Uint8Array> {
  const paper = makePaper(source);
  if (format === 'paper') return new TextEncoder().encode(JSON.stringify(paper));
  if (format === 'docx') return (await import('./word-file')).wordFile(paper);
  return (await import('./pdf-file')).pdfFile(paper);
}

parentPort?.on('message', (request: PaperRequest) => {
  write(request).then(
    (file) => parentPort?.postMessage({ file } satisfies PaperReply),
    (error) => parentPort?.postMessage({ error: String(error) } satisfies PaperReply),
  );
});
