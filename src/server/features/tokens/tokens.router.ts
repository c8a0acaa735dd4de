import { tooManyTries } from '~/server/trpc/documented-errors';
import { router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import { apiTokenList, createdApiToken, createTokenInput, tokenId } from '~/shared/schemas/tokens';
import { createToken, listTokens, revokeToken } from './tokens.service';

export const tokensRouter = router({
  list: sessionProcedure
    .meta({ summary: 'List your API tokens' })
    .output(output(apiTokenList))
    .query(({ ctx }) => listTokens(ctx.deps, ctx.user.id)),
  create: sessionProcedure
    .meta({
      summary: 'Create an API token',
      description:
        'The token is returned only in this response. Send it as `Authorization: Bearer qi_…`. A `read` token (the default) changes nothing; a `write` token may do what you may do, except manage API tokens and sessions, change the password and delete the account. Without `expiresAt` it expires in 90 days; with `null`, never. `password` is the password of your account. Locking the account and resetting its password revoke all API tokens.',
      errors: { 409: 'Token limit reached.', 429: tooManyTries },
    })
    .input(createTokenInput)
    .output(output(createdApiToken))
    .mutation(({ ctx, input }) => createToken(ctx.deps, { ...ctx.acting, sessionToken: ctx.sessionToken }, input)),
  revoke: sessionProcedure
    .meta({ summary: 'Revoke an API token' })
    .input(tokenId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await revokeToken(ctx.deps, ctx.acting, input.id);
      return { message: 'Token revoked' };
    }),
});
