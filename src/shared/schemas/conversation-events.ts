import { z } from 'zod';
import { citation } from './citations';
import { activity, attachment, chatMessage, exchange } from './messages';
import { id } from './output';

const ofAnswer = { messageId: id, attempt: z.int(), seq: z.int() };

/**
 * An event of a conversation. `attempt` increases with each retry of an answer without text, and when text of a running
 * answer turns out to be a thought; a higher one replaces the answer. `at` is the offset of `text` in the answer
 * (JavaScript string length), so that clients detect duplicates (below their own length) and gaps (above it).
 */
export const conversationEvent = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('ready'),
        running: z.array(z.strictObject({ messageId: id, attempt: z.int() })),
      })
      .describe('First event of every connection: the answers in progress. All other answers are finished'),
    exchange
      .extend({ type: z.literal('started'), attempt: z.int() })
      .describe('A message was sent, here or in another tab, and its answer has started'),
    z.strictObject({ type: z.literal('text'), ...ofAnswer, at: z.int(), text: z.string() }),
    z.strictObject({
      type: z.literal('progress'),
      ...ofAnswer,
      activities: z.array(activity),
      citations: z.array(citation),
    }),
    z.strictObject({ type: z.literal('finished'), ...ofAnswer, message: chatMessage }),
    z
      .strictObject({ type: z.literal('attachments'), messageId: id, attachments: z.array(attachment) })
      .describe('Files of a message were processed, or could not be'),
    z
      .strictObject({ type: z.literal('checked'), messageId: id, attempt: z.int(), message: chatMessage })
      .describe('Web sources of a finished answer were checked'),
    z
      .strictObject({ type: z.literal('switched') })
      .describe('Another branch is the active one: the messages have to be read again'),
    z.strictObject({ type: z.literal('renamed'), title: z.string() }),
    z.strictObject({ type: z.literal('deleted') }),
  ])
  .meta({ id: 'ConversationEvent' });
export type ConversationEvent = z.infer<typeof conversationEvent>;
