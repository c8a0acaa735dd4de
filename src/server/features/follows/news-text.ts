/** News as sentences, for emails and feeds. Excerpts of reports never leave the installation. */
import { moneyText } from '~/shared/currencies';
import { formatPercent } from '~/shared/figure-text';
import type { NewsItem } from '~/shared/schemas/position-news';

export function newsSentence({ kind, name, ticker, level, price, percent, currency }: NewsItem): string {
  const subject = `${name} (${ticker})`;
  const money = (amount: string | undefined) => (amount ? moneyText(amount, currency) : 'an unknown price');
  if (kind === 'opened') return `${subject}: new position`;
  if (kind === 'closed') return `${subject}: closed at ${money(price)}`;
  if (kind === 'review') return `${subject}: review is due`;
  if (kind === 'wrongIf') return `${subject}: your research found a fact about "Wrong if"`;
  if (kind === 'moved') return `${subject}: moved ${formatPercent(percent ?? '0.00')} to ${money(price)}`;
  return `${subject}: ${kind} ${money(level)} reached at ${money(price)}`;
}

/** The link to a research report, or undefined for news that the position's page explains. */
export function reportLink({ report }: NewsItem, publicUrl: string): string | undefined {
  if (!report) return undefined;
  const { conversationId, messageId } = report;
  return `${publicUrl}/qchat?c=${conversationId}${messageId ? `&m=${messageId}` : ''}`;
}
