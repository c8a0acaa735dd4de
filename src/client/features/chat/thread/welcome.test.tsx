import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { runCommand } from '~/client/lib/commands';
import { config } from '~/client/testing/config';
import { banks, rates } from '~/client/testing/conversations';
import { fakeServer } from '~/client/testing/fake-server';
import { question, runningAnswer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { adaRow } from '~/client/testing/users';
import { welcomeWords } from '~/client/words/welcome';
import { suggestionWords as words } from '~/client/words/welcome-suggestions';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import type { SentMessage } from '~/shared/schemas/messages';
import { readDraft } from '../composer/draft';
import { Welcome } from './welcome';

const { suggested, offline } = words.portfolioQuestions;

it.each([
  ['all', { isConnected: true, hasPositions: true }, [...suggested, ...words.suggestedQuestions]],
  ['none about an empty portfolio', { isConnected: true, hasPositions: false }, words.suggestedQuestions],
  ['those that need no model', { isConnected: false, hasPositions: true }, [...offline, ...words.offlineQuestions]],
  ['what can be asked at all', { isConnected: false, hasPositions: false }, words.offlineQuestions],
])('suggests %s', async (_, { isConnected, hasPositions }, questions) => {
  fakeServer({
    'auth.user': () => adaRow,
    'auth.config': () => ({ ...config, hasPositions, model: { ...config.model, isConnected } }),
    'models.list': () => [],
  });
  renderInApp(<Welcome onStarted={() => {}} />);
  const list = await screen.findByRole('list', { name: words.suggestions });
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(questions),
  );
});

/** Requests that create a conversation are answered by calling the elements of the returned array. */
function heldSends() {
  const arrivals: ((conversation: ConversationSummary) => void)[] = [];
  const sent = (conversation: ConversationSummary): SentMessage => ({
    userMessage: { ...question, conversationId: conversation.id },
    assistantMessage: { ...runningAnswer, conversationId: conversation.id },
    conversation,
  });
  fakeServer({
    'auth.user': () => adaRow,
    'auth.config': () => config,
    'models.list': () => [],
    'messages.send': () => new Promise((resolve) => arrivals.push((conversation) => resolve(sent(conversation)))),
  });
  return arrivals;
}

it('opening a new chat while a message is being sent does not open its conversation', async () => {
  const arrivals = heldSends();
  const onStarted = vi.fn();
  const { user } = renderInApp(<Welcome onStarted={onStarted} />);
  const suggestion = async (place: number) => {
    const list = await screen.findByRole('list', { name: words.suggestions });
    return within(list).getAllByRole('button')[place] as HTMLElement;
  };
  await user.click(await suggestion(0));
  await waitFor(() => expect(arrivals).toHaveLength(1));
  expect(screen.queryByText(welcomeWords.welcome)).toBeNull();
  act(() => void runCommand('newChat'));
  expect(screen.getByText(welcomeWords.welcome)).toBeDefined();
  // The next message can be sent at once. Only its conversation is opened, whichever response arrives first.
  await user.click(await suggestion(1));
  await waitFor(() => expect(arrivals).toHaveLength(2));
  await act(async () => arrivals[0]?.(rates));
  expect(screen.queryByText(welcomeWords.welcome)).toBeNull();
  await act(async () => arrivals[1]?.(banks));
  await waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith(banks.id));
});

/** Sends "First" in a new chat. The response waits for a call of `arrivals[0]`. */
async function sendFirst() {
  const arrivals = heldSends();
  const onStarted = vi.fn();
  const app = renderInApp(<Welcome onStarted={onStarted} />, { path: '/qchat' });
  const box = await screen.findByRole('textbox');
  await app.user.type(box, 'First{Enter}');
  await waitFor(() => expect(arrivals).toHaveLength(1));
  return { ...app, arrivals, onStarted, box };
}

it('moves text typed while the first message is sent to the conversation', async () => {
  const { arrivals, onStarted, user, box } = await sendFirst();
  await user.type(box, 'The next');
  await act(async () => arrivals[0]?.(banks));
  await waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith(banks.id));
  // Typed before the conversation has replaced the page of the new chat.
  await user.type(box, ' one');
  // The account is not loaded when the box is rendered here.
  expect(readDraft({ userId: '', conversationId: banks.id })).toBe('The next one');
  expect(readDraft({ userId: '', conversationId: undefined })).toBe('');
});

it('sends no second message before the conversation has replaced the page of the new chat', async () => {
  const { arrivals, onStarted, user, box } = await sendFirst();
  await act(async () => arrivals[0]?.(banks));
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  await user.type(box, 'Second{Enter}');
  expect(screen.getByText('First')).toBeDefined();
  expect(arrivals).toHaveLength(1);
  expect(readDraft({ userId: '', conversationId: banks.id })).toBe('Second');
});

it('shows a new chat again if the user has opened another one when the first message is stored', async () => {
  const { arrivals, onStarted, router } = await sendFirst();
  await act(() => router.navigate({ to: '/qchat', search: { c: 'another' } }));
  await act(async () => arrivals[0]?.(banks));
  expect(await screen.findByText(welcomeWords.welcome)).toBeDefined();
  expect(onStarted).not.toHaveBeenCalled();
});
