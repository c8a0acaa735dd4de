import { z } from 'zod';
import { defaultConversationTitle, limits } from '~/shared/limits';
import { textStart } from '~/shared/text-start';
import { id, pageOf, time } from './output';
import { storableText, uuid } from './text';

export const conversationId = z.object({ conversationId: uuid });

export const createConversationInput = z.object({
  title: storableText
    .trim()
    .max(limits.titleCharacters, `Titles can have at most ${limits.titleCharacters} characters`)
    .optional()
    .transform((title) => title || defaultConversationTitle),
  projectId: uuid.nullish().describe('Id of the project that it belongs to'),
  isTemporary: z
    .boolean()
    .optional()
    .describe('true: no list, search or export contains it, and it is deleted an hour after its last message'),
});
export type CreateConversationInput = z.infer<typeof createConversationInput>;

export const renameConversationInput = z.object({
  conversationId: uuid,
  title: storableText
    .trim()
    .min(1, 'Title is required')
    .max(limits.titleCharacters, `Titles can have at most ${limits.titleCharacters} characters`),
});

export const updateConversationInput = z.object({
  conversationId: uuid,
  isPinned: z.boolean().optional(),
  isArchived: z.boolean().optional().describe('true also unpins the conversation'),
  projectId: uuid.nullish().describe('Id of the project that it moves to; null: out of its project'),
});
export type UpdateConversationInput = z.infer<typeof updateConversationInput>;

export const conversationIds = z.object({
  conversationIds: z
    .array(uuid)
    .min(1, 'Select a conversation')
    .max(limits.conversationsAtOnce, `At most ${limits.conversationsAtOnce} conversations at once`),
});

export const extendedUntil = z.strictObject({ temporaryUntil: time });

export const conversationCount = z.strictObject({ count: z.int().describe('How many conversations changed') });

/** What the sidebar marks. */
export const conversationActivity = z
  .strictObject({
    running: z.array(id).describe('Conversations with an answer in progress'),
    unread: z.array(id).describe('Conversations with an answer that was finished since they were last opened'),
  })
  .meta({ id: 'ConversationActivity' });
export type ConversationActivity = z.infer<typeof conversationActivity>;

/**
 * A page of conversations by keyset: `cursor` is the opaque `nextCursor` of the previous page. `search`: words that all
 * occur in the title, ignoring case and accents.
 */
export const listConversationsInput = z.object({
  search: storableText.trim().max(limits.searchCharacters, 'The search text is too long').optional(),
  archived: z.enum(['only']).nullish().describe('only: archived conversations instead of the others'),
  projectId: z
    .union([uuid, z.literal('none')], 'projectId must be the id of a project, or none')
    .nullish()
    .describe('Only conversations of this project; none: those outside of projects'),
  cursor: z.string().max(100).nullish(),
  through: uuid.nullish().describe('Id of a conversation: the page ends with it, and `cursor` is ignored'),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.conversationsPerPage),
});

export const conversation = z
  .strictObject({
    id,
    title: z.string(),
    updatedAt: time,
    isPinned: z.boolean().describe('Pinned conversations come first'),
    isArchived: z.boolean(),
    projectId: id.nullable().describe('The project that it belongs to'),
    temporaryUntil: time
      .nullable()
      .describe('Of a temporary conversation: when it is deleted, unless it is used or extended before'),
  })
  .meta({ id: 'Conversation' });
export type ConversationSummary = z.infer<typeof conversation>;

/** Replaces the oldest messages if an AI model can't read all of them. */
const conversationSummaryText = z
  .strictObject({
    content: z.string(),
    messages: z.int().describe('How many of the oldest messages it covers'),
    model: z.string().describe('The AI model that wrote it'),
    updatedAt: time,
  })
  .meta({ id: 'ConversationSummary' });
export type ConversationSummaryText = z.infer<typeof conversationSummaryText>;

export const summaryOutput = z.strictObject({ summary: conversationSummaryText.nullable() });

export const conversationPage = pageOf(conversation);
export type ConversationPage = z.infer<typeof conversationPage>;

/** The start of a message, as its conversation's title. */
export function titleFromMessage(content: string): string {
  const text = content.trim().replace(/\s+/g, ' ');
  if (text.length <= limits.titleFromMessageCharacters) return text || defaultConversationTitle;
  return `${textStart(text, limits.titleFromMessageCharacters).toWellFormed()}...`;
}
