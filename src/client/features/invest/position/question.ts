import { draftQuestion } from '~/client/lib/chat-draft';
import { formatDay, formatPercent, formatUsd } from '~/client/lib/format';
import { positionWords as words } from '~/client/words/position';
import type { PositionPage } from '~/shared/schemas/theses';
import { tradingDay } from '~/shared/trading-day';

/** The facts of the page as a question that the user can change before it is sent. */
export function draftAbout(userId: string, page: PositionPage): void {
  draftQuestion(userId, questionAbout(page));
}

export function questionAbout({ position, theses }: PositionPage): string {
  const { name, ticker, avgEntryPrice, purchaseDate, closePrice, closeDate, latestPrice, gainsPercent } = position;
  const [thesis] = theses;
  const facts = [
    [words.entry, `${formatUsd(avgEntryPrice)} ${words.boughtOn(formatDay(tradingDay(purchaseDate)))}`],
    [
      words.close,
      closePrice && closeDate && `${formatUsd(closePrice)} ${words.boughtOn(formatDay(tradingDay(closeDate)))}`,
    ],
    [words.latest, latestPrice && formatUsd(latestPrice)],
    [words.gain, gainsPercent && formatPercent(gainsPercent)],
    [words.claim, thesis?.claim],
    [words.wrongIf, thesis?.wrongIf],
    [words.target, thesis?.target && formatUsd(thesis.target)],
    [words.stop, thesis?.stop && formatUsd(thesis.stop)],
    [words.horizon, thesis?.horizon],
  ];
  const lines = facts.flatMap(([term, value]) => (value ? `- ${term}: ${value}` : []));
  return words.question(name, ticker, lines.join('\n'));
}
