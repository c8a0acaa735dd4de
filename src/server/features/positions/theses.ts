/**
 * Theses that administrators write about positions. Versions are immutable and their hashes are in the ledger, so that
 * a thesis can't be rewritten in hindsight.
 */
import { type Transaction, transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { recordEvents } from '~/server/features/track-record/record-events';
import { sha256 } from '~/server/lib/hash';
import { adjustLevel } from '~/shared/price-levels';
import type { Split } from '~/shared/schemas/gain';
import type { Thesis, WriteThesisInput } from '~/shared/schemas/theses';
import { momentDay } from '~/shared/trading-day';
import { copySources, evidenceOf, evidenceText, mergeEvidence } from './evidence';
import { storeOrigins } from './evidence-readers';
import { positionNotFound, thesisChanged, thesisUnchanged, tooManyTheses } from './positions.errors';
import { lockForUpdate } from './positions.service';
import { maxVersions, readTheses } from './read-theses';
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
  const draft = evidence && (await copySources(deps, userId, evidence));
  await deps.db.$transaction(async (tx) => {
    await lockForUpdate(tx, id);
    const position = await tx.investmentPosition.findUnique({ where: { id }, select: { name: true, ticker: true } });
    if (!position) throw positionNotFound();
    const newest = await tx.positionThesis.findFirst({ where: { positionId: id }, orderBy: { version: 'desc' } });
    if ((newest?.version ?? 0) !== version) throw thesisChanged();
    const known = newest?.evidence ?? null;
    const evidence = draft ? evidenceText(mergeEvidence(draft, evidenceOf(known))) : known;
    if ((newest?.text ?? '{}') === text && known === evidence) throw thesisUnchanged();
    if (version >= maxVersions) throw tooManyTheses();
    if (draft) await storeOrigins(tx, { positionId: id, userId }, draft);
    await addTheses(tx, acting, [{ positionId: id, version: version + 1, text, evidence }], async () => {
      const subject = { id, label: `${position.name} (${position.ticker})` };
      await recordAudit(tx, {
        kind: 'position-thesis-written',
        actor: acting.by,
        subject,
        details: { version: version + 1 },
        caller: acting.caller,
      });
    });
  }, transactionLimits.ledger);
  announceBook(deps);
  const [written] = await readTheses(deps, id, userId);
  if (!written) throw positionNotFound();
  return written;
}

/** Adds a version of the thesis with the lessons learned. Call within the transaction that closes the position. */
export async function addPostMortem(
  tx: Transaction,
  acting: Acting,
  { id, name, ticker }: { id: string; name: string; ticker: string },
  postMortem: string,
  splits: readonly Split[] | undefined,
): Promise<void> {
  const newest = await tx.positionThesis.findFirst({ where: { positionId: id }, orderBy: { version: 'desc' } });
  const version = (newest?.version ?? 0) + 1;
  if (version > maxVersions) throw tooManyTheses();
  const text = thesisText({ ...(newest && contentToday(newest, splits)), postMortem });
  if (text === newest?.text) return;
  await addTheses(tx, acting, [{ positionId: id, version, text, evidence: newest?.evidence ?? null }], () =>
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
function contentToday({ text, createdAt }: { text: string; createdAt: Date }, splits: readonly Split[] | undefined) {
  const content = contentOf(text);
  const facts = { since: momentDay(createdAt.toISOString()), splits, throughDay: null };
  return {
    ...content,
    ...(content.target && { target: adjustLevel(content.target, facts) }),
    ...(content.stop && { stop: adjustLevel(content.stop, facts) }),
  };
}

interface NewThesis {
  positionId: string;
  version: number;
  text: string;
  /** The text of its evidence. */
  evidence?: string | null;
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
