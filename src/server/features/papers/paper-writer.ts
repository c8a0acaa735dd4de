/** Starts the thread that writes papers. */
import { createProgramThread } from '~/server/lib/program-thread';
import type { PaperReply, PaperRequest } from './paper-worker';
import { notForPdf } from './papers.errors';

/** Several times what the longest exportable conversation needs. */
const longestMs = 60_000;
const heapMb = 512;

const thread = createProgramThread<PaperRequest, PaperReply>({
  name: 'paper-worker',
  neighbor: import.meta.filename,
  longestMs,
  heapMb,
});

/** Throws TooCostly if the paper takes too long, and an AppError if a PDF can't show its text. */
export async function writePaper(request: PaperRequest, signal: AbortSignal): Promise<Uint8Array> {
  const reply = await thread.ask(request, signal);
  if ('lacksFonts' in reply) throw notForPdf();
  if ('error' in reply) throw new Error(`The ${request.format} file could not be written: ${reply.error}`);
  return reply.file;
}
