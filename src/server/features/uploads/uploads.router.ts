import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { attachTextInput, claimUploadInput, createUploadInput, objectId, passageInput } from '~/shared/schemas/uploads';
import { attachText } from './attach-text';
import { claimUpload, createUpload, findPassage, removeUpload } from './uploads.service';

export const uploadsRouter = router({
  create: limitedProcedure('uploadsByAccount')
    .input(createUploadInput)
    .mutation(({ ctx, input }) => createUpload(ctx.deps, ctx.user.id, { ...input, baseUrl: ctx.baseUrl })),
  claim: memberProcedure
    .input(claimUploadInput)
    .mutation(({ ctx, input }) => claimUpload(ctx.deps, ctx.user.id, input)),
  attachText: limitedProcedure('uploadsByAccount')
    .input(attachTextInput)
    .mutation(({ ctx, input }) => attachText(ctx.deps, ctx.user.id, input)),
  remove: memberProcedure.input(objectId).mutation(async ({ ctx, input }) => {
    await removeUpload(ctx.deps, ctx.user.id, input.id);
    return { message: 'File removed' };
  }),
  passage: limitedProcedure('passagesByAccount')
    .input(passageInput)
    .query(({ ctx, input }) => findPassage(ctx.deps, ctx.user.id, input.id, input.quote)),
});
