import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { openPosition } from '~/client/testing/positions';
import { renderInApp } from '~/client/testing/render';
import { usePositionChange } from './use-position-change';

const tesla = openPosition();
const onDone = vi.fn();
const onFailed = vi.fn();

/** A page that shows the portfolio and closes one of its positions. */
function Portfolio() {
  trpc.positions.list.useQuery();
  const change = usePositionChange({ done: 'Closed', failed: 'Failed to close' }, onDone, onFailed);
  const close = trpc.positions.close.useMutation(change);
  return (
    <button type="button" onClick={() => close.mutate({ id: tesla.id, closePrice: '250.00' })}>
      Close
    </button>
  );
}

async function closeOne(response: () => typeof tesla) {
  onDone.mockClear();
  onFailed.mockClear();
  const requests = fakeServer({
    'positions.list': () => ({
      open: [tesla],
      closed: [],
      revision: '1',
      summary: { openCount: 1, closedCount: 0, countedCount: 1 },
    }),
    'positions.close': response,
  });
  const reads = () => requests.filter(({ path }) => path === 'positions.list').length;
  const { user } = renderInApp(<Portfolio />);
  await waitFor(() => expect(reads()).toBe(1));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  return { reads };
}
const fails = (code: string, httpStatus: number) => () => {
  throw new ServerError('Already closed', { code, httpStatus });
};

it('shows a notice and reloads the portfolio if no live connection reports the change', async () => {
  const { reads } = await closeOne(() => tesla);
  expect(await screen.findByText('Closed')).toBeDefined();
  await waitFor(() => expect(reads()).toBe(2));
  expect(onDone).toHaveBeenCalledOnce();
  expect(onFailed).not.toHaveBeenCalled();
});

it('reloads the portfolio if another administrator was faster', async () => {
  const { reads } = await closeOne(fails('CONFLICT', 409));
  expect(await screen.findByText('Already closed')).toBeDefined();
  await waitFor(() => expect(reads()).toBe(2));
  expect(onDone).not.toHaveBeenCalled();
  expect(onFailed).toHaveBeenCalledOnce();
});

it('reloads the portfolio if the position no longer exists', async () => {
  const { reads } = await closeOne(fails('NOT_FOUND', 404));
  await waitFor(() => expect(reads()).toBe(2));
  expect(onDone).not.toHaveBeenCalled();
});

it('leaves the portfolio unchanged after another error', async () => {
  const { reads } = await closeOne(fails('BAD_REQUEST', 400));
  expect(await screen.findByText('Already closed')).toBeDefined();
  await waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
  expect(reads()).toBe(1);
});
