/** Projects: a user's folders of conversations, with shared settings. */
import { z } from 'zod';
import { limits } from '~/shared/limits';
import { conversationIds } from './conversations';
import { id, pageOf, time } from './output';
import { storableText, uuid } from './text';

const name = storableText
  .trim()
  .min(1, 'Name is required')
  .max(limits.nameCharacters, `Names can have at most ${limits.nameCharacters} characters`);
// Counts UTF-16 code units, like the counter beside the text field.
const customInstructions = storableText
  .trim()
  .refine(
    (text) => text.length <= limits.projectInstructionsCharacters,
    `Instructions can have at most ${limits.projectInstructionsCharacters.toLocaleString('en-US')} characters`,
  )
  .describe('For the AI model, after your own custom instructions');
const defaultModel = storableText
  .min(1)
  .max(200)
  .nullish()
  .describe('Id of one of GET /api/models, for messages sent without a model; null: your default model');
const collectionIds = z
  .array(uuid)
  .max(limits.collectionsPerProject, `At most ${limits.collectionsPerProject} collections`)
  .nullish()
  .describe('Exactly the collections that its conversations draw on; null: those that are enabled');

export const listProjectsInput = z.object({
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
});
export const projectIdInput = z.object({ projectId: uuid });

export const createProjectInput = z.object({
  name,
  customInstructions: customInstructions.default(''),
  defaultModel,
  collectionIds,
});
export type CreateProjectInput = z.infer<typeof createProjectInput>;

export const updateProjectInput = z.object({
  projectId: uuid,
  name: name.optional(),
  customInstructions: customInstructions.optional(),
  defaultModel,
  collectionIds,
});
export type UpdateProjectInput = z.infer<typeof updateProjectInput>;

export const moveConversationsInput = conversationIds.extend({
  projectId: uuid.nullable().describe('null: out of their projects'),
});
export type MoveConversationsInput = z.infer<typeof moveConversationsInput>;

export const project = z
  .strictObject({
    id,
    name: z.string(),
    customInstructions: z.string(),
    defaultModel: z.string().nullable(),
    collectionIds: z.array(id).nullable().describe('null: its conversations draw on the collections that are enabled'),
    filesCollectionId: id
      .nullable()
      .describe('The collection with its own files, of POST /api/collections with `projectId`; null: none yet'),
    fileCount: z.int(),
    conversationCount: z.int().describe('Without archived conversations'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof project>;
export const projectPage = pageOf(project);
export type ProjectPage = z.infer<typeof projectPage>;
