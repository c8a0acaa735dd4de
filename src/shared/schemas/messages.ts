import { z } from 'zod';
import { answerSources } from '~/shared/answer-sources';
import { processedTypes } from '~/shared/file-kinds';
import { limits } from '~/shared/limits';
import { answerCorrection, citedFigures, confirmedFigures, unconfirmedFigures } from './answer-figures';
import { citation } from './citations';
import { conversation } from './conversations';
import { importedFrom } from './imported-from';
import { modelParameters } from './models';
import { id, pageOf, time } from './output';
import { notAnId, storableText, uuid } from './text';
import { timeZone } from './time-zone';
import { readingProgress, readStates } from './uploads';

const attachmentInput = z.object({
  type: storableText.max(255),
  name: storableText.min(1).max(255),
  size: z.number().int().nonnegative(),
  url: storableText.min(1).max(2048),
});

const sourcesInput = z
  .enum(answerSources, 'Use web, offline or files')
  .nullish()
  .describe('web: also the live web, where it is available. offline: without the web. files: only your files');

const tooLong = `Message must be ${limits.messageCharacters} characters or fewer`;

/** An empty id is a client bug: to create a conversation, the id must be absent. */
const givenConversationId = z.uuid({
  error: ({ input }) => (input === '' ? 'No conversation ID provided' : notAnId),
});

/**
 * A message of the user. Without `conversationId`, a conversation is created in the same transaction. `clientRequestId`
 * makes sending idempotent: the same id and body is the same message, however often it arrives.
 */
export const sendMessageInput = z
  .object({
    conversationId: givenConversationId.nullish(),
    clientRequestId: uuid,
    projectId: uuid
      .nullish()
      .describe('Project of the conversation that is created; without effect in an existing one'),
    collections: z
      .array(z.strictObject({ id: uuid, isOn: z.boolean() }))
      .max(100, 'At most 100 collections can be switched with a message')
      .nullish()
      .describe(
        'Collections switched on or off in the conversation that is created; without effect in an existing one. Those you cannot read are ignored',
      ),
    // Counts UTF-16 code units, like the counter beside the text field. Zod's max counts an emoji once.
    content: storableText.refine((text) => text.length <= limits.messageCharacters, tooLong),
    attachments: z.array(attachmentInput).max(limits.attachmentsPerMessage, 'At most 5 files per message').default([]),
    model: storableText
      .min(1)
      .max(200)
      .nullish()
      .describe('Id of one of GET /api/models; the default model without it'),
    parameters: modelParameters.nullish().describe('Passed on if the model takes them'),
    sources: sourcesInput,
    timeZone: timeZone
      .nullish()
      .describe('IANA name such as Europe/Berlin, for the date; UTC without it, or if it is unknown'),
    replaces: uuid
      .nullish()
      .describe(
        'Id of one of your earlier messages in this conversation. The new one becomes another version of it, on a branch of its own, and has its files',
      ),
  })
  .refine(
    (message) => message.replaces == null || (message.conversationId != null && message.attachments.length === 0),
    {
      message: 'A new version of a message has the files of the earlier one, and its conversation',
      path: ['replaces'],
    },
  )
  .refine((message) => message.content.trim() !== '' || message.attachments.length > 0, {
    message: 'Write a message or attach a file',
    path: ['content'],
  });
export type SendMessageInput = z.infer<typeof sendMessageInput>;

/** Without `cursor`, the newest page. `cursor` continues towards older messages. */
export const listMessagesInput = z.object({
  conversationId: uuid,
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.messagesPerPage),
  branches: z
    .enum(['active', 'all'])
    .default('active')
    .describe('active: the branch that is shown. all: the whole tree, in the order in which it was written'),
});

export const messageIdInput = z.object({ messageId: uuid });

/**
 * Without `model`, the model of the previous answer, or the default if it is no longer offered. The same for `sources`.
 */
