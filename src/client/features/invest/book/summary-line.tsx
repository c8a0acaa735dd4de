import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { BookExtreme, BookSummary } from '~/shared/schemas/positions';
import { formatCount, formatMoment } from '../../../lib/format';
import { Card } from '../../../ui/card';
import { Skeleton } from '../../../ui/skeleton';
import { investWords as words } from '../../../words/invest';
import { Gain } from './gain-button';

/** The whole book in one line. Figures that nothing is known of are '-', never 0. */
export function SummaryLine({ summary }: { summary: BookSummary | undefined }) {
  return (
    <Card p="0" overflow="hidden">
      <Grid
        as="dl"
        aria-label={words.summary}
        templateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' }}
        gap="1px"
        bg="border"
        data-numeric=""
      >
        <Figure
          name={words.positions}
          note={summary && words.openAndClosed(formatCount(summary.openCount), formatCount(summary.closedCount))}
        >
          {summary && formatCount(summary.openCount + summary.closedCount)}
        </Figure>
        <Figure name={words.averageGain} note={summary && words.averageGainNote(formatCount(summary.countedCount))}>
          {summary && <Gain percent={summary.averageGain} />}
        </Figure>
        <Figure name={words.hitRate} note={words.hitRateNote}>
          {summary && (summary.hitRate ? `${summary.hitRate}%` : '-')}
        </Figure>
        <Figure name={words.best} note={<ExtremeName extreme={summary?.best} />}>
          {summary && <Gain percent={summary.best?.gainsPercent} />}
        </Figure>
        <Figure name={words.worst} note={<ExtremeName extreme={summary?.worst} />}>
          {summary && <Gain percent={summary.worst?.gainsPercent} />}
        </Figure>
        <PricesAsOf summary={summary} />
      </Grid>
    </Card>
  );
}

function PricesAsOf({ summary }: { summary: BookSummary | undefined }) {
  const { asOf, latestAsOf } = summary ?? {};
  const newest = latestAsOf ?? asOf;
  const isSpread = asOf && latestAsOf && asOf.getTime() !== latestAsOf.getTime();
  return (
    <Figure name={words.pricesAsOf} note={isSpread && words.oldestPrice(formatMoment(asOf))}>
      {summary && (newest ? <time dateTime={newest.toISOString()}>{formatMoment(newest)}</time> : '-')}
    </Figure>
  );
}

function ExtremeName({ extreme }: { extreme: BookExtreme | undefined }) {
  if (!extreme) return null;
  return (
    <chakra.span title={extreme.name}>
      {extreme.name} ({extreme.ticker})
    </chakra.span>
  );
}

interface FigureProps {
  name: string;
  /** Empty while the figure is on its way. */
  children: ReactNode;
  note?: ReactNode;
}

function Figure({ name, children, note }: FigureProps) {
  return (
    <Stack gap="0.5" px={{ base: '4', md: '5' }} py="4" bg="bg.raised" minWidth="0">
      <Text as="dt" textStyle="caption" color="fg.muted">
        {name}
      </Text>
      <Stack as="dd" gap="0.5" minWidth="0">
        <Text as="span" textStyle="heading" minHeight="6" truncate>
          {children || <Skeleton width="16" mt="1" />}
        </Text>
        <Text as="span" textStyle="caption" color="fg.subtle" minHeight="4" truncate>
          {note}
        </Text>
      </Stack>
    </Stack>
  );
}
