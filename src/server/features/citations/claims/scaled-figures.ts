/** The scale, currency or percent sign that the head or caption of a table gives to the figures in its cells. */
import { coinOf } from './coins';
import type { Figure } from './figures';
import { headColumn, labelOf, signBefore, type Table } from './tables';
import { currencyOf, currencySymbol, isCurrency, scaleOf, unitOf } from './units';

interface Scale {
  power: number;
  unit: string;
}

const perShare =
  /(?<!\p{L})(?:per[- ](?:(?:common|ordinary|diluted|basic|preferred|depositary)[- ])*(?:share|unit)|eps|je (?:Stamm|Vorzugs)?aktie|par action|por acción|ADS)(?!\p{L})|每股/iu;
/** Rows below "Earnings per share:". Numbers of shares have no cents. */
const perShareRow =
  /^(?!.*(?:income|profit|shares|ergebnis|aktien))(?:.*[^\p{L}])?(?:basic|diluted|(?:un)?verwässert)(?!\p{L})/iu;
const cents = /[.,]\d{2}$/;
const uncounted = /[%％]|(?<!\p{L})(?:percent|Prozent|margin|ratio|rate|employees|headcount|number of)(?!\p{L})/iu;

/** Filings call the gross profit so, too. */
const grossAmount = /gross margin(?!.*(?:percent|ratio|rate|[%％]))/iu;

/** Where a head names a scale: "in millions", "($m)", "EUR million", "$'000". */
const opening = new RegExp(String.raw`(?<currency>${currencySymbol})[\s'’]?|(?<!\p{L})in\s|[(,]\s?|^\s?`, 'giu');

function scaleIn(text: string): Scale | undefined {
  for (const match of text.matchAll(opening)) {
    const symbol = match.groups?.currency;
    const behind = text.slice(match.index + match[0].length, match.index + match[0].length + 40);
    const { power, length } = /^0{3}(?:s|’s|'s)?(?!\p{N})/u.test(behind)
      ? { power: 3, length: 3 }
      : scaleOf(behind, symbol !== undefined);
    const named =
      symbol === undefined ? unitOf(behind.slice(length).replace(/^\s?of\s/, ' '), power > 0).name : currencyOf(symbol);
    const coin = power > 0 ? undefined : coinOf('', behind, text);
    if (coin) return { power: -2, unit: symbol === undefined ? coin.name : named };
    if (power > 0 || isCurrency(named)) return { power, unit: isCurrency(named) ? named : '' };
  }
  return undefined;
}

/** Counted things, to which a currency in the corner or caption of the table does not apply. */
const counted =
  /(?<!\p{L})(?:stores|customers|users|vehicles|units|ships|branches|people|FTEs?|employees|headcount|number of|Mitarbeiter\p{L}*|Beschäftigte\p{L}*|Kunden|Filialen)(?!\p{L})/iu;

/** "Stores" as the unit of its row. */
function ofLabel(figure: Figure, label: string): Figure {
  const { name, length } = unitOf(label.toLowerCase());
  return length === label.length && name === label.toLowerCase() ? { ...figure, unit: name } : figure;
}

/** A figure with the currency sign in the cell before it, and the scale of its table. */
export function scaledByHead(original: Figure, row: string, table: Table): Figure {
  const { heads, caption } = table;
  const column = headColumn(row, original.start, table);
  const sign = original.unit === '' ? signBefore(row, original.start, table) : '';
  const figure = sign === '' ? original : { ...original, unit: currencyOf(sign) };
  const head = heads[column] ?? '';
  if (column === 0 || figure.unit === '%') return figure;
  if (/[%％]|(?<!\p{L})(?:percent|Prozent)(?!\p{L})/iu.test(head))
    return figure.unit === '' ? { ...figure, unit: '%' } : figure;
  const label = labelOf(row);
  const own = scaleIn(head) ?? scaleIn(label);
  const scale = own ?? scaleIn(heads[0] ?? '') ?? scaleIn(caption);
  if (!own && figure.unit === '' && isCurrency(scale?.unit ?? '') && counted.test(label)) return ofLabel(figure, label);
  if (!scale || (figure.unit !== '' && !isCurrency(figure.unit))) return figure;
  const isCounted =
    counted.test(label) || uncounted.test(label) || /(?<!\p{L})(?:shares|aktien)(?!\p{L})/iu.test(label);
  const headUnit = scale.unit || (isCounted ? '' : currencyOf(table.currency));
  const unit = headUnit === '' || figure.unit !== '' ? {} : { headUnit };
  const isPlain =
    figure.scale !== undefined ||
    scale.power === 0 ||
    (scale.power > 0 && perShare.test(`${label} ${head}`)) ||
    (scale.power > 0 && perShareRow.test(label) && cents.test(figure.text)) ||
    (uncounted.test(label) && !(isCurrency(figure.unit) && grossAmount.test(label)));
  return isPlain ? { ...figure, ...unit } : { ...figure, ...unit, scaled: withPower(figure.value, scale.power) };
}

/** '42e-1' with a power of 6 becomes '42e5'. */
export function withPower(value: string, power: number): string {
  const [digits = '', exponent = '0'] = value.split('e');
  return `${digits}e${Number(exponent) + power}`;
}
