/** Writes a conversation in pieces: its active branch as Markdown for people, all branches as JSON for programs. */
import { withClosedBlocks } from '~/server/features/exports/close-blocks';
import { oneLine } from '~/server/lib/one-line';
import { brand } from '~/shared/brand';
import type { Citation, CitationCheck } from '~/shared/schemas/citations';
import type { Attachment } from '~/shared/schemas/messages';
import { verdictName } from '~/shared/verdict-words';
import type { ExportedConversation, ExportedMessage } from './exported-conversations';

export async function* conversationMarkdown(conversation: ExportedConversation): AsyncGenerator<string> {
  yield `# ${oneLine(conversation.title)}\n\n`;
  yield `Started ${moment(conversation.createdAt)}, last changed ${moment(conversation.updatedAt)}\n`;
  if (conversation.summary)
    yield `\n## Summary of earlier messages\n\n${withClosedBlocks(conversation.summary.trimEnd())}\n`;
  for await (const message of conversation.messages) if (message.isActive) yield messageMarkdown(message);
}

function messageMarkdown({ role, content, attachments, metadata, createdAt }: ExportedMessage): string {
  const who = role === 'assistant' ? brand.chat : 'You';
  const parts = [`\n## ${who}, ${moment(createdAt)}`, withClosedBlocks(content.trimEnd())];
  if (attachments.length > 0) parts.push(['Attached files:', '', ...attachments.map(attachmentLine)].join('\n'));
  const sources = metadata.citations ?? [];
  if (sources.length > 0) parts.push(['Sources:', '', ...sources.map(sourceLine)].join('\n'));
  if (metadata.error) parts.push(`(${metadata.error.message})`);
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const attachmentLine = ({ name, type }: Attachment) => `- ${oneLine(name)} (${type})`;

function sourceLine({ source, title, url, page, quote, check }: Citation, index: number): string {
  const name = oneLine(title ?? source);
  const place = [url && `<${oneLine(url)}>`, page !== undefined && `page ${page}`].filter(Boolean).join(', ');
  const quoted = quote ? `: “${oneLine(quote)}”` : '';
  return `${index + 1}. ${name}${place ? ` – ${place}` : ''}${quoted}${check ? verdictOf(check, url) : ''}`;
}

function verdictOf({ verdict, missing, reason }: CitationCheck, url: string | undefined): string {
  const words = verdictName(verdict, url ? 'page' : 'file');
  const detail = reason ?? (missing && `not found: ${missing.map(oneLine).join(', ')}`);
  return ` [${words}${detail ? `: ${detail}` : ''}]`;
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
