import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryUtils, trpc } from '~/client/lib/trpc';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { plannedResearch } from '~/client/testing/researches';
import { researchEndWords as words } from '~/client/words/research-end';
import type { ResearchView } from '~/shared/schemas/research';
import { ResearchWatch } from './research-watch';

afterEach(() => void vi.restoreAllMocks());

const running: ResearchView = { ...plannedResearch, state: 'running' };

/** Loads the earlier list; from then on the server returns `next`. */
function watchAfter(earlier: ResearchView[], next: ResearchView[]) {
  const requests = fakeServer({ 'research.recent': () => next });
  const { queryClient, rerender } = renderInApp(null);
  createQueryUtils(queryClient).research.recent.setData(undefined, earlier);
  rerender(<ResearchWatch />);
  return requests;
}

it.each([
  ['done', 'Your research is ready'],
  ['failed', 'Your research failed'],
] as const)('announces research that is %s when the window gets the focus', async (state, title) => {
  const requests = watchAfter([running], [{ ...running, state }]);
  expect(requests).toEqual([]);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.getByText(running.question)).toBeDefined();
});

it.each([
  ['every minute while nothing runs', [], 60_000],
  ['more often while one runs', [running], 5000],
])('loads the list %s', async (_name, earlier, pauseMs) => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const requests = watchAfter(earlier, [{ ...running, state: 'done' }]);
  const [tick] = timers.mock.calls.find(([, ms]) => ms === pauseMs) ?? [];
  expect(tick).toBeTypeOf('function');
  act(() => (tick as () => void)());
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual(['research.recent']));
  expect(await screen.findByText('Your research is ready')).toBeDefined();
});

it.each([
  ['offers to open', '', 1],
  ['does not offer to open', `?c=${running.conversationId}`, 0],
])('%s the conversation at "/qchat%s"', async (_name, search, buttons) => {
  fakeServer({ 'research.recent': () => [{ ...running, state: 'done' as const }] });
  const { queryClient, rerender, router } = renderInApp(null, { path: `/qchat${search}` });
  createQueryUtils(queryClient).research.recent.setData(undefined, [running]);
  rerender(<ResearchWatch />);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('Your research is ready');
  const offered = screen.queryAllByRole('button', { name: words.open });
  expect(offered).toHaveLength(buttons);
  for (const button of offered) fireEvent.click(button);
  await waitFor(() => expect(router.state.location.href).toBe(`/qchat?c=${running.conversationId}`));
});

function UnreadConversations() {
  const { data } = trpc.conversations.activity.useQuery();
  return <p>Unread: {data?.unread.join()}</p>;
}

it('reloads the conversation markers after a failure', async () => {
  let unread: string[] = [];
  const requests = fakeServer({
    'research.recent': () => [{ ...running, state: 'failed' }],
    'conversations.activity': () => ({ running: [], unread }),
  });
  const { queryClient, rerender } = renderInApp(<UnreadConversations />);
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual(['conversations.activity']));
  unread = [running.conversationId];
  createQueryUtils(queryClient).research.recent.setData(undefined, [running]);
  rerender(
    <>
      <UnreadConversations />
      <ResearchWatch />
    </>,
  );
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText(`Unread: ${running.conversationId}`)).toBeDefined();
});
