import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { renderHookInApp } from '~/client/testing/render';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import { useTitleEvents } from './use-title-events';

const renamed = (title: string) => ({ type: 'renamed', title }) as const;
const ready: ConversationEvent = { type: 'ready', running: [] };

/** Opens a conversation with its first title; later requests for it are answered by `answers`. */
async function open(answers: (() => Promise<ConversationSummary>)[]) {
  const requests = fakeServer({ 'conversations.get': () => answers[requests.length - 1]?.() ?? rates });
  const { result } = renderHookInApp(() => {
    const { data } = trpc.conversations.get.useQuery({ conversationId: rates.id });
    return { title: data?.title, onEvent: useTitleEvents(rates.id) };
  }, undefined);
  await waitFor(() => expect(result.current.title).toBe('Rates'));
  return { requests, result };
}

it('shows a title that was set before the subscription started', async () => {
  const { result } = await open([async () => rates, async () => ({ ...rates, title: 'Rates in 2026' })]);
  act(() => result.current.onEvent(ready));
  await waitFor(() => expect(result.current.title).toBe('Rates in 2026'));
});

it('keeps a title that arrived while a request returned an older one', async () => {
  let respond = () => {};
  const late = new Promise<ConversationSummary>((resolve) => {
    respond = () => resolve(rates);
  });
  const { requests, result } = await open([async () => rates, () => late]);
  act(() => result.current.onEvent(ready));
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => result.current.onEvent(renamed('Rates in 2026')));
  await waitFor(() => expect(result.current.title).toBe('Rates in 2026'));
  await act(async () => {
    respond();
    // More event loop turns than a response takes.
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve));
  });
  expect(result.current.title).toBe('Rates in 2026');
});
