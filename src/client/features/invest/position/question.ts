import { draftQuestion } from '~/client/lib/chat-draft';
import { formatDay } from '~/client/lib/format';
import { positionWords as words } from '~/client/words/position';
import { formatPercent } from '~/shared/figure-text';
import { limits } from '~/shared/limits';
import type { Evidence } from '~/shared/schemas/evidence';
import type { PositionPage } from '~/shared/schemas/theses';
import { textStart } from '~/shared/text-start';
import { closeDayOf, tradingDay } from '~/shared/trading-day';
import { priceText } from '../price-text';

/** Puts the facts of the page into a draft that the user can edit before sending. */
export function draftAbout(userId: string, page: PositionPage): void {
  draftQuestion(userId, questionAbout(page));
}

export function questionAbout({ position, theses }: PositionPage): string {
  const { name, ticker, avgEntryPrice, purchaseDate, closePrice, closeDate, latestPrice, gainsPercent, currency } =
    position;
  const [thesis] = theses;
  const facts = [
    [words.entry, `${priceText(avgEntryPrice, currency)} ${words.boughtOn(formatDay(tradingDay(purchaseDate)))}`],
    [
      words.close,
      closePrice &&
        closeDate &&
        `${priceText(closePrice, currency)} ${words.boughtOn(formatDay(closeDayOf(closeDate, purchaseDate)))}`,
    ],
    [words.latest, latestPrice && priceText(latestPrice, currency)],
    [words.gain, gainsPercent && formatPercent(gainsPercent)],
    [words.gainInUsd, position.usdGainsPercent && formatPercent(position.usdGainsPercent)],
    [words.claim, thesis?.claim],
    [words.wrongIf, thesis?.wrongIf],
    [words.target, thesis?.target && priceText(thesis.adjustedTarget ?? thesis.target, currency)],
    [words.stop, thesis?.stop && priceText(thesis.adjustedStop ?? thesis.stop, currency)],
    [words.horizon, thesis?.horizon],
    [words.weight, thesis?.weight && words.percent(thesis.weight)],
  ];
  const lines = facts.flatMap(([term, value]) => (value ? `- ${term}: ${value}` : []));
  const question = words.question(name, ticker, lines.join('\n'));
  return question + evidencePart(thesis?.evidence ?? [], limits.messageCharacters - question.length);
}

/**
 * Titles and passages are third-party text, so they are quoted as data in a fence. Includes as many sources as fit into
 * a message.
 */
function evidencePart(evidence: readonly Evidence[], room: number): string {
  for (let count = evidence.length; count > 0; count--) {
    const sources = evidence.slice(0, count).map(sourceLines).join('\n\n');
    const fence = '`'.repeat(Math.max(3, ...[...sources.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
    const part = `\n\n${words.evidenceFacts(count, evidence.length)}\n${fence}text\n${sources}\n${fence}`;
    if (part.length <= room) return part;
  }
  return '';
}

function sourceLines({ statement, title, url, page, passage, verdict, checkedAt }: Evidence): string {
  const place = [title, url, page !== undefined && `page ${page}`].filter(Boolean).join(', ');
  return [
    statement,
    `Source: ${place}`,
    `Check: ${verdict}, ${checkedAt.slice(0, 10)}`,
    ...(passage ? [`Passage: ${textStart(passage, 200)}`] : []),
  ]
    .map((line) => line.replace(/\s+/g, ' '))
    .join('\n');
}
