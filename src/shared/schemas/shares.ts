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
      .enum(audiences, 'The audience must be everybody, members or groups')
      .default('members')
      .describe('everybody: with the link. members: with the link, signed in. groups: only members of `groupIds`'),
    groupIds: z.array(uuid).max(limits.groups).default([]).describe('For the audience groups: of your groups'),
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
    fileIds: z
      .array(uuid)
      .max(limits.shareFiles, `A link can contain ${limits.shareFiles} files`)
      .default([])
      .describe('Your files that viewers can open, of those that the messages use. None by default'),
  })
  .refine(({ conversationId, messageId }) => (conversationId == null) !== (messageId == null), {
    message: 'Give either conversationId or messageId',
    path: ['conversationId'],
  })
  .refine(({ audience, groupIds }) => (audience === 'groups') === groupIds.length > 0, {
    message: 'Choose groups for the audience groups, and for no other',
    path: ['groupIds'],
  });
export type CreateShareInput = z.infer<typeof createShareInput>;

export const shareContentsInput = z
  .object({ conversationId: uuid.nullish(), messageId: uuid.nullish() })
  .refine(({ conversationId, messageId }) => (conversationId == null) !== (messageId == null), {
    message: 'Give either conversationId or messageId',
    path: ['conversationId'],
  });
export type ShareContentsInput = z.infer<typeof shareContentsInput>;

const sharedFile = { name: z.string(), type: z.string(), size: z.int() };

export const shareContents = z
  .strictObject({
    files: z
      .array(z.strictObject({ id, ...sharedFile }))
      .describe('Your files that the messages have or cite, for `fileIds`. The oldest 200'),
    filesInProcess: z.int().describe('Files that can be chosen once they are processed'),
    imagesWithheld: z.int().describe('Images that cannot be chosen, because they may still contain location data'),
    leavesOutAnswer: z.boolean().describe('An answer is still being written. A link created now does not contain it'),
    allowsEverybody: z.boolean().describe('Whether new links can be for everyone. Administrators can switch that off'),
  })
  .meta({ id: 'ShareContents' });
export type ShareContents = z.infer<typeof shareContents>;

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
    groups: z.array(z.string()).describe('Names of the groups, of the audience groups'),
    isProtected: z.boolean(),
    files: z.array(z.strictObject(sharedFile)).describe('Files that viewers can open'),
    createdAt: time,
    expiresAt: time.nullable(),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof share>;

export const sharePage = pageOf(share);
export const shareRevoked = messageOutput;
