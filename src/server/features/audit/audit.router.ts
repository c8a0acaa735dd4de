import { adminProcedure, countSearch, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { auditListInput, auditPage } from '~/shared/schemas/audit';
import { listAudit } from './audit.service';

export const auditRouter = router({
  list: adminProcedure
    .input(auditListInput)
    .output(output(auditPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.person);
      return listAudit(ctx.deps, input);
    }),
});
