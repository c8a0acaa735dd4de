import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { type Answers, trpc } from '~/client/lib/trpc';
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

it('watches for changes from the portfolio that it read first', async () => {
  const { name } = setUp();
  await waitFor(() => expect(name()).toBe('Revision 1'));
  await watching();
});

it('reads again for each change', async () => {
  const { name, reads } = setUp();
  await watching();
  socket.publish('positions.changed', { type: 'changed' });
  await waitFor(() => expect(name()).toBe('Revision 2'));
  expect(reads()).toBe(2);
});

it('reads again on request without a new subscription', async () => {
  const { name, result } = setUp();
  await watching();
  act(() => result.current.refresh());
  await waitFor(() => expect(name()).toBe('Revision 2'));
  expect(socket.subscriptions()).toMatchObject([{ input: { lastEventId: '1' } }]);
});

it('keeps what it read when reading again fails', async () => {
  let isDown = false;
  const { name, result } = setUp({ isDown: () => isDown });
  await watching();
  isDown = true;
  act(() => result.current.refresh());
  await waitFor(() => expect(result.current.book.isError).toBe(true));
  expect(name()).toBe('Revision 1');
});

it('watches nothing before the portfolio is known', async () => {
  const { result } = setUp({ isDown: () => true });
  await waitFor(() => expect(result.current.book.isError).toBe(true));
  expect(socket.subscriptions()).toEqual([]);
});

it('repeats the first reading of something else that was under way when a change came', async () => {
  type Health = Answers['positions']['priceHealth'];
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
    // Requests of the same moment are one, which the slowest holds up.
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
