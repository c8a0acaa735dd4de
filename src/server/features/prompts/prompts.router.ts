import { countSearch, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import {
  createPromptInput,
  listPromptsInput,
  prompt,
  promptIdInput,
  promptPage,
  updatePromptInput,
} from '~/shared/schemas/prompts';
import { discardPrompt, restorePrompt } from './discard-prompts';
import { createPrompt, getPrompt, listPrompts, updatePrompt } from './prompts.service';

export const promptsRouter = router({
  list: memberProcedure
    .input(listPromptsInput)
    .output(output(promptPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listPrompts(ctx.deps, ctx.user, input);
    }),
  get: memberProcedure
    .input(promptIdInput)
    .output(output(prompt))
    .query(({ ctx, input }) => getPrompt(ctx.deps, ctx.user, input.promptId)),
  create: memberProcedure
    .input(createPromptInput)
    .output(output(prompt))
    .mutation(({ ctx, input }) => createPrompt(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  update: memberProcedure
    .input(updatePromptInput)
    .output(output(prompt))
    .mutation(({ ctx, input }) => updatePrompt(ctx.deps, { by: ctx.user, caller: ctx.caller }, input)),
  delete: memberProcedure
    .input(promptIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await discardPrompt(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.promptId);
      return { message: 'Prompt deleted' };
    }),
  restore: memberProcedure
    .input(promptIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await restorePrompt(ctx.deps, { by: ctx.user, caller: ctx.caller }, input.promptId);
      return { message: 'Prompt restored' };
    }),
});
