/**
 * Portfolio Performance: its own file in the XML format. After github.com/portfolio-performance/portfolio-help,
 * docs/en/reference/file/save.md and docs/en/assets/test.xml. Money is in cents, shares in hundred-millionths.
 *
 * <client><version/><securities><security><name/><currencyCode/><tickerSymbol/>…; <portfolio-transaction> (and, where a
 * cash account is written first, <portfolioTransaction>) with <date/><currencyCode/><amount/><security reference=
 * "…/securities/security[2]"/><shares/><units><unit type="FEE"><amount amount=""/>…<type/>. Transactions are written
 * where they are met first, inside each other; elements with a `reference` repeat one. References to transactions are
 * not followed, and those to securities by their number or id alone.
 */

import { ReadingFailure } from '~/server/reading/reading';
import { walkXml } from '~/server/reading/structure/xml';
import { dateOf } from './dates';
import { effectOf, programName, tradeOf } from './portfolio-performance';
import { centsAmount, createReader, type Security, type Transaction } from './portfolio-performance-elements';
import { addRow, emptyFile, type ProgramFile, unreadableFile } from './transactions';

/** Older files count shares differently. */
const oldestVersion = 58;

export const isPortfolioPerformanceXml = (text: string): boolean =>
  /^(<[?!][\s\S]*?>\s*)*<client[\s>]/.test(text.slice(0, 2000));

export function readPortfolioPerformanceXml(text: string): ProgramFile {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    return unreadableFile(programName, 'The file declares entities, which files of Portfolio Performance never do.');
  const reader = createReader();
  try {
    walkXml(text, reader.handler);
  } catch (error) {
    if (!(error instanceof ReadingFailure)) throw error;
    return unreadableFile(programName, 'The file is nested too deeply.');
  }
  const { version, transactions, securityOf } = reader.result();
  if (!(version >= oldestVersion))
    return unreadableFile(
      programName,
      'The file is from an old version. Open it with a current one and save it again.',
    );
  const file = emptyFile(programName);
  for (const [index, one] of transactions.entries()) addTransaction(file, index + 1, one, securityOf(one));
  return file;
}

function addTransaction(file: ProgramFile, row: number, one: Transaction, security: Security | undefined): void {
  const text = (name: string) => one.texts.get(name) ?? '';
  const type = text('type');
  // The cash side of a transaction with shares.
  if (!one.isPortfolio && ['BUY', 'SELL', 'TRANSFER_IN', 'TRANSFER_OUT'].includes(type)) return;
  const { name = '', ticker = '' } = security ?? {};
  const [day = ''] = text('date').split('T');
  const shares = /^\d{1,18}$/.test(text('shares')) ? BigInt(text('shares')) : undefined;
  const date = () => dateOf(day);
  const read = () => {
    const trade = tradeOf({
      row,
      type,
      ticker,
      name,
      date,
      shares,
      value: centsAmount(text('amount')),
      currency: text('currencyCode'),
      costs: one.costs,
      gross: one.gross,
    });
    const hasSplit = security?.splits.some((split) => trade.kind === 'buy' && split > trade.date);
    return hasSplit ? { ...trade, note: [trade.note, afterSplit].filter(Boolean).join('. ') } : trade;
  };
  addRow(file, {
    read,
    row,
    shown: { name, ticker, purchaseDate: day },
    date,
    effect: one.isPortfolio ? effectOf(type) : undefined,
  });
}

const afterSplit = 'The stock has been split since: enter the price as paid, not adjusted';
