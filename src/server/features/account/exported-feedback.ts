/** Exports a user's feedback on answers in batches. */
import type { Deps } from '~/server/deps';
import type { ZipStream } from '~/server/lib/zip-stream';

const batchRows = 500;

/** Leaves out feedback on temporary and discarded conversations, which are in no export. */
export async function writeFeedback(deps: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  const first = await readBatch(deps, userId);
  if (first.length > 0) await zip.add('feedback.json', feedbackJson(deps, userId, first));
}

async function* feedbackJson(deps: Pick<Deps, 'db'>, userId: string, first: Row[]): AsyncGenerator<string> {
  let separator = '[';
  for (let rows = first; rows.length > 0; rows = await readBatch(deps, userId, rows.at(-1)?.id)) {
    for (const { id: _, ...row } of rows) {
      yield `${separator}\n${JSON.stringify(row)}`;
      separator = ',';
    }
  }
  yield '\n]\n';
}

type Row = Awaited<ReturnType<typeof readBatch>>[number];

const readBatch = ({ db }: Pick<Deps, 'db'>, userId: string, last?: string) =>
  db.answerFeedback.findMany({
    where: { userId, message: { conversation: { userId, temporaryUntil: null } }, ...(last && { id: { gt: last } }) },
    omit: { userId: true },
    orderBy: { id: 'asc' },
    take: batchRows,
  });
