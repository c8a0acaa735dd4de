/** Describes a search on the vendor's side with the labels of our own web tools. */

import { hostOf } from '~/server/providers/pages/types';
import { recordOf } from '~/shared/is-record';
import type { Activity } from '~/shared/schemas/messages';
import { listOf, stringOf, type WireObject } from './openai-wire';

export interface HostedStep extends Pick<Activity, 'kind' | 'label'> {
  /** The page that it opens. */
  page?: string;
}

const longestLabel = 200;

/** Vendors may send the query or the page only when the step is over; until then the label is general. */
export function hostedStep(item: WireObject): HostedStep {
  const type = stringOf(item.type) ?? '';
  const name = type === 'custom_tool_call' || type === 'function_call' ? (stringOf(item.name) ?? '') : type;
  const details = { ...inputOf(item), ...recordOf(item.action) };
  const query = queryOf(details);
  if (name.startsWith('x_'))
    return { kind: 'x_search', label: query === '' ? 'Searching X' : short(`Searching X for '${query}'`) };
  if (name.startsWith('web_search') || name.startsWith('browse_page')) return webStep(name, details, query);
  if (name.startsWith('file_search') || name.startsWith('collections_search'))
    return { kind: 'collection_search', label: 'Searching collections' };
  return { kind: 'tool', label: 'Using a tool' };
}

function webStep(name: string, details: WireObject, query: string): HostedStep {
  const page = stringOf(details.url) ?? '';
  if (/^https?:/.test(page) && URL.canParse(page))
    return { kind: 'web_page', label: short(`Reading ${hostOf(page)}`), page };
  if (name.startsWith('browse_page')) return { kind: 'web_page', label: 'Reading a page' };
  return { kind: 'web_search', label: query === '' ? 'Searching the web' : short(`Searching '${query}'`) };
}

function queryOf({ query, queries }: WireObject): string {
  const all = [query, ...listOf(queries)].map((one) => stringOf(one) ?? '');
  // Labels are stored, and PostgreSQL rejects NUL.
  const text = all.find((one) => one.trim() !== '') ?? '';
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The input of calls in the format of function calls. */
function inputOf({ input, arguments: args }: WireObject): WireObject {
  try {
    return recordOf(JSON.parse(stringOf(input) || stringOf(args) || '{}'));
  } catch {
    return {};
  }
}

const short = (label: string): string =>
  (label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label).toWellFormed();
