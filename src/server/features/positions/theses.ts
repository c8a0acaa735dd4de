/**
 * Theses that administrators write about positions. Versions are immutable and their hashes are in the ledger, so that
 * a thesis can't be rewritten in hindsight.
 */
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { recordEvents } from '~/server/features/track-record/record-events';
import { sha256 } from '~/server/lib/hash';
import { latestPriceOf } from '~/shared/position-value';
import { adjustLevel } from '~/shared/price-levels';
import type { Thesis, WriteThesisInput } from '~/shared/schemas/theses';
import { midnightOf, momentDay } from '~/shared/trading-day';
import { utcDay } from '~/shared/utc-day';
import { copySources, evidenceOf, evidenceText, mergeEvidence } from './evidence';
import { storeOrigins } from './evidence-readers';
import { type PositionData, readTicker } from './list-positions';
import { positionNotFound, thesisChanged, thesisUnchanged, tooManyTheses } from './positions.errors';
import { lockForUpdate, tickerOf } from './positions.service';
import { levelsDay, maxVersions, readTheses } from './read-theses';
import { contentOf, thesisText } from './thesis-text';
import { announceBook } from './watch-book';

/** Adds a version. `version` must be the newest one, so that no unseen change is overwritten. */
export async function writeThesis(
  deps: Deps,
  acting: Acting & { by: { id: string } },
  input: WriteThesisInput,
): Promise<Thesis> {
  const { id, version, evidence, ...fields } = input;
  const userId = acting.by.id;
  const text = thesisText(fields);
  const known = await readTicker(deps, await tickerOf(deps, id));
  const draft = evidence && (await copySources(deps, userId, evidence));
  await deps.db.$transaction(async (tx) => {
    await lockForUpdate(tx, id);
    const position = await tx.investmentPosition.findUnique({ where: { id }, select: { name: true, ticker: true } });
    if (!position) throw positionNotFound();
    const newest = await tx.positionThesis.findFirst({ where: { positionId: id }, orderBy: { version: 'desc' } });
    if ((newest?.version ?? 0) !== version) throw thesisChanged();
    const before = newest?.evidence ?? null;
    const evidence = draft ? evidenceText(mergeEvidence(draft, evidenceOf(before))) : before;
    if ((newest?.text ?? '{}') === text && before === evidence) throw thesisUnchanged();
    if (version >= maxVersions) throw tooManyTheses();
    if (draft) await storeOrigins(tx, { positionId: id, userId }, draft);
    await addTheses(
      tx,
      acting,
      [{ positionId: id, version: version + 1, text, evidence, levelsThrough: levelsThrough(known) }],
      async () => {
        const subject = { id, label: `${position.name} (${position.ticker})` };
        await recordAudit(tx, {
          kind: 'position-thesis-written',
          actor: acting.by,
          subject,
          details: { version: version + 1 },
          caller: acting.caller,
        });
      },
    );
  }, transactionLimits.ledger);
  announceBook(deps);
  const [written] = await readTheses(deps, id, userId);
  if (!written) throw positionNotFound();
  const { levelsThrough: _through, ...thesis } = written;
  return thesis;
}

/** Adds a version of the thesis with the lessons learned. Call within the transaction that closes the position. */
export async function addPostMortem(
  tx: Transaction,
  acting: Acting,
  { id, name, ticker }: { id: string; name: string; ticker: string },
  postMortem: string,
  known: PositionData,
): Promise<void> {
  const newest = await tx.positionThesis.findFirst({ where: { positionId: id }, orderBy: { version: 'desc' } });
  const version = (newest?.version ?? 0) + 1;
  if (version > maxVersions) throw tooManyTheses();
  const text = thesisText({ ...(newest && contentToday(newest, known)), postMortem });
  if (text === newest?.text) return;
  const added = {
    positionId: id,
    version,
    text,
    evidence: newest?.evidence ?? null,
    levelsThrough: levelsThrough(known),
  };
  await addTheses(tx, acting, [added], () =>
    recordAudit(tx, {
      kind: 'position-thesis-written',
      actor: acting.by,
      subject: { id, label: `${name} (${ticker})` },
      details: { version },
      caller: acting.caller,
    }),
  );
}

/** A new version states its price levels in shares of its own day. */
function contentToday(
  { text, createdAt, levelsThrough }: { text: string; createdAt: Date; levelsThrough: Date | null },
  { splits }: PositionData,
) {
  const content = contentOf(text);
  const facts = { since: levelsDay(createdAt, levelsThrough && utcDay(levelsThrough)), splits, throughDay: null };
  return {
    ...content,
    ...(content.target && { target: adjustLevel(content.target, facts) }),
    ...(content.stop && { stop: adjustLevel(content.stop, facts) }),
  };
}

/**
 * The day up to which new levels include splits, if it is before today: they are stated in the shares of the latest price
 * and of the levels that are shown with it. A split that does not count yet is not included.
 */
function levelsThrough({ quote, close, splits = [] }: PositionData): Date | null {
  const today = momentDay(new Date().toISOString());
  const price = latestPriceOf(quote, close);
  if (!price) return null;
  const counted = splits.map(({ day }) => day).filter((day) => day <= today);
  const day = [price.day, ...counted].reduce((one, other) => (one > other ? one : other));
  return day < today ? midnightOf(day) : null;
}

interface NewThesis {
  positionId: string;
  version: number;
  text: string;
  /** The text of its evidence. */
  evidence?: string | null;
  levelsThrough?: Date | null;
}

/**
 * Stores versions and records their hashes. The ledger comes last, because its lock is held until the transaction ends.
 */
export async function addTheses(
  tx: Transaction,
  acting: Acting,
  theses: readonly NewThesis[],
  before: () => Promise<void> = async () => {},
): Promise<void> {
  if (theses.length === 0) return;
  const rows = theses.map(({ evidence = null, ...one }) => ({
    ...one,
    hash: sha256(one.text),
    evidence,
    evidenceHash: evidence === null ? null : sha256(evidence),
  }));
  await tx.positionThesis.createMany({ data: rows });
  await before();
  await recordEvents(
    tx,
    rows.map(({ positionId, version, hash, evidenceHash }) => ({
      kind: 'thesis',
      actorId: acting.by.id ?? null,
      facts: { position: positionId, version, hash, ...(evidenceHash && { evidence: evidenceHash }) },
    })),
  );
}
