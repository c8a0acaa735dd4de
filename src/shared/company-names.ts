/** The distinctive words of a company name: 'Tesla, Inc. (sample)' has only 'Tesla'. */

const common = new Set(
  'inc incorporated corp corporation co company ltd limited plc llc lp ag se sa nv kg gmbh group holding holdings the and of'.split(
    ' ',
  ),
);

/** In their original case. Excludes single letters, as in "S.A.". */
export const companyWords = (name: string): string[] =>
  (name.replace(/\(.*?\)/g, ' ').match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []).filter(
    (word) => !common.has(word.toLowerCase()),
  );

const plain = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether two names may be of the same company. Also true if one of them has no distinctive word. */
export function mayBeSameCompany(one: string, other: string): boolean {
  const [some, others] = [companyWords(one).map(plain), companyWords(other).map(plain)];
  return some.length === 0 || others.length === 0 || some.some((word) => others.includes(word));
}
