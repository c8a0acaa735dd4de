/**
 * The audit log: who did what to whom, when, from which IP address and in which request. All events are recorded with
 * `recordAudit`. Only the retention job deletes events; the database rejects every other change.
 */

import type { Deps } from '~/server/deps';
import { decodeSequenceCursor, encodeSequenceCursor, pageOf } from '~/server/lib/cursor';
import type { AuditDetails, AuditEventRow, AuditKind, AuditListInput, AuditPage } from '~/shared/schemas/audit';
import { dayMs } from '~/shared/utc-day';

export interface AuditEntry {
  kind: AuditKind;
  /** Null if unknown, as for a failed sign-in. */
  actor: AuditUser | null;
  /** The target, if it is not the actor: an account, 'Tesla (TSLA)', an email on the waitlist. */
  subject?: { id?: string; label: string };
  details?: AuditDetails;
  /** Null for the command line and for events without a user's request. */
  caller: AuditCaller | null;
}

/** The part of a transport's caller that the log stores. */
export interface AuditCaller {
  ip: string;
  requestId: string;
}

export interface AuditUser {
  id?: string;
  email: string;
}

/** Who acts and from where; required by every use case that records audit events. */
export interface Acting {
  by: AuditUser;
  caller: AuditCaller | null;
}

/** A user with an account. */
export type ActingUser = Acting & { by: { id: string } };

/** The operator on the command line, who has an administrator's rights but no account. */
export const operator: Acting = { by: { email: 'operator' }, caller: null };

/** A client that can write the log, such as that of a transaction. */
export type AuditWriter = Pick<Deps['db'], 'auditEvent'>;

/**
 * Given a transaction, the event is part of it, so the action never commits without its event, and a failure to write
 * it throws. Given `deps`, the action is already complete and must not appear to have failed, so an event that can't be
 * stored goes to the server log instead.
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

/** Newest first. The cursor is the last row's id in the log. */
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
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => encodeSequenceCursor(id));
  return {
    items: items.map(
      (row): AuditEventRow => ({
        ...row,
        id: row.id.toString(),
        kind: row.kind as AuditKind,
        details: row.details as AuditDetails,
      }),
    ),
    nextCursor,
  };
}

/**
 * Matches any part of an email. A search that starts at the beginning and reaches past the @ uses an index, however
 * long the log is, because emails are stored in lower case.
 */
function likeness(person: string) {
  // Escapes LIKE wildcards: underscores are common in emails.
  const text = person.replace(/[\\%_]/g, '\\$&');
  return person.indexOf('@') > 0 ? { startsWith: text } : { contains: text, mode: 'insensitive' as const };
}

/** Small enough that sign-ins don't wait for the locks of a batch. */
const batch = 5000;

/** Deletes events older than AUDIT_RETENTION_DAYS. Returns the number of deleted events. */
export async function pruneAudit({ db, env }: Pick<Deps, 'db' | 'env'>, now = Date.now()): Promise<number> {
  const before = new Date(now - env.AUDIT_RETENTION_DAYS * dayMs);
  const isAnyOlder = async () =>
    (await db.sql`SELECT 1 FROM audit_events WHERE at < ${before.toISOString()}::timestamptz LIMIT 1`).length > 0;
  let removed = 0;
  while (await isAnyOlder()) {
    const count = await db.$transaction(async (tx) => {
      // The trigger allows deletes of events before this time, in this transaction only.
      await tx.$queryRaw`SELECT set_config('qinsight.audit_prune_before', ${before.toISOString()}, true)`;
      return tx.$executeRaw`
        DELETE FROM audit_events WHERE id IN (SELECT id FROM audit_events WHERE at < ${before} ORDER BY at LIMIT ${batch})`;
    });
    removed += count;
  }
  return removed;
}
