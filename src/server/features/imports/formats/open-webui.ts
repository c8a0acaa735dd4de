/** Open WebUI's export of chats: a tree of messages in `chat.history`, or a list in older versions. */
import { z } from 'zod';
import type { Citation } from '~/shared/schemas/citations';
import { type Draft, type DraftMessage, list, text, texts, timeOf, webSource } from './draft';

const source = z.object({
  source: z.object({ name: text, url: text }).nullish().catch(null),
  metadata: list(z.object({ source: text, name: text })),
});
const message = z.object({
  id: z.string().min(1),
  parentId: text,
  role: text,
  content: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  model: text,
  files: list(z.object({ name: text })),
  sources: list(source),
  citations: list(source),
});
const chat = z.object({
  title: text,
  timestamp: z.unknown().optional(),
  models: texts,
  history: z
    .object({ currentId: text, messages: z.record(z.string(), z.unknown()) })
    .nullish()
    .catch(null),
  messages: list(message),
});
const conversation = z.object({
  id: z.string().min(1),
  title: text,
  created_at: z.unknown().optional(),
  updated_at: z.unknown().optional(),
  archived: z.boolean().nullish().catch(null),
  pinned: z.boolean().nullish().catch(null),
  chat,
});

export function readOpenWebUi(value: unknown): Draft | null {
  const found = conversation.safeParse(value);
  if (!found.success) return null;
  const { data } = found;
  const { history } = data.chat;
  const messages = history
    ? Object.values(history.messages).flatMap((one) => message.safeParse(one).data ?? [])
    : data.chat.messages;
  return {
    source: 'open-webui',
    id: data.id,
    title: data.title ?? data.chat.title ?? '',
    createdAt: timeOf(data.created_at) ?? timeOf(data.chat.timestamp),
    updatedAt: timeOf(data.updated_at),
    isPinned: data.pinned ?? false,
    isArchived: data.archived ?? false,
    current: history?.currentId ?? data.chat.messages.at(-1)?.id ?? null,
    messages: messages.map((one, index) =>
      messageOf(one, history ? (one.parentId ?? null) : (messages[index - 1]?.id ?? null), data.chat.models[0]),
    ),
  };
}

function messageOf(one: z.infer<typeof message>, parentId: string | null, model: string | undefined): DraftMessage {
  const role = one.role === 'user' || one.role === 'assistant' ? one.role : null;
  return {
    id: one.id,
    parentId,
    role,
    text: typeof one.content === 'string' ? one.content.replace(thoughts, '') : '',
    createdAt: timeOf(one.timestamp),
    model: role === 'assistant' ? (one.model ?? model) : undefined,
    files: one.files.map(({ name }) => name || 'File'),
    citations: citationsOf([...one.sources, ...one.citations]),
  };
}

/** A model's reasoning is in a collapsed section before its answer. */
const thoughts = /<details type="reasoning"[^>]{0,200}>[\s\S]*?<\/details>\s*/g;

function citationsOf(sources: z.infer<typeof source>[]): Citation[] {
  const byUrl = new Map<string, Citation>();
  for (const { source: named, metadata } of sources) {
    const places = [{ source: named?.url ?? named?.name, name: named?.name }, ...metadata];
    for (const place of places) {
      const found = place.source ? webSource(place.source, place.name) : null;
      if (found?.url) byUrl.set(found.url, found);
    }
  }
  return [...byUrl.values()];
}
