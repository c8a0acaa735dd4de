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

const actingProcedure = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, acting: { by: ctx.user, caller: ctx.caller } } }),
);

export const webSearchRouter = router({
  settings: adminProcedure.output(output(searchSettings)).query(({ ctx }) => readSettings(ctx.deps)),
  saveProvider: actingProcedure
    .input(saveSearchProviderInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await saveProvider(ctx.deps, ctx.acting, input);
      return { message: 'Search provider saved' };
    }),
  removeProvider: actingProcedure
    .input(searchProviderName)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removeProvider(ctx.deps, ctx.acting, input.name);
      return { message: 'Search provider removed' };
    }),
  saveDefaults: actingProcedure
    .input(searchDefaultsInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await saveDefaults(ctx.deps, ctx.acting, input);
      return { message: 'Search settings saved' };
    }),
  test: adminProcedure
    .input(testSearchInput)
    .output(output(searchTest))
    .mutation(({ ctx, input }) => trySearch(ctx.deps, input.name, input.query)),
});
