/**
 * Whether a claim and its source give the same figure. Tables give negative figures in brackets or with a sign, while
 * sentences may give them with a word: "(4.2%)" in a table is "a decline of 4.2%", and never "4.2%".
 */

import { contextAt } from './clauses';
import type { Figure } from './figures';
import { statesFall, statesLoss, statesRise } from './reversals';
import type { Statement } from './statements';
import { isCurrency, isSameUnit } from './units';

export interface PlacedFigure {
  statement: Statement;
  figure: Figure;
}

/** A cheap test before the words around both figures are read. */
export const mayBeSame = (claimed: Figure, given: Figure): boolean =>
  isSame(claimed, given) || isNegativeOfOther(claimed, given);

export function isSameFigure(claimed: PlacedFigure, given: PlacedFigure): boolean {
  if (isSame(claimed.figure, given.figure)) return true;
  if (!isNegativeOfOther(claimed.figure, given.figure)) return false;
  return given.figure.value.startsWith('-') ? isNegativeInWords(claimed, given) : isNegativeInWords(given, claimed);
}

const isSame = (claimed: Figure, given: Figure) => isSameKind(claimed, given) && isSameValue(claimed, given);

/** The head of a claim's column may name a currency that the source doesn't, but no other. */
function isSameKind(claimed: Figure, given: Figure): boolean {
  const isOtherCurrency =
    claimed.headUnit !== undefined && !isSameUnit(claimed.headUnit, given.unit || given.headUnit || claimed.headUnit);
  return (
    !isOtherCurrency &&
    (isSameUnit(claimed.unit, given.unit) || (given.unit === '' && claimed.unit === given.headUnit)) &&
    (claimed.rate === '' || given.rate === '' || claimed.rate === given.rate)
  );
}

/**
 * In a table of millions, "17.4" is "$17.4 million". A bare "17.4" repeats the cell as it is written, but "$17.4" would
 * be an amount without that scale.
 */
function isSameValue(claimed: Figure, given: Figure): boolean {
  const value = claimed.scaled ?? claimed.value;
  if (given.scaled === undefined || value === given.scaled) return value === (given.scaled ?? given.value);
  const isBare = claimed.scaled === undefined && claimed.scale === undefined && !isCurrency(claimed.unit);
  return isBare && value === given.value;
}

const isNegativeOfOther = (claimed: Figure, given: Figure): boolean =>
  isSameKind(claimed, given) &&
  ((given.value.startsWith('-') && isSameValue(negated(claimed), given)) ||
    (claimed.value.startsWith('-') && isSameValue(claimed, negated(given))));

const negated = ({ value, scaled, ...rest }: Figure): Figure => ({
  ...rest,
  value: `-${value}`,
  ...(scaled !== undefined && { scaled: `-${scaled}` }),
});

const word = (alternatives: string) =>
  new RegExp(`(?<!\\p{L})(?:${alternatives.replace(/\s*\n\s*/g, '')})(?!\\p{L})`, 'iu');
const percents: ReadonlySet<string> = new Set(['%', 'pp', 'bp', '‰']);
/** Labels of changes, and labels of percentages that are not changes. */
const change = word(
  `chang\\w*|growth|increases?|decreases?|variation|differen\\w*|yoy|veränderung\\p{L}*|wachstum\\p{L}*|entwicklung|
   croissance|évolution|crecimiento|variación`,
);
const level = word('\\p{L}*marg\\p{L}*|yields?|ratios?|rates?|\\p{L}*quoten?|\\p{L}*rendite|taux|tasas?');
/** Accounts subtract these, so their brackets are no minus sign to a reader. */
const outflow = word(
  `costs?|expens\\w*|expenditures?|tax(?:es)?|depreciation|amorti[sz]ation|impairments?|paid|pay(?:s|ing|ments?)?|repa(?:id|y\\w*)|
   repurchas\\w*|purchas\\w*|acqui\\w*|spent|spends?|spending|outflows?|charges?|provisions?|write-?(?:downs?|offs?)|deduct\\w*|
   dividends?|capex|invest\\w*|buybacks?|\\p{L}*kosten|\\p{L}*aufw[aäe]nd\\p{L}*|ausgaben|\\p{L}*steuern?|abschreibung\\p{L}*|
   auszahlung\\p{L}*|gezahlt|coûts?|dépenses?|impôts?|amortissements?|gastos?|costes?|impuestos?|pagos?`,
);
/** Results can be positive or negative, also before and after costs. */
const result = word(
  `profits?|earnings|results?|income(?!\\s+tax)|gains?|benefits?|credits?|refunds?|proceeds|receipts|margins?|(?:in|cash )?flows?|surplus|
   equity|balance|ebit\\w*|gewinn\\p{L}*|\\p{L}*ergebnis\\p{L}*|\\p{L}*ertr[aä]g\\p{L}*|bénéfices?|résultats?|beneficios?|resultados?`,
);
const lost = word('lost|loses?|losing|verlor\\p{L}*|verlier\\p{L}*|perd[ui]\\p{L}*');
const negativeBefore = /(?<!\p{L})n[eé]gati[vf]\p{L}*\s(?:(?:at|by|with|bei|mit|à|de|en)\s)?$/iu;
const toLevel = /(?<!\p{L})(?:to|auf|à|a|al|hasta)\s(?:about|around|rund|etwa|environ)?\s?$/iu;
const byChange = /(?<!\p{L})(?:by|um)\s(?:about|around|rund|etwa)?\s?$/iu;

/** Whether the words around a figure without a sign say that it is negative, as in the cell of a table. */
function isNegativeInWords({ statement, figure }: PlacedFigure, cell: PlacedFigure): boolean {
  const words = contextAt(statement, figure.start);
  const label = contextAt(cell.statement, cell.figure.start);
  const before = statement.text.slice(0, figure.start);
  const isPercent = percents.has(figure.unit);
  const isOfChange = isPercent ? change.test(label) || !level.test(label) : change.test(label);
  if (statesFall(words) && isOfChange && !toLevel.test(before)) return true;
  if (negativeBefore.test(before)) return true;
  if (byChange.test(before)) return false;
  if (statesLoss(words) || (lost.test(words) && !result.test(words)))
    return !isPercent || !(statesRise(words) || change.test(words));
  return !isPercent && outflow.test(words) && !result.test(words) && !change.test(label);
}
