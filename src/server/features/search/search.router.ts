import { countSearch, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { searchInput, searchResult } from '~/shared/schemas/search';
import { searchMessages } from './search-messages';

export const searchRouter = router({
  messages: memberProcedure
    .input(searchInput)
    .output(output(searchResult))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.q);
      return searchMessages(ctx.deps, ctx.user.id, input);
    }),
});
