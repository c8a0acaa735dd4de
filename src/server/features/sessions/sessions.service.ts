/** The sessions of an account: list them, end one, or end all except the current one. */

import { isIP } from 'node:net';
import type { Caller } from '~/server/auth/caller';
import type { SessionDetails } from '~/server/auth/session-store';
import type { Deps } from '~/server/deps';
import { recordAudit } from '~/server/features/audit/audit.service';
import { AppError } from '~/server/lib/errors';
import { isPublicAddress } from '~/server/lib/public-address';
import { type SessionId, type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import { deviceName } from '~/shared/device-name';
import { limits } from '~/shared/limits';
import type { SessionSummary } from '~/shared/schemas/account';

/** The current user and session. */
export interface Requester {
  user: { id: string; email: string };
  sessionToken: SessionToken;
  caller: Caller;
}

/** The id of a session in the API: half of its database id is unique enough, and does not reveal the key. */
export const sessionHandle = (id: SessionId): string => id.slice(0, 32);

/** The current session first, then the most recently used ones, up to a hundred. All of them can be ended at once. */
export async function listSessions(deps: Deps, { user, sessionToken }: Requester): Promise<SessionSummary[]> {
  const own = sessionIdOf(sessionToken);
  const rows = await deps.db.session.findMany({
    where: { userId: user.id, expiresAt: { gt: new Date() } },
    orderBy: [{ lastActiveAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
    take: limits.listRows,
  });
  const sessions = rows.map(({ id, sess, lastActiveAt }) => {
    const { device = '', ip = '', created } = sess as Partial<SessionDetails>;
    const signedInAt = created ? new Date(created) : null;
    return {
      id: sessionHandle(id as SessionId),
      device: deviceName(device),
      address: ip,
      place: deps.places.nameOf(ip),
      isLocalAddress: isIP(ip) !== 0 && !isPublicAddress(ip),
      signedInAt,
      lastActiveAt,
      isCurrent: id === own,
    };
  });
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Also closes its sockets, at once and on every process. */
export async function endSession(deps: Deps, { user, caller }: Requester, handle: string): Promise<void> {
  const where = { userId: user.id, id: { startsWith: handle } };
  const sessionId = await deps.db.$transaction(async (tx) => {
    const found = await tx.session.findFirst({ where, select: { id: true } });
    const { count } = await tx.session.deleteMany({ where });
    if (!found || count === 0) throw new AppError('not_found', 'Session not found');
    await recordAudit(tx, { kind: 'sessions-ended', actor: user, details: { count }, caller });
    return found.id as SessionId;
  });
  deps.bus.publish('accounts', { type: 'session-ended', userId: user.id, sessionId });
}

/** Returns the number of ended sessions. */
export async function endOtherSessions(deps: Deps, { user, sessionToken, caller }: Requester): Promise<number> {
  const userId = user.id;
  const exceptSessionId = sessionIdOf(sessionToken);
  const count = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { userId, id: { not: exceptSessionId } } });
    if (count > 0) await recordAudit(tx, { kind: 'sessions-ended', actor: user, details: { count }, caller });
    return count;
  });
  deps.bus.publish('accounts', { type: 'sessions-ended', userId, exceptSessionId });
  return count;
}
