/** Starts the thread that writes documents. */
import { createProgramThread } from '~/server/lib/program-thread';
import type { ExportReply, ExportRequest } from './export-worker';
import { notForPdf } from './exports.errors';

/** Several times what the longest exportable conversation needs. */
const longestMs = 60_000;
const heapMb = 512;

const thread = createProgramThread<ExportRequest, ExportReply>({
  name: 'export-worker',
  neighbor: import.meta.filename,
  longestMs,
  heapMb,
});

/** Throws TooCostly if the document takes too long, and an AppError if a PDF can't show its text. */
export async function writeExport(request: ExportRequest, signal: AbortSignal): Promise<Uint8Array> {
  const reply = await thread.ask(request, signal);
  if ('lacksFonts' in reply) throw notForPdf();
  if ('error' in reply) throw new Error(`The ${request.format} file could not be written: ${reply.error}`);
  return reply.file;
}
