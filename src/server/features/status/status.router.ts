import { adminProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import { installationStatus, supportBundle } from '~/shared/schemas/status';
import { readStatus } from './read-status';
import { retryJobs } from './retry-jobs';
import { makeSupportBundle } from './support-bundle';

export const statusRouter = router({
  read: adminProcedure.output(output(installationStatus)).query(({ ctx }) => readStatus(ctx.deps)),
  retryJobs: adminProcedure.output(output(messageOutput)).mutation(async ({ ctx }) => {
    const count = await retryJobs(ctx.deps, { by: ctx.user, caller: ctx.caller });
    return { message: count === 1 ? '1 failed job is being retried.' : `${count} failed jobs are being retried.` };
  }),
  /** A mutation, because it is recorded in the audit log. */
  supportBundle: adminProcedure
    .meta({ access: 'admin', isExport: true })
    .output(output(supportBundle))
    .mutation(async ({ ctx }) => {
      await ctx.deps.rateLimiter.consume('listExportsByAccount', ctx.user.id);
      return makeSupportBundle(ctx.deps, { by: ctx.user, caller: ctx.caller });
    }),
});
