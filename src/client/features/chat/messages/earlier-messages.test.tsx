import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { question } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { earlierMessagesWords as words } from '~/client/words/earlier-messages';
import { threadWords } from '~/client/words/thread';
import { uiWords } from '~/client/words/ui';
import { EarlierMessages } from './earlier-messages';
import { PendingQuestion } from './pending-question';

const summary = { content: 'Rates rose twice.', messages: 1200, model: 'deep', updatedAt: new Date() };
function show(counts: { summarized: number; omitted: number }, answers: FakeResponses = {}) {
  const requests = fakeServer({ 'conversations.summary': () => ({ summary }), ...answers });
  return { requests, ...renderInApp(<EarlierMessages conversationId="c1" {...counts} />) };
}
const fold = () => screen.getByRole('button', { name: words.summarized });

it('shows how many messages an answer did not use', () => {
  const { rerender } = show({ summarized: 0, omitted: 1 });
  expect(screen.getByText(words.omitted(1))).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<EarlierMessages conversationId="c1" summarized={0} omitted={1500} />);
  expect(screen.getByText(/^1,500 earlier messages/)).toBeDefined();
});

it('loads the summary when it is opened, with its model and the number of summarized messages', async () => {
  const { user, requests } = show({ summarized: 12, omitted: 0 });
  expect(requests).toEqual([]);
  await user.click(fold());
  const text = await screen.findByRole('region', { name: words.summary });
  expect(text.textContent).toBe(`Rates rose twice.${words.about(1200, 'deep')}`);
  expect(fold().getAttribute('aria-expanded')).toBe('true');
  await user.click(fold());
  expect(screen.queryByRole('region', { name: words.summary })).toBeNull();
});

it('shows that the summary is loading', async () => {
  const { user } = show({ summarized: 12, omitted: 0 }, { 'conversations.summary': () => new Promise(() => {}) });
  await user.click(fold());
  expect(screen.getByRole('status').textContent).toBe(words.loading);
});

it('shows that there is no summary yet', async () => {
  const { user } = show({ summarized: 12, omitted: 0 }, { 'conversations.summary': () => ({ summary: null }) });
  await user.click(fold());
  expect(await screen.findByText(words.none)).toBeDefined();
});

it('shows that the summary could not be loaded, and loads it again', async () => {
  let isDown = true;
  const { user } = show(
    { summarized: 12, omitted: 0 },
    {
      'conversations.summary': () => {
        if (isDown) throw new ServerError('The service is busy', { httpStatus: 503 });
        return { summary };
      },
    },
  );
  await user.click(fold());
  expect((await screen.findByRole('alert')).textContent).toContain(words.loadFailed);
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await screen.findByText('Rates rose twice.')).toBeDefined();
});

const pending = {
  requestId: 'r1',
  choice: '',
  content: question.content,
  attachments: [],
  sentAt: question.createdAt,
  lastQuestionId: undefined,
};

it('shows a question that is being sent with a typing indicator', async () => {
  const onRetry = vi.fn();
  const { rerender, user } = renderInApp(<PendingQuestion pending={pending} onRetry={onRetry} />);
  expect(screen.getByText(question.content)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  const thinking = document.body.textContent;
  rerender(<PendingQuestion pending={{ ...pending, error: 'The service is busy' }} onRetry={onRetry} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`${threadWords.notSent} The service is busy${threadWords.retry}`);
  expect(document.body.textContent).not.toBe(thinking);
  await user.click(screen.getByRole('button', { name: threadWords.retry }));
  await waitFor(() => expect(onRetry).toHaveBeenCalledExactlyOnceWith(question.content));
});
