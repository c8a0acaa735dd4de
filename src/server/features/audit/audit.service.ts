/**
 * The audit log: who did what to whom, when, from which address, in which request. Everybody records through
 * `recordAudit`; only the retention job removes, and the database itself refuses every other change.
 */
import type { Deps } from '~/server/deps';
import { decodeSequenceCursor, encodeSequenceCursor } from '~/server/lib/cursor';
import type { AuditDetails, AuditEventRow, AuditKind, AuditListInput, AuditPage } from '~/shared/schemas/audit';

export interface AuditEntry {
  kind: AuditKind;
  /** Null when nobody knows who it was: a failed sign-in. */
  actor: AuditPerson | null;
  /** What or whom it was done to, where that is not the actor: an account, 'Tesla (TSLA)', a waitlist address. */
  subject?: { id?: string; label: string };
  details?: AuditDetails;
  /** Null for the shell. */
  caller: AuditCaller | null;
}

/** The part of a transport's caller that the log keeps. */
export interface AuditCaller {
  ip: string;
  requestId: string;
}

export interface AuditPerson {
  id?: string;
  email: string;
}

/** Who acts, and how they came: what a use case needs that leaves a trace. */
export interface Acting {
  by: AuditPerson;
  caller: AuditCaller | null;
}

/** Whoever has the shell of the server: may do what an administrator may, without an account. */
export const operator: Acting = { by: { email: 'operator' }, caller: null };

/** A transaction's client, or any other that can write the log. */
export type AuditWriter = Pick<Deps['db'], 'auditEvent'>;

/**
 * Given a transaction, the event is part of it: an action that is all or nothing is never done without its trace, and
 * its caller is told of a failure as of any other. Given `deps`, the action is done already and must not seem to have
 * failed, so an event that cannot be stored goes to the server's log instead.
 */
export async function recordAudit(target: AuditWriter | Deps, entries: AuditEntry | AuditEntry[]): Promise<void> {
  const data = (Array.isArray(entries) ? entries : [entries]).map(rowOf);
  if (!('logger' in target)) {
    await target.auditEvent.createMany({ data });
    return;
  }
  await target.db.auditEvent.createMany({ data }).catch((error) => {
    target.logger.error({ err: error, auditEvents: data }, 'failed to save an audit event');
  });
}

const rowOf = ({ kind, actor, subject, details, caller }: AuditEntry) => ({
  kind,
  actorId: actor?.id ?? null,
  actor: actor?.email ?? null,
  subjectId: subject?.id ?? null,
  subject: subject?.label ?? null,
  details: details ?? {},
  ip: caller?.ip || null,
  requestId: caller?.requestId ?? null,
});

/** Newest first; the cursor is the last row's place in the log. */
export async function listAudit(deps: Deps, { person, kind, cursor, limit }: AuditListInput): Promise<AuditPage> {
  const rows = await deps.db.auditEvent.findMany({
    where: {
      ...(kind && { kind }),
      ...(person && { OR: [{ actor: likeness(person) }, { subject: likeness(person) }] }),
      ...(cursor && { id: { lt: decodeSequenceCursor(cursor) } }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const items = rows.slice(0, limit).map(
    (row): AuditEventRow => ({
      ...row,
      id: row.id.toString(),
      kind: row.kind as AuditKind,
      details: row.details as AuditDetails,
    }),
  );
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeSequenceCursor(BigInt(last.id)) : null };
}

/**
 * Any part of an e-mail is found. From its beginning to beyond the @ it is found by an index, however long the log is:
 * addresses are stored in small letters.
 */
function likeness(person: string) {
  // LIKE's own signs mean themselves here: an underscore is common in addresses.
  const text = person.replace(/[\\%_]/g, '\\$&');
  return person.indexOf('@') > 0 ? { startsWith: text } : { contains: text, mode: 'insensitive' as const };
}

const dayMs = 86_400_000;
/** One batch holds no lock that a sign-in would notice. */
const batch = 5000;

/** Removes what is older than AUDIT_RETENTION_DAYS; returns how many events went. */
export async function pruneAudit({ db, env }: Pick<Deps, 'db' | 'env'>, now = Date.now()): Promise<number> {
  const before = new Date(now - env.AUDIT_RETENTION_DAYS * dayMs);
  const isAnyOlder = async () =>
    (await db.sql`SELECT 1 FROM audit_events WHERE at < ${before.toISOString()}::timestamptz LIMIT 1`).length > 0;
  let removed = 0;
  while (await isAnyOlder()) {
    const count = await db.$transaction(async (tx) => {
      // The trigger lets go of what lies before this moment, in this transaction alone.
      await tx.$queryRaw`SELECT set_config('qinsight.audit_prune_before', ${before.toISOString()}, true)`;
      return tx.$executeRaw`
        DELETE FROM audit_events WHERE id IN (SELECT id FROM audit_events WHERE at < ${before} ORDER BY at LIMIT ${batch})`;
    });
    removed += count;
  }
  return removed;
}
