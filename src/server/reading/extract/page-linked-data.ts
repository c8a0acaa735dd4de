/** Metadata of a page in JSON-LD, the format for search engines. */

import type { PageDocument } from '~/server/reading/structure/page-tree';
import { isRecord, recordOf } from '~/shared/is-record';

export interface LinkedData {
  author?: string | undefined;
  publishedAt?: string;
  /** False if the page declares that its text is for subscribers. */
  isFree?: boolean;
}

const maxScripts = 20;
const longestScript = 200_000;
const maxItems = 200;

export function linkedDataOf(document: PageDocument): LinkedData {
  const found: LinkedData = {};
  const scripts = document
    .getElementsByTagName('script')
    .filter((script) => script.getAttribute('type') === 'application/ld+json')
    .slice(0, maxScripts);
  for (const { textContent } of scripts) {
    for (const item of itemsIn(parsed(textContent))) {
      found.author ??= nameOf(item.author);
      if (typeof item.datePublished === 'string') found.publishedAt ??= item.datePublished;
      const isFree = item.isAccessibleForFree;
      if (isFree === false || (typeof isFree === 'string' && isFree.toLowerCase() === 'false')) found.isFree = false;
    }
  }
  return found;
}

function parsed(text: string): unknown {
  if (text.length > longestScript) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Item = Record<string, unknown>;

/** Objects at the top level, in lists and in graphs. */
function itemsIn(value: unknown): Item[] {
  const items: Item[] = [];
  const open: unknown[] = [value];
  while (open.length > 0 && items.length < maxItems) {
    const next = open.shift();
    if (Array.isArray(next)) open.push(...next.slice(0, maxItems));
    else if (isRecord(next)) {
      items.push(next);
      open.push(next['@graph']);
    }
  }
  return items;
}

function nameOf(author: unknown): string | undefined {
  const first: unknown = Array.isArray(author) ? author[0] : author;
  if (typeof first === 'string') return first;
  const { name } = recordOf(first);
  return typeof name === 'string' ? name : undefined;
}
