/**
 * Published back-tests. Publishing stores a frozen copy of the run and its closing prices, so later splits, price
 * corrections and program changes don't alter it.
 */
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { benchmarkTicker } from '~/server/features/prices/price-rules';
import { sha256 } from '~/server/lib/hash';
import { limits } from '~/shared/limits';
import type { BacktestInput, BacktestResult } from '~/shared/schemas/backtest';
import {
  type PublishBacktestInput,
  type PublishedBacktest,
  type PublishedFacts,
  type PublishedRun,
  publishedFacts,
  publishedRun,
} from '~/shared/schemas/published-backtests';
import { publishedNotFound, tooManyPublished } from './backtest.errors';
import { type BacktestRun, backtest } from './backtest.service';

interface Row {
  id: string;
  facts: unknown;
  isChosen: boolean;
  hasPrices: boolean;
  hash: string;
  publishedAt: Date;
}

const shown = { id: true, facts: true, isChosen: true, hasPrices: true, hash: true, publishedAt: true } as const;

const asPublished = ({ facts, ...row }: Row): PublishedBacktest => ({ ...row, ...publishedFacts.parse(facts) });

/** Newest first. */
export async function listPublished({ db }: Pick<Deps, 'db'>): Promise<PublishedBacktest[]> {
  const orderBy = [{ publishedAt: 'desc' as const }, { id: 'desc' as const }];
  const rows = await db.publishedBacktest.findMany({ select: shown, orderBy, take: limits.publishedBacktests });
  return rows.map(asPublished);
}

export async function readPublished(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<{ summary: PublishedBacktest; run: PublishedRun; text: string }> {
  const row = await db.publishedBacktest.findUnique({ where: { id }, select: { ...shown, run: true } });
  if (!row) throw publishedNotFound();
  const { run, ...rest } = row;
  return { summary: asPublished(rest), run: publishedRun.parse(JSON.parse(run)), text: run };
}

/** The content of prices.csv; null if it is not public. */
export async function readPublishedPrices({ db }: Pick<Deps, 'db'>, id: string): Promise<string | null> {
  const row = await db.publishedBacktest.findUnique({ where: { id, hasPrices: true }, select: { prices: true } });
  return row?.prices ?? null;
}

/** The back-test shown on the home page. */
export async function readChosen({ db }: Pick<Deps, 'db'>): Promise<PublishedBacktest | null> {
  const row = await db.publishedBacktest.findFirst({ where: { isChosen: true }, select: shown });
  return row && asPublished(row);
}

export async function publishBacktest(
  deps: Deps,
  acting: Acting & { by: { id: string } },
  { title, hasPrices, rules }: PublishBacktestInput,
): Promise<PublishedBacktest> {
  const ran = await backtest(deps, acting.by.id, rules);
  const { result } = ran;
  const [prices, sources] = [pricesOf(ran), await sourcesOf(deps, rules)];
  const publishedAt = new Date();
  const pricesHash = sha256(prices);
  const run = `${JSON.stringify({
    title,
    publishedAt: publishedAt.toISOString(),
    sources,
    pricesHash,
    ...result,
  } satisfies PublishedRun)}\n`;
  const data = { run, hash: sha256(run), prices, hasPrices, publishedAt };
  return deps.db.$transaction(async (tx) => {
    // Serializes concurrent publishing, so that each count includes the back-tests published before.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('published backtests'))::text`;
    if ((await tx.publishedBacktest.count()) >= limits.publishedBacktests) throw tooManyPublished();
    const facts = factsOf(result, { title, sources, pricesHash });
    const row = await tx.publishedBacktest.create({ data: { ...data, facts }, select: shown });
    await recordAudit(tx, traceOf('backtest-published', acting, row, { hasPrices, hash: row.hash }));
    return asPublished(row);
  });
}

/** Shows a back-test on the home page instead of the previous one, or removes it from there. */
export async function chooseBacktest(
  deps: Deps,
  acting: Acting,
  { id, isChosen }: { id: string; isChosen: boolean },
): Promise<PublishedBacktest> {
  return deps.db.$transaction(async (tx) => {
    // Serializes concurrent choices by two administrators.
    await tx.$queryRaw`SELECT id FROM published_backtests ORDER BY id FOR UPDATE`;
    const before = await tx.publishedBacktest.findUnique({ where: { id }, select: shown });
    if (!before) throw publishedNotFound();
    if (before.isChosen === isChosen) return asPublished(before);
    await tx.publishedBacktest.updateMany({ where: { isChosen: true }, data: { isChosen: false } });
    const row = isChosen
      ? await tx.publishedBacktest.update({ where: { id }, data: { isChosen }, select: shown })
      : { ...before, isChosen };
    await recordAudit(tx, traceOf(isChosen ? 'backtest-chosen' : 'backtest-unchosen', acting, row));
    return asPublished(row);
  });
}

/** The audit log keeps the title and hash. */
export async function unpublishBacktest(deps: Deps, acting: Acting, id: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const [row] = await tx.publishedBacktest.findMany({ where: { id }, select: shown });
    const { count } = await tx.publishedBacktest.deleteMany({ where: { id } });
    if (!row || count === 0) throw publishedNotFound();
    await recordAudit(tx, traceOf('backtest-unpublished', acting, row, { hash: row.hash }));
  });
}

const traceOf = (
  kind: 'backtest-published' | 'backtest-chosen' | 'backtest-unchosen' | 'backtest-unpublished',
  { by, caller }: Acting,
  row: Row,
  details: Record<string, string | boolean> = {},
) => ({ kind, actor: by, caller, subject: { id: row.id, label: asPublished(row).title }, details });

function factsOf(
  { input, benchmark, returnPercent, benchmarkReturnPercent, ...result }: BacktestResult,
  more: Pick<PublishedFacts, 'title' | 'sources' | 'pricesHash'>,
): PublishedFacts {
  const { drawdownPercent, drawdownFrom, drawdownTo } = result;
  return {
    ...more,
    input,
    benchmark,
    returnPercent,
    drawdownPercent,
    ...(benchmarkReturnPercent !== undefined && { benchmarkReturnPercent }),
    ...(drawdownFrom !== undefined && { drawdownFrom }),
    ...(drawdownTo !== undefined && { drawdownTo }),
  };
}

/** Exactly the closing prices that the run used, by ticker and day. */
function pricesOf({ result: { curve }, closes }: BacktestRun): string {
  const days = new Set(curve.map(({ day }) => day));
  const tickers = [...closes.keys()].sort();
  const rows = tickers.flatMap((ticker) =>
    (closes.get(ticker) ?? []).flatMap(({ day, close }) => (days.has(day) ? [`${ticker},${day},${close}`] : [])),
  );
  return ['ticker,day,close', ...rows, ''].join('\n');
}

async function sourcesOf({ db }: Pick<Deps, 'db'>, { tickers, fromDay, toDay }: BacktestInput): Promise<string[]> {
  const rows = await db.sql<{ source: string }>`
    SELECT DISTINCT coalesce(source, 'unknown') AS source FROM stock_daily_closes
    WHERE ticker = ANY(${[...tickers, benchmarkTicker]}::text[]) AND day BETWEEN ${fromDay}::date AND ${toDay}::date
    ORDER BY 1`;
  return rows.map(({ source }) => source);
}