export const retryInput = messageIdInput.extend({
  model: storableText.min(1).max(200).nullish().describe('Id of one of GET /api/models; the same model without it'),
  parameters: modelParameters.nullish().describe('Passed on if the model takes them'),
  sources: sourcesInput,
  timeZone: timeZone.nullish(),
  continues: z
    .boolean()
    .nullish()
    .describe('Continues an answer that was stopped or cut off: the new version begins with its text'),
});
export type RetryInput = z.infer<typeof retryInput>;

/** `lastEventId` is added by the subscription link after a reconnect. */
export const watchInput = z.object({ conversationId: uuid, lastEventId: z.string().max(200).nullish() });

export const attachment = z
  .strictObject({
    type: z.string().describe('MIME type'),
    name: z.string(),
    size: z.int().nonnegative().describe('Bytes'),
    url: z.string(),
    extractedText: z.string().optional(),
    processedType: z.enum(processedTypes()).optional(),
    processingError: z.string().optional(),
    note: z.string().optional().describe('A remark on a file that was processed, such as pages left out'),
    state: z.enum(readStates).optional().describe('Progress of processing the file'),
    progress: readingProgress.optional().describe('Of a file that is being read'),
    previewUrl: z.string().optional().describe('A small version of an image'),
    width: z.int().optional(),
    height: z.int().optional(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof attachment>;

/** Actions of the model besides writing, in order. */
export const activity = z
  .strictObject({
    kind: z.enum(['thinking', 'web_search', 'web_page', 'x_search', 'collection_search', 'book', 'tool']),
    label: z.string(),
    state: z.enum(['running', 'done']),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activity>;

const answerStatus = z.enum(['complete', 'stopped', 'failed', 'interrupted']);
export type AnswerStatus = z.infer<typeof answerStatus>;

/** The tokens of an answer, summed over all rounds. Absent if the endpoint reports none. */
const answerUsage = z
  .strictObject({
    inputTokens: z.int(),
    outputTokens: z.int(),
    reasoningTokens: z.int().optional().describe('Part of outputTokens that the model spent on thinking'),
    cachedTokens: z.int().optional().describe('Part of inputTokens that the provider read from its cache'),
    cost: z.string().optional().describe('USD, a decimal; absent when the model has no price'),
    isEstimated: z.boolean().optional().describe('The tokens were counted by the server'),
  })
  .meta({ id: 'AnswerUsage' });
export type AnswerUsage = z.infer<typeof answerUsage>;

const usedCollection = z.strictObject({ id, name: z.string() });
export type UsedCollection = z.infer<typeof usedCollection>;

const rememberedFact = z
  .strictObject({ change: z.enum(['remembered', 'forgot']), id, text: z.string() })
  .meta({ id: 'RememberedFact' });
export type RememberedFact = z.infer<typeof rememberedFact>;

const answerError = z.strictObject({
  code: z.string(),
  message: z.string(),
  reason: z.string().optional().describe("The provider's own words, in answers to administrators"),
});

const messageMetadata = z
  .strictObject({
    processing: z.boolean().optional().describe('true while the answer is being written'),
    status: answerStatus.optional().describe('How the answer ended'),
    error: answerError.optional(),
    isUnreviewed: z
      .boolean()
      .optional()
      .describe('The figures and sources of the answer were not reviewed, for example because its process ended'),
    reasoning: z
      .strictObject({ text: z.string(), milliseconds: z.int() })
      .optional()
      .describe('What the model thought before it answered. Not part of the answer'),
    model: z.string().optional().describe('Name of the model, as its endpoint reported it'),
    modelId: z.string().optional().describe('Id of the model, as in GET /api/models'),
    sources: z.enum(answerSources).optional().describe('What the answer was limited to; absent without a limit'),
    liveSearchUsed: z.boolean().optional(),
    xaiCollectionsUsed: z.boolean().optional(),
    numSourcesUsed: z.int().optional().describe('Distinct sources that the answer cites'),
    numCollectionsUsed: z.int().optional().describe('Collections that the answer draws on'),
    collectionsUsed: z.array(usedCollection).optional().describe('The collections that the answer draws on'),
    citations: z.array(citation).optional(),
    activities: z.array(activity).optional(),
    usage: answerUsage.optional(),
    webReading: z
      .strictObject({
        pages: z.int().describe('Pages that were read, or that a hosted search opened or cited'),
        milliseconds: z.int(),
      })
      .optional()
      .describe('What the web search did for the answer'),
    suggestedQuestions: z
      .array(z.string())
      .optional()
      .describe('Questions that could follow, suggested by the AI model a moment after the answer'),
    researchId: id.optional().describe('The answer is the report of this research'),
    unconfirmedFigures: unconfirmedFigures.optional(),
    citedFigures: citedFigures.optional(),
    confirmedFigures: confirmedFigures.optional(),
    correction: answerCorrection
      .optional()
      .describe('The AI model was asked a second time, because its first text had unconfirmed figures'),
    hasUnconfirmedFigures: z
      .boolean()
      .optional()
      .describe('The answer names a price or gain that the portfolio does not confirm'),
    summarizedMessages: z
      .int()
      .optional()
      .describe('Earlier messages that the AI model received as a summary, because they did not fit'),
    omittedMessages: z.int().optional().describe('Earlier messages that did not fit and were not sent to the AI model'),
    hasUnknownSources: z
      .boolean()
      .optional()
      .describe(
        'The text may repeat files or pages that are not listed, because writing or storing it was interrupted',
      ),
    memory: z.array(rememberedFact).optional().describe('What the answer changed in your memory'),
    imported: importedFrom.optional().describe('The message comes from an export of this or another service'),
    isAboutInvestments: z.boolean().optional().describe("Show 'Not investment advice' with the answer"),
  })
  .meta({ id: 'MessageMetadata' });
export type MessageMetadata = z.infer<typeof messageMetadata>;

/** The position of a message among its versions (messages with the same parent), and the state of a retry. */
const messageVersions = z
  .strictObject({
    number: z.int().describe('1 for the oldest version'),
    count: z.int(),
    previousId: id.nullable(),
    nextId: id.nullable(),
    earlierText: z
      .string()
      .optional()
      .describe('The text of the version that was active before, while the newest version of an answer has none'),
    failedRetry: z
      .strictObject({ error: answerError, modelId: z.string().optional() })
      .optional()
      .describe('Why the newest version of the answer has no text, so that this one is active again'),
  })
  .meta({ id: 'MessageVersions' });
export type MessageVersions = z.infer<typeof messageVersions>;

export const chatMessage = z
  .strictObject({
    id,
    conversationId: id,
    parentId: id.nullable().describe('The message that it follows; null for a first message'),
    isActive: z.boolean().optional().describe('Whether it is on the active branch; present in lists of all branches'),
    versions: messageVersions.optional().describe('In lists: present when the message has several versions'),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    attachments: z.array(attachment),
    metadata: messageMetadata,
    createdAt: time,
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof chatMessage>;

/** `items` are oldest first, ready for display. `nextCursor` continues towards older messages. */
export const messagePage = pageOf(chatMessage);
export type MessagePage = z.infer<typeof messagePage>;

/** A message and its answer. */
export const exchange = z
  .strictObject({ userMessage: chatMessage, assistantMessage: chatMessage })
  .meta({ id: 'Exchange' });
export type Exchange = z.infer<typeof exchange>;

export const sentMessage = exchange.extend({ conversation });
export type SentMessage = z.infer<typeof sentMessage>;

export const retriedAnswer = z
  .strictObject({ assistantMessage: chatMessage, attempt: z.int() })
  .meta({ id: 'RetriedAnswer' });
export type RetriedAnswer = z.infer<typeof retriedAnswer>;

/** All versions of a message, oldest first. */
export const versionList = z.strictObject({ items: z.array(chatMessage) }).meta({ id: 'VersionList' });
export type VersionList = z.infer<typeof versionList>;
