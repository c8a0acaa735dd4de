import { memberProcedure, router, sessionProcedure } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import {
  changeFollowingInput,
  createdFeed,
  followed,
  followInput,
  followSettings,
  lookInput,
  lookOutput,
  positionNews,
} from '~/shared/schemas/position-news';
import { changeFollowing, createFeed, deleteFeed } from './change-following';
import { follow, look, readFollowSettings, readOwnNews } from './follows.service';

export const followsRouter = router({
  news: memberProcedure.output(output(positionNews)).query(({ ctx }) => readOwnNews(ctx.deps, ctx.user.id)),
  look: memberProcedure
    .input(lookInput)
    .output(output(lookOutput))
    .mutation(({ ctx, input }) => look(ctx.deps, ctx.user.id, input)),
  settings: memberProcedure
    .output(output(followSettings))
    .query(({ ctx }) => readFollowSettings(ctx.deps, ctx.user.id)),
  change: memberProcedure
    .input(changeFollowingInput)
    .output(output(followSettings))
    .mutation(({ ctx, input }) => changeFollowing(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  follow: memberProcedure
    .input(followInput)
    .output(output(followed))
    .mutation(({ ctx, input }) => follow(ctx.deps, ctx.user.id, input)),
  /** A program with an API token could keep reading after the token is revoked. */
  createFeed: sessionProcedure
    .output(output(createdFeed))
    .mutation(({ ctx }) => createFeed(ctx.deps, { by: ctx.user, caller: ctx.caller })),
  deleteFeed: memberProcedure.output(output(messageOutput)).mutation(async ({ ctx }) => {
    await deleteFeed(ctx.deps, { by: ctx.user, caller: ctx.caller });
    return { message: 'Feed deleted' };
  }),
});
