/** Open WebUI's export of chats: a tree of messages in `chat.history`, or a list in older versions. */
import { z } from 'zod';
import type { Citation } from '~/shared/schemas/citations';
import { type Draft, type DraftMessage, list, text, texts, timeOf, webSource } from './draft';

const source = z.object({
  source: z.object({ name: text, url: text }).nullish().catch(null),
  metadata: list(z.object({ source: text, name: text })),
});
const part = z.object({ type: text, text });
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
  const { written, images } = partsOf(one.content);
  const names = one.files.map(({ name }) => name || 'File');
  return {
    id: one.id,
    parentId,
    role,
    text: withoutTools(written),
    createdAt: timeOf(one.timestamp),
    model: role === 'assistant' ? (one.model ?? model) : undefined,
    files: names.length > 0 ? names : images,
    citations: citationsOf([...one.sources, ...one.citations]),
  };
}

/** The content of messages with images, and of some endpoints, is a list. */
function partsOf(content: unknown): { written: string; images: string[] } {
  if (typeof content === 'string') return { written: content, images: [] };
  const parts = list(part).parse(content);
  return {
    written: parts.flatMap((one) => (one.type === 'text' && one.text ? [one.text] : [])).join('\n\n'),
    images: parts.flatMap(({ type }) => (type === 'image_url' ? ['Image'] : [])),
  };
}

const toolSection = /<details type="(?:reasoning|tool_calls|code_interpreter)"/;
const sectionEnd = '</details>';

/**
 * Removes a model's reasoning and the calls of its tools, which are collapsed sections. Splits the text, because a
 * pattern takes quadratic time if many sections have no end.
 */
function withoutTools(content: string): string {
  const pieces = content.split(sectionEnd);
  const last = pieces.length - 1;
  let shown = '';
  let isAfterSection = false;
  for (const [index, piece] of pieces.entries()) {
    const at = index < last ? piece.search(toolSection) : -1;
    const kept = at < 0 ? piece + (index < last ? sectionEnd : '') : piece.slice(0, at);
    shown += isAfterSection ? kept.trimStart() : kept;
    isAfterSection = at >= 0;
  }
  return shown;
}

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
