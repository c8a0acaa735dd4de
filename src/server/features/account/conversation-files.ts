/** Writes a conversation in pieces: its active branch as Markdown for people, all branches as JSON for programs. */
import { withClosedBlocks } from '~/server/features/exports/close-blocks';
import { messageMarkdown } from '~/server/features/exports/markdown-file';
import { oneLine } from '~/server/lib/one-line';
import type { ExportedConversation } from './exported-conversations';

export async function* conversationMarkdown(conversation: ExportedConversation): AsyncGenerator<string> {
  yield `# ${oneLine(conversation.title)}\n\n`;
  yield `Started ${moment(conversation.createdAt)}, last changed ${moment(conversation.updatedAt)}\n`;
  if (conversation.summary)
    yield `\n## Summary of earlier messages\n\n${withClosedBlocks(conversation.summary.trimEnd())}\n`;
  let number = 0;
  for await (const message of conversation.messages) if (message.isActive) yield messageMarkdown(message, ++number);
}

/** Yields valid JSON in pieces, however long the conversation is. Each message is one piece. */
export async function* conversationJson(conversation: ExportedConversation): AsyncGenerator<string> {
  const { id, title, createdAt, updatedAt, isPinned, isArchived, projectId, summary } = conversation;
  const head = JSON.stringify({ id, title, createdAt, updatedAt, isPinned, isArchived, projectId, summary });
  yield `${head.slice(0, -1)},"messages":[`;
  let comma = '';
  for await (const message of conversation.messages) {
    yield `${comma}\n${JSON.stringify(message)}`;
    comma = ',';
  }
  yield '\n]}\n';
}

const moment = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
