import { adminProcedure, countSearch, router } from '~/server/trpc/init';
import { auditListInput } from '~/shared/schemas/audit';
import { listAudit } from './audit.service';

export const auditRouter = router({
  list: adminProcedure.input(auditListInput).query(async ({ ctx, input }) => {
    await countSearch(ctx, input.person);
    return listAudit(ctx.deps, input);
  }),
});
