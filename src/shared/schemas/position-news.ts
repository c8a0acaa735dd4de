/** Events of positions that a user follows, and how the user is notified. */
import { z } from 'zod';
import { maxNews, type NewsKind, newsKinds } from '~/shared/news-kinds';
import { priceText } from './gain';
import { id, time } from './output';
import { uuid } from './text';

const newsReport = z.strictObject({
  conversationId: id,
  messageId: id.nullable().describe('null if the report was deleted'),
  passage: z.string().describe('What a page says that the report cites'),
});

const newsItem = z.strictObject({
  positionId: id,
  name: z.string(),
  ticker: z.string(),
  kind: z.enum(newsKinds),
  at: time.describe('When it happened; of a move, when you last looked'),
  level: priceText.optional().describe('The target or stop that was reached, adjusted for splits'),
  price: priceText.optional().describe('The close price, or the latest price that reached the level'),
  percent: z.string().optional().describe('Of a move: two decimals, with its sign if negative'),
  report: newsReport
    .optional()
    .describe('Of wrongIf: the report of your scheduled research with a new fact that "wrong if" mentions'),
  currency: z.string().optional().describe('Absent for USD'),
});
export type NewsItem = z.infer<typeof newsItem>;

export const positionNews = z
  .strictObject({
    since: time.describe('The end of your visit before this one. A visit ends after an hour without a look'),
    asOf: time.describe('Send it as `until` to mark these news as seen'),
    // Has every kind as a key, which fromEntries does not express.
    counts: z.strictObject(Object.fromEntries(newsKinds.map((kind) => [kind, z.int()])) as Record<NewsKind, z.ZodInt>),
    items: z
      .array(newsItem)
      .max(maxNews)
      .describe(
        'At most 100: first moves, the largest first, then facts about "wrong if", then the other events, both newest first',
      ),
  })
  .meta({ id: 'PositionNews' });
export type PositionNews = z.infer<typeof positionNews>;

export const recordViewInput = z.object({
  until: z.coerce.date().optional().describe('`asOf` of the news that were seen. Absent when a visit starts'),
});
export type RecordViewInput = z.infer<typeof recordViewInput>;

export const recordViewOutput = z.strictObject({ since: time });

const mailStates = ['available', 'off', 'unconfirmed'] as const;

export const followSettings = z
  .strictObject({
    followsAll: z.boolean().describe('Positions without a choice of their own are followed'),
    choices: z.array(z.strictObject({ positionId: id, isFollowed: z.boolean() })),
    alertMails: z.boolean().describe('One email a day at most'),
    mailState: z
      .enum(mailStates)
      .describe('`off`: the server sends no email. `unconfirmed`: confirm your email address first'),
    feedCreatedAt: time.nullable().describe('Null without a private feed'),
  })
  .meta({ id: 'FollowSettings' });
export type FollowSettings = z.infer<typeof followSettings>;

export const changeFollowingInput = z.object({
  followsAll: z.boolean().optional().describe('true also follows the positions that you had left out'),
  alertMails: z.boolean().optional(),
});
export type ChangeFollowingInput = z.infer<typeof changeFollowingInput>;

export const followInput = z.object({ id: uuid, isFollowed: z.boolean() });
export type FollowInput = z.infer<typeof followInput>;
export const followed = z.strictObject({ isFollowed: z.boolean() });

export const createdFeed = z
  .strictObject({
    url: z.string().describe('Secret, and returned only once: it works without signing in'),
    feedCreatedAt: time,
  })
  .meta({ id: 'CreatedFeed' });
export type CreatedFeed = z.infer<typeof createdFeed>;
