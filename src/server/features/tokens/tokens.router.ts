import { router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import { apiTokenList, createdApiToken, createTokenInput, tokenId } from '~/shared/schemas/tokens';
import { createToken, listTokens, revokeToken } from './tokens.service';

export const tokensRouter = router({
  list: sessionProcedure.output(output(apiTokenList)).query(({ ctx }) => listTokens(ctx.deps, ctx.user.id)),
  create: sessionProcedure
    .input(createTokenInput)
    .output(output(createdApiToken))
    .mutation(({ ctx, input }) =>
      createToken(ctx.deps, { by: ctx.user, caller: ctx.caller, sessionToken: ctx.sessionToken }, input),
    ),
  revoke: sessionProcedure
    .input(tokenId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.id);
      return { message: 'Token revoked' };
    }),
});
