/** A user's sessions, API tokens, imports and audit log entries for an export. */
import type { SessionDetails } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import type { ZipStream } from '~/server/lib/zip-stream';

const batchRows = 500;
/** A limit for sessions and imports that no account reaches. */
const maxRows = 10_000;

export async function writeActivity(deps: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  await zip.add('activity.json', activityJson(deps, userId));
}

async function* activityJson({ db }: Pick<Deps, 'db'>, userId: string): AsyncGenerator<string> {
  const [sessions, apiTokens, imports] = await Promise.all([
    db.session.findMany({
      where: { userId },
      select: { sess: true, lastActiveAt: true, expiresAt: true },
      orderBy: { expiresAt: 'asc' },
      take: maxRows,
    }),
    db.apiToken.findMany({
      where: { userId },
      select: { name: true, scope: true, createdAt: true, lastUsedAt: true, expiresAt: true },
      orderBy: { createdAt: 'asc' },
      take: maxRows,
    }),
    db.conversationImport.findMany({
      where: { userId },
      select: { fileName: true, state: true, conversations: true, messages: true, createdAt: true },
      orderBy: { createdAt: 'asc' },
      take: maxRows,
    }),
  ]);
  const head = { sessions: sessions.map(sessionOf), apiTokens, imports };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "events": [`;
  let separator = '';
  for await (const event of auditEvents({ db }, userId)) {
    yield `${separator}\n    ${JSON.stringify(event)}`;
    separator = ',';
  }
  yield '\n  ]\n}\n';
}

function sessionOf({ sess, ...times }: { sess: unknown; lastActiveAt: Date | null; expiresAt: Date }) {
  const { device, ip, created } = sess as Partial<SessionDetails>;
  return { device, ip, signedInAt: created, ...times };
}

/** What the user did, with the IP address, and what others did to the account, without any data about those others. */
async function* auditEvents({ db }: Pick<Deps, 'db'>, userId: string) {
  // The log is indexed by email. Another account may have had, or may have now, the same email.
  const emails = { in: await emailsOf({ db }, userId) };
  const own = {
    OR: [
      { actor: emails, actorId: userId },
      { subject: emails, subjectId: userId },
    ],
  };
  for (let last: bigint | undefined; ; ) {
    const rows = await db.auditEvent.findMany({
      where: { ...own, ...(last !== undefined && { id: { gt: last } }) },
      select: { id: true, at: true, kind: true, actorId: true, ip: true },
      orderBy: { id: 'asc' },
      take: batchRows,
    });
    for (const { at, kind, actorId, ip } of rows) {
      const isOwn = actorId === userId;
      yield { at, kind, by: isOwn ? 'you' : 'another', ...(isOwn && ip && { ip }) };
    }
    last = rows.at(-1)?.id;
    if (rows.length < batchRows) return;
  }
}

/** The current email, and those that a directory has changed since. */
async function emailsOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<string[]> {
  const rows = await db.sql<{ email: string }>`
    WITH RECURSIVE own AS (
      SELECT email FROM users WHERE id = ${userId}::uuid
      UNION
      SELECT e.details->>'before' FROM own JOIN audit_events e ON e.subject = own.email
      WHERE e.kind = 'user-changed' AND e.subject_id = ${userId}::uuid AND e.details->>'before' IS NOT NULL
    )
    SELECT email FROM own`;
  return rows.map(({ email }) => email);
}
