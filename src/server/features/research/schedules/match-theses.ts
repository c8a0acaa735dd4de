/**
 * Finds new facts of a report that may show that a thesis is wrong: the page names the company, and the fact shares
 * most words with a clause of "wrong if". A match asks a user to read the report; it does not judge the thesis.
 */
import { companyWords } from '~/shared/company-names';
import type { ResearchChange } from '~/shared/schemas/research-schedules';
import { termsOf } from './terms';

export interface OpenThesis {
  positionId: string;
  name: string;
  ticker: string;
  wrongIf: string;
}

export interface ThesisMatch {
  positionId: string;
  passage: string;
}

/** The share of a clause's terms that a fact must have. */
const minShare = 0.5;
/** A single shared word of several is not significant. */
const minTerms = 2;

/** The best passage for each thesis. Text that is gone from a page is not compared with theses. */
export function matchTheses(changes: readonly ResearchChange[], theses: readonly OpenThesis[]): ThesisMatch[] {
  const facts = changes.flatMap(({ kind, title, after }) =>
    kind !== 'gone' && after.passage ? [{ title, passage: after.passage, terms: termsOf(after.passage) }] : [],
  );
  return theses.flatMap(({ positionId, name, ticker, wrongIf }) => {
    const clauses = clausesOf(wrongIf, name);
    let best: { share: number; passage: string } | undefined;
    for (const { title, passage, terms } of facts) {
      if (!isNamed(`${title}\n${passage}`, name, ticker)) continue;
      const share = Math.max(0, ...clauses.map((clause) => shareOf(clause, terms)));
      if (share >= minShare && share > (best?.share ?? 0)) best = { share, passage };
    }
    return best ? [{ positionId, passage: best.passage }] : [];
  });
}

/** Without the company name, which is compared separately. */
function clausesOf(wrongIf: string, name: string): Set<string>[] {
  const own = termsOf(name);
  return wrongIf
    .split(/[.;\n]+(?=\s|$)|\bor\b/u)
    .map((clause) => new Set([...termsOf(clause)].filter((term) => !own.has(term))))
    .filter(({ size }) => size > 0);
}

function shareOf(clause: ReadonlySet<string>, terms: ReadonlySet<string>): number {
  const shared = [...clause].filter((term) => terms.has(term)).length;
  return shared >= Math.min(minTerms, clause.size) ? shared / clause.size : 0;
}

/** Whether the text has all words of the name, with the same capitals ('Apple' is not an apple), or the ticker. */
function isNamed(text: string, name: string, ticker: string): boolean {
  const words = companyWords(name);
  const wordsOfText = new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const isSaid = (word: string) => wordsOfText.has(word) || wordsOfText.has(word.toUpperCase());
  return (words.length > 0 && words.every(isSaid)) || hasTicker(text, ticker);
}

/** Short tickers are also words, such as IT: they only count as $IT, (IT) or NASDAQ: IT. */
function hasTicker(text: string, ticker: string): boolean {
  const symbol = ticker.replace(/\.[A-Z]+$/, '').replace(/[^\p{L}\p{N}]/gu, '\\$&');
  const before = symbol.length >= 4 ? '(?<![\\p{L}\\p{N}])' : '[$(:]\\s?';
  return symbol !== '' && new RegExp(`${before}${symbol}(?![\\p{L}\\p{N}])`, 'u').test(text);
}
