import { z } from 'zod';
import { limits } from '~/shared/limits';
import { id, time } from './output';
import { storableText, uuid } from './text';

export const searchInput = z.object({
  q: storableText
    .min(1, 'Enter what to search for')
    .max(limits.messageSearchCharacters, 'The search text is too long')
    .describe('All words must occur, each at least with its beginning, whatever case and accents'),
  model: storableText.min(1).max(200).nullish().describe('Answers of this model only, an id as in GET /api/models'),
  projectId: uuid.nullish().describe('Conversations of this project only'),
  files: z.enum(['with']).nullish().describe('with: messages with files only'),
  titles: z.enum(['without']).nullish().describe('without: no hits in titles'),
  from: z.iso.date().nullish().describe('From this day on (UTC)'),
  to: z.iso.date().nullish().describe('Up to and including this day (UTC)'),
  limit: z.coerce.number<string | number>().int().min(1).max(50).default(20),
});
export type SearchInput = z.infer<typeof searchInput>;

const searchHit = z
  .strictObject({
    conversationId: id,
    title: z.string().describe('Of the conversation'),
    messageId: id.nullable().describe('null when the title itself was found'),
    role: z.enum(['user', 'assistant']).nullable(),
    isActive: z.boolean().describe('false for a message on another branch than the active one'),
    snippet: z
      .array(z.strictObject({ text: z.string(), isMatch: z.boolean() }))
      .describe('Text around the first match, in pieces'),
    files: z.array(z.string()).describe("Names of the message's files"),
    at: time,
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof searchHit>;

/** Best match first. */
export const searchResult = z.strictObject({
  items: z.array(searchHit),
  leavesOutTexts: z
    .literal(true)
    .optional()
    .describe('Texts of new messages are encrypted here: these are found by the names of their files alone'),
});
export type SearchResult = z.infer<typeof searchResult>;
