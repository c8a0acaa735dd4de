import { memberProcedure, router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import {
  changeFollowingInput,
  createdFeed,
  followed,
  followInput,
  followSettings,
  positionNews,
  recordViewInput,
  recordViewOutput,
} from '~/shared/schemas/position-news';
import { changeFollowing, createFeed, deleteFeed } from './change-following';
import { follow, readFollowSettings, readOwnNews, recordPortfolioView } from './follows.service';

export const followsRouter = router({
  news: memberProcedure
    .meta({
      summary: 'Get news of the positions that you follow',
      description:
        'Since your last visit: new and closed positions, targets and stops that were reached, due reviews, and moves of 10% or more. Reading them does not mark them as seen.',
    })
    .output(output(positionNews))
    .query(({ ctx }) => readOwnNews(ctx.deps, ctx.user.id)),
  look: memberProcedure
    .meta({
      summary: 'Record a visit, or mark news as seen',
      description: 'With `until`, the `asOf` of the news that you have seen. News since then are returned from now on.',
    })
    .input(recordViewInput)
    .output(output(recordViewOutput))
    .mutation(({ ctx, input }) => recordPortfolioView(ctx.deps, ctx.user.id, input)),
  settings: memberProcedure
    .meta({ summary: 'Get what you follow' })
    .output(output(followSettings))
    .query(({ ctx }) => readFollowSettings(ctx.deps, ctx.user.id)),
  change: memberProcedure
    .meta({
      summary: 'Change what you follow',
      errors: { 409: 'Emails need a mail server and a confirmed email address.' },
    })
    .input(changeFollowingInput)
    .output(output(followSettings))
    .mutation(({ ctx, input }) => changeFollowing(ctx.deps, ctx.acting, input)),
  follow: memberProcedure
    .meta({ summary: 'Follow or unfollow a position' })
    .input(followInput)
    .output(output(followed))
    .mutation(({ ctx, input }) => follow(ctx.deps, ctx.user.id, input)),
  /** Requires a session: a client with an API token could keep reading the feed after the token is revoked. */
  createFeed: sessionProcedure
    .meta({
      summary: 'Create your private feed',
      description:
        'An Atom feed of your news. Its address is secret and shown only once; a new one replaces the one before.',
    })
    .output(output(createdFeed))
    .mutation(({ ctx }) => createFeed(ctx.deps, ctx.acting)),
  deleteFeed: memberProcedure
    .meta({ summary: 'Delete your private feed' })
    .output(output(messageOutput))
    .mutation(async ({ ctx }) => {
      await deleteFeed(ctx.deps, ctx.acting);
      return { message: 'Feed deleted' };
    }),
});
