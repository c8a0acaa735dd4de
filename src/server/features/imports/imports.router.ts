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
    .output(output(currentImport))
    .query(async ({ ctx }) => ({ import: await findCurrent(ctx.deps, ctx.user.id) })),
  get: memberProcedure
    .input(importId)
    .output(output(conversationImport))
    .query(({ ctx, input }) => getImport(ctx.deps, ctx.user.id, input.id)),
  create: limitedProcedure('uploadsByAccount')
    .input(createImportInput)
    .output(output(createdImport))
    .mutation(({ ctx, input }) => createImport(ctx.deps, ctx.user.id, { ...input, baseUrl: ctx.baseUrl })),
  read: memberProcedure
    .input(importId)
    .output(output(conversationImport))
    .mutation(({ ctx, input }) => readImportFile(ctx.deps, ctx.user.id, input.id)),
  run: memberProcedure
    .input(importId)
    .output(output(conversationImport))
    .mutation(({ ctx, input }) => runImport(ctx.deps, ctx.user.id, input.id)),
  remove: memberProcedure
    .input(importId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removeImport(ctx.deps, ctx.user.id, input.id);
      return { message: 'Import removed' };
    }),
});
