import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import type { PositionNews } from '~/shared/schemas/position-news';
import { NewsPanel } from './news-panel';

const at = new Date('2026-05-04T09:30:00Z');
const counts = { opened: 0, closed: 0, target: 0, stop: 0, review: 0, wrongIf: 0, moved: 0 };
const tesla = { positionId: '5b4a3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d', name: 'Tesla', ticker: 'TSLA', at };
const news = (more: Partial<PositionNews> = {}): PositionNews => ({ since: at, asOf: at, counts, items: [], ...more });

const withNews = news({
  counts: { ...counts, opened: 3, target: 1, moved: 1 },
  items: [
    { ...tesla, kind: 'target', level: '150.00', price: '151.00' },
    { ...tesla, kind: 'moved', percent: '-12.50', price: '87.50', currency: 'EUR' },
    { ...tesla, kind: 'opened' },
  ],
});

it('summarizes the news, expands to list them, and counts those that are not listed', async () => {
  const requests = fakeServer({ 'follows.news': () => withNews, 'follows.look': () => ({ since: at }) });
  renderInApp(<NewsPanel />);
  const panel = await screen.findByRole('region', { name: /Since your last visit/ });
  expect(panel.textContent).toContain('3 new, 1 target reached, 1 moved by 10% or more');
  expect(screen.queryByRole('list')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show news' }));
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts[0]).toContain('Target $150.00 reached at $151.00');
  expect(texts[1]).toContain('\u221212.50%, now €87.50');
  expect(panel.textContent).toContain('and 2 more');
  await waitFor(() => expect(requests.filter(({ path }) => path === 'follows.look')).toHaveLength(1));
});

it('disappears at once when dismissed, and stays dismissed', async () => {
  let isSeen = false;
  fakeServer({
    'follows.news': () => (isSeen ? news() : withNews),
    'follows.look': (input) => {
      isSeen ||= (input as { until?: Date }).until !== undefined;
      return { since: at };
    },
  });
  renderInApp(<NewsPanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss news' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /Since you last/ })).toBeNull());
  await waitFor(() => expect(isSeen).toBe(true));
  expect(screen.queryByRole('region', { name: /Since you last/ })).toBeNull();
});

it('shows nothing without news, or if they could not be loaded', async () => {
  const requests = fakeServer({ 'follows.news': () => news(), 'follows.look': () => ({ since: at }) });
  const { unmount } = renderInApp(<NewsPanel />);
  await waitFor(() => expect(requests.some(({ path }) => path === 'follows.look')).toBe(true));
  expect(screen.queryByRole('region', { name: /Since you last/ })).toBeNull();
  unmount();
  const failing = fakeServer({
    'follows.news': () => {
      throw new ServerError('Away', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
    },
  });
  renderInApp(<NewsPanel />);
  await waitFor(() => expect(failing.length).toBeGreaterThan(0));
  expect(screen.queryByRole('region', { name: /Since you last/ })).toBeNull();
});

it('links to the report that contains a fact about "wrong if"', async () => {
  const report = { conversationId: 'c1', messageId: 'm1', passage: 'Storage revenue of Tesla shrank.' };
  fakeServer({
    'follows.news': () => news({ counts: { ...counts, wrongIf: 1 }, items: [{ ...tesla, kind: 'wrongIf', report }] }),
    'follows.look': () => ({ since: at }),
  });
  renderInApp(<NewsPanel />);
  const panel = await screen.findByRole('region', { name: /Since your last visit/ });
  expect(panel.textContent).toContain('1 fact about "Wrong if"');
  await userEvent.click(screen.getByRole('button', { name: 'Show news' }));
  expect(screen.getByRole('listitem').textContent).toContain(report.passage);
  const link = screen.getByRole('link', { name: 'Read the report' });
  expect(link.getAttribute('href')).toBe('/qchat?c=c1&m=m1');
});
