import { tooManySearches } from '~/server/trpc/documented-errors';
import { adminProcedure, countSearch, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { auditListInput, auditPage } from '~/shared/schemas/audit';
import { listAudit } from './audit.service';

export const auditRouter = router({
  list: adminProcedure
    .meta({
      summary: 'List the audit log',
      description:
        'Newest first. `person`: part of the email of the user who acted or was changed; `kind`: event type.',
      errors: { 429: tooManySearches },
    })
    .input(auditListInput)
    .output(output(auditPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.person);
      return listAudit(ctx.deps, input);
    }),
});
