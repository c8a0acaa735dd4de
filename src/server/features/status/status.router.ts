import { adminProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { installationStatus, supportBundle } from '~/shared/schemas/status';
import { readStatus } from './read-status';
import { makeSupportBundle } from './support-bundle';

export const statusRouter = router({
  read: adminProcedure.output(output(installationStatus)).query(({ ctx }) => readStatus(ctx.deps)),
  /** A mutation, because it is recorded in the audit log. */
  supportBundle: adminProcedure
    .meta({ access: 'admin', isExport: true })
    .output(output(supportBundle))
    .mutation(async ({ ctx }) => {
      await ctx.deps.rateLimiter.consume('listExportsByAccount', ctx.user.id);
      return makeSupportBundle(ctx.deps, { by: ctx.user, caller: ctx.caller });
    }),
});
