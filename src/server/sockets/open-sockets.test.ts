import { describe, expect, it } from 'vitest';
import type { SessionId } from '~/server/lib/session-token';
import { OpenSockets, type SignedInSocket } from './open-sockets';

const socketOf = (userId: string, session = 's'): SignedInSocket => ({
  socket: { close() {}, terminate() {} },
  userId,
  sessionId: session as SessionId,
});

describe('open sockets', () => {
  it('are counted and listed by user', () => {
    const open = new OpenSockets();
    const [phone, laptop, other] = [socketOf('ada'), socketOf('ada', 't'), socketOf('bob')];
    for (const socket of [phone, laptop, other]) open.add(socket);
    expect([open.countOf('ada'), open.countOf('bob'), open.countOf('eve')]).toEqual([2, 1, 0]);
    expect(open.of('ada')).toEqual([phone, laptop]);
    expect(open.of('eve')).toEqual([]);
    expect(open.all()).toEqual([phone, laptop, other]);
  });

  it('leave no entry behind, and closing a socket twice counts once', () => {
    const open = new OpenSockets();
    const [phone, laptop] = [socketOf('ada'), socketOf('ada')];
    open.add(phone);
    open.add(laptop);
    open.delete(phone);
    open.delete(phone);
    expect(open.countOf('ada')).toBe(1);
    open.delete(laptop);
    expect([open.countOf('ada'), open.users]).toEqual([0, 0]);
    open.delete(laptop);
    expect(open.all()).toEqual([]);
  });

  it('may be closed during iteration', () => {
    const open = new OpenSockets();
    const entries = [socketOf('ada'), socketOf('ada'), socketOf('bob')];
    for (const entry of entries) open.add(entry);
    for (const entry of open.all()) open.delete(entry);
    expect(open.users).toBe(0);
  });

  it('are not all iterated to count those of one user', () => {
    const open = new OpenSockets();
    for (let at = 0; at < 1000; at++) open.add(socketOf(`user ${at}`));
    const others = [...Array(1000).keys()].slice(1).map((at) => open.of(`user ${at}`)[0] as SignedInSocket);
    for (const other of others) {
      Object.defineProperty(other, 'userId', {
        get() {
          throw new Error('another user was looked at');
        },
      });
    }
    expect(open.countOf('user 0')).toBe(1);
    open.add(socketOf('user 0'));
    expect(open.countOf('user 0')).toBe(2);
  });
});
