import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setLiveStatus } from '~/client/lib/live-status';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { answer, question, runningAnswer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { answerWords } from '~/client/words/answers';
import { conversationActionsWords } from '~/client/words/conversation-actions';
import { temporaryWords } from '~/client/words/temporary';
import { threadWords as words } from '~/client/words/thread';
import { threadStateWords } from '~/client/words/thread-states';
import { brand } from '~/shared/brand';
import type { ChatMessage } from '~/shared/schemas/messages';
import { AfterMessages } from './after-messages';
import { AnswerAnnouncer } from './answer-announcer';
import { LiveBanner } from './live-banner';
import { ShowMessage } from './show-message';
import { ThreadError } from './thread-error';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setLiveStatus('closed');
});

function goOffline(isOffline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isOffline);
  act(() => void dispatchEvent(new Event(isOffline ? 'offline' : 'online')));
}

it('shows at once that the browser is offline, and that the draft is safe', () => {
  setLiveStatus('open');
  renderInApp(<LiveBanner />);
  expect(screen.queryByRole('status')).toBeNull();
  goOffline(true);
  expect(screen.getByRole('status').textContent).toBe(words.offline);
  goOffline(false);
  expect(screen.queryByRole('status')).toBeNull();
});

it('only shows interruptions that last', () => {
  vi.useFakeTimers();
  setLiveStatus('open');
  renderInApp(<LiveBanner />);
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  act(() => setLiveStatus('reconnecting'));
  pass(2900);
  act(() => setLiveStatus('open'));
  pass(10_000);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => setLiveStatus('reconnecting'));
  pass(3100);
  expect(screen.getByRole('status').textContent).toBe(words.reconnecting);
  act(() => setLiveStatus('open'));
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([404, 400])('a conversation that does not exist (%s) leads to a new one', async (httpStatus) => {
  const on = { onRetry: vi.fn(), onLeave: vi.fn() };
  const { user } = renderInApp(<ThreadError error={{ data: { httpStatus } }} isRetrying={false} {...on} />);
  expect(screen.getByText(threadStateWords.unknownConversation)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.retry })).toBeNull();
  await user.click(screen.getByRole('button', { name: threadStateWords.startNew }));
  expect(on.onLeave).toHaveBeenCalledOnce();
});

it('a conversation that could not be loaded can be retried', async () => {
  const on = { onRetry: vi.fn(), onLeave: vi.fn() };
  const error = Object.assign(new Error('The service is busy'), { data: { httpStatus: 503 } });
  const { user, rerender } = renderInApp(<ThreadError error={error} isRetrying={false} {...on} />);
  expect(screen.getByRole('alert').textContent).toContain('The service is busy');
  await user.click(screen.getByRole('button', { name: words.retry }));
  rerender(<ThreadError error={error} isRetrying {...on} />);
  await user.click(screen.getByRole('button', { name: words.retry }));
  expect(on.onRetry).toHaveBeenCalledOnce();
  expect(on.onLeave).not.toHaveBeenCalled();
});

const page = (items: ChatMessage[], nextCursor: string | null = null) => ({ items, nextCursor });
function showMessage(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const onShown = vi.fn();
  const article = Object.assign(document.createElement('article'), { tabIndex: -1 });
  article.dataset.message = question.id;
  const render = () => document.body.append(article);
  const app = renderInApp(<ShowMessage conversationId={rates.id} messageId={question.id} onShown={onShown} />);
  return { requests, onShown, article, render, ...app };
}

