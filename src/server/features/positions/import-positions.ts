/** Positions from a file: every row is judged, and all that are ready are stored, or none. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { quotesFor } from '~/server/features/prices/prices.service';
import { type LedgerNews, recordEvents } from '~/server/features/track-record/record-events';
import type { ImportInput, ImportResult, ImportRow } from '~/shared/schemas/positions';
import { tradingDay } from '~/shared/trading-day';
import { dateText } from './export-positions';
import { type FileRow, readFile } from './import-file';
import { type ReadPosition, readRow } from './import-row';
import { addTheses, thesisText } from './theses';
import { announceBook } from './watch-book';

/** Two people with the same file: the second sees what the first has stored. */
const importLock = 72_707_102;
const patience = { maxWait: 10_000, timeout: 60_000 };
/** Rows of one statement. */
const rowsAtOnce = 1000;

type Transaction = Pick<Deps['db'], 'investmentPosition' | '$executeRaw'>;

export async function importPositions(deps: Deps, acting: Acting, input: ImportInput): Promise<ImportResult> {
  const file = readFile(input.format, input.text);
  if (file.problem !== undefined) return { ...nothing, problem: file.problem };
  const now = Date.now();
  const read = file.rows.map((row) => ({ row, position: readRow(row, now) }));
  const judge = async (db: Pick<Deps['db'], 'investmentPosition'>) =>
    judged(read, await countKnown(db, read), file.ignoredColumns);

  const preview = await judge(deps.db);
  if (input.dryRun || preview.result.errorCount > 0 || preview.ready.length === 0) return preview.result;
  const quotes = await quotesFor(
    deps,
    preview.ready.map(({ ticker }) => ticker),
  );
  const result = await deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${importLock}::bigint)`;
    const { ready, result } = await judge(tx);
    const positions = ready.map((position) => ({ id: randomUUID(), ...position }));
    await store(tx, acting, positions);
    const details = { count: positions.length, format: input.format };
    await recordAudit(tx, { kind: 'positions-imported', actor: acting.by, details, caller: acting.caller });
    const news = positions.map(
      (position): LedgerNews => ({
        kind: 'imported',
        actorId: acting.by.id ?? null,
        position,
        priceSource: `imported from a ${input.format.toUpperCase()} file`,
        market: quotes.get(position.ticker),
      }),
    );
    await recordEvents(tx, news);
    await addTheses(tx, acting, claimsOf(positions));
    return { ...result, imported: positions.length };
  }, patience);
  announceBook(deps);
  deps.prices.requestHistory({ hasNewPositions: true });
  return result;
}

const nothing: ImportResult = {
  rows: [],
  readyCount: 0,
  duplicateCount: 0,
  errorCount: 0,
  ignoredColumns: [],
  imported: 0,
};

async function store(tx: Transaction, acting: Acting, positions: (ReadPosition & { id: string })[]): Promise<void> {
  if (!acting.by.id) throw new Error('a position needs an account as its author');
  const data = positions.map(({ thesis: _, ...position }) => ({ ...position, userId: acting.by.id as string }));
  for (let start = 0; start < data.length; start += rowsAtOnce)
    await tx.investmentPosition.createMany({ data: data.slice(start, start + rowsAtOnce) });
}

const claimsOf = (positions: readonly (ReadPosition & { id: string })[]) =>
  positions.flatMap(({ id, thesis }) =>
    thesis === undefined ? [] : [{ positionId: id, version: 1, text: thesisText({ claim: thesis }) }],
  );

interface ReadFileRow {
  row: FileRow;
  position: ReadPosition | { problem: string };
}

/** The same purchase: a share, a day, a price. Whether it was closed since does not make it another one. */
const keyOf = (position: { ticker: string; purchaseDate: Date; avgEntryPrice: string }) =>
  `${position.ticker} ${tradingDay(position.purchaseDate)} ${position.avgEntryPrice}`;

/** How often the book holds each purchase that the file may repeat. */
async function countKnown(
  db: Pick<Deps['db'], 'investmentPosition'>,
  read: readonly ReadFileRow[],
): Promise<Map<string, number>> {
  const tickers = new Set(read.flatMap(({ position }) => ('problem' in position ? [] : [position.ticker])));
  const known = await db.investmentPosition.findMany({
    where: { ticker: { in: [...tickers] } },
    select: { ticker: true, purchaseDate: true, avgEntryPrice: true },
  });
  const counts = new Map<string, number>();
  for (const row of known) {
    const key = keyOf({ ...row, avgEntryPrice: row.avgEntryPrice.toFixed(2) });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * A purchase that stands in the file as often as in the book is in the book already. One that stands there more often
 * is a further one – two purchases may be alike – and its row says so.
 */
function judged(read: readonly ReadFileRow[], known: Map<string, number>, ignoredColumns: string[]) {
  const left = new Map(known);
  const seen = new Map<string, number>();
  const ready: ReadPosition[] = [];
  const rows = read.map(({ row, position }): ImportRow => {
    if ('problem' in position) return { row: row.row, state: 'error', message: position.problem, ...row.cells };
    const key = keyOf(position);
    const told = { row: row.row, ...asTold(position) };
    const inBook = left.get(key) ?? 0;
    if (inBook > 0) {
      left.set(key, inBook - 1);
      return { ...told, state: 'duplicate', message: 'This purchase is already in the portfolio' };
    }
    const earlier = seen.get(key);
    seen.set(key, row.row);
    ready.push(position);
    return {
      ...told,
      state: 'ready',
      ...(earlier !== undefined && { message: `The same purchase as in row ${earlier}` }),
    };
  });
  const count = (state: ImportRow['state']) => rows.filter((row) => row.state === state).length;
  const result: ImportResult = {
    rows,
    readyCount: count('ready'),
    duplicateCount: count('duplicate'),
    errorCount: count('error'),
    ignoredColumns,
    imported: 0,
  };
  return { ready, result };
}

function asTold(position: ReadPosition) {
  const { name, ticker, avgEntryPrice, purchaseDate, status, closeDate, closePrice, thesis } = position;
  return {
    name,
    ticker,
    avgEntryPrice,
    purchaseDate: dateText(purchaseDate),
    status,
    ...(closeDate && { closeDate: dateText(closeDate) }),
    ...(closePrice && { closePrice }),
    ...(thesis && { thesis }),
  };
}
