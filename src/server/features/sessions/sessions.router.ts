import { router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { sessionHandleInput, sessionList } from '~/shared/schemas/account';
import { messageOutput } from '~/shared/schemas/output';
import { endOtherSessions, endSession, listSessions } from './sessions.service';

const asking = sessionProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, asking: { user: ctx.user, sessionToken: ctx.sessionToken, caller: ctx.caller } } }),
);

export const sessionsRouter = router({
  list: asking
    .meta({ summary: 'List your sessions', description: 'The current session first, then by last use; at most 100.' })
    .output(output(sessionList))
    .query(({ ctx }) => listSessions(ctx.deps, ctx.asking)),
  end: asking
    .meta({ summary: 'End a session', description: 'Closes its sockets at once.' })
    .input(sessionHandleInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.deps, ctx.asking, input.id);
      return { message: 'Session ended' };
    }),
  endOthers: asking
    .meta({ summary: 'End all other sessions' })
    .output(output(messageOutput))
    .mutation(async ({ ctx }) => {
      const count = await endOtherSessions(ctx.deps, ctx.asking);
      return { message: count === 1 ? '1 session ended' : `${count} sessions ended` };
    }),
});
