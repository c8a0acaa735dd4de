/** Claude's conversations.json: messages in order; some exports also include the parent of each message. */
import { z } from 'zod';
import type { Citation } from '~/shared/schemas/citations';
import { type Draft, type DraftMessage, list, text, timeOf, webSource } from './draft';

const quoted = z.object({ url: text, title: text, details: z.object({ url: text }).nullish().catch(null) });
const part = z.object({ type: text, text, citations: list(quoted) });
const message = z.object({
  uuid: z.string().min(1),
  parent_message_uuid: text,
  sender: text,
  text,
  content: list(part),
  created_at: z.unknown().optional(),
  attachments: list(z.object({ file_name: text, extracted_content: text })),
  files: list(z.object({ file_name: text })),
});
const conversation = z.object({
  uuid: z.string().min(1),
  name: text,
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
  is_starred: z.boolean().nullish().catch(null),
  current_leaf_message_uuid: text,
  chat_messages: list(message),
});

export function readClaude(value: unknown): Draft | null {
  const found = conversation.safeParse(value);
  if (!found.success) return null;
  const { data } = found;
  const isTree = data.chat_messages.some(({ parent_message_uuid }) => parent_message_uuid);
  return {
    source: 'claude',
    id: data.uuid,
    title: data.name ?? '',
    createdAt: timeOf(data.created_at),
    updatedAt: timeOf(data.updated_at),
    isPinned: data.is_starred ?? false,
    isArchived: false,
    current: data.current_leaf_message_uuid ?? data.chat_messages.at(-1)?.uuid ?? null,
    messages: data.chat_messages.map((one, index, all) =>
      messageOf(one, (isTree ? one.parent_message_uuid : all[index - 1]?.uuid) ?? null),
    ),
  };
}

function messageOf(one: z.infer<typeof message>, parentId: string | null): DraftMessage {
  const role = one.sender === 'human' ? 'user' : one.sender === 'assistant' ? 'assistant' : null;
  const written = one.content.flatMap((each) => (each.type === 'text' && each.text ? [each.text] : []));
  const pasted = one.attachments.filter((each) => !each.file_name && each.extracted_content);
  const files = one.attachments.filter((each) => !pasted.includes(each));
  return {
    id: one.uuid,
    parentId,
    role,
    text: [written.join('\n\n') || (one.text ?? ''), ...pasted.map(fenced)].filter(Boolean).join('\n\n'),
    createdAt: timeOf(one.created_at),
    files: [...files, ...one.files].map(({ file_name }) => file_name || 'File'),
    citations: citationsOf(one.content.flatMap(({ citations }) => citations)),
  };
}

/** A long text that was pasted is an attachment without a name. */
function fenced({ extracted_content }: { extracted_content?: string | null | undefined }): string {
  const content = extracted_content ?? '';
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${content}\n${fence}`;
}

function citationsOf(quotes: z.infer<typeof quoted>[]): Citation[] {
  const byUrl = new Map<string, Citation>();
  for (const { url, title, details } of quotes) {
    const address = url ?? details?.url;
    const source = address ? webSource(address, title) : null;
    if (source?.url) byUrl.set(source.url, source);
  }
  return [...byUrl.values()];
}
