/** The copy of a collection at xAI. */
import { z } from 'zod';
import { id } from './output';
import { uuid } from './text';

export const setMirrorInput = z.object({ collectionId: uuid, isOn: z.boolean() });
export type SetMirrorInput = z.infer<typeof setMirrorInput>;

export const collectionMirrorStatus = z.strictObject({
  isAvailable: z.boolean().describe('Whether this installation mirrors collections'),
  isOn: z.boolean(),
  mayChange: z.boolean(),
  documents: z.int().describe('Documents with a text'),
  mirrored: z.int(),
  failed: z.int(),
  problem: z.string().optional().describe('Why the collection has no copy'),
  failures: z
    .array(z.strictObject({ documentId: id, title: z.string(), problem: z.string() }))
    .describe('The latest documents that failed'),
});
export type CollectionMirrorStatus = z.infer<typeof collectionMirrorStatus>;

/** A collection whose copy has problems. */
export const mirrorFailure = z.strictObject({
  collectionId: id,
  collection: z.string(),
  problem: z.string().nullable(),
  documents: z.int(),
});
export type MirrorFailure = z.infer<typeof mirrorFailure>;
