import { z } from 'zod';
import { limits } from '~/shared/limits';
import { notAnId, storableText, uuid } from './text';

export const attachmentInput = z.object({
  type: storableText.max(255),
  name: storableText.min(1).max(255),
  size: z.number().int().nonnegative().max(limits.attachmentBytes, 'File is larger than 10 MB'),
  url: storableText.min(1).max(2048),
});

export const tooLong = `Message must be ${limits.messageCharacters} characters or fewer`;

/** An empty id is a program's mistake; a new conversation is asked for by giving none. */
const givenConversationId = z.uuid({
  error: ({ input }) => (input === '' ? 'No conversation ID provided' : notAnId),
});

/**
 * One question. Without `conversationId` a conversation is created with it, in the same transaction.
 * `clientRequestId` makes a send safe to repeat: the same id and body is the same message, however often it arrives.
 */
export const sendMessageInput = z
  .object({
    conversationId: givenConversationId.nullish(),
    clientRequestId: uuid,
    // Counted as the counter beside the text box counts; the library's own max counts an emoji once.
    content: storableText.refine((text) => text.length <= limits.messageCharacters, tooLong),
    attachments: z.array(attachmentInput).max(limits.attachmentsPerMessage, 'At most 5 files per message').default([]),
  })
  .refine((message) => message.content.trim() !== '' || message.attachments.length > 0, {
    message: 'Write a message or attach a file',
    path: ['content'],
  });
export type SendMessageInput = z.infer<typeof sendMessageInput>;

/** Newest page first when `cursor` is absent; `cursor` continues towards older messages. */
export const listMessagesInput = z.object({
  conversationId: uuid,
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.messagesPerPage),
});

export const messageIdInput = z.object({ messageId: uuid });

/** `lastEventId` is added by the subscription link after a reconnect. */
export const watchInput = z.object({ conversationId: uuid, lastEventId: z.string().max(200).nullish() });

export interface Attachment {
  type: string;
  name: string;
  size: number;
  url: string;
  extractedText?: string;
  processedType?: 'pdf' | 'docx' | 'image' | 'unknown';
  processingError?: string;
  /** What is worth knowing of a reading that went well: pages left out, words in pictures not read. */
  note?: string;
  /** How far the reading of the file is. */
  state?: 'queued' | 'reading' | 'ready' | 'failed';
  /** A small picture of the file, where it is one. */
  previewUrl?: string;
  width?: number;
  height?: number;
}

/** A source the answer cites. `start`/`end` are offsets into the answer's text, where the provider gives them. */
export interface Citation {
  source: string;
  url?: string;
  title?: string;
  start?: number;
  end?: number;
  quote?: string;
  /** A file of the person's own, in which `quote` stands word for word. */
  objectId?: string;
  page?: number;
}

/** What the model did besides writing, in the order it happened. */
export interface Activity {
  kind: 'web_search' | 'x_search' | 'collection_search' | 'book' | 'tool';
  label: string;
  state: 'running' | 'done';
}

export type AnswerStatus = 'complete' | 'stopped' | 'failed' | 'interrupted';

export interface MessageMetadata {
  /** true while the answer is being written; then `status` says how it ended. */
  processing?: boolean;
  status?: AnswerStatus;
  error?: { code: string; message: string };
  model?: string;
  liveSearchUsed?: boolean;
  xaiCollectionsUsed?: boolean;
  /** Distinct sources the answer cites, not hits of a search. */
  numSourcesUsed?: number;
  numCollectionsUsed?: number;
  citations?: Citation[];
  activities?: Activity[];
  usage?: { inputTokens: number; outputTokens: number };
  /** It names a price of a share, or a gain of the book or its shares, that the book did not give. */
  hasUnconfirmedFigures?: boolean;
  /** It speaks about investments, so it carries 'Not investment advice'. */
  isAboutInvestments?: boolean;
}

export interface ChatMessage {
  id: string;
  conversationId: string;
  role: 'user' | 'assistant';
  content: string;
  attachments: Attachment[];
  metadata: MessageMetadata;
  createdAt: Date;
}

export interface MessagePage {
  /** Oldest first, ready to show. */
  items: ChatMessage[];
  /** Continues towards older messages; null at the conversation's start. */
  nextCursor: string | null;
}

export interface SentMessage {
  conversation: { id: string; title: string; updatedAt: Date };
  userMessage: ChatMessage;
  assistantMessage: ChatMessage;
}

/**
 * What a reader of a conversation receives. `attempt` rises with each Retry; a higher one replaces the answer.
 * `at` is the offset of `text` in the answer (JavaScript string length), so that a reader can place it without
 * counting: below its own length it is a repetition, above it something is missing.
 */
export type ConversationEvent =
  /** First event of every (re)connection: the answers being written now. Any other answer is finished: read it. */
  | { type: 'ready'; running: { messageId: string; attempt: number }[] }
  /** A question was asked, here or in another tab; its answer has begun. */
  | { type: 'started'; userMessage: ChatMessage; assistantMessage: ChatMessage; attempt: number }
  | { type: 'text'; messageId: string; attempt: number; seq: number; at: number; text: string }
  | { type: 'progress'; messageId: string; attempt: number; seq: number; activities: Activity[]; citations: Citation[] }
  | { type: 'finished'; messageId: string; attempt: number; seq: number; message: ChatMessage }
  /** Files of a message were read, or could not be. */
  | { type: 'attachments'; messageId: string; attachments: Attachment[] }
  | { type: 'renamed'; title: string }
  | { type: 'deleted' };
