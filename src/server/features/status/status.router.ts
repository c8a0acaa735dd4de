import { adminProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { installationStatus } from '~/shared/schemas/status';
import { readStatus } from './read-status';

export const statusRouter = router({
  read: adminProcedure.output(output(installationStatus)).query(({ ctx }) => readStatus(ctx.deps)),
});
