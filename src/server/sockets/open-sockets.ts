/**
 * The open sockets of this process, by user. After a restart all clients reconnect at once, so counting one user's
 * sockets must not take longer the more sockets there are.
 */
import type { WebSocket } from 'ws';
import type { SessionId } from '~/server/lib/session-token';

export interface SignedInSocket {
  socket: Pick<WebSocket, 'close' | 'terminate'>;
  userId: string;
  sessionId: SessionId;
}

export class OpenSockets {
  private readonly byUser = new Map<string, Set<SignedInSocket>>();

  add(entry: SignedInSocket): void {
    const entries = this.byUser.get(entry.userId) ?? new Set();
    this.byUser.set(entry.userId, entries.add(entry));
  }

  delete(entry: SignedInSocket): void {
    const entries = this.byUser.get(entry.userId);
    if (entries?.delete(entry) && entries.size === 0) this.byUser.delete(entry.userId);
  }

  countOf(userId: string): number {
    return this.byUser.get(userId)?.size ?? 0;
  }

  /** A copy, so that sockets may close during iteration. */
  of(userId: string): SignedInSocket[] {
    return [...(this.byUser.get(userId) ?? [])];
  }

  all(): SignedInSocket[] {
    return [...this.byUser.values()].flatMap((entries) => [...entries]);
  }

  /** Number of users with a socket. */
  get users(): number {
    return this.byUser.size;
  }
}
