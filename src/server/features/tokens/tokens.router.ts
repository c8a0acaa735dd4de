import { router, sessionProcedure } from '~/server/trpc/init';
import { createTokenInput, tokenId } from '~/shared/schemas/tokens';
import { createToken, listTokens, revokeToken } from './tokens.service';

export const tokensRouter = router({
  list: sessionProcedure.query(({ ctx }) => listTokens(ctx.deps, ctx.user.id)),
  create: sessionProcedure
    .input(createTokenInput)
    .mutation(({ ctx, input }) => createToken(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  revoke: sessionProcedure.input(tokenId).mutation(async ({ ctx, input }) => {
    await revokeToken(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.id);
    return { message: 'Token revoked' };
  }),
});
