/**
 * The form of the API's answers, as its document tells it and as tests hold real answers against it. They are strict:
 * an answer with a field that is not written down here fails a test, whatever brought the field in.
 */
import { z } from 'zod';
import { auditKinds } from '~/shared/schemas/audit';
import { tokenScopes } from '~/shared/schemas/tokens';
import { bookAnswers } from './book-answers';

const id = z.uuid();
const time = z.iso.datetime();

const user = z.strictObject({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  isLocked: z.boolean(),
  createdAt: time,
  updatedAt: time,
});

const conversation = z.strictObject({ id, title: z.string(), updatedAt: time });

const attachment = z.strictObject({
  type: z.string().describe('Mime type'),
  name: z.string(),
  size: z.int().nonnegative().describe('Bytes'),
  url: z.string(),
  extractedText: z.string().optional(),
  processedType: z.enum(['pdf', 'docx', 'image', 'unknown']).optional(),
  processingError: z.string().optional(),
  state: z.enum(['queued', 'reading', 'ready', 'failed']).optional(),
  previewUrl: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
});

const citation = z.strictObject({
  source: z.string(),
  url: z.string().optional(),
  title: z.string().optional(),
  start: z.int().optional().describe('Offset into the text of the answer'),
  end: z.int().optional(),
  quote: z.string().optional(),
  objectId: id.optional().describe('The own file in which `quote` stands'),
  page: z.int().optional(),
});

const activity = z.strictObject({
  kind: z.enum(['web_search', 'x_search', 'collection_search', 'book', 'tool']),
  label: z.string(),
  state: z.enum(['running', 'done']),
});

const metadata = z.strictObject({
  processing: z.boolean().optional().describe('true while the answer is being written'),
  status: z.enum(['complete', 'stopped', 'failed', 'interrupted']).optional(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  model: z.string().optional(),
  liveSearchUsed: z.boolean().optional(),
  xaiCollectionsUsed: z.boolean().optional(),
  numSourcesUsed: z.int().optional().describe('Distinct sources the answer cites'),
  numCollectionsUsed: z.int().optional(),
  citations: z.array(citation).optional(),
  activities: z.array(activity).optional(),
  usage: z.strictObject({ inputTokens: z.int(), outputTokens: z.int() }).optional(),
  hasUnconfirmedFigures: z
    .boolean()
    .optional()
    .describe('It names a price of a share, or a gain of the book or its shares, that the book did not give'),
  isAboutInvestments: z.boolean().optional().describe("It speaks about investments: 'Not investment advice'"),
});

const chatMessage = z.strictObject({
  id,
  conversationId: id,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  attachments: z.array(attachment),
  metadata,
  createdAt: time,
});

const claimedFile = z.strictObject({
  id,
  objectPath: z.string(),
  name: z.string(),
  type: z.string().describe('Mime type, told by the bytes'),
  size: z.int().nonnegative(),
  state: z.enum(['queued', 'reading', 'ready', 'failed']),
});

const apiToken = z.strictObject({
  id,
  name: z.string(),
  scope: z.enum(tokenScopes).describe('`read` tokens change nothing'),
  createdAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable(),
});

const session = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  device: z.string().describe('In plain words'),
  address: z.string().describe('The network address it signed in from'),
  signedInAt: time.nullable(),
  lastActiveAt: time.nullable().describe('To the five minutes'),
  isCurrent: z.boolean().describe('The asking one'),
});

export const answers = {
  User: user,
  Message: z.strictObject({ message: z.string() }),
  Conversation: conversation,
  ChatMessage: chatMessage,
  Exchange: z.strictObject({ userMessage: chatMessage, assistantMessage: chatMessage }),
  UploadTarget: z.strictObject({
    uploadURL: z.string().describe('Takes one PUT with the bytes, within 15 minutes'),
    headers: z.record(z.string(), z.string()).describe('To be sent with the bytes'),
    objectPath: z.string().describe('Where the file is read once it is claimed'),
  }),
  ClaimedFile: claimedFile,
  WaitlistEntry: z.strictObject({ id, email: z.string(), createdAt: time }),
  /** A file of comma-separated values, its first line the names of the columns. */
  CsvFile: z.string(),
  /** A file of the kind that was asked for. */
  File: z.string(),
  ...bookAnswers,
  AuditEvent: z.strictObject({
    id: z.string().describe('The place in the log'),
    at: time,
    kind: z.enum(auditKinds),
    actor: z.string().nullable().describe('Who did it: an e-mail at that time, or `operator`; null when nobody knows'),
    actorId: id.nullable(),
    subject: z.string().nullable().describe('What or whom it was done to'),
    subjectId: id.nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    ip: z.string().nullable(),
    requestId: z.string().nullable(),
  }),
  SetupResult: z.strictObject({ positionsCreated: z.boolean(), isAdmin: z.literal(true) }),
  ApiToken: apiToken,
  ApiTokens: z.array(apiToken),
  CreatedApiToken: apiToken.extend({ token: z.string().describe('Shown this once') }),
  Sessions: z.array(session),
  Instructions: z.strictObject({ instructions: z.string() }),
  /** Bytes, and no JSON. */
  Zip: z.string(),
  /** One event of the stream, as its `data:` line holds it; `type` says which. */
  ConversationEvent: z.looseObject({
    type: z.enum(['ready', 'started', 'text', 'progress', 'finished', 'attachments', 'renamed', 'deleted']),
  }),
  Error: z.strictObject({
    message: z.string().describe('Words for the person'),
    code: z.string().describe('For programs: the kind of refusal'),
    requestId: z.string().describe('As in X-Request-Id; tell it when you report a problem'),
  }),
} as const;

export type AnswerName = keyof typeof answers;
