/**
 * Whether a claim and its source give the same figure. Tables put negative figures in brackets, while sentences give
 * them with a sign or a word: "(4.2%)" in a table is "a decline of 4.2%", and never "4.2%".
 */
import type { Figure } from './figures';
import { statesFall, statesLoss, statesRise } from './reversals';
import { contextAt, type Statement } from './statements';
import { isSameUnit } from './units';

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
  return given.figure.isBracketed ? isNegativeInWords(claimed, given) : isNegativeInWords(given, claimed);
}

const isSame = (claimed: Figure, given: Figure) => claimed.value === given.value && isSameKind(claimed, given);

const isSameKind = (claimed: Figure, given: Figure) =>
  isSameUnit(claimed.unit, given.unit) && (claimed.rate === '' || given.rate === '' || claimed.rate === given.rate);

const isNegativeOfOther = (claimed: Figure, given: Figure): boolean =>
  isSameKind(claimed, given) &&
  ((given.isBracketed === true && given.value === `-${claimed.value}`) ||
    (claimed.isBracketed === true && claimed.value === `-${given.value}`));

const word = (alternatives: string) =>
  new RegExp(`(?<!\\p{L})(?:${alternatives.replace(/\s*\n\s*/g, '')})(?!\\p{L})`, 'iu');
const percents: ReadonlySet<string> = new Set(['%', 'pp', 'bp', '‰']);
/** Labels of changes, and labels of percentages that are none. */
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
