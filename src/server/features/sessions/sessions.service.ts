/** Where an account is signed in, and the ending of it: one place, or all but the one that asks. */

import type { Caller } from '~/server/auth/caller';
import { type SessionDetails, sessionKey } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { AppError } from '~/server/lib/errors';
import { deviceName } from '~/shared/device-name';
import { limits } from '~/shared/limits';
import type { SessionSummary } from '~/shared/schemas/account';

/** The person and session that ask. */
export interface Asking {
  user: { id: string; email: string };
  /** The cookie's value. */
  sessionId: string;
  caller: Caller;
}

/** What a session is called outside: half of its key is unique enough, and no key. */
export const sessionHandle = (key: string): string => key.slice(0, 32);

/** The asking session first, then those used last. Beyond a hundred nobody looks at each; all can be ended at once. */
export async function listSessions(deps: Deps, { user, sessionId }: Asking): Promise<SessionSummary[]> {
  const own = sessionKey(sessionId);
  const rows = await deps.db.session.findMany({
    where: { userId: user.id, expiresAt: { gt: new Date() } },
    orderBy: [{ lastActiveAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
    take: limits.listRows,
  });
  const sessions = rows.map(({ id, sess, lastActiveAt }) => {
    const { device = '', ip = '', created } = sess as Partial<SessionDetails>;
    const signedInAt = created ? new Date(created) : null;
    return {
      id: sessionHandle(id),
      device: deviceName(device),
      address: ip,
      signedInAt,
      lastActiveAt,
      isCurrent: id === own,
    };
  });
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** With its sockets, at once and on every process. */
export async function endSession(deps: Deps, { user, caller }: Asking, handle: string): Promise<void> {
  const where = { userId: user.id, id: { startsWith: handle } };
  const sessionId = await deps.db.$transaction(async (tx) => {
    const found = await tx.session.findFirst({ where, select: { id: true } });
    const { count } = await tx.session.deleteMany({ where });
    if (!found || count === 0) throw new AppError('not_found', 'Session not found');
    await recordAudit(tx, { kind: 'sessions-ended', actor: user, details: { count }, caller });
    return found.id;
  });
  deps.bus.publish('accounts', { type: 'session-ended', userId: user.id, sessionId });
}

/** Returns how many there were. */
export async function endOtherSessions(deps: Deps, { user, sessionId, caller }: Asking): Promise<number> {
  const userId = user.id;
  const exceptSessionId = sessionKey(sessionId);
  const count = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId, id: { not: exceptSessionId } } });
    if (count > 0) await recordAudit(tx, { kind: 'sessions-ended', actor: user, details: { count }, caller });
    return count;
  });
  deps.bus.publish('accounts', { type: 'sessions-ended', userId, exceptSessionId });
  return count;
}
