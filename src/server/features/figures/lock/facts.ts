/** The portfolio facts in this answer's tool results, to which typed numbers are compared. */

import type { Figure, FigureKind } from '~/server/features/figures/figures';
import { has } from '~/server/lib/matches';
import { downWord, entryWord, latestWord, soldWord, upWord } from './lexicon';
import { weightAfter, weightBefore } from './lexicon-holdings';
import type { NumberToken } from './number-tokens';

export interface ReturnedFacts {
  figures: readonly Pick<Figure, 'kind' | 'value' | 'ticker'>[];
  /** Days of purchases and sales, 'yyyy-mm-dd', by ticker. */
  days: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether the words around a percentage describe a part of the portfolio. */
export const isWeight = (lead: string, rest: string): boolean =>
  weightAfter.test(rest) || weightBefore.test(lead.slice(-nearWeight));

const nearWeight = 45;
/** Something else in place of a gain: "Tesla is up $250.10", "has gained" its weight. */
export const gainVerbBefore =
  /(?<!\p{L})(?:is up|are up|is down|gained|lost|a gain of|a loss of|a return of|returned|im Plus mit|Gewinn von|Verlust von|gain de|perte de|ganancia del?|pérdida del?|guadagno del?|perdita del?|ganho de|perda de|winst van|verlies van)\s(?:about\s|by\s|um\s)?[*_]{0,2}$/iu;
const drawdownWord =
  /(?:drawdown|largest fall|Rückgang|Rückschlag|repli|baisse|caída|calo|perdita massima|queda|daling|terugval|回撤|ドローダウン|下落)[^.;。]*$/iu;
const percentKinds = new Set(['gain', 'share']);
/** The kinds of price that the words before an amount refer to; all kinds if they name none. */
function pricesMeant(words: string): readonly FigureKind[] {
  // A number in between ends the reach of the word: "bought 2024-03-05: $180.25 → $250.10".
  const lead = words.replace(/^[\s\S]*\p{Nd}/u, '');
  if (has(soldWord, lead)) return ['close'];
  if (has(latestWord, lead)) return ['latest'];
  return has(entryWord, lead) ? ['entry'] : ['entry', 'latest', 'close'];
}
/** "A 12.5% loss", "12,5 % unter Einstand", "12.5%の含み損": the direction can follow the number. */
const isDown = (lead: string, rest: string): boolean =>
  has(downWord, lead) ||
  (!has(upWord, lead) && (belowAfter.test(rest) || lossAfter.test(rest) || isSeparated(separatedFalls, lead, rest)));
const belowAfter =
  /^\s(?:below|beneath|under|unter|sous|au-dessous|en dessous|por debajo|sotto|al di sotto|abaixo|onder|beneden|lager|lower|tiefer|niedriger)(?!\p{L})|^(?:低于|を?下回)/iu;
const lossAfter = new RegExp(
  String.raw`^\s?(?:的|の|of |in the |im |ins |en |de |di |in |no |na |op )?(?:${downWord.source})`,
  'iu',
);
/** German verbs whose second part follows the number: "gab um 12,5 % nach". */
const separated = (verbs: readonly (readonly [string, string])[]) =>
  verbs.map(
    ([verb, end]) =>
      [
        new RegExp(String.raw`(?<!\p{L})(?:${verb})(?!\p{L})`, 'iu'),
        new RegExp(String.raw`^[\s*_]{0,3}${end}(?=\s*(?:$|[,.;:!?()]|(?:und|seit)(?!\p{L})))`, 'iu'),
      ] as const,
  );
const separatedFalls = separated([
  ['gab(?:en)?|gibt|geben', 'nach'],
  ['geht|gehen|ging(?:en)?', 'zurück'],
  ['br(?:ach(?:en)?|icht|echen)', 'ein'],
  ['nahm(?:en)?|nimmt|nehmen', 'ab'],
]);
const separatedRises = separated([
  ['nahm(?:en)?|nimmt|nehmen', 'zu'],
  ['zog(?:en)?|zieht|ziehen', 'an'],
]);
const isSeparated = (verbs: typeof separatedFalls, lead: string, rest: string): boolean =>
  verbs.some(([verb, end]) => verb.test(lead) && end.test(rest));

/** The direction of a verb in two parts around a number. */
export function separatedDirection(lead: string, rest: string): 'up' | 'down' | undefined {
  if (isSeparated(separatedFalls, lead, rest)) return 'down';
  return isSeparated(separatedRises, lead, rest) ? 'up' : undefined;
}

/**
 * Whether a tool returned exactly this figure for this stock (or for the whole portfolio), with the kind and sign that
 * `lead` names.
 */
export function isReturned(
  facts: ReturnedFacts,
  token: Pick<NumberToken, 'form' | 'value' | 'sign' | 'hasScale' | 'isForeignMoney'>,
  ticker: string | undefined,
  lead: string,
  rest = '',
): boolean {
  const { form, value, sign } = token;
  if (value === undefined || token.hasScale || token.isForeignMoney) return false;
  return facts.figures.some((figure) => {
    if (figure.ticker !== ticker || Math.abs(Number(figure.value)) !== Number(value)) return false;
    if (form === 'plain' && figure.kind === 'count') return true;
    if (form === 'money' || form === 'plain')
      return pricesMeant(lead).includes(figure.kind) && !gainVerbBefore.test(lead);
    // A drawdown is a fall, written with or without its sign.
    if (form === 'percent' && figure.kind === 'drawdown') return drawdownWord.test(lead);
    if (form !== 'percent' || !percentKinds.has(figure.kind)) return false;
    if (figure.kind === 'gain' ? isWeight(lead, rest) : gainVerbBefore.test(lead)) return false;
    return figure.value.startsWith('-') === (sign === '-' || (sign === '' && isDown(lead, rest)));
  });
}

/** `day` can also be a month or a year, which are prefixes of a day. */
export function isReturnedDay(facts: ReturnedFacts, day: string | undefined, ticker: string | undefined): boolean {
  if (day === undefined) return false;
  const days = ticker === undefined ? [...facts.days.values()] : [facts.days.get(ticker) ?? new Set()];
  return days.some((known) => [...known].some((one) => one.startsWith(day)));
}
