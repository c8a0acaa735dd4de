/**
 * Sessions through lucia and its Prisma adapter, in the `sessions` table. Stored ids are the SHA-256 of the cookie's
 * value, so a leaked copy of the database cannot be used to sign in.
 */

import { PrismaAdapter } from '@lucia-auth/adapter-prisma';
import {
  type Adapter,
  type DatabaseSession,
  type DatabaseUser,
  generateIdFromEntropySize,
  Lucia,
  type Session,
  TimeSpan,
  type User,
} from 'lucia';
import type { Database } from '~/server/db/client';
import type { Transaction } from '~/server/db/transaction';
import { codeOf } from '~/server/lib/caught';
import { type SessionId, type SessionToken, sessionIdOf } from '~/server/lib/session-token';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { IssuedSession } from './session-cookie';

/** The details of a session in the Sessions list of the settings. */
export interface SessionDetails {
  device: string;
  ip: string;
  /** Time of the sign-in, which limits how long the session can last. */
  created: string;
  /** The cookie has the prefix `__Host-`: this session is rejected under any other cookie name. */
  isHostOnly?: true;
}

type UserAttributes = Omit<CurrentUser, 'id'>;

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<{ sess: SessionDetails }, UserAttributes>;
    UserId: string;
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: { sess: SessionDetails };
  }
}

const day = 86_400_000;
/** Idle timeout: a session ends this long after its last use. */
const idleMs = 30 * day;
/** Absolute timeout: a session ends at most this long after the sign-in. */
const absoluteMs = 90 * day;
/** A session is extended at most once in this time, because a write for each request would cost too much. */
const extendAfterMs = day;

export class SessionStore extends Lucia<{ sess: SessionDetails }, UserAttributes> {
  readonly #adapter: Adapter;

  constructor(adapter: Adapter) {
    super(adapter, {
      sessionExpiresIn: new TimeSpan(idleMs, 'ms'),
      getSessionAttributes: ({ sess }) => ({ sess }),
      getUserAttributes: (attributes) => attributes,
    });
    this.#adapter = adapter;
  }

  /** Signs a user in. */
  async issueSession(userId: string, sess: SessionDetails): Promise<IssuedSession> {
    const { id, expiresAt } = await this.createSession(userId, { sess });
    return { token: id as SessionToken, expiresAt };
  }

  /**
   * Like lucia's, with an absolute timeout that use does not extend. `fresh`: the expiry has changed, so the cookie
   * must be sent again. `extend: false` for callers that cannot send it: the session would outlive its cookie.
   */
  override async validateSession(
    token: SessionToken,
    { extend = true }: { extend?: boolean } = {},
  ): Promise<{ user: User; session: Session } | NoSession> {
    const [row, owner] = await this.#adapter.getSessionAndUser(token);
    if (!row || !owner) return { user: null, session: null };
    const { sess } = row.attributes;
    const last = absoluteEnd(sess) ?? row.expiresAt.getTime();
    const ends = Math.min(row.expiresAt.getTime(), last);
    const left = ends - Date.now();
    if (left <= 0) {
      await this.#adapter.deleteSession(token);
      return { user: null, session: null };
    }
    const fresh = extend && left < idleMs - extendAfterMs && ends < last;
    const expiresAt = new Date(fresh ? Math.min(Date.now() + idleMs, last) : ends);
    if (fresh) await this.#adapter.updateSessionExpiration(token, expiresAt);
    return {
      user: { ...owner.attributes, id: owner.id },
      session: { id: token, userId: row.userId, expiresAt, fresh, sess },
    };
  }
}

type NoSession = { user: null; session: null };

/** Null if the time of the sign-in is unknown; such a session is not extended. */
function absoluteEnd({ created }: SessionDetails): number | null {
  const at = Date.parse(created);
  return Number.isNaN(at) ? null : at + absoluteMs;
}

export const createSessionStore = (db: Database): SessionStore => new SessionStore(new SessionAdapter(db));

/** Signs a user in within a transaction: the session exists once it commits. */
export const issueSessionIn = (tx: Transaction, userId: string, sess: SessionDetails): Promise<IssuedSession> =>
  createSessionStore(tx as Database).issueSession(userId, sess);

/** A session that is not stored yet, for callers that create it in their own transaction. */
export function newSession(userId: string, sess: SessionDetails) {
  const token = generateIdFromEntropySize(25) as SessionToken;
  const expiresAt = new Date(Date.now() + idleMs);
  return {
    token,
    expiresAt,
    row: { id: sessionIdOf(token), userId, expiresAt, sess: { ...sess }, lastActiveAt: new Date() },
  };
}

/** Lucia calls the token the session's id and types it as a plain string. */
const storedId = (luciaId: string): SessionId => sessionIdOf(luciaId as SessionToken);

/**
 * Lucia's Prisma adapter with hashed ids. It adds two abilities: reading session and user in one statement, and
 * reporting that a session could not be deleted.
 */
class SessionAdapter extends PrismaAdapter<Database> {
  readonly #db: Database;

  constructor(db: Database) {
    super(db.session, db.user);
    this.#db = db;
  }

  override async getSessionAndUser(sessionId: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const sid = storedId(sessionId);
    const [row] = await this.#db.sql<SessionRow>`
      SELECT s.expire, s.last_active_at, s.sess, u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.is_admin, u.is_locked,
             u.created_at, u.updated_at
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.sid = ${sid}`;
    if (!row) return [null, null];
    if (isActivityDue(row)) await this.#db.sql`UPDATE sessions SET last_active_at = now() WHERE sid = ${sid}`;
    return [
      { id: sessionId, userId: row.id, expiresAt: row.expire, attributes: { sess: row.sess } },
      {
        id: row.id,
        attributes: {
          email: row.email,
          firstName: row.first_name,
          lastName: row.last_name,
          profileImageUrl: row.profile_image_url,
          isAdmin: row.is_admin,
          isLocked: row.is_locked,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        },
      },
    ];
  }

  override setSession(session: DatabaseSession): Promise<void> {
    const attributes = { ...session.attributes, lastActiveAt: new Date() };
    return super.setSession({ ...session, id: storedId(session.id), attributes });
  }

  /** A session that ended since it was read must not be restored. */
  override async updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    await super.updateSessionExpiration(storedId(sessionId), expiresAt).catch((error) => {
      if (!isRecordMissing(error)) throw error;
    });
  }

  /** The adapter's own method swallows every error, but a sign-out must fail if the session was not deleted. */
  override async deleteSession(sessionId: string): Promise<void> {
    await this.#db.session.deleteMany({ where: { id: storedId(sessionId) } });
  }
}

const isRecordMissing = (error: unknown) => codeOf(error) === 'P2025';

/** Precision of a session's last use; a write for each request would cost too much. */
const activeWithinMs = 5 * 60_000;

function isActivityDue({ last_active_at: last, expire }: SessionRow): boolean {
  const now = Date.now();
  return expire.getTime() > now && (!last || now - last.getTime() > activeWithinMs);
}

interface SessionRow {
  expire: Date;
  last_active_at: Date | null;
  sess: SessionDetails;
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  is_admin: boolean;
  is_locked: boolean;
  created_at: Date;
  updated_at: Date;
}
