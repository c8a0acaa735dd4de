/** A visitor who connects, asks one question, reads the answer and leaves. */
import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Person } from './people';
import { nowMs } from './stats';
import { ask, openSocket, type ReceivedFrame, readFrame, watch } from './wire';

export interface Visit {
  conversationId: string;
  askedAt: number;
  /** Whether the server has accepted the question. */
  isAccepted: boolean;
  firstTextAt?: number;
  /** The text that the visitor received. */
  text: string;
  /** The stored answer, once its end was announced. */
  stored?: string;
  /** The first error message, including a broken connection. */
  failure?: string;
}

/** With `leavesEarly`, closes the socket at the first word; the answer must be completed anyway. */
export async function visit(url: string, agent: Agent, person: Person, leavesEarly: boolean): Promise<Visit> {
  const { cookie, conversationId } = person;
  const seen: Visit = { conversationId, askedAt: nowMs(), isAccepted: false, text: '' };
  try {
    const socket = await openSocket(url, cookie);
    const ended = new Promise<void>((resolve) => {
      socket.on('error', (error) => {
        seen.failure ??= String(error);
      });
      socket.on('close', () => resolve());
      socket.on('message', (frame: Buffer) => {
        try {
          if (take(seen, readFrame(socket, String(frame)), leavesEarly)) socket.close();
        } catch (error) {
          seen.failure ??= String(error);
          socket.terminate();
        }
      });
    });
    watch(socket, 1, conversationId);
    try {
      seen.askedAt = nowMs();
      await ask(url, { agent, cookie, conversationId, clientRequestId: randomUUID(), content: 'Where will rates be?' });
      seen.isAccepted = true;
    } catch (error) {
      // Not the end: the question may have been stored before the connection broke.
      seen.failure ??= String(error);
      socket.terminate();
    }
    await ended;
    if (!leavesEarly && seen.stored === undefined) seen.failure ??= 'The socket was closed before the answer ended.';
  } catch (error) {
    seen.failure ??= String(error);
  }
  return seen;
}

/** Records an event. Returns true when the visitor is done. */
function take(seen: Visit, received: ReceivedFrame | null, leavesEarly: boolean): boolean {
  if (received?.type === 'text') {
    seen.firstTextAt ??= nowMs();
    seen.text = seen.text.slice(0, received.at) + received.text;
    return leavesEarly;
  }
  if (received?.type !== 'finished') return false;
  seen.stored = received.content;
  return true;
}
