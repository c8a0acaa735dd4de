import { adminProcedure, router } from '~/server/trpc/init';
import { auditListInput } from '~/shared/schemas/audit';
import { listAudit } from './audit.service';

export const auditRouter = router({
  list: adminProcedure.input(auditListInput).query(({ ctx, input }) => listAudit(ctx.deps, input)),
});
