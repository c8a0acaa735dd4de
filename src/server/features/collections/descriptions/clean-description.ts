/** Extracts a summary and keywords from the output of a model: two lines with or without labels, Markdown or JSON. */

import { z } from 'zod';
import { oneLine } from '~/server/lib/one-line';
import { plainLine } from '~/server/lib/plain-line';

export interface Description {
  summary: string;
  keywords: string[];
}

const summaryCharacters = 500;
const keywordCharacters = 40;
const maxKeywords = 8;
/** Longer output is not what was requested. */
const maxLines = 14;

const summaryLabel = /^\s*(?:summary|zusammenfassung|résumé|resumen|riassunto|摘要|要約)\s*[:：]\s*/i;
const keywordsLabel =
  /^\s*(?:key ?words|schlüsselwörter|stichwörter|mots[- ]clés|palabras clave|parole chiave|关键词|キーワード)\s*[:：]\s*/i;
const fence = /^\s*```/;
const separators = /[,;，；、]/;
const asJson = z.object({ summary: z.string(), keywords: z.array(z.string()) });

/** Null if the text is not a summary with keywords. */
export function cleanDescription(written: string): Description | null {
  const lines = written.split(/\r?\n/).filter((line) => line.trim() !== '' && !fence.test(line));
  const found = fromJson(lines.join('\n')) ?? fromLines(lines);
  if (!found) return null;
  const summary = cleanLine(plainLine(found.summary, summaryLabel));
  const keywords = cleanKeywords(found.keywords);
  if (!hasLetter(summary) || summary.length > 2 * summaryCharacters || keywords.length === 0) return null;
  return { summary: cut(summary), keywords };
}

function fromJson(text: string): Description | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    return asJson.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not valid JSON.
    return null;
  }
}

/** The first line is the summary. Keywords are on the second line, or one per line. */
function fromLines(lines: readonly string[]): Description | null {
  const content = lines.filter((line) => plainLine(plainLine(line, summaryLabel), keywordsLabel) !== '');
  const [summary, ...rest] = content;
  if (summary === undefined || lines.length > maxLines) return null;
  return { summary, keywords: rest.flatMap((line) => plainLine(line, keywordsLabel).split(separators)) };
}

function cleanKeywords(words: readonly string[]): string[] {
  const seen = new Set<string>();
  const clean = words.map((word) => cleanLine(plainLine(word, keywordsLabel)).replace(/[.。]$/u, ''));
  const kept = clean.filter((word) => {
    const key = word.toLowerCase();
    if (!/[\p{L}\p{N}]/u.test(word) || word.length > keywordCharacters || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return kept.slice(0, maxKeywords);
}

const cleanLine = (text: string) => oneLine(text.toWellFormed());
const hasLetter = (text: string) => /\p{L}/u.test(text);

/** Cuts at the end of a word if there is one nearby. */
function cut(summary: string): string {
  if (summary.length <= summaryCharacters) return summary;
  const start = summary.slice(0, summaryCharacters - '...'.length);
  return `${start
    .slice(0, Math.max(start.lastIndexOf(' '), summaryCharacters / 2))
    .toWellFormed()
    .trimEnd()}...`;
}
