import { adminProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import { installationStatus, supportBundle } from '~/shared/schemas/status';
import { readStatus } from './read-status';
import { retryJobs } from './retry-jobs';
import { makeSupportBundle } from './support-bundle';

export const statusRouter = router({
  read: adminProcedure
    .meta({
      summary: 'Show the status of the installation',
      description:
        'Checks the database, file storage, Redis, mail server and the other services. `errors` are the latest that all processes logged in the last 24 hours.',
    })
    .output(output(installationStatus))
    .query(({ ctx }) => readStatus(ctx.deps)),
  retryJobs: adminProcedure
    .meta({
      summary: 'Retry failed background jobs',
      description: 'All jobs that failed permanently start over. Recorded in the audit log.',
    })
    .output(output(messageOutput))
    .mutation(async ({ ctx }) => {
      const count = await retryJobs(ctx.deps, ctx.acting);
      return { message: count === 1 ? '1 failed job is being retried.' : `${count} failed jobs are being retried.` };
    }),
  /** A mutation, because it is recorded in the audit log. */
  supportBundle: adminProcedure
    .meta({
      summary: 'Make a support bundle',
      description:
        'For someone who helps with this installation: version, machine, settings that were changed, database and status. Contains no values of text settings, messages or email addresses. Recorded in the audit log.',
      isExport: true,
    })
    .output(output(supportBundle))
    .mutation(async ({ ctx }) => {
      await ctx.deps.rateLimiter.consume('listExportsByAccount', ctx.user.id);
      return makeSupportBundle(ctx.deps, ctx.acting);
    }),
});
