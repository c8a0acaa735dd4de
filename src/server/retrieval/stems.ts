/** Stems words with PostgreSQL's Snowball dictionaries, which drop stop words. */
import type { Database } from '~/server/db/client';
import { unknownLanguage } from './languages';

const wordsPerStatement = 1000;
const maxRemembered = 100_000;
const remembered = new Map<string, string>();

/** The stem of each word, empty for a stop word. */
export async function stemsOf(
  { db }: { db: Pick<Database, 'sql'> },
  dictionary: string,
  words: readonly string[],
): Promise<string[]> {
  if (dictionary === unknownLanguage) return [...words];
  const keyOf = (word: string) => `${dictionary} ${word}`;
  const unknown = [...new Set(words.filter((word) => !remembered.has(keyOf(word))))];
  const learned = new Map<string, string>();
  for (let first = 0; first < unknown.length; first += wordsPerStatement) {
    const part = unknown.slice(first, first + wordsPerStatement);
    const rows = await db.sql<{ stem: string }>`
      SELECT coalesce((ts_lexize(${dictionary}::text::regdictionary, word))[1], '') AS stem
      FROM unnest(${part}::text[]) WITH ORDINALITY AS list(word, place) ORDER BY place`;
    for (const [index, word] of part.entries()) learned.set(word, rows[index]?.stem ?? word);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const stems = words.map((word) => learned.get(word) ?? remembered.get(keyOf(word)) ?? word);
  if (remembered.size + learned.size > maxRemembered) remembered.clear();
  for (const [word, stem] of learned) remembered.set(keyOf(word), stem);
  return stems;
}
