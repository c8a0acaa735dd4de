import { router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { sessionHandleInput, sessionList } from '~/shared/schemas/account';
import { messageOutput } from '~/shared/schemas/output';
import { endOtherSessions, endSession, listSessions } from './sessions.service';

export const sessionsRouter = router({
  list: sessionProcedure
    .meta({ summary: 'List your sessions', description: 'The current session first, then by last use; at most 100.' })
    .output(output(sessionList))
    .query(({ ctx }) => listSessions(ctx.deps, ctx)),
  end: sessionProcedure
    .meta({ summary: 'End a session', description: 'Closes its sockets at once.' })
    .input(sessionHandleInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.deps, ctx, input.id);
      return { message: 'Session ended' };
    }),
  endOthers: sessionProcedure
    .meta({ summary: 'End all other sessions' })
    .output(output(messageOutput))
    .mutation(async ({ ctx }) => {
      const count = await endOtherSessions(ctx.deps, ctx);
      return { message: count === 1 ? '1 session ended' : `${count} sessions ended` };
    }),
});
