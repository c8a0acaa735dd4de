import { memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  createShareInput,
  listSharesInput,
  share,
  shareContents,
  shareContentsInput,
  shareId,
  sharePage,
  shareRevoked,
} from '~/shared/schemas/shares';
import { readContents } from './share-contents';
import { createShare, listShares, revokeShare } from './shares.service';

export const sharesRouter = router({
  list: memberProcedure
    .input(listSharesInput)
    .output(output(sharePage))
    .query(({ ctx, input }) => listShares(ctx.deps, ctx.user.id, input)),
  create: memberProcedure
    .input(createShareInput)
    .output(output(share))
    .mutation(({ ctx, input }) => createShare(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  contents: memberProcedure
    .input(shareContentsInput)
    .output(output(shareContents))
    .query(({ ctx, input }) => readContents(ctx.deps, ctx.user.id, input)),
  revoke: memberProcedure
    .input(shareId)
    .output(output(shareRevoked))
    .mutation(async ({ ctx, input }) => {
      await revokeShare(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.shareId);
      return { message: 'Link revoked' };
    }),
});
