import { chakra, Text } from '@chakra-ui/react';
import { Clock, Pencil, Trash2 } from 'lucide-react';
import { formatDay, formatPercent } from '~/client/lib/format';
import { Button, IconButton } from '~/client/ui/form/button';
import { Tooltip } from '~/client/ui/overlay/tooltip';
import { PageLink } from '~/client/ui/page/page-link';
import type { Column } from '~/client/ui/table/data-table';
import { investWords as words } from '~/client/words/invest';
import type { Position } from '~/shared/schemas/positions';
import { closeDayOf, tradingDay } from '~/shared/trading-day';
import { FollowIcon } from '../news/follow-toggle';
import type { Follows } from '../news/use-follows';
import { priceText } from '../price-text';
import { SampleName } from '../sample-name';
import { GainButton } from './gain-button';
import { gainNotes } from './gain-notes';
import { LatestPrice } from './latest-price';
import type { ClosedKey, OpenKey } from './position-sort';
import { recordedLate } from './recorded-late';
import { SplitBadge } from './split-badge';

export interface PositionActions {
  onReceipt: (position: Position) => void;
  /** Absent for users who are not administrators. */
  onClose?: ((position: Position) => void) | undefined;
  onCorrect?: ((position: Position) => void) | undefined;
  onDelete?: ((position: Position) => void) | undefined;
  /** Absent until the followed positions are loaded. */
  follows?: Follows | undefined;
}

type PositionColumn<Key extends string> = Column<Position, Key | 'actions'>;

const PositionLink = chakra(PageLink, {
  base: { borderRadius: 'tight', _hover: { textDecoration: 'underline', textUnderlineOffset: '4px' } },
});

const name = (follows?: Follows) =>
  ({
    key: 'name',
    header: words.name,
    isPrimary: true,
    sortable: true,
    cell: (row: Position) => (
      <chakra.span display="flex" alignItems="center" justifyContent="space-between" gap="1">
        <PositionLink href={`/qinvest/position?id=${row.id}`}>
          {row.isSample ? <SampleName name={row.name} /> : row.name}
        </PositionLink>
        {follows && <FollowIcon position={row} follows={follows} />}
      </chakra.span>
    ),
  }) as const;
const ticker = () =>
  ({
    key: 'ticker',
    header: words.ticker,
    sortable: true,
    cell: (row: Position) => <chakra.span fontWeight="medium">{row.ticker}</chakra.span>,
  }) as const;
const entry = () =>
  ({
    key: 'entry',
    align: 'end',
    sortable: true,
    cell: (row: Position) => <EntryPrice position={row} />,
  }) as const;
const date = () =>
  ({
    key: 'date',
    sortable: true,
    cell: (row: Position) => <PurchaseDay position={row} />,
  }) as const;

export function openColumns(props: PositionActions): PositionColumn<OpenKey>[] {
  const { onReceipt, onClose, onCorrect, onDelete, follows } = props;
  return [
    name(follows),
    ticker(),
    { ...date(), header: words.date },
    { ...entry(), header: words.avgEntryPrice },
    {
      key: 'latest',
      header: words.latestPrice,
      align: 'end',
      sortable: true,
      cell: (row) => <LatestPrice position={row} />,
    },
    gains(onReceipt),
    ...(onClose && onDelete
      ? [
          actions((row) => (
            <>
              <Button size="sm" variant="ghost" aria-label={words.closeNamed(row.name)} onClick={() => onClose(row)}>
                {words.close}
              </Button>
              {onCorrect && <CorrectButton position={row} onCorrect={onCorrect} />}
              <DeleteButton position={row} onDelete={onDelete} />
            </>
          )),
        ]
      : []),
  ];
}

export function closedColumns({ onReceipt, onCorrect, onDelete }: PositionActions): PositionColumn<ClosedKey>[] {
  return [
    name(),
    ticker(),
    { ...date(), header: words.purchaseDate },
    {
      key: 'closeDate',
      header: words.closeDate,
      sortable: true,
      cell: (row) => (row.closeDate ? <Day day={closeDayOf(row.closeDate, row.purchaseDate)} /> : '-'),
    },
    { ...entry(), header: words.entryPrice },
    {
      key: 'close',
      header: words.closePrice,
      align: 'end',
      sortable: true,
      cell: (row) => priceText(row.closePrice, row.currency),
    },
    gains(onReceipt),
    ...(onDelete
      ? [
          actions((row) => (
            <>
              {onCorrect && <CorrectButton position={row} onCorrect={onCorrect} />}
              <DeleteButton position={row} onDelete={onDelete} />
            </>
          )),
        ]
      : []),
  ];
}

function gains(onReceipt: PositionActions['onReceipt']): Column<Position, 'gains'> {
  return {
    key: 'gains',
    header: words.gains,
    align: 'end',
    sortable: true,
    cell: (row) => (
      <>
        <GainButton percent={row.gainsPercent} onOpen={() => onReceipt(row)} />
        {row.totalGainsPercent && <Note>{words.withDividends(formatPercent(row.totalGainsPercent))}</Note>}
        {gainNotes(row).map((note) => (
          <Note key={note}>{note}</Note>
        ))}
      </>
    ),
  };
}

const Note = ({ children }: { children: string }) => (
  <Text
    as="span"
    display="block"
    textStyle="caption"
    color="fg.subtle"
    minWidth="20"
    whiteSpace="normal"
    textWrap="balance"
  >
    {children}
  </Text>
);

function actions(buttons: Column<Position>['cell']): Column<Position, 'actions'> {
  return {
    key: 'actions',
    header: words.actions,
    align: 'end',
    isActions: true,
    cell: (row) => (
      <chakra.span display="inline-flex" gap="1" justifyContent="flex-end">
        {buttons(row)}
      </chakra.span>
    ),
  };
}

/** The price as paid. A later split is shown beside it, because the latest price refers to the new shares. */
function EntryPrice({ position: { avgEntryPrice, currency, splitFactor } }: { position: Position }) {
  const price = priceText(avgEntryPrice, currency);
  if (!splitFactor) return price;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2">
      <SplitBadge factor={splitFactor} />
      {price}
    </chakra.span>
  );
}

/** The stated purchase day, with a subtle mark if it was recorded later. */
function PurchaseDay({ position: { purchaseDate, recordedAt } }: { position: Position }) {
  const note = recordedLate(purchaseDate, recordedAt);
  if (!note) return <Day day={tradingDay(purchaseDate)} />;
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      {/* Wide enough for any day, so that the clocks of all rows are in line. */}
      <chakra.span minWidth="5.75rem">
        <Day day={tradingDay(purchaseDate)} />
      </chakra.span>
      <Tooltip content={note}>
        <chakra.span display="inline-flex" color="fg.subtle" role="img" aria-label={note}>
          <Clock size={12} strokeWidth={1.75} aria-hidden />
        </chakra.span>
      </Tooltip>
    </chakra.span>
  );
}

function Day({ day }: { day: string }) {
  return (
    <chakra.time dateTime={day} whiteSpace="nowrap">
      {formatDay(day)}
    </chakra.time>
  );
}

function CorrectButton({ position, onCorrect }: { position: Position; onCorrect: (position: Position) => void }) {
  return (
    <IconButton size="sm" label={words.correctNamed(position.name)} onClick={() => onCorrect(position)}>
      <Pencil size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
}

function DeleteButton({ position, onDelete }: { position: Position; onDelete: (position: Position) => void }) {
  return (
    <IconButton size="sm" label={words.deleteNamed(position.name)} onClick={() => onDelete(position)}>
      <Trash2 size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
}
