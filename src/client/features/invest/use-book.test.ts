import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { type RouterOutputs, trpc } from '~/client/lib/trpc';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { fakeSocket } from '~/client/testing/fake-socket';
import { openPosition } from '~/client/testing/positions';
import { renderHookInApp } from '~/client/testing/render';
import { useBook } from './use-book';

let socket: ReturnType<typeof fakeSocket>;
beforeEach(() => {
  socket = fakeSocket();
});

function setUp(changes: { isDown?: () => boolean } = {}) {
  let revision = 1;
  const requests = fakeServer({
    'positions.list': () => {
      if (changes.isDown?.()) throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
      return {
        open: [openPosition({ name: `Revision ${revision}` })],
        closed: [],
        revision: String(revision++),
        summary: { openCount: 1, closedCount: 0, countedCount: 1 },
      };
    },
  });
  const { result } = renderHookInApp(() => useBook(), undefined);
  const reads = () => requests.filter(({ path }) => path === 'positions.list').length;
  const name = () => result.current.book.data?.open[0]?.name;
  return { reads, name, result };
}
const watching = () =>
  waitFor(() =>
    expect(socket.subscriptions()).toMatchObject([{ path: 'positions.changed', input: { lastEventId: '1' } }]),
  );

it('subscribes to changes since the revision that it loaded first', async () => {
  const { name } = setUp();
  await waitFor(() => expect(name()).toBe('Revision 1'));
  await watching();
});

it('reloads after each change', async () => {
  const { name, reads } = setUp();
  await watching();
  socket.publish('positions.changed', { type: 'changed' });
  await waitFor(() => expect(name()).toBe('Revision 2'));
  expect(reads()).toBe(2);
});

it('reloads on request without a new subscription', async () => {
  const { name, result } = setUp();
  await watching();
  act(() => result.current.refresh());
  await waitFor(() => expect(name()).toBe('Revision 2'));
  expect(socket.subscriptions()).toMatchObject([{ input: { lastEventId: '1' } }]);
});

it('keeps the loaded portfolio when reloading fails', async () => {
  let isDown = false;
  const { name, result } = setUp({ isDown: () => isDown });
  await watching();
  isDown = true;
  act(() => result.current.refresh());
  await waitFor(() => expect(result.current.book.isError).toBe(true));
  expect(name()).toBe('Revision 1');
});

it('subscribes to nothing before the portfolio is loaded', async () => {
  const { result } = setUp({ isDown: () => true });
  await waitFor(() => expect(result.current.book.isError).toBe(true));
  expect(socket.subscriptions()).toEqual([]);
});

it("repeats another query's pending first request after a change", async () => {
  type Health = RouterOutputs['positions']['priceHealth'];
  const answers: ((value: Health) => void)[] = [];
  fakeServer({
    'positions.list': () => ({
      open: [],
      closed: [],
      revision: '1',
      summary: { openCount: 0, closedCount: 0, countedCount: 0 },
    }),
    'positions.priceHealth': () => new Promise((resolve) => answers.push(resolve)),
  });
  const useBoth = () => {
    const { book } = useBook();
    // Not enabled at once, because simultaneous requests are batched and the slowest delays all of them.
    return trpc.positions.priceHealth.useQuery(undefined, { enabled: !book.isPending });
  };
  const { result } = renderHookInApp(useBoth, undefined);
  await watching();
  await waitFor(() => expect(answers).toHaveLength(1));
  socket.publish('positions.changed', { type: 'changed' });
  await waitFor(() => expect(answers).toHaveLength(2));
  const health = { provider: 'yahoo' as const, knownCount: 1, staleCount: 0 };
  answers[0]?.({ ...health, problems: [{ ticker: 'TSLA', code: 'invalid', words: 'old', at: new Date() }] });
  answers[1]?.({ ...health, problems: [] });
  await waitFor(() => expect(result.current.data?.problems).toEqual([]));
});
