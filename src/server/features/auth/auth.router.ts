import { sendConfirmation } from '~/server/features/email-confirmation/email-confirmation.service';
import { memberProcedure, publicProcedure, router, sessionProcedure } from '~/server/trpc/init';
import { changePasswordInput, loginInput, profileInput, registerInput } from '~/shared/schemas/auth';
import { changePassword, login, logout, register, updateProfile } from './auth.service';

export const authRouter = router({
  user: publicProcedure.query(async ({ ctx }) => (await ctx.authenticate())?.user ?? null),
  config: publicProcedure.query(({ ctx }) => {
    const { env, model } = ctx.deps;
    const { name, isConnected, canSearchWeb } = model;
    return {
      passwordMinLength: env.PASSWORD_MIN_LENGTH,
      isSignUpOpen: env.SIGN_UP === 'open',
      model: { name, isConnected, canSearchWeb },
      ...(env.COMPANION_URL && { companionUrl: env.COMPANION_URL }),
    };
  }),
  login: publicProcedure.input(loginInput).mutation(async ({ ctx, input }) => {
    const { user, cookies } = await login(ctx.deps, input, ctx.caller);
    for (const cookie of cookies) ctx.setCookie(cookie);
    return user;
  }),
  register: publicProcedure.input(registerInput).mutation(async ({ ctx, input }) => {
    const { user, cookies } = await register(ctx.deps, input, ctx.caller);
    sendConfirmation(ctx.deps, user);
    for (const cookie of cookies) ctx.setCookie(cookie);
    return user;
  }),
  logout: publicProcedure.mutation(async ({ ctx }) => {
    for (const value of await logout(ctx.deps, await ctx.authenticate(), ctx.caller)) ctx.setCookie(value);
    ctx.clearBrowserCache();
    return { message: 'Signed out' };
  }),
  /** The signed-in person, or 401: the form REST's "current user" takes. */
  me: memberProcedure.query(({ ctx }) => ctx.user),
  updateProfile: memberProcedure
    .input(profileInput)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.user.id, input)),
  changePassword: sessionProcedure.input(changePasswordInput).mutation(async ({ ctx, input }) => {
    const asked = { user: ctx.user, sessionToken: ctx.sessionToken, caller: ctx.caller };
    for (const value of await changePassword(ctx.deps, asked, input)) ctx.setCookie(value);
    return { message: 'Your password has been successfully changed.' };
  }),
});
