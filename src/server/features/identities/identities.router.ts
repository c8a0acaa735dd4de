import { confirmWithSecondFactor } from '~/server/features/second-factor/second-factor-proof';
import { OidcError } from '~/server/providers/oidc/types';
import { tooManyTries } from '~/server/trpc/documented-errors';
import { router, sessionProcedure, setupProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  connectIdentityInput,
  connectIdentityOutput,
  disconnectIdentityInput,
  signInMethods,
} from '~/shared/schemas/identities';
import { messageOutput } from '~/shared/schemas/output';
import { attemptCookie } from './attempt-cookie';
import { alreadyConnected, providerNotFound, providerUnavailable } from './identities.errors';
import { disconnectIdentity, listSignInMethods } from './identities.service';

export const identitiesRouter = router({
  /** Allowed before a required second factor is set up, because its setup asks for a confirmation. */
  list: setupProcedure
    .meta({
      summary: 'List the ways you sign in',
      description:
        'Whether you have a password and passkeys, the accounts at sign-in providers connected to yours, and the providers you can connect. Connecting one takes a browser: see Settings.',
    })
    .output(output(signInMethods))
    .query(({ ctx }) => listSignInMethods(ctx.deps, ctx)),
  /**
   * Requires a proof first, so that someone with access to the browser can't add a way to sign in. The rest
   * happens at the provider.
   */
  connect: sessionProcedure
    .input(connectIdentityInput)
    .output(output(connectIdentityOutput))
    .mutation(async ({ ctx, input }) => {
      const { deps, user } = ctx;
      const provider = deps.oidc.find(({ settings }) => settings.id === input.providerId);
      if (!provider) throw providerNotFound();
      const { id: providerId, name, issuer } = provider.settings;
      if ((await deps.db.identity.count({ where: { userId: user.id, issuer } })) > 0) throw alreadyConnected(name);
      await confirmWithSecondFactor(deps, ctx, input);
      const { url, secrets } = await provider.begin({ isFresh: false }).catch((error: unknown) => {
        throw error instanceof OidcError ? providerUnavailable(name, error) : error;
      });
      const of = { providerId, purpose: 'connect' as const, userId: user.id, startedAt: Date.now() };
      ctx.setCookie(attemptCookie({ ...of, ...secrets, redirect: '/settings?tab=password' }, deps.env));
      return { url: url.href };
    }),
  disconnect: sessionProcedure
    .meta({
      summary: 'Disconnect an account at a sign-in provider',
      description:
        'Ends the sessions that it opened, except the current one. `password` is that of your account; without it, a sign-in at a provider or a passkey must have confirmed this session a moment ago.',
      errors: { 409: 'It is your last way to sign in.', 429: tooManyTries },
    })
    .input(disconnectIdentityInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await disconnectIdentity(ctx.deps, ctx, input);
      return { message: 'Sign-in method removed' };
    }),
});