it('loads older pages until they contain the message, and focuses it', async () => {
  const { requests, onShown, article, render } = showMessage({
    'messages.list': (input) =>
      (input as { cursor?: string }).cursor === 'older' ? page([question]) : page([answer], 'older'),
  });
  await waitFor(() => expect(onShown).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(2);
  render();
  await waitFor(() => expect(document.activeElement).toBe(article));
});

it('shows that the message is gone if no page contains it', async () => {
  const { requests, onShown } = showMessage({ 'messages.list': () => page([answer]) });
  expect(await screen.findByText(conversationActionsWords.messageGone)).toBeDefined();
  expect(onShown).toHaveBeenCalledOnce();
  expect(requests).toHaveLength(2);
});

it('shows a message that is newer than the loaded pages', async () => {
  let newest = page([answer]);
  const { requests, onShown, article, render } = showMessage({
    'messages.list': () => {
      const now = newest;
      newest = page([question, answer]);
      return now;
    },
  });
  await waitFor(() => expect(onShown).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(2);
  expect(screen.queryByText(conversationActionsWords.messageGone)).toBeNull();
  render();
  await waitFor(() => expect(document.activeElement).toBe(article));
});

it('shows a message of the thread that no page contains, because it was just sent', async () => {
  const { requests, onShown, article, render } = showMessage({ 'messages.list': () => page([answer]) });
  render();
  await waitFor(() => expect(onShown).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(article));
});

it('shows why the message cannot be shown', async () => {
  const { onShown } = showMessage({
    'messages.list': () => {
      throw new ServerError('The service is busy', { httpStatus: 503 });
    },
  });
  expect(await screen.findByText('The service is busy')).toBeDefined();
  expect(screen.getByText(conversationActionsWords.showFailed)).toBeDefined();
  expect(onShown).toHaveBeenCalledOnce();
});

it('announces the start of an answer, its sentences, and its end to screen readers', () => {
  vi.useFakeTimers();
  const shown = (content: string, isRunning: boolean) => {
    const message = { ...(isRunning ? runningAnswer : answer), content };
    return <AnswerAnnouncer messages={[question, message]} running={isRunning ? message : undefined} />;
  };
  const { rerender } = renderInApp(shown('', true));
  const said = () => screen.getAllByRole('status').at(0)?.textContent;
  const pass = () => act(() => void vi.advanceTimersByTime(4000));
  expect(said()).toBe(words.answerBegan(brand.chat));
  rerender(shown('Inflation does. Also emplo', true));
  pass();
  expect(said()).toBe('Inflation does.');
  rerender(shown('Inflation does. Also employment does. And', true));
  pass();
  expect(said()).toBe('Also employment does.');
  rerender(shown('Inflation does. Also employment does. And trade.', false));
  expect(said()).toContain('And trade.');
  expect(said()).toContain(words.answerEnded);
  expect(said()).not.toContain('Inflation');
});

function after(last: ChatMessage | undefined, changes: { isEmpty?: boolean; hasDraft?: boolean } = {}) {
  fakeServer({ 'research.list': () => [] });
  const onAsk = vi.fn();
  const app = renderInApp(
    <AfterMessages conversationId={rates.id} isEmpty={false} last={last} hasDraft={false} onAsk={onAsk} {...changes} />,
  );
  return { onAsk, ...app };
}
const suggesting = (message: ChatMessage): ChatMessage => ({
  ...message,
  metadata: { ...message.metadata, suggestedQuestions: ['And banks?'] },
});

it('an empty conversation shows how to start', () => {
  after(undefined, { isEmpty: true });
  expect(screen.getByText(threadStateWords.empty)).toBeDefined();
  expect(screen.queryByText(temporaryWords.title)).toBeNull();
});

it('an empty temporary conversation says that it is temporary', async () => {
  fakeServer({ 'research.list': () => [], 'conversations.get': () => ({ ...rates, temporaryUntil: new Date() }) });
  renderInApp(<AfterMessages conversationId={rates.id} isEmpty last={undefined} hasDraft={false} onAsk={vi.fn()} />, {
    path: `/qchat?c=${rates.id}`,
  });
  expect(await screen.findByText(temporaryWords.title)).toBeDefined();
  expect(screen.getByText(threadStateWords.empty)).toBeDefined();
});

it('offers questions to follow a complete answer, and sends one with a press', async () => {
  const { user, onAsk } = after(suggesting(answer));
  await user.click(screen.getByRole('button', { name: 'And banks?' }));
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('And banks?');
});

it.each([
  ['is being written', suggesting(runningAnswer)],
  ['has none', answer],
])('offers no questions while the answer %s', (_, last) => {
  after(last);
  expect(screen.queryByRole('list', { name: answerWords.suggestions })).toBeNull();
});

it('hides the questions while there is a draft, which would be sent with them', () => {
  after(suggesting(answer), { hasDraft: true });
  expect(getComputedStyle(screen.getByLabelText(answerWords.suggestions)).visibility).toBe('hidden');
});
