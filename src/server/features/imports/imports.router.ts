import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import {
  conversationImport,
  createdImport,
  createImportInput,
  currentImport,
  importId,
} from '~/shared/schemas/imports';
import { messageOutput } from '~/shared/schemas/output';
import {
  createImport,
  currentImport as findCurrent,
  getImport,
  readImportFile,
  removeImport,
  runImport,
} from './imports.service';

export const importsRouter = router({
  current: memberProcedure
    .meta({ summary: 'Get your latest import', description: '`import` is null without one.' })
    .output(output(currentImport))
    .query(async ({ ctx }) => ({ import: await findCurrent(ctx.deps, ctx.user.id) })),
  get: memberProcedure
    .meta({
      summary: 'Get an import with its preview and progress',
      description: 'Read it until its `state` is `ready`, `done` or `failed`.',
    })
    .input(importId)
    .output(output(conversationImport))
    .query(({ ctx, input }) => getImport(ctx.deps, ctx.user.id, input.id)),
  create: limitedProcedure('uploadsByAccount')
    .meta({
      summary: 'Start an import of conversations',
      description:
        'For an export of ChatGPT, Claude, Open WebUI or qInsight, a zip or JSON file of at most 200 MB. Send the bytes with one PUT to `uploadURL`, with `headers`, then request the preview. Replaces your earlier import, whose conversations stay.',
      errors: {
        409: 'An import is in progress, or the Idempotency-Key belongs to another request.',
        413: 'The body, or your storage, is over its limit.',
      },
    })
    .input(createImportInput)
    .output(output(createdImport))
    .mutation(({ ctx, input }) => createImport(ctx.deps, ctx.user.id, { ...input, baseUrl: ctx.baseUrl })),
  read: memberProcedure
    .meta({
      summary: 'Preview an import',
      description: 'Reads the file in the background and stores nothing of it. Safe to repeat.',
    })
    .input(importId)
    .output(output(conversationImport))
    .mutation(({ ctx, input }) => readImportFile(ctx.deps, ctx.user.id, input.id)),
  run: memberProcedure
    .meta({
      summary: 'Run an import',
      description:
        'Adds the conversations in the background. Conversations and messages that you have already are not added again. Safe to repeat.',
      errors: { 409: 'There is no preview yet, the import has failed, or your account has no room for it.' },
    })
    .input(importId)
    .output(output(conversationImport))
    .mutation(({ ctx, input }) => runImport(ctx.deps, ctx.user.id, input.id)),
  remove: memberProcedure
    .meta({ summary: 'Cancel an import', description: 'Deletes the file. Conversations that were added stay.' })
    .input(importId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removeImport(ctx.deps, ctx.user.id, input.id);
      return { message: 'Import removed' };
    }),
});
