import { createProgramThread, type ProgramThread } from '~/server/lib/program-thread';
import { ImportProblem } from './import-problem';
import type { ImportReaderReply, ImportReply, ImportRequest } from './import-worker';

/** A part takes a second or two to read. The first one after a restart also skips everything before it. */
const longestMs = 60_000;
const heapMb = 512;

/** Reads a file part by part in a separate thread. Throws ImportProblem or TooCostly. */
export async function* readImport(request: ImportRequest, signal: AbortSignal): AsyncGenerator<ImportReply> {
  const thread: ProgramThread<ImportRequest, ImportReaderReply> = createProgramThread({
    name: 'import-worker',
    neighbor: import.meta.filename,
    longestMs,
    heapMb,
  });
  try {
    for (;;) {
      const reply = await thread.ask(request, signal);
      if ('problem' in reply) throw new ImportProblem(reply.problem);
      yield reply;
      if (reply.isEnd) return;
    }
  } finally {
    await thread.close();
  }
}
