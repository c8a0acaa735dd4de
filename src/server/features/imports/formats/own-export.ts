/**
 * Our own JSON, of a conversation or of all data. A check is only a verdict if this server made it, so checks from the
 * file are stored as text. Ids of other rows of the installation are dropped.
 */
import { z } from 'zod';
import { correctionRemark } from '~/server/features/exports/correction-remark';
import { finalMetadata } from '~/server/features/figures/figures-after-checks';
import { type Citation, verdicts } from '~/shared/schemas/citations';
import { verdictName } from '~/shared/verdict-words';
import { type Draft, type DraftMessage, lenient, list, text, timeOf } from './draft';

const check = z.object({ verdict: z.enum(verdicts), reason: text, missing: list(z.string()) });
const offset = lenient(z.int().nonnegative());
const citation = z.object({
  source: z.string(),
  url: text,
  title: text,
  publishedAt: text,
  start: offset,
  end: offset,
  quote: text,
  page: lenient(z.int()),
  check: lenient(check),
});
const citedFigure = z.object({ start: z.int(), end: z.int(), text: z.string(), sources: list(z.int()) });
const correction = z.object({ figures: list(z.object({ text: z.string() })), corrected: z.int().nonnegative() });
const metadata = z.object({
  model: text,
  modelId: text,
  status: lenient(z.enum(['complete', 'stopped', 'failed', 'interrupted'])),
  processing: lenient(z.boolean()),
  reasoning: lenient(z.object({ text: z.string(), milliseconds: z.int().nonnegative() })),
  isAboutInvestments: lenient(z.boolean()),
  hasUnconfirmedFigures: lenient(z.boolean()),
  isUnreviewed: lenient(z.boolean()),
  citedFigures: list(citedFigure),
  correction: lenient(correction),
  citations: list(citation),
  imported: lenient(z.object({ files: list(z.string()), checks: list(z.string()), isShortened: lenient(z.boolean()) })),
});
const message = z.object({
  id: z.uuid(),
  parentId: text,
  isActive: lenient(z.boolean()),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  attachments: list(z.object({ name: z.string() })),
  metadata: metadata.catch(metadata.parse({})),
  createdAt: z.unknown().optional(),
});
const conversation = z.object({
  id: z.uuid(),
  title: text,
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
  isPinned: lenient(z.boolean()),
  isArchived: lenient(z.boolean()),
  messages: list(message),
});

export function readOwnExport(value: unknown): Draft | null {
  const found = conversation.safeParse(value);
  if (!found.success) return null;
  const { data } = found;
  return {
    source: 'qinsight',
    id: data.id,
    title: data.title ?? '',
    createdAt: timeOf(data.createdAt),
    updatedAt: timeOf(data.updatedAt),
    isPinned: data.isPinned ?? false,
    isArchived: data.isArchived ?? false,
    current: data.messages.findLast(({ isActive }) => isActive)?.id ?? data.messages.at(-1)?.id ?? null,
    messages: data.messages.map(messageOf),
  };
}

function messageOf(one: z.infer<typeof message>): DraftMessage {
  const { metadata: known } = one;
  const citations = known.citations.map(withoutCheck);
  // The copy is never checked, so figures that were still waiting for a source count as unconfirmed.
  const { isAboutInvestments, hasUnconfirmedFigures } = finalMetadata({
    citations,
    citedFigures: known.citedFigures,
    isAboutInvestments: known.isAboutInvestments ?? false,
    hasUnconfirmedFigures: known.hasUnconfirmedFigures ?? false,
  });
  return {
    id: one.id,
    parentId: one.parentId ?? null,
    role: one.role,
    text: one.content,
    createdAt: timeOf(one.createdAt),
    model: known.model ?? known.modelId ?? undefined,
    files: [...one.attachments.map(({ name }) => name), ...(known.imported?.files ?? [])],
    citations,
    checks: [
      ...known.citations.flatMap(statementOf),
      ...(known.correction ? [correctionRemark(known.correction)] : []),
      ...(known.imported?.checks ?? []),
    ],
    reasoning: known.reasoning ?? undefined,
    status: known.processing ? 'interrupted' : (known.status ?? undefined),
    ...(isAboutInvestments && { isAboutInvestments: true }),
    ...(hasUnconfirmedFigures && { hasUnconfirmedFigures: true }),
    ...(known.isUnreviewed && { isUnreviewed: true }),
    ...(known.imported?.isShortened && { isShortened: true }),
  };
}

function withoutCheck({ source, start, end, page, ...rest }: z.infer<typeof citation>): Citation {
  const { url, title, publishedAt, quote } = rest;
  return {
    source,
    ...(url && { url }),
    ...(title && { title }),
    ...(publishedAt && { publishedAt }),
    ...(typeof start === 'number' && typeof end === 'number' && { start, end }),
    ...(typeof page === 'number' && { page }),
    ...(quote && { quote }),
  };
}

/** "Minutes, Federal Reserve: Verified quote" */
function statementOf({ check: made, title, source, url }: z.infer<typeof citation>): string[] {
  if (!made || made.verdict === 'pending') return [];
  const name = title && title !== source ? `${title}, ${source}` : source;
  const detail = made.reason ?? (made.missing.length > 0 ? `not found: ${made.missing.join(', ')}` : '');
  const verdict = verdictName(made.verdict, url ? 'page' : 'file');
  return [`${name}: ${verdict}${detail && ` (${detail})`}`];
}
