/** Compares new facts in a scheduled report with the "wrong if" of open positions, once its sources are checked. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { contentOf } from '~/server/features/positions/thesis-text';
import { announceBook } from '~/server/features/positions/watch-book';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { matchTheses, type OpenThesis } from './match-theses';
import { readChanges } from './read-changes';

const payload = z.object({ researchId: z.uuid() });
type AlertTheses = z.infer<typeof payload>;

/** Most sources are checked by then. */
const alertAfterMs = 60_000;

export const alertThesesJob: JobKind<Deps, AlertTheses> = defineJob<Deps, AlertTheses>({
  kind: 'research.alert-theses',
  payload,
  attempts: 6,
  firstPauseMs: 60_000,
  async run(deps, { researchId }, { isLastAttempt }) {
    const isComplete = await alertTheses(deps, researchId, isLastAttempt);
    if (!isComplete) throw new Error('the sources of the report are still being checked');
  },
});

/** Only scheduled reports have an earlier report to compare with. */
export async function watchTheses(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  if ((await db.research.count({ where: { id, scheduleId: { not: null } } })) === 0) return;
  await jobs.enqueue(alertThesesJob, { researchId: id }, { key: id, userId, delayMs: alertAfterMs });
}

/** False if a later attempt will have more results. Idempotent. */
export async function alertTheses(
  deps: Pick<Deps, 'db' | 'bus'>,
  researchId: string,
  isLastAttempt: boolean,
): Promise<boolean> {
  const { db } = deps;
  const research = await db.research.findFirst({
    where: { id: researchId, state: 'done', scheduleId: { not: null } },
    select: { userId: true },
  });
  if (!research) return true;
  const { isComplete, changes } = await readChanges(deps, research.userId, researchId);
  if (!isComplete && !isLastAttempt) return false;
  const found = changes.length === 0 ? [] : matchTheses(changes, await readOpenTheses(db));
  if (found.length === 0) return true;
  const { count } = await db.thesisAlert.createMany({
    data: found.map(({ positionId, passage }) => ({ positionId, passage, researchId })),
    skipDuplicates: true,
  });
  if (count > 0) announceBook(deps);
  return true;
}

async function readOpenTheses(db: Deps['db']): Promise<OpenThesis[]> {
  const rows = await db.sql<{ positionId: string; name: string; ticker: string; text: string }>`
    SELECT DISTINCT ON (t.position_id) t.position_id::text AS "positionId", p.name, p.ticker, t.text
    FROM position_theses t JOIN investment_positions p ON p.id = t.position_id AND p.status = 'open'
    ORDER BY t.position_id, t.version DESC`;
  return rows.flatMap(({ text, ...position }) => {
    const { wrongIf } = contentOf(text);
    return wrongIf ? [{ ...position, wrongIf }] : [];
  });
}
