/**
 * The product's words in the reader's language. English stands in `client/words/`, one file a section, so that a
 * screen loads its own words only. Another language is one file that holds sections of the same shape; a word it
 * lacks is read in English. Dates and numbers are no words: `lib/format.ts` asks Intl for them.
 */
export type Section = Record<string, unknown>;
export type Language = Record<string, Section>;

let spoken: Language = {};

/** From here on screens are drawn in this language; none brings English back. */
export function speak(language: Language = {}): void {
  spoken = language;
}

/** A section of the catalogue: `english`, and word by word the spoken language where it has one. */
export function section<Words extends Section>(name: string, english: Words): Words {
  return new Proxy(english, {
    get: (words, word) => (typeof word === 'string' ? (spoken[name]?.[word] ?? words[word]) : undefined),
  });
}
