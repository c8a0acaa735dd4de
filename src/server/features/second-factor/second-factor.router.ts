import { relyingPartyOf } from '~/server/features/passkeys/relying-party';
import { tooManyTries } from '~/server/trpc/documented-errors';
import { publicProcedure, router, setupProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { user } from '~/shared/schemas/auth';
import { messageOutput } from '~/shared/schemas/output';
import { passkeyOptions, usePasskeyInput } from '~/shared/schemas/passkeys';
import {
  confirmAuthenticatorInput,
  newAuthenticator,
  newRecoveryCodes,
  pendingSignIn,
  secondFactorProof,
  secondFactorSignInInput,
  secondFactorStatus,
} from '~/shared/schemas/second-factor';
import {
  beginAuthenticator,
  confirmAuthenticator,
  renewRecoveryCodes,
  secondFactorStatusOf,
  turnOffSecondFactor,
} from './authenticator-app';
import { pendingPasskeyOptions, signedPasskey } from './passkey-factor';
import { completeChallenge, pendingChallenge, typedCode } from './sign-in-challenge';

export const secondFactorRouter = router({
  /** The second step of a sign-in, identified by the cookie of the first step. */
  signIn: publicProcedure
    .meta({
      summary: 'Finish signing in with a code',
      description:
        'Within 5 minutes after `POST /login`, with its cookie. `code` is that of the authenticator app or a recovery code; 5 tries. Sets the session cookie.',
      errors: { 401: 'The sign-in has expired.', 403: 'The account is locked.', 429: tooManyTries },
    })
    .input(secondFactorSignInInput)
    .output(output(user))
    .mutation(async ({ ctx, input }) => {
      const signedIn = await completeChallenge(ctx.deps, typedCode(ctx.deps, input.code), ctx.caller);
      for (const cookie of signedIn.cookies) ctx.setCookie(cookie);
      return signedIn.user;
    }),
  /** How the pending sign-in of this browser can be completed; null if there is none. */
  pending: publicProcedure.output(output(pendingSignIn.nullable())).query(async ({ ctx }) => {
    const pending = await pendingChallenge(ctx.deps, ctx.caller);
    return pending && { hasApp: pending.hasApp, hasPasskey: pending.hasPasskey };
  }),
  passkeyOptions: publicProcedure.output(output(passkeyOptions)).mutation(async ({ ctx }) => ({
    options: await pendingPasskeyOptions(ctx.deps, relyingPartyOf(ctx.baseUrl), ctx.caller),
  })),
  signInWithPasskey: publicProcedure
    .input(usePasskeyInput)
    .output(output(user))
    .mutation(async ({ ctx, input }) => {
      const factor = signedPasskey(relyingPartyOf(ctx.baseUrl), input.response);
      const signedIn = await completeChallenge(ctx.deps, factor, ctx.caller);
      for (const cookie of signedIn.cookies) ctx.setCookie(cookie);
      return signedIn.user;
    }),
  // Allowed before a required second factor is set up, because these procedures set it up.
  status: setupProcedure
    .output(output(secondFactorStatus))
    .query(({ ctx }) => secondFactorStatusOf(ctx.deps, ctx.user)),
  begin: setupProcedure
    .input(secondFactorProof)
    .output(output(newAuthenticator))
    .mutation(({ ctx, input }) => beginAuthenticator(ctx.deps, ctx, input)),
  confirm: setupProcedure
    .input(confirmAuthenticatorInput)
    .output(output(newRecoveryCodes))
    .mutation(async ({ ctx, input }) => {
      const { recoveryCodes, cookie } = await confirmAuthenticator(ctx.deps, ctx, input.code);
      if (cookie) ctx.setCookie(cookie);
      return { recoveryCodes };
    }),
  renewCodes: setupProcedure
    .input(secondFactorProof)
    .output(output(newRecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ recoveryCodes: await renewRecoveryCodes(ctx.deps, ctx, input) })),
  turnOff: setupProcedure
    .input(secondFactorProof)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await turnOffSecondFactor(ctx.deps, ctx, input);
      return { message: 'The authenticator app is turned off.' };
    }),
});
