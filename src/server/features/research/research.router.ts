import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  conversationResearchInput,
  research,
  researchId,
  researchList,
  runResearchInput,
  startResearchInput,
} from '~/shared/schemas/research';
import { getResearch, listRecent, listResearch, runResearch, startResearch, stopResearch } from './research.service';

/** Both cost what many answers do. */
const asking = limitedProcedure('questionsByAccount');

export const researchRouter = router({
  start: asking
    .input(startResearchInput)
    .output(output(research))
    .mutation(({ ctx, input }) => startResearch(ctx.deps, ctx.user, input)),
  run: asking
    .input(runResearchInput)
    .output(output(research))
    .mutation(({ ctx, input }) => runResearch(ctx.deps, ctx.user.id, input)),
  stop: memberProcedure
    .input(researchId)
    .output(output(research))
    .mutation(({ ctx, input }) => stopResearch(ctx.deps, ctx.user.id, input.id)),
  get: memberProcedure
    .input(researchId)
    .output(output(research))
    .query(({ ctx, input }) => getResearch(ctx.deps, ctx.user.id, input.id)),
  list: memberProcedure
    .input(conversationResearchInput)
    .output(output(researchList))
    .query(({ ctx, input }) => listResearch(ctx.deps, ctx.user.id, input.conversationId)),
  recent: memberProcedure.output(output(researchList)).query(({ ctx }) => listRecent(ctx.deps, ctx.user.id)),
});
