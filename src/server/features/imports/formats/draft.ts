/** A conversation as described by an export of any service. */
import { z } from 'zod';
import type { ImportSource } from '~/shared/conversation-import';
import type { Citation } from '~/shared/schemas/citations';

export interface DraftMessage {
  id: string;
  parentId: string | null;
  /** Null for messages that were not shown; their children are attached to their parent. */
  role: 'user' | 'assistant' | null;
  text: string;
  createdAt: Date | null;
  model?: string | undefined;
  files?: string[];
  citations?: Citation[];
  /** The results of source checks in the export, as text. */
  checks?: string[];
  reasoning?: { text: string; milliseconds: number } | undefined;
  status?: 'complete' | 'stopped' | 'failed' | 'interrupted' | undefined;
  isAboutInvestments?: true;
  hasUnconfirmedFigures?: true;
  isUnreviewed?: true;
  /** The end of the text is already missing in the export. */
  isShortened?: true;
}

export interface Draft {
  source: ImportSource;
  id: string;
  title: string;
  createdAt: Date | null;
  updatedAt: Date | null;
  isPinned: boolean;
  isArchived: boolean;
  /** The last message of the active branch; null if the export does not contain it. */
  current: string | null;
  messages: DraftMessage[];
}

/** Exports omit and change fields, so an unexpected value counts as absent. */
export const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);
export const text = lenient(z.string());
export const texts = z
  .unknown()
  .optional()
  .transform((value) => (Array.isArray(value) ? value.filter(isText) : []));
export const list = <Schema extends z.ZodType>(item: Schema) =>
  z
    .unknown()
    .optional()
    .transform((value) =>
      (Array.isArray(value) ? value : []).flatMap((one) => {
        const result = item.safeParse(one);
        return result.success ? [result.data] : [];
      }),
    );

const isText = (value: unknown): value is string => typeof value === 'string';

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** Seconds or milliseconds since 1970, or an ISO time. Null for implausible times. */
export function timeOf(value: unknown): Date | null {
  const time = typeof value === 'number' ? (value > 1e11 ? value : value * 1000) : Date.parse(String(value ?? ''));
  return time > earliest && time < latest ? new Date(time) : null;
}

/** A URL as a source without a check. */
export function webSource(url: string, title: string | null | undefined): Citation | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || url.length > 2000) return null;
  const source = new URL(url).host.replace(/^www\./, '');
  return { source, url, ...(title && { title: title.slice(0, 300).toWellFormed() }) };
}
