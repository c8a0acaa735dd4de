/** Deletion with undo: a discarded prompt is in no list, and can be restored until a job deletes it. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { limits } from '~/shared/limits';
import { assertEditable } from './prompt-access';
import { promptNotFound } from './prompts.errors';
import { type ActingReader, auditOf } from './prompts.service';

export const deleteDiscardedPromptsJob: JobKind<Deps, object> = defineJob({
  kind: 'prompts.delete-discarded',
  payload: z.object({}),
  everyMs: 5 * 60_000,
  async run(deps: Deps) {
    const before = new Date(Date.now() - limits.restoreMs);
    await deleteDiscardedPrompts(deps, before);
    const { _min: next } = await deps.db.prompt.aggregate({
      where: { discardedAt: { gt: before } },
      _min: { discardedAt: true },
    });
    if (next.discardedAt)
      await deps.jobs.runSoon(deleteDiscardedPromptsJob, next.discardedAt.getTime() - before.getTime() + 1000);
  },
});

export async function discardPrompt(deps: Deps, acting: ActingReader, promptId: string): Promise<void> {
  const { userId, title } = await assertEditable(deps, acting.by, promptId);
  await deps.db.$transaction(async (tx) => {
    const where = { id: promptId, discardedAt: null };
    const { count } = await tx.prompt.updateMany({ where, data: { discardedAt: new Date() } });
    if (count === 0) throw promptNotFound();
    if (userId === null) await recordAudit(tx, auditOf(acting, 'prompt-deleted', { id: promptId, label: title }));
  });
  deps.background.run('scheduling the deletion of prompts', () =>
    deps.jobs.runSoon(deleteDiscardedPromptsJob, limits.restoreMs + 1000),
  );
}

export async function restorePrompt(deps: Deps, acting: ActingReader, promptId: string): Promise<void> {
  const { userId, title } = await assertEditable(deps, acting.by, promptId, 'discarded');
  await deps.db.$transaction(async (tx) => {
    const where = { id: promptId, discardedAt: { not: null } };
    const { count } = await tx.prompt.updateMany({ where, data: { discardedAt: null } });
    if (count === 0) throw promptNotFound();
    if (userId === null) await recordAudit(tx, auditOf(acting, 'prompt-restored', { id: promptId, label: title }));
  });
}

export async function deleteDiscardedPrompts({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.prompt.deleteMany({ where: { discardedAt: { lte: before } } });
}
