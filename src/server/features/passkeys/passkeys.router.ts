import { publicProcedure, router, sessionProcedure, setupProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { user } from '~/shared/schemas/auth';
import { messageOutput } from '~/shared/schemas/output';
import {
  addedPasskey,
  addPasskeyInput,
  beginPasskeyInput,
  passkeyList,
  passkeyOptions,
  removePasskeyInput,
  renamePasskeyInput,
  usePasskeyInput,
} from '~/shared/schemas/passkeys';
import {
  addPasskey,
  beginPasskey,
  confirmWithPasskey,
  listPasskeys,
  passkeyOptionsFor,
  removePasskey,
  renamePasskey,
} from './passkeys.service';
import { relyingPartyOf } from './relying-party';
import { signInOptions, signInWithPasskey } from './sign-in-with-passkey';

export const passkeysRouter = router({
  /** A mutation, because it stores the challenge. */
  signInOptions: publicProcedure.output(output(passkeyOptions)).mutation(async ({ ctx }) => ({
    options: await signInOptions(ctx.deps, relyingPartyOf(ctx.baseUrl), ctx.caller),
  })),
  signIn: publicProcedure
    .input(usePasskeyInput)
    .output(output(user))
    .mutation(async ({ ctx, input }) => {
      const signedIn = await signInWithPasskey(ctx.deps, relyingPartyOf(ctx.baseUrl), input.response, ctx.caller);
      for (const cookie of signedIn.cookies) ctx.setCookie(cookie);
      return signedIn.user;
    }),
  list: setupProcedure.output(output(passkeyList)).query(({ ctx }) => listPasskeys(ctx.deps, ctx.user.id)),
  /** Allowed before a required second factor is set up, because a passkey is one. */
  begin: setupProcedure
    .input(beginPasskeyInput)
    .output(output(passkeyOptions))
    .mutation(async ({ ctx, input }) => ({
      options: await beginPasskey(ctx.deps, relyingPartyOf(ctx.baseUrl), ctx, input),
    })),
  add: setupProcedure
    .input(addPasskeyInput)
    .output(output(addedPasskey))
    .mutation(async ({ ctx, input }) => {
      const { added, cookie } = await addPasskey(ctx.deps, relyingPartyOf(ctx.baseUrl), ctx, input);
      if (cookie) ctx.setCookie(cookie);
      return added;
    }),
  rename: sessionProcedure
    .input(renamePasskeyInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await renamePasskey(ctx.deps, ctx.user.id, input);
      return { message: 'Passkey renamed' };
    }),
  remove: sessionProcedure
    .input(removePasskeyInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx.deps, ctx, input);
      return { message: 'Passkey removed' };
    }),
  confirmOptions: sessionProcedure.output(output(passkeyOptions)).mutation(async ({ ctx }) => ({
    options: await passkeyOptionsFor(ctx.deps, relyingPartyOf(ctx.baseUrl), {
      purpose: 'confirm',
      userId: ctx.user.id,
    }),
  })),
  confirm: sessionProcedure
    .input(usePasskeyInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await confirmWithPasskey(ctx.deps, relyingPartyOf(ctx.baseUrl), ctx, input.response);
      return { message: 'Confirmed' };
    }),
});
