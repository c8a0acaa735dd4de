/** Imports positions from a file: every row is validated, and either all valid rows are stored, or none. */
import { randomUUID } from 'node:crypto';
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { quotesFor } from '~/server/features/prices/prices.service';
import { type LedgerNews, recordEvents } from '~/server/features/track-record/record-events';
import type { ImportInput, ImportResult } from '~/shared/schemas/positions';
import { checkRows, countExisting, nothing, withCurrencies, withNames } from './check-import';
import { readFile } from './import-file';
import { type ReadPosition, readRow } from './import-row';
import { addTheses } from './theses';
import { thesisText } from './thesis-text';
import { announceBook } from './watch-book';

/** If two users import the same file concurrently, the second sees what the first has stored. */
const importLock = 72_707_102;
/** Rows per statement. */
const rowsAtOnce = 1000;

export async function importPositions(deps: Deps, acting: Acting, input: ImportInput): Promise<ImportResult> {
  const now = Date.now();
  const file = readFile(input.format, input.text, now);
  const { program, format } = file;
  if (file.problem !== undefined) return { ...nothing, ...(program && { program }), problem: file.problem };
  const rows = program ? await withNames(deps.db, file.rows) : file.rows;
  const read = await withCurrencies(
    deps,
    rows.map((row) => ({ row, position: readRow(row, now) })),
  );
  const check = async (db: Pick<Deps['db'], 'investmentPosition' | 'ledgerEvent'>) =>
    checkRows(read, await countExisting(db, read), file);

  const preview = await check(deps.db);
  if (input.dryRun || preview.result.errorCount > 0 || preview.ready.length === 0) return preview.result;
  const quotes = await quotesFor(
    deps,
    preview.ready.map(({ ticker }) => ticker),
  );
  const result = await deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${importLock}::bigint)`;
    const { ready, result } = await check(tx);
    const positions = ready.map((position) => ({ id: randomUUID(), ...position }));
    await store(tx, acting, positions);
    const details = { count: positions.length, format, ...(program && { program }) };
    await recordAudit(tx, { kind: 'positions-imported', actor: acting.by, details, caller: acting.caller });
    const news = positions.map(
      (position): LedgerNews => ({
        kind: 'imported',
        actorId: acting.by.id ?? null,
        position,
        priceSource: `imported from a ${program ?? format.toUpperCase()} file`,
        market: quotes.get(position.ticker),
      }),
    );
    await recordEvents(tx, news);
    await addTheses(tx, acting, claimsOf(positions));
    return { ...result, imported: positions.length };
  }, transactionLimits.bulk);
  announceBook(deps);
  deps.prices.requestHistory({ hasNewPositions: true });
  return result;
}

async function store(tx: Transaction, acting: Acting, positions: (ReadPosition & { id: string })[]): Promise<void> {
  const userId = acting.by.id;
  if (!userId) throw new Error('a position needs an account as its author');
  const data = positions.map(({ thesis: _, weight: _weight, currency: _currency, ...position }) => ({
    ...position,
    userId,
  }));
  for (let start = 0; start < data.length; start += rowsAtOnce)
    await tx.investmentPosition.createMany({ data: data.slice(start, start + rowsAtOnce) });
}

const claimsOf = (positions: readonly (ReadPosition & { id: string })[]) =>
  positions.flatMap(({ id, thesis, weight }) =>
    thesis === undefined && weight === undefined
      ? []
      : [{ positionId: id, version: 1, text: thesisText({ claim: thesis, weight }) }],
  );
