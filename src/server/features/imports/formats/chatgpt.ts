/** ChatGPT's conversations.json: a tree of nodes in `mapping`, some of which were never shown. */
import { z } from 'zod';
import type { Citation } from '~/shared/schemas/citations';
import { withoutMarks } from './chatgpt-marks';
import { type Draft, type DraftMessage, lenient, list, text, timeOf, webSource } from './draft';

const reference = z.object({ url: text, title: text, items: list(z.object({ url: text, title: text })) });
const message = z.object({
  author: lenient(z.object({ role: text })),
  create_time: z.unknown().optional(),
  recipient: text,
  content: lenient(z.object({ content_type: text, parts: z.unknown().optional(), text, language: text })),
  metadata: lenient(
    z.object({
      model_slug: text,
      is_visually_hidden_from_conversation: lenient(z.boolean()),
      attachments: list(z.object({ name: text })),
      content_references: list(reference),
    }),
  ),
});
const node = z.object({ id: text, parent: text, message: lenient(message) });
const conversation = z.object({
  id: text,
  conversation_id: text,
  title: text,
  create_time: z.unknown().optional(),
  update_time: z.unknown().optional(),
  current_node: text,
  is_archived: lenient(z.boolean()),
  is_starred: lenient(z.boolean()),
  mapping: z.record(z.string(), z.unknown()),
});

export function readChatGpt(value: unknown): Draft | null {
  const found = conversation.safeParse(value);
  if (!found.success) return null;
  const { data } = found;
  const id = data.conversation_id ?? data.id;
  if (!id) return null;
  return {
    source: 'chatgpt',
    id,
    title: data.title ?? '',
    createdAt: timeOf(data.create_time),
    updatedAt: timeOf(data.update_time),
    isPinned: data.is_starred ?? false,
    isArchived: data.is_archived ?? false,
    current: data.current_node ?? null,
    messages: Object.entries(data.mapping).flatMap(([key, one]) => {
      const parsed = node.safeParse(one);
      return parsed.success ? [messageOf(key, parsed.data)] : [];
    }),
  };
}

function messageOf(id: string, { parent, message: one }: z.infer<typeof node>): DraftMessage {
  const base = { id, parentId: parent ?? null, createdAt: timeOf(one?.create_time) };
  const role = one?.author?.role;
  const { metadata, content } = one ?? {};
  const isShown = !metadata?.is_visually_hidden_from_conversation && (one?.recipient ?? 'all') === 'all';
  if (!isShown || (role !== 'user' && role !== 'assistant')) return { ...base, role: null, text: '' };
  const { written, images } = partsOf(content);
  const names = metadata?.attachments.flatMap(({ name }) => (name ? [name] : [])) ?? [];
  return {
    ...base,
    role,
    text: withoutMarks(written),
    model: role === 'assistant' ? (metadata?.model_slug ?? undefined) : undefined,
    files: names.length > 0 ? names : Array.from({ length: images }, () => 'Image'),
    citations: citationsOf(metadata?.content_references ?? []),
  };
}

/** Reasoning and tool results have other content types. */
function partsOf(content: z.infer<typeof message>['content']): { written: string; images: number } {
  if (content?.content_type === 'code' && content.text)
    return { written: `\`\`\`${content.language ?? ''}\n${content.text}\n\`\`\``, images: 0 };
  if (content?.content_type !== 'text' && content?.content_type !== 'multimodal_text')
    return { written: '', images: 0 };
  const parts: unknown[] = Array.isArray(content.parts) ? content.parts : [];
  const written = parts.map((part) => (typeof part === 'string' ? part : spoken(part))).filter((part) => part !== '');
  return { written: written.join('\n\n'), images: parts.filter(isImage).length };
}

const typed = z.object({ content_type: z.string(), text });
/** Transcript of a voice conversation. */
function spoken(part: unknown): string {
  const { data } = typed.safeParse(part);
  return data?.content_type === 'audio_transcription' ? (data.text ?? '') : '';
}
const isImage = (part: unknown) => typed.safeParse(part).data?.content_type === 'image_asset_pointer';

function citationsOf(references: z.infer<typeof reference>[]): Citation[] {
  const sources = references.flatMap(({ items, ...own }) => [own, ...items]);
  const found = sources.flatMap(({ url, title }) => (url ? [webSource(url, title)] : []));
  const byUrl = new Map(found.flatMap((one) => (one?.url ? [[one.url, one] as const] : [])));
  return [...byUrl.values()];
}
