/** The distinctive words of a company's name: 'Tesla, Inc. (sample)' is Tesla. */

const common = new Set(
  'inc incorporated corp corporation co company ltd limited plc llc lp ag se sa nv kg gmbh group holding holdings the and of'.split(
    ' ',
  ),
);

/** Words as written, without the single letters of S.A. */
export const companyWords = (name: string): string[] =>
  (name.replace(/\(.*?\)/g, ' ').match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []).filter(
    (word) => !common.has(word.toLowerCase()),
  );

const plain = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether two names may belong to the same company. Also true if a name has no distinctive words. */
export function shareWord(one: string, other: string): boolean {
  const [some, others] = [companyWords(one).map(plain), companyWords(other).map(plain)];
  return some.length === 0 || others.length === 0 || some.some((word) => others.includes(word));
}
