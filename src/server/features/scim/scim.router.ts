import { confirmUser } from '~/server/features/auth/confirm-user';
import { adminProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import { createdScimToken, createScimTokenInput, scimTokenId, scimTokens } from '~/shared/schemas/scim';
import { createScimToken, listScimTokens, revokeScimToken } from './scim-tokens.service';

export const scimRouter = router({
  tokens: adminProcedure.output(output(scimTokens)).query(({ ctx }) => listScimTokens(ctx.deps)),
  createToken: adminProcedure
    .input(createScimTokenInput)
    .output(output(createdScimToken))
    .mutation(async ({ ctx, input }) => {
      const { user: by, sessionToken, caller } = ctx;
      // The token can create and lock accounts, so creating it requires the password.
      await confirmUser(ctx.deps, { userId: by.id, sessionToken }, input.password);
      return createScimToken(ctx.deps, { by, caller }, input.name);
    }),
  revokeToken: adminProcedure
    .input(scimTokenId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await revokeScimToken(ctx.deps, ctx.acting, input.id);
      return { message: 'SCIM token revoked' };
    }),
});
