import { memberProcedure, publicProcedure, router } from '~/server/trpc/init';
import { loginInput, registerInput } from '~/shared/schemas/auth';
import { login, logout, register } from './auth.service';

export const authRouter = router({
  user: publicProcedure.query(async ({ ctx }) => (await ctx.authenticate())?.user ?? null),
  config: publicProcedure.query(({ ctx }) => {
    const { name, isConnected, canSearchWeb } = ctx.deps.model;
    return { passwordMinLength: ctx.deps.env.PASSWORD_MIN_LENGTH, model: { name, isConnected, canSearchWeb } };
  }),
  login: publicProcedure.input(loginInput).mutation(async ({ ctx, input }) => {
    const { user, cookie } = await login(ctx.deps, input, ctx.caller);
    ctx.setCookie(cookie);
    return user;
  }),
  register: publicProcedure.input(registerInput).mutation(async ({ ctx, input }) => {
    const { user, cookie } = await register(ctx.deps, input, ctx.caller);
    ctx.setCookie(cookie);
    return user;
  }),
  logout: publicProcedure.mutation(async ({ ctx }) => {
    ctx.setCookie(await logout(ctx.deps, (await ctx.authenticate())?.session ?? null));
    return { message: 'Signed out' };
  }),
  /** The signed-in person, or 401: the form REST's "current user" takes. */
  me: memberProcedure.query(({ ctx }) => ctx.user),
});
