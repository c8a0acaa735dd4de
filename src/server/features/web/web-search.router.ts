import { adminProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import {
  saveSearchProviderInput,
  searchDefaultsInput,
  searchProviderName,
  searchSettings,
  searchTest,
  testSearchInput,
} from '~/shared/schemas/web-search';
import { readSettings, removeProvider, saveDefaults, saveProvider } from './search-providers.service';
import { trySearch } from './try-search';

export const webSearchRouter = router({
  settings: adminProcedure
    .meta({
      summary: 'Get the search providers of the live web',
      description: 'In the order in which they are asked. Keys are stored encrypted and never returned.',
    })
    .output(output(searchSettings))
    .query(({ ctx }) => readSettings(ctx.deps)),
  saveProvider: adminProcedure
    .meta({
      summary: 'Add or change a search provider',
      errors: { 409: "The provider comes from the server's settings." },
    })
    .input(saveSearchProviderInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await saveProvider(ctx.deps, ctx.acting, input);
      return { message: 'Search provider saved' };
    }),
  removeProvider: adminProcedure
    .meta({
      summary: 'Remove a search provider',
      errors: {
        400: 'There is no such search provider.',
        404: 'This provider is not stored.',
        409: "The provider comes from the server's settings.",
      },
    })
    .input(searchProviderName)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removeProvider(ctx.deps, ctx.acting, input.name);
      return { message: 'Search provider removed' };
    }),
  saveDefaults: adminProcedure
    .meta({ summary: 'Set the order of search providers, and the language and region of searches' })
    .input(searchDefaultsInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await saveDefaults(ctx.deps, ctx.acting, input);
      return { message: 'Search settings saved' };
    }),
  test: adminProcedure
    .meta({
      summary: 'Search with a provider',
      description: 'The search is real, so the provider may charge for it.',
      errors: { 404: 'This provider is not stored.' },
    })
    .input(testSearchInput)
    .output(output(searchTest))
    .mutation(({ ctx, input }) => trySearch(ctx.deps, input.name, input.query)),
});
