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
    .meta({ summary: 'List your shared links', description: 'Newest first.' })
    .input(listSharesInput)
    .output(output(sharePage))
    .query(({ ctx, input }) => listShares(ctx.deps, ctx.user.id, input)),
  create: memberProcedure
    .meta({
      summary: 'Share a conversation or a message',
      description:
        'Give `conversationId` or `messageId`. The page behind `url` shows it as it is now, with its sources and their checks. Of the files it contains those in `fileIds`, as they are now. An answer that is still being written, later messages and changes are not shown. Deleting the conversation deletes the link.',
      errors: {
        403: 'Public links are turned off.',
        404: 'You have no such conversation, message or file.',
        409: 'You have too many shared links, there is nothing to share yet, or the conversation is temporary.',
        413: 'The body, or the conversation, is too long.',
      },
    })
    .input(createShareInput)
    .output(output(share))
    .mutation(({ ctx, input }) => createShare(ctx.deps, ctx.acting, input)),
  contents: memberProcedure
    .meta({
      summary: 'List what a link to a conversation can contain',
      description:
        'Your own files that the messages have or cite, to be chosen in `fileIds` of a new link, whether the link would leave out an answer, and whether it can be for everyone.',
    })
    .input(shareContentsInput)
    .output(output(shareContents))
    .query(({ ctx, input }) => readContents(ctx.deps, ctx.user.id, input)),
  revoke: memberProcedure
    .meta({ summary: 'Revoke a shared link', description: 'The link shows nothing from the next request.' })
    .input(shareId)
    .output(output(shareRevoked))
    .mutation(async ({ ctx, input }) => {
      await revokeShare(ctx.deps, ctx.acting, input.shareId);
      return { message: 'Link revoked' };
    }),
});
