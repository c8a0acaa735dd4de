import { invalidInput, tooManySearches } from '~/server/trpc/documented-errors';
import { countSearch, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { searchInput, searchResult } from '~/shared/schemas/search';
import { searchMessages } from './search-messages';

export const searchRouter = router({
  messages: memberProcedure
    .meta({
      summary: 'Search your messages',
      description:
        'Finished messages of all branches, their files by name, and the titles of conversations, best first. Of words that occur often, the newest messages are searched.',
      errors: { 400: invalidInput, 404: 'You have no such project.', 429: tooManySearches },
    })
    .input(searchInput)
    .output(output(searchResult))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.q);
      return searchMessages(ctx.deps, ctx.user.id, input);
    }),
});
