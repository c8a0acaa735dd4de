import { router, sessionProcedure } from '~/server/trpc/init';
import { sessionHandleInput } from '~/shared/schemas/account';
import { endOtherSessions, endSession, listSessions } from './sessions.service';

const asking = sessionProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, asking: { user: ctx.user, sessionToken: ctx.sessionToken, caller: ctx.caller } } }),
);

export const sessionsRouter = router({
  list: asking.query(({ ctx }) => listSessions(ctx.deps, ctx.asking)),
  end: asking.input(sessionHandleInput).mutation(async ({ ctx, input }) => {
    await endSession(ctx.deps, ctx.asking, input.id);
    return { message: 'Session ended' };
  }),
  endOthers: asking.mutation(async ({ ctx }) => {
    const count = await endOtherSessions(ctx.deps, ctx.asking);
    return { message: count === 1 ? '1 session ended' : `${count} sessions ended` };
  }),
});
