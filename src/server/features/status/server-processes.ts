/** The processes of the installation, from their heartbeats. */
import type { Deps } from '~/server/deps';
import type { ProcessStatus } from '~/shared/schemas/status';

const maxProcesses = 100;

/** This process first, then the others by latest heartbeat. */
export async function readProcesses({ db, env, processState, generation }: Deps): Promise<ProcessStatus[]> {
  const others = await db.sql<Omit<ProcessStatus, 'responds'>>`
    SELECT id, version, started_at AS "startedAt", seen_at AS "seenAt", sockets, answers
    FROM server_processes WHERE id <> ${env.processId} ORDER BY seen_at DESC LIMIT ${maxProcesses - 1}`;
  const { version, startedAt, sockets } = processState;
  const own = {
    id: env.processId,
    version,
    startedAt,
    seenAt: new Date(),
    sockets,
    answers: generation.runningAnswers,
  };
  return [{ ...own, responds: true }, ...others.map((other) => ({ ...other, responds: false }))];
}
