import { chakra, Flex } from '@chakra-ui/react';
import { formatCount, formatMoment } from '~/client/lib/format';
import { investWords as words } from '~/client/words/invest';
import type { BookExtreme, BookSummary } from '~/shared/schemas/positions';
import { type Figure, FigureRow } from '../chart/figure-row';
import { withoutSample } from '../sample-name';
import { Gain } from './gain-button';

/** A summary of the whole portfolio in one line. Unknown figures are '-', never 0. */
export function SummaryLine({ summary }: { summary: BookSummary | undefined }) {
  return (
    <FigureRow
      label={words.summary}
      isStrip
      figures={summary ? figuresOf(summary) : names().map((name) => ({ name, value: undefined }))}
    />
  );
}

const names = () => [words.positions, words.averageGain, words.hitRate, words.best, words.worst, words.pricesAsOf];

function figuresOf(summary: BookSummary): Figure[] {
  const { openCount, closedCount, hitRate, best, worst, asOf, latestAsOf } = summary;
  const newest = latestAsOf ?? asOf;
  const isSpread = asOf && latestAsOf && formatMoment(asOf) !== formatMoment(latestAsOf);
  return [
    {
      name: words.positions,
      value: formatCount(openCount + closedCount),
      note: words.openAndClosed(formatCount(openCount), formatCount(closedCount)),
    },
    {
      name: words.averageGain,
      value: <Gain percent={summary.averageGain} />,
      note: words.averageGainNote(formatCount(summary.countedCount)),
    },
    { name: words.hitRate, value: hitRate ? `${hitRate}%` : '-', note: words.hitRateNote },
    { name: words.best, value: <Gain percent={best?.gainsPercent} />, note: best && <ExtremeName {...best} /> },
    { name: words.worst, value: <Gain percent={worst?.gainsPercent} />, note: worst && <ExtremeName {...worst} /> },
    {
      name: words.pricesAsOf,
      value: newest ? <time dateTime={newest.toISOString()}>{formatMoment(newest)}</time> : '-',
      note: isSpread && words.oldestPrice(formatMoment(asOf)),
    },
  ];
}

function ExtremeName({ name, ticker }: BookExtreme) {
  return (
    <Flex as="span" wrap="wrap" columnGap="1" title={name}>
      <chakra.span truncate>{withoutSample(name)}</chakra.span> <span>({ticker})</span>
    </Flex>
  );
}
