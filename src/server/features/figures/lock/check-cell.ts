/** Decides for each number in a table cell whether it is an unconfirmed figure of the portfolio. */

import { has } from '~/server/lib/matches';
import { anchorsOf } from './anchors';
import type { Cell } from './blocks';
import { isBrokerRow } from './brokers';
import { countedPositions } from './counts';
import { dateTokens } from './dates';
import { isReturned, isReturnedDay } from './facts';
import { condition, entryWord, returnWord, tradeWord } from './lexicon';
import { type NumberForm, numberTokens } from './number-tokens';
import type { Context, Subject, TextSpan } from './sentence';

const percentTitle = /[%％]|percent|Prozent|pour ?cent|por ?ciento|パーセント/iu;
const moneyTitle =
  /[$€£¥]|評価額|金額|損益|市值|盈亏|\b(?:USD|EUR|price|value|entry|last|latest|now|bought|cost|close|sold|paid|quote|Zuletzt|Dernier|Último|Laatste|Ingresso|Acquisto|Ultimo|Entrada|Venta|Vendita|Venda|Vente|Actuel|Actual|Attuale|Atual|Nu|Aktuell|Heute|Hoy|Oggi|Hoje|Vandaag|Aujourd)\b|Einst[ai]|Kauf|kauf|Kurs|Preis|kurs|preis|prix|cours|precio|prezzo|preço|koers|prijs|Entrée|Achat|Compra|Aankoop|verko|价|成本|価格|株価|単価|買値|売値|現在値|取得/iu;
/** "412,50" in the row of a stock in the portfolio is a price, whatever the header says. */
const hasDecimals = (written: string) => /\p{Nd}[.,]\p{Nd}{1,2}(?!\p{Nd})/u.test(written);
/** "Revenue | Change": refers to the previous column. */
const changeTitle =
  /^\W*(?:change|growth|yoy|Δ|vs\.? \p{L}+ year|Veränderung|Wachstum|variation|évolution|variación|variazione|variação|verandering|变化|增长|同比|変化|増減|前年比)[^|]{0,12}$/iu;
const countTitle =
  /\b(?:positions?|count|number|Anzahl|nombre|número|numero|aantal|shares|quantity|qty|days|held|Tage|jours|días|giorni|dias|dagen|units|stuks)\b|quantité|cantidad|quantità|quantidade|títulos|titres|titoli|St\.|Stück|Haltedauer|holding period|durée|duración|durata|duração|looptijd|持有(?:时间|期)|保有期間|数量|株数|股数|持股/iu;
/** The value of a position in a table of positions. Company values are in billions. */
const worthTitle =
  /^\W*(?:(?:current |total |position )?(?:market )?value|Marktwert|Kurswert|valeur(?: de marché)?|valor(?: de mercado)?|valore(?: di mercato)?|marktwaarde|waarde|市值|評価額|時価)(?![^|]*(?:bn|bi|mld|mM|Mrd|Md|[BMT]\b|illi|[亿億兆万]|総額|cap))/iu;
const rankTitle = /^\s*(?:#|no\.?|nr\.?|rank|year|jahr|année|año|anno|ano|jaar)?\s*$/iu;

export function checkCell(cell: Cell, before: Subject, context: Context): TextSpan[] {
  const titles = `${cell.column} | ${cell.isFirst ? '' : cell.row}`;
  const subject = subjectOf(cell, before, context);
  if (subject.topic !== 'held' && subject.topic !== 'holding') return [];
  if (has(condition, titles)) return [];
  const dates = [...dateTokens(cell.text)];
  const marks: TextSpan[] = [];
  for (const token of numberTokens(cell.text)) {
    if (dates.some((date) => token.start >= date.start && token.start < date.end)) continue;
    const form =
      formOf(token.form, cell, titles) ??
      (hasDecimals(cell.text.slice(token.start, token.end)) && !cell.isFirst ? 'money' : undefined);
    if (form === undefined) continue;
    if (!isReturned(context.facts, { ...token, form }, subject.ticker, titles)) marks.push(token);
  }
  for (const date of dates)
    if ((has(tradeWord, titles) || has(entryWord, titles)) && !isReturnedDay(context.facts, date.day, subject.ticker))
      marks.push(date);
  return marks.map(({ start, end }) => ({ start, end }));
}

/**
 * A header about another subject applies to its whole column or row. A stock of the portfolio in either is the subject
 * of the cell.
 */
function subjectOf(cell: Cell, before: Subject, context: Context): Subject {
  const column = anchorsOf(cell.column, context.subjects);
  const row = cell.isFirst ? [] : anchorsOf(cell.row, context.subjects);
  const own = anchorsOf(cell.text, context.subjects);
  const all = [...row, ...column];
  const ticker =
    all.find((anchor) => anchor.ticker)?.ticker ?? own.find((anchor) => anchor.ticker)?.ticker ?? before.ticker;
  const of = (topic: Subject['topic']): Subject => (ticker === undefined ? { topic } : { topic, ticker });
  const isOwnWorth =
    (worthTitle.test(cell.column) && row.some((anchor) => anchor.ticker)) ||
    (worthTitle.test(cell.row) && column.some((anchor) => anchor.ticker));
  if (isBrokerRow(cell.firstColumn, cell.row) && !row.some((anchor) => anchor.ticker)) return of('other');
  if (!isOwnWorth && [...all, ...own].some(({ topic }) => topic === 'other')) return of('other');
  if (
    changeTitle.test(cell.column) &&
    anchorsOf(cell.columnBefore, context.subjects).some(({ topic }) => topic === 'other')
  )
    return of('other');
  if (all.some(({ topic }) => topic === 'held' || topic === 'holding')) {
    return row.some(({ topic }) => topic === 'foreign') && !all.some((anchor) => anchor.ticker)
      ? of('foreign')
      : of('held');
  }
  if (all.some(({ topic }) => topic === 'foreign')) return of('foreign');
  return of(own[0]?.topic ?? before.topic);
}

/** The unit can be in the header only. */
function formOf(form: NumberForm, { column, row, isFirst, text }: Cell, titles: string): NumberForm | undefined {
  if (form !== 'plain') return form;
  if (isFirst && rankTitle.test(column)) return undefined;
  if (percentTitle.test(titles)) return 'percent';
  if (moneyTitle.test(titles)) return 'money';
  if (countTitle.test(titles) || countedPositions.test(text)) return 'plain';
  return !isFirst && (has(returnWord, column) || has(returnWord, row)) ? 'percent' : undefined;
}
