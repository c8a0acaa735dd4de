import { createProgramThread, type ProgramThread } from '~/server/lib/program-thread';
import { ImportProblem } from './import-problem';
import type { ImportReaderReply, ImportReply, ImportRequest } from './import-worker';

/** A part is read within a second or two; the first one after a restart reads over what is behind it. */
const longestMs = 60_000;
const heapMb = 512;

/** The parts of a file, in a thread of its own. Throws ImportProblem, or TooCostly. */
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
