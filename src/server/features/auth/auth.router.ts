import { sendConfirmation } from '~/server/features/email-confirmation/email-confirmation.service';
import { readDefaultModel } from '~/server/features/models/default-model';
import { codeNeeded } from '~/server/features/second-factor/second-factor.errors';
import { largestFile } from '~/server/features/uploads/quotas';
import { webOf } from '~/server/features/web/web.service';
import { tooManyTries } from '~/server/trpc/documented-errors';
import { memberProcedure, publicProcedure, router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { limits } from '~/shared/limits';
import {
  authConfig,
  changePasswordInput,
  currentUser,
  loginInput,
  profileInput,
  registerInput,
  user,
} from '~/shared/schemas/auth';
import { messageOutput } from '~/shared/schemas/output';
import { changePassword, login, logout, register, updateProfile } from './auth.service';
import { signUpModeOf } from './sign-up-mode';

export const authRouter = router({
  user: publicProcedure
    .meta({ summary: 'Get the signed-in user' })
    .output(output(currentUser.nullable()))
    .query(async ({ ctx }) => {
      const signedIn = await ctx.identify();
      return signedIn && { ...signedIn.user, ...(signedIn.mustSetUpSecondFactor && { mustSetUpSecondFactor: true }) };
    }),
  config: publicProcedure.output(output(authConfig)).query(async ({ ctx }) => {
    const { env, model: ofSettings } = ctx.deps;
    const byDefault = await readDefaultModel(ctx.deps);
    const { name, isConnected } = byDefault?.model ?? ofSettings;
    const canSearchWeb = byDefault !== undefined && (await webOf(ctx.deps, byDefault)) !== 'none';
    return {
      passwordMinLength: env.PASSWORD_MIN_LENGTH,
      signUp: signUpModeOf(env),
      signUpDomains: signUpModeOf(env) === 'domain' ? env.SIGN_UP_DOMAINS : [],
      hasPasswordSignIn: env.PASSWORD_SIGN_IN,
      providers: env.oidc.map(({ id, name }) => ({ id, name })),
      model: { name, isConnected, canSearchWeb },
      hasPositions: (await ctx.deps.db.sql`SELECT 1 FROM investment_positions LIMIT 1`).length > 0,
      ...(largestFile({ env }) > limits.attachmentBytes && { knowledgeFileBytes: largestFile({ env }) }),
      ...(env.COMPANION_URL && { companionUrl: env.COMPANION_URL }),
    };
  }),
  login: publicProcedure
    .meta({
      summary: 'Sign in',
      description:
        'Sets the session cookie. A wrong email and a wrong password return the same error. With a second factor the error code is `second_factor` and a cookie for `POST /login/second-factor` is set.',
      errors: {
        401: 'Wrong email or password, or a code is needed.',
        403: 'The account is locked.',
        429: tooManyTries,
      },
    })
    .input(loginInput)
    .output(output(currentUser))
    .mutation(async ({ ctx, input }) => {
      const signedIn = await login(ctx.deps, input, ctx.caller);
      for (const cookie of signedIn.cookies) ctx.setCookie(cookie);
      if (!signedIn.user) throw codeNeeded();
      return signedIn.user;
    }),
  register: publicProcedure
    .meta({
      summary: 'Create an account',
      description: 'Also signs in: sets the session cookie.',
      errors: { 403: 'Sign-up is not open.', 409: 'An account with this email exists.', 429: tooManyTries },
    })
    .input(registerInput)
    .output(output(currentUser))
    .mutation(async ({ ctx, input }) => {
      const signedIn = await register(ctx.deps, input, ctx.caller);
      sendConfirmation(ctx.deps, signedIn.user);
      for (const cookie of signedIn.cookies) ctx.setCookie(cookie);
      return signedIn.user;
    }),
  logout: publicProcedure
    .meta({
      summary: 'Sign out',
      description: 'Ends the session and clears its cookie. Safe to call twice. Does not affect API tokens.',
    })
    .output(output(messageOutput))
    .mutation(async ({ ctx }) => {
      for (const value of await logout(ctx.deps, await ctx.identify(), ctx.caller)) ctx.setCookie(value);
      ctx.clearBrowserCache();
      return { message: 'Signed out' };
    }),
  updateProfile: memberProcedure
    .meta({ summary: 'Change your name', description: 'Omitted names stay unchanged; empty names are removed.' })
    .input(profileInput)
    .output(output(user))
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.user.id, input)),
  changePassword: sessionProcedure
    .meta({
      summary: 'Change your password',
      description: 'Ends all other sessions of the account and revokes its API tokens, unless `revokeTokens` is false.',
      errors: { 429: tooManyTries },
    })
    .input(changePasswordInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      const session = { user: ctx.user, sessionToken: ctx.sessionToken, caller: ctx.caller };
      for (const value of await changePassword(ctx.deps, session, input)) ctx.setCookie(value);
      return { message: 'Your password has been successfully changed.' };
    }),
});
