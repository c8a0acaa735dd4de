import { storageFull } from '~/server/trpc/documented-errors';
import { limitedProcedure, memberProcedure, router } from '~/server/trpc/init';
import { output } from '~/server/trpc/output';
import { messageOutput } from '~/shared/schemas/output';
import {
  attachTextInput,
  claimedFile,
  claimUploadInput,
  completedUpload,
  createPartsInput,
  createUploadInput,
  objectId,
  partsTarget,
  partTarget,
  passageInput,
  quotedPassage,
  signPartInput,
  storedParts,
  uploadTarget,
} from '~/shared/schemas/uploads';
import { attachText } from './attach-text';
import { completeParts, createParts, listParts, signPart } from './upload-parts';
import { claimUpload, createUpload, findPassage, removeUpload } from './uploads.service';

export const uploadsRouter = router({
  create: limitedProcedure('uploadsByAccount')
    .meta({
      summary: 'Create an upload URL',
      description:
        'Send the bytes with one PUT to `uploadURL`, with `headers`, then confirm the upload with PUT /api/files. Without a size and a type the URL accepts any file within the limit, and counts as the largest size until the upload is confirmed.',
      errors: {
        413: 'The file or the body is too large, or your storage is full.',
        429: 'Too many files are waiting to be attached.',
        507: storageFull,
      },
    })
    .input(createUploadInput)
    .output(output(uploadTarget))
    .mutation(({ ctx, input }) => createUpload(ctx.deps, ctx.user.id, { ...input, baseUrl: ctx.baseUrl })),
  createParts: limitedProcedure('uploadsByAccount')
    .input(createPartsInput)
    .output(output(partsTarget))
    .mutation(({ ctx, input }) => createParts(ctx.deps, ctx.user.id, input.size)),
  signPart: limitedProcedure('uploadPartsByAccount')
    .input(signPartInput)
    .output(output(partTarget))
    .query(({ ctx, input }) => signPart(ctx.deps, ctx.user.id, { ...input, baseUrl: ctx.baseUrl })),
  parts: limitedProcedure('uploadPartsByAccount')
    .input(objectId)
    .output(output(storedParts))
    .query(({ ctx, input }) => listParts(ctx.deps, ctx.user.id, input.id)),
  completeParts: limitedProcedure('uploadsByAccount')
    .input(objectId)
    .output(output(completedUpload))
    .mutation(({ ctx, input }) => completeParts(ctx.deps, ctx.user.id, input.id)),
  claim: memberProcedure
    .meta({
      summary: 'Confirm an upload',
      description:
        'Checks the file and starts processing it. `fileURL` is the upload URL or the object path. Without `name` the type follows from the bytes and from the type of the upload URL, and the attachment names the file later. Use `objectPath` of the response as the `url` of an attachment. A file that is neither attached to a message nor added to a collection is deleted after 7 days.',
      errors: {
        404: 'Not found.',
        413: 'The file, or the body, is too large.',
        415: 'The body is not JSON, or the file has a type that is not allowed.',
      },
    })
    .input(claimUploadInput)
    .output(output(claimedFile))
    .mutation(({ ctx, input }) => claimUpload(ctx.deps, ctx.user.id, input)),
  attachText: limitedProcedure('uploadsByAccount')
    .meta({ takesText: true })
    .input(attachTextInput)
    .output(output(claimedFile))
    .mutation(({ ctx, input }) => attachText(ctx.deps, ctx.user.id, input)),
  remove: memberProcedure
    .meta({ summary: 'Remove a file', description: 'Only a file that is not attached to a message or a document yet.' })
    .input(objectId)
    .output(output(messageOutput))
    .mutation(async ({ ctx, input }) => {
      await removeUpload(ctx.deps, ctx.user.id, input.id);
      return { message: 'File removed' };
    }),
  passage: limitedProcedure('passagesByAccount')
    .meta({
      summary: 'Find a quoted passage in a file',
      description:
        'The quote with the text around it, and its page. Of your files, and of documents that you can read.',
      errors: { 404: 'Not found, or the file does not contain the quote.', 429: 'Too many requests; see Retry-After.' },
    })
    .input(passageInput)
    .output(output(quotedPassage))
    .query(({ ctx, input }) => findPassage(ctx.deps, ctx.user.id, input)),
});
