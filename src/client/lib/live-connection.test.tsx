import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { renderHookInApp } from '~/client/testing/render';
import { liveStatus, useLiveStatus } from './live-status';
import { onSessionEnd } from './session-end';
import { trpc, useLiveConnection } from './trpc';

beforeEach(() => {
  // Makes the random reconnect delay zero.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  onSessionEnd(() => {});
  vi.restoreAllMocks();
});

const connect = () =>
  renderHookInApp(() => {
    useLiveConnection();
    return useLiveStatus();
  }, undefined);

it('opens when a screen needs it, and closes when the last one is left', async () => {
  fakeSocket();
  const first = connect();
  const second = connect();
  await waitFor(() => expect(first.result.current).toBe('open'));
  expect(second.result.current).toBe('open');
  first.unmount();
  expect(second.result.current).toBe('open');
  second.unmount();
  expect(liveStatus()).toBe('closed');
});

it('reports a lost connection and reconnects', async () => {
  fakeServer({ 'auth.user': () => null });
  const socket = fakeSocket();
  const { result, unmount } = connect();
  await waitFor(() => expect(result.current).toBe('open'));
  socket.lose();
  await waitFor(() => expect(result.current).toBe('reconnecting'));
  socket.restore();
  await waitFor(() => expect(result.current).toBe('open'));
  unmount();
});

it('checks the session after repeated failures, and announces that it has ended', async () => {
  const ended = vi.fn();
  onSessionEnd(ended);
  const requests = fakeServer({ 'auth.user': () => null });
  const socket = fakeSocket();
  const { result, unmount } = connect();
  await waitFor(() => expect(result.current).toBe('open'));
  expect(requests).toEqual([]);
  socket.lose();
  await waitFor(() => expect(ended).toHaveBeenCalled());
  expect(requests[0]).toEqual({ path: 'auth.user', input: undefined });
  unmount();
});

it('shares one connection between all subscriptions, which end with their components', async () => {
  const socket = fakeSocket();
  const screen = connect();
  const input = { conversationId: rates.id };
  const watch = () => renderHookInApp(() => trpc.messages.watch.useSubscription(input), undefined);
  const [first, second] = [watch(), watch()];
  await waitFor(() => expect(socket.subscriptions()).toHaveLength(2));
  act(() => first.unmount());
  await waitFor(() => expect(socket.subscriptions()).toHaveLength(1));
  act(() => second.unmount());
  screen.unmount();
});
