/** The thread that writes Word documents and PDFs. */
import { createProgramThread } from '~/server/lib/program-thread';
import type { PaperReply, PaperRequest } from './paper-worker';

/** Several times what the longest conversation takes that is exported as a paper. */
const longestMs = 60_000;
const heapMb = 512;

const thread = createProgramThread<PaperRequest, PaperReply>({
  name: 'paper-worker',
  neighbor: import.meta.filename,
  longestMs,
  heapMb,
});

/** Throws TooCostly where a paper would take too long. */
export async function writePaper(request: PaperRequest, signal: AbortSignal): Promise<Uint8Array> {
  const reply = await thread.ask(request, signal);
  if ('error' in reply) throw new Error(`The ${request.format} file could not be written: ${reply.error}`);
  return reply.file;
}
