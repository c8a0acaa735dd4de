import { z } from 'zod';
import { limits } from '~/shared/limits';
import { audiences } from '~/shared/share-audiences';
import { id, messageOutput, pageOf, time } from './output';
import { storableText, uuid } from './text';

export const createShareInput = z
  .object({
    conversationId: uuid.nullish().describe('The conversation: the branch that is shown'),
    messageId: uuid.nullish().describe('One answer or message instead'),
    audience: z
      .enum(audiences, 'The audience must be everybody or members')
      .default('members')
      .describe('everybody: with the link. members: with the link, signed in'),
    expiresInDays: z
      .number()
      .int()
      .min(1)
      .max(limits.shareDays, `A link can be valid for 1 to ${limits.shareDays} days`)
      .nullish(),
    password: storableText
      .min(1)
      .max(limits.passwordMaxLength, 'The password is too long')
      .nullish()
      .describe('Viewers enter it to see the page'),
  })
  .refine(({ conversationId, messageId }) => (conversationId == null) !== (messageId == null), {
    message: 'Give either conversationId or messageId',
    path: ['conversationId'],
  });
export type CreateShareInput = z.infer<typeof createShareInput>;

export const shareId = z.object({ shareId: uuid });

export const listSharesInput = z.object({
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.conversationsPerPage),
});

export const share = z
  .strictObject({
    id,
    url: z.string().describe('The link. Anyone who has it can see the page, within the audience'),
    title: z.string(),
    conversationId: id,
    messageId: id.nullable().describe('The one message that is shared; null for a conversation'),
    audience: z.enum(audiences),
    isProtected: z.boolean(),
    createdAt: time,
    expiresAt: time.nullable(),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof share>;

export const sharePage = pageOf(share);
export const shareRevoked = messageOutput;
