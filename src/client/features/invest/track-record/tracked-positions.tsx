import { chakra, Flex, Grid, Text, VisuallyHidden } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import { formatCount, formatDay, formatPercent } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord, ValuedPosition } from '~/shared/track-record';
import type { VerifiedPosition } from '~/shared/verified-positions';
import type { VerifiedRecord } from '~/shared/verified-record';
import { Gain } from '../book/gain-button';
import { priceText } from '../price-text';
import { SampleName } from '../sample-name';
import { dividendNote } from './dividend-note';

interface Row extends ValuedPosition {
  verified: VerifiedPosition | undefined;
}

/** For narrow screens; the height is approximate, in pixels. */
const listRow = { height: 125, cell: (row: Row) => <TrackedRow position={row} /> };

/** Every position in the ledger, including deleted ones, with its stated and its verified gain. */
export function TrackedPositions({ stated, verified }: { stated: TrackRecord; verified: VerifiedRecord }) {
  const rows = useMemo(() => {
    const byId = new Map(verified.positions.map((position) => [position.id, position]));
    return stated.positions.map((position): Row => ({ ...position, verified: byId.get(position.id) }));
  }, [stated, verified]);
  return (
    <Section title={words.positions} {...(stated.sampleCount > 0 && { description: words.samplesNote })}>
      <DataTable
        caption={words.positions}
        columns={columns()}
        rows={rows}
        rowKey={({ id }) => id}
        listRow={listRow}
        loadingText={words.reading}
        emptyText={words.empty}
      />
    </Section>
  );
}

function columns(): Column<Row>[] {
  return [
    {
      key: 'name',
      header: words.name,
      isPrimary: true,
      cell: ({ name, isSample }) => (isSample ? <SampleName name={name} /> : name),
    },
    { key: 'ticker', header: words.ticker, cell: ({ ticker }) => ticker },
    { key: 'date', header: words.purchaseDate, cell: (row) => <PurchaseDay position={row} /> },
    {
      key: 'entry',
      header: words.entryPrice,
      align: 'end',
      cell: ({ entryPrice, currency }) => priceText(entryPrice, currency),
    },
    { key: 'state', header: words.state, cell: (row) => <State position={row} /> },
    { key: 'price', header: words.price, align: 'end', cell: ({ price, currency }) => priceText(price, currency) },
    { key: 'gains', header: words.gains, align: 'end', cell: (row) => <StatedGain position={row} /> },
    {
      key: 'verified',
      header: words.verifiedGains,
      align: 'end',
      cell: (row) => row.verified && <VerifiedGain position={row.verified} />,
    },
  ];
}

function PurchaseDay({ position: { purchaseDay, daysLate } }: { position: ValuedPosition }) {
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <chakra.span whiteSpace="nowrap">{formatDay(purchaseDay)}</chakra.span>
      {daysLate > 0 && <Small>{words.daysLate(daysLate, formatCount(daysLate))}</Small>}
    </chakra.span>
  );
}

/** The gain in USD, with the gain in its own currency below. */
function StatedGain({ position: { gainsPercent, currency, localGainsPercent } }: { position: ValuedPosition }) {
  if (!currency) return <Gain percent={gainsPercent} />;
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <Gain percent={gainsPercent} />
      <Small>{words.localGain(currency, localGainsPercent && formatPercent(localGainsPercent))}</Small>
    </chakra.span>
  );
}

/** The verified gain, and the days it covers. */
function VerifiedGain({ position }: { position: VerifiedPosition }) {
  const { state, fromDay = '', untilDay = '', hasEnded, isPricedLate, gainsPercent, totalGainsPercent } = position;
  const withDividends = dividendNote(gainsPercent, totalGainsPercent);
  if (state !== 'counted') return <Small>{words.verifiedStates[state]}</Small>;
  const days = hasEnded
    ? words.verifiedBetween(formatDay(fromDay), formatDay(untilDay))
    : words.verifiedSince(formatDay(fromDay));
  return (
    <chakra.span display="inline-flex" flexDirection="column">
      <Gain percent={gainsPercent} />
      {withDividends && <Small>{withDividends}</Small>}
      <Small>{isPricedLate ? `${days}, ${words.pricedLate}` : days}</Small>
    </chakra.span>
  );
}

function LabeledGain({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <chakra.dt textStyle="caption" color="fg.muted">
        {label}
      </chakra.dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A position on a narrow screen: its prices and both gains in a few lines, instead of a card of labeled values. */
function TrackedRow({ position }: { position: Row }) {
  const { name, ticker, isSample, purchaseDay, daysLate, entryPrice, price, currency, verified } = position;
  return (
    <div>
      <Flex align="flex-start" justify="space-between" gap="3">
        <chakra.span minWidth="0" overflowWrap="anywhere">
          <chakra.span fontWeight="medium">{isSample ? <SampleName name={name} /> : name}</chakra.span>{' '}
          <chakra.span textStyle="caption" color="fg.muted">
            {ticker}
          </chakra.span>
        </chakra.span>
        <chakra.span flexShrink="0">
          <State position={position} />
        </chakra.span>
      </Flex>
      <Text textStyle="caption" color="fg.muted" data-numeric="">
        <VisuallyHidden>{words.purchaseDate}: </VisuallyHidden>
        {formatDay(purchaseDay)}
        <span aria-hidden> · </span>
        <VisuallyHidden>, {words.entryPrice}: </VisuallyHidden>
        <span>{priceText(entryPrice, currency)}</span>
        <span aria-hidden> → </span>
        <VisuallyHidden>, {words.price}: </VisuallyHidden>
        <span>{priceText(price, currency)}</span>
      </Text>
      {daysLate > 0 && <Small>{words.daysLate(daysLate, formatCount(daysLate))}</Small>}
      <Grid as="dl" templateColumns="1fr 1fr" gap="3" pt="1.5" data-numeric="">
        <LabeledGain label={words.gains}>
          <StatedGain position={position} />
        </LabeledGain>
        {verified && (
          <LabeledGain label={words.verifiedGains}>
            <VerifiedGain position={verified} />
          </LabeledGain>
        )}
      </Grid>
    </div>
  );
}

const Small = ({ children }: { children: string }) => (
  <Text as="span" textStyle="caption" color="fg.subtle">
    {children}
  </Text>
);

function State({ position: { state, closeDay, deleted } }: { position: ValuedPosition }) {
  if (state === 'deleted') return <Badge tone="danger">{words.deletedOn(formatDay(deleted?.day ?? ''))}</Badge>;
  if (state === 'closed') return <Badge>{words.closedOn(formatDay(closeDay ?? ''))}</Badge>;
  return <Badge tone="outline">{words.open}</Badge>;
}
