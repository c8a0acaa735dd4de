/** Converts between the content of a version and the text that is hashed. */
import { formatPrice, parsePrice } from '~/shared/money';
import { type ThesisContent, thesisContent, thesisFieldNames } from '~/shared/schemas/theses';

/** Always valid, because this server wrote the text from such content. */
export const contentOf = (text: string): ThesisContent => thesisContent.parse(JSON.parse(text));

const hasTwoDecimals: ReadonlySet<string> = new Set(['target', 'stop', 'weight']);

/** The text to hash: the fields with a value, in a fixed order. */
export function thesisText(fields: Partial<Record<(typeof thesisFieldNames)[number], string | undefined>>): string {
  const content = thesisFieldNames.flatMap((name): [string, string][] => {
    const value = fields[name];
    if (!value) return [];
    const cents = hasTwoDecimals.has(name) ? parsePrice(value) : null;
    return [[name, cents === null ? value : formatPrice(cents)]];
  });
  return JSON.stringify(Object.fromEntries(content));
}
