import { z } from 'zod';
import { importSources, importStates } from '~/shared/conversation-import';
import { limits } from '~/shared/limits';
import { id, time } from './output';
import { storableText, uuid } from './text';
import { uploadTarget } from './uploads';

export const createImportInput = z.object({
  fileName: storableText.min(1).max(255),
  size: z
    .number()
    .int()
    .positive('The file is empty')
    .max(
      limits.conversationImportBytes,
      'The file is larger than 200 MB. Unzip the export and import its conversations.json',
    )
    .describe('Bytes'),
});
export type CreateImportInput = z.infer<typeof createImportInput>;

export const importId = z.object({ id: uuid });

const importPreview = z
  .strictObject({
    conversations: z.int().describe('Conversations that the import adds'),
    messages: z.int().describe('Messages that the import adds, also to conversations that are here already'),
    present: z.int().describe('Conversations of the file that you have already'),
    from: time.nullable().describe('The oldest message of the file'),
    to: time.nullable(),
    sources: z.array(z.enum(importSources)),
    unreadable: z.int().describe('Conversations that cannot be imported'),
    problems: z
      .array(z.strictObject({ title: z.string(), reason: z.string() }))
      .describe('The first 20 of these, and why'),
    shortened: z.int().describe('Messages longer than 200,000 characters, of which the beginning is imported'),
    keptDays: z
      .int()
      .nullable()
      .describe('Conversations are deleted so many days after their last message, imported ones too; null: never'),
    refusal: z.string().nullable().describe('Why the import cannot run, such as an account without room for it'),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.infer<typeof importPreview>;

export const conversationImport = z
  .strictObject({
    id,
    fileName: z.string(),
    state: z
      .enum(importStates)
      .describe(
        'waiting: for the bytes. reading: for the preview. ready: to run. running, done, failed: see error. What was added stays',
      ),
    preview: importPreview.nullable(),
    position: z.int().describe('Conversations of the file that are read so far'),
    conversations: z.int().describe('Conversations added so far'),
    messages: z.int().describe('Messages added so far'),
    error: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ConversationImport' });
export type ConversationImportView = z.infer<typeof conversationImport>;

export const currentImport = z.strictObject({ import: conversationImport.nullable() });
export const createdImport = z
  .strictObject({ import: conversationImport, upload: uploadTarget.omit({ objectPath: true }) })
  .meta({ id: 'CreatedImport' });
export type CreatedImport = z.infer<typeof createdImport>;
