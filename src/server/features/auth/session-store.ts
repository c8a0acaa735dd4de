/**
 * Sessions through lucia, on the product's `sessions` table. The adapter keeps the SHA-256 of the cookie's value, so
 * that a copy of the database signs nobody in, and reads session and person in one query.
 */
import { createHash } from 'node:crypto';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import type { Database } from '~/server/db/client';
import type { CurrentUser } from '~/shared/schemas/auth';

/** What the Sessions list of the settings shows about a session. */
export interface SessionDetails {
  device: string;
  ip: string;
  created: string;
}

declare module 'lucia' {
  interface Register {
    Lucia: SessionStore;
    UserId: string;
    DatabaseUserAttributes: Omit<CurrentUser, 'id'>;
    DatabaseSessionAttributes: { sess: SessionDetails };
  }
}

export type SessionStore = Lucia<Record<never, never>, Omit<CurrentUser, 'id'>>;

export const sessionCookieName = 'qinsight_session';

export function createSessionStore(db: Database, settings: { isHttps: boolean }): SessionStore {
  return new Lucia(sessionAdapter(db), {
    sessionExpiresIn: new TimeSpan(30, 'd'),
    sessionCookie: {
      name: sessionCookieName,
      // The server decides how long a session lives; the cookie only has to outlive it as it slides.
      expires: false,
      // Secure cookies are dropped by browsers on plain http, which would end in a sign-in loop.
      attributes: { secure: settings.isHttps, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (attributes) => attributes,
  });
}

/** The key under which a session is stored and spoken of: never the cookie's value. */
export const sessionKey = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

function sessionAdapter(db: Database): Adapter {
  return {
    async getSessionAndUser(sessionId): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const [row] = await db.sql<SessionRow>`
        SELECT s.expire, s.last_active_at, s.sess, u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.is_admin, u.is_locked,
               u.created_at, u.updated_at
        FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.sid = ${sessionKey(sessionId)}`;
      if (!row) return [null, null];
      if (isDueForNote(row)) {
        await db.sql`UPDATE sessions SET last_active_at = now() WHERE sid = ${sessionKey(sessionId)}`;
      }
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
    },
    async getUserSessions(userId) {
      const rows = await db.session.findMany({ where: { userId } });
      return rows.map((row) => ({
        id: row.id,
        userId: row.userId,
        expiresAt: row.expiresAt,
        attributes: { sess: row.sess as unknown as SessionDetails },
      }));
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      const data = { id: sessionKey(id), userId, expiresAt, sess: { ...attributes.sess }, lastActiveAt: new Date() };
      await db.session.create({ data });
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      await db.session.updateMany({ where: { id: sessionKey(sessionId) }, data: { expiresAt } });
    },
    async deleteSession(sessionId) {
      await db.session.deleteMany({ where: { id: sessionKey(sessionId) } });
    },
    async deleteUserSessions(userId) {
      await db.session.deleteMany({ where: { userId } });
    },
    async deleteExpiredSessions() {
      await db.sql`DELETE FROM sessions WHERE expire <= now()`;
    },
  };
}

/** How exactly it is known when a session was used last; a write for each request would be dear. */
const activeWithinMs = 5 * 60_000;

function isDueForNote({ last_active_at: last, expire }: SessionRow): boolean {
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
