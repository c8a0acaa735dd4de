/**
 * A fake WebSocket for component tests. It opens at once, publishes events on demand, and can be disconnected. tRPC's
 * own client runs on top of it.
 */
import { act } from '@testing-library/react';
import superjson from 'superjson';
import { vi } from 'vitest';

interface Subscription {
  id: number;
  path: string;
  input: unknown;
  socket: EventTarget;
}

interface OutgoingFrame {
  id: number;
  method: string;
  params?: { path: string; input: Parameters<typeof superjson.deserialize>[0] };
}

interface Rejection {
  code: string;
  httpStatus: number;
  appCode: string;
}
const tooManyRequests: Rejection = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, appCode: 'rate_limited' };

export function fakeSocket() {
  let subscriptions: Subscription[] = [];
  let isReachable = true;
  const open = new Set<FakeWebSocket>();

  class FakeWebSocket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readyState = FakeWebSocket.CONNECTING;
    binaryType = 'blob';
    constructor() {
      super();
      setTimeout(() => {
        if (!isReachable) {
          this.dispatchEvent(new Event('error'));
          this.close();
          return;
        }
        this.readyState = FakeWebSocket.OPEN;
        open.add(this);
        act(() => void this.dispatchEvent(new Event('open')));
      });
    }
    send(text: string) {
      if (text === 'PING' || text === 'PONG') return;
      const frames = [JSON.parse(text)].flat() as OutgoingFrame[];
      for (const { id, method, params } of frames) {
        if (method === 'subscription.stop') subscriptions = subscriptions.filter((one) => one.id !== id);
        else if (params)
          subscriptions.push({ id, path: params.path, input: superjson.deserialize(params.input), socket: this });
      }
    }
    close() {
      if (this.readyState === FakeWebSocket.CLOSED) return;
      this.readyState = FakeWebSocket.CLOSED;
      open.delete(this);
      subscriptions = subscriptions.filter(({ socket }) => socket !== this);
      this.dispatchEvent(new Event('close'));
    }
  }
  vi.stubGlobal('WebSocket', FakeWebSocket);

  let events = 0;
  const receive = (socket: EventTarget, frame: object) =>
    socket.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }));

  return {
    /** The current subscriptions. */
    subscriptions: () => subscriptions.map(({ path, input }) => ({ path, input })),
    /** Sends a tracked event to every subscription of this path. */
    publish(path: string, data: unknown) {
      act(() => {
        for (const { id, socket } of subscriptions.filter((one) => one.path === path)) {
          events += 1;
          const tracked = { id: String(events), data };
          receive(socket, { id, result: { type: 'data', id: tracked.id, data: superjson.serialize(tracked) } });
        }
      });
    },
    /** Ends every subscription of this path with a server error. */
    reject(path: string, message: string, cause: Rejection = tooManyRequests) {
      act(() => {
        for (const { id, socket } of subscriptions.filter((one) => one.path === path)) {
          const data = { ...cause, fieldErrors: {} };
          receive(socket, { id, error: superjson.serialize({ message, code: -32029, data }) });
        }
        subscriptions = subscriptions.filter((one) => one.path !== path);
      });
    },
    /** Closes the connection. Reconnecting fails until `restore`. */
    lose() {
      isReachable = false;
      act(() => {
        for (const socket of [...open]) socket.close();
      });
    },
    restore() {
      isReachable = true;
    },
  };
}
