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
export const mayBeSame = (claimed: Figure, inSource: Figure): boolean =>
  isSame(claimed, inSource) || isNegativeOfOther(claimed, inSource);

export function isSameFigure(claimed: PlacedFigure, inSource: PlacedFigure): boolean {
  if (isSame(claimed.figure, inSource.figure)) return true;
  if (!isNegativeOfOther(claimed.figure, inSource.figure)) return false;
  return inSource.figure.value.startsWith('-')
    ? isNegativeInWords(claimed, inSource)
    : isNegativeInWords(inSource, claimed);
}

const isSame = (claimed: Figure, inSource: Figure) => isSameKind(claimed, inSource) && isSameValue(claimed, inSource);

/** The head of a claim's column may name a currency that the source doesn't, but no other. */
function isSameKind(claimed: Figure, inSource: Figure): boolean {
  const isOtherCurrency =
    claimed.headUnit !== undefined &&
    !isSameUnit(claimed.headUnit, inSource.unit || inSource.headUnit || claimed.headUnit);
  return (
    !isOtherCurrency &&
    claimed.fraction === inSource.fraction &&
    isSameOrOpen(claimed.thing, inSource.thing) &&
    isSameOrOpen(claimed.side, inSource.side) &&
    (isSameUnit(claimed.unit, inSource.unit || (inSource.headUnit ?? '')) || isThingOnly(claimed, inSource)) &&
    (claimed.rate === '' || inSource.rate === '' || claimed.rate === inSource.rate)
  );
}

const isSameOrOpen = (claimed: string | undefined, inSource: string | undefined): boolean =>
  claimed === undefined || inSource === undefined || claimed === inSource;

/** "Employees" is a unit, and "Mitarbeiter" is not. */
const isThingOnly = (claimed: Figure, inSource: Figure): boolean =>
  claimed.thing !== undefined &&
  claimed.unit === claimed.thing &&
  inSource.unit === '' &&
  claimed.thing === inSource.thing;

/**
 * In a table of millions, "17.4" is "$17.4 million". A bare "17.4" repeats the cell as it is written, but "$17.4" would
 * be an amount without that scale.
 */
function isSameValue(claimed: Figure, inSource: Figure): boolean {
  const value = claimed.scaled ?? claimed.value;
  if (inSource.scaled === undefined || value === inSource.scaled) return value === (inSource.scaled ?? inSource.value);
  const isBare = claimed.scaled === undefined && claimed.scale === undefined && !isCurrency(claimed.unit);
  return isBare && value === inSource.value;
}

const isNegativeOfOther = (claimed: Figure, inSource: Figure): boolean =>
  isSameKind(claimed, inSource) &&
  ((inSource.value.startsWith('-') && isSameValue(negated(claimed), inSource)) ||
    (claimed.value.startsWith('-') && isSameValue(claimed, negated(inSource))));

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
