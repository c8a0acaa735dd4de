/**
 * What administrators write about a position. A version is never changed: its text stays as it was hashed, and the hash
 * is in the ledger, so that a thesis can't be rewritten after the fact.
 */
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { type LedgerTransaction, recordEvents } from '~/server/features/track-record/record-events';
import { sha256 } from '~/server/lib/hash';
import { formatPrice, parsePrice } from '~/shared/money';
import {
  type Thesis,
  type ThesisContent,
  thesisContent,
  thesisFieldNames,
  type WriteThesisInput,
} from '~/shared/schemas/theses';
import { positionNotFound, thesisChanged, thesisUnchanged, tooManyTheses } from './positions.errors';
import { patience, takeHold } from './positions.service';
import { announceBook } from './watch-book';

/** Each version is kept for as long as its position. */
const mostVersions = 50;

interface ThesisRow {
  version: number;
  writtenAt: Date;
  text: string;
  hash: string;
  seq: string | null;
}

/** Newest first. */
export async function readTheses({ db }: Pick<Deps, 'db'>, positionId: string): Promise<Thesis[]> {
  const rows = await db.sql<ThesisRow>`
    SELECT t.version, t.created_at AS "writtenAt", t.text, t.hash, e.seq::text AS seq
    FROM position_theses t
    LEFT JOIN ledger_events e ON e.position_id = t.position_id AND e.kind = 'thesis'
      AND e.body::json -> 'facts' ->> 'hash' = t.hash
      AND (e.body::json -> 'facts' ->> 'version')::int = t.version
    WHERE t.position_id = ${positionId}::uuid ORDER BY t.version DESC LIMIT ${mostVersions}`;
  return rows.map(({ seq, ...row }) => ({ ...row, seq: seq === null ? null : Number(seq), ...contentOf(row.text) }));
}

/** This server wrote the text from such a content. */
const contentOf = (text: string): ThesisContent => thesisContent.parse(JSON.parse(text));

/** The text that is hashed: fields in a fixed order, without those of which nothing is said. */
export function thesisText(fields: Partial<Record<(typeof thesisFieldNames)[number], string | undefined>>): string {
  const content = thesisFieldNames.flatMap((name): [string, string][] => {
    const value = fields[name];
    if (!value) return [];
    const cents = name === 'target' || name === 'stop' ? parsePrice(value) : null;
    return [[name, cents === null ? value : formatPrice(cents)]];
  });
  return JSON.stringify(Object.fromEntries(content));
}

/** Adds a version. Whoever replaces another version than the newest has not seen it. */
export async function writeThesis(deps: Deps, acting: Acting, input: WriteThesisInput): Promise<Thesis> {
  const { id, version, ...fields } = input;
  const text = thesisText(fields);
  await deps.db.$transaction(async (tx) => {
    await takeHold(tx, id);
    const position = await tx.investmentPosition.findUnique({ where: { id }, select: { name: true, ticker: true } });
    if (!position) throw positionNotFound();
    const newest = await tx.positionThesis.findFirst({ where: { positionId: id }, orderBy: { version: 'desc' } });
    if ((newest?.version ?? 0) !== version) throw thesisChanged();
    if ((newest?.text ?? '{}') === text) throw thesisUnchanged();
    if (version >= mostVersions) throw tooManyTheses();
    await addTheses(tx, acting, [{ positionId: id, version: version + 1, text }], async () => {
      const subject = { id, label: `${position.name} (${position.ticker})` };
      await recordAudit(tx, {
        kind: 'position-thesis-written',
        actor: acting.by,
        subject,
        details: { version: version + 1 },
        caller: acting.caller,
      });
    });
  }, patience);
  announceBook(deps);
  const [written] = await readTheses(deps, id);
  if (!written) throw positionNotFound();
  return written;
}

type ThesisTransaction = LedgerTransaction & Pick<Deps['db'], 'positionThesis'>;

/** Stores versions and records their hashes; the ledger last, since its lock is held until the transaction ends. */
export async function addTheses(
  tx: ThesisTransaction,
  acting: Acting,
  theses: readonly { positionId: string; version: number; text: string }[],
  before: () => Promise<void> = async () => {},
): Promise<void> {
  if (theses.length === 0) return;
  const rows = theses.map((one) => ({ ...one, hash: sha256(one.text) }));
  await tx.positionThesis.createMany({ data: rows });
  await before();
  await recordEvents(
    tx,
    rows.map(({ positionId, version, hash }) => ({
      kind: 'thesis',
      actorId: acting.by.id ?? null,
      facts: { position: positionId, version, hash },
    })),
  );
}

/** The claim of the newest version, by position; for exports. */
export async function readClaims({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
  const rows = await db.sql<{ id: string; text: string }>`
    SELECT DISTINCT ON (position_id) position_id::text AS id, text FROM position_theses
    ORDER BY position_id, version DESC`;
  return new Map(
    rows.flatMap(({ id, text }) => {
      const { claim } = contentOf(text);
      return claim === undefined ? [] : [[id, claim] as const];
    }),
  );
}
