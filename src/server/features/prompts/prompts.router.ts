import { invalidInput, tooManySearches } from '~/server/trpc/documented-errors';
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
    .meta({
      summary: 'List prompts',
      description: 'Your own and the organization-wide ones, by title.',
      errors: { 400: invalidInput, 429: tooManySearches },
    })
    .input(listPromptsInput)
    .output(output(promptPage))
    .query(async ({ ctx, input }) => {
      await countSearch(ctx, input.search);
      return listPrompts(ctx.deps, ctx.user, input);
    }),
  get: memberProcedure
    .meta({ summary: 'Get a prompt' })
    .input(promptIdInput)
    .output(output(prompt))
    .query(({ ctx, input }) => getPrompt(ctx.deps, ctx.user, input.promptId)),
  create: memberProcedure
    .meta({
      summary: 'Create a prompt',
      description:
        'A text to begin messages with. It can contain variables: `{{name}}`, or `{{name=default}}`. Organization-wide prompts are recorded in the audit log.',
      errors: {
        403: 'Only administrators write organization-wide prompts.',
        409: 'There are too many prompts, or the Idempotency-Key belongs to another request.',
      },
    })
    .input(createPromptInput)
    .output(output(prompt))
    .mutation(({ ctx, input }) => createPrompt(ctx.deps, ctx.acting, input)),
  update: memberProcedure
    .meta({
      summary: 'Change a prompt',
      description: 'Omitted fields stay unchanged.',
      errors: { 403: 'Only administrators write organization-wide prompts.' },
    })
    .input(updatePromptInput)
    .output(output(prompt))
    .mutation(({ ctx, input }) => updatePrompt(ctx.deps, ctx.acting, input)),
  delete: memberProcedure
    .meta({
      summary: 'Delete a prompt',
      description: 'It can be restored for a minute.',
      errors: { 403: 'Only administrators write organization-wide prompts.' },
    })
    .input(promptIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await discardPrompt(ctx.deps, ctx.acting, input.promptId);
      return { message: 'Prompt deleted' };
    }),
  restore: memberProcedure
    .meta({
      summary: 'Restore a deleted prompt',
      description: 'Within a minute after it was deleted.',
      errors: { 404: 'There is no such prompt that can be restored.' },
    })
    .input(promptIdInput)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await restorePrompt(ctx.deps, ctx.acting, input.promptId);
      return { message: 'Prompt restored' };
    }),
});
