import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { registerCommand } from '~/client/lib/commands';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { answer, runningAnswer } from '~/client/testing/messages';
import { renderHookInApp } from '~/client/testing/render';
import { threadWords as words } from '~/client/words/thread';
import { versionWords } from '~/client/words/versions';
import { useAnswerActions } from './use-answer-actions';

type Conversation = Parameters<typeof useAnswerActions>[1];

const busy = () => {
  throw new ServerError('The service is busy');
};

/** The actions of an answer, in a fake conversation that records calls. */
function actions(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const conversation = {
    readNewest: vi.fn(async () => {}),
    readBranch: vi.fn(async () => {}),
    onRetried: vi.fn(),
  };
  // The hook uses only these three members.
  const { result } = renderHookInApp(
    () => useAnswerActions('4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01', conversation as unknown as Conversation),
    undefined,
  );
  return { requests, conversation, result };
}

it('reloads the newest messages after an answer was stopped', async () => {
  const { requests, conversation, result } = actions({ 'messages.stop': () => ({ message: 'Answer stopped' }) });
  act(() => result.current.stop.mutate({ messageId: answer.id }));
  await waitFor(() => expect(conversation.readNewest).toHaveBeenCalledOnce());
  expect(requests).toEqual([{ path: 'messages.stop', input: { messageId: answer.id } }]);
});

it('shows why an answer could not be stopped', async () => {
  const { conversation, result } = actions({ 'messages.stop': busy });
  act(() => result.current.stop.mutate({ messageId: answer.id }));
  expect(await screen.findByText(words.couldNotStopTheAnswer)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
  expect(conversation.readNewest).not.toHaveBeenCalled();
});

it('shows at once that an answer is being rewritten', async () => {
  const retried = { assistantMessage: runningAnswer, attempt: 2 };
  const { conversation, result } = actions({ 'messages.retry': () => retried });
  act(() => result.current.retry.mutate({ messageId: answer.id }));
  await waitFor(() => expect(conversation.onRetried).toHaveBeenCalledExactlyOnceWith(runningAnswer, 2));
  expect(conversation.readBranch).not.toHaveBeenCalled();
});

it.each([
  ['moves the focus from the pressed button', true, 1],
  ['leaves a focus that has moved on', false, 0],
])('%s when the answer is replaced', async (_, isStillThere, moved) => {
  const focusComposer = vi.fn();
  const unregister = registerCommand('focusComposer', focusComposer);
  const [message, field] = [document.createElement('article'), document.createElement('input')];
  const button = message.appendChild(document.createElement('button'));
  document.body.append(message, field);
  button.focus();
  const { conversation, result } = actions({
    'messages.retry': () => {
      if (!isStillThere) field.focus();
      return { assistantMessage: runningAnswer, attempt: 2 };
    },
  });
  act(() => result.current.again(answer.id));
  await waitFor(() => expect(conversation.onRetried).toHaveBeenCalledOnce());
  expect(focusComposer).toHaveBeenCalledTimes(moved);
  unregister();
  message.remove();
  field.remove();
});

it('reloads the branch when the new answer is another version', async () => {
  const other = { ...runningAnswer, id: '5a4e3d2c-1b0f-4c8d-9b6f-3f9d2c1b7e4a' };
  const { conversation, result } = actions({ 'messages.retry': () => ({ assistantMessage: other, attempt: 1 }) });
  act(() => result.current.retry.mutate({ messageId: answer.id }));
  await waitFor(() => expect(conversation.readBranch).toHaveBeenCalledOnce());
});

it('shows why an answer could not be rewritten', async () => {
  const { conversation, result } = actions({ 'messages.retry': busy });
  act(() => result.current.retry.mutate({ messageId: answer.id }));
  expect(await screen.findByText(words.couldNotRetry)).toBeDefined();
  expect(conversation.onRetried).not.toHaveBeenCalled();
});

it('loads the branch of a selected version', async () => {
  const { requests, conversation, result } = actions({ 'messages.show': () => ({ message: 'Version shown' }) });
  act(() => result.current.show.mutate({ messageId: answer.id }));
  await waitFor(() => expect(conversation.readBranch).toHaveBeenCalledOnce());
  expect(requests).toEqual([{ path: 'messages.show', input: { messageId: answer.id } }]);
});

it('keeps the current version when another one could not be shown', async () => {
  const { conversation, result } = actions({ 'messages.show': busy });
  act(() => result.current.show.mutate({ messageId: answer.id }));
  expect(await screen.findByText(versionWords.couldNotShow)).toBeDefined();
  expect(conversation.readBranch).not.toHaveBeenCalled();
});

it('sends a request to continue an answer', async () => {
  const retried = { assistantMessage: runningAnswer, attempt: 1 };
  const { requests, result } = actions({ 'messages.retry': () => retried });
  act(() => result.current.again(answer.id, undefined, true));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.input).toMatchObject({ messageId: answer.id, continues: true });
});

it('starts one new version for a double click, until that version is shown', async () => {
  const other = { ...runningAnswer, id: '5a4e3d2c-1b0f-4c8d-9b6f-3f9d2c1b7e4a' };
  const { requests, conversation, result } = actions({
    'messages.retry': () => ({ assistantMessage: other, attempt: 1 }),
  });
  let endOfReading = () => {};
  conversation.readBranch.mockImplementation(
    () =>
      new Promise((resolve) => {
        endOfReading = resolve;
      }),
  );
  act(() => {
    result.current.again(answer.id);
    result.current.again(answer.id);
  });
  await waitFor(() => expect(conversation.readBranch).toHaveBeenCalledOnce());
  act(() => result.current.again(answer.id));
  expect(result.current.retry.isPending).toBe(true);
  expect(requests).toHaveLength(1);

  act(() => endOfReading());
  await waitFor(() => expect(result.current.retry.isPending).toBe(false));
  act(() => result.current.again(other.id));
  await waitFor(() => expect(requests).toHaveLength(2));
});

it('can be tried again after an error', async () => {
  const { requests, result } = actions({ 'messages.retry': busy });
  act(() => result.current.again(answer.id));
  await screen.findByText(words.couldNotRetry);
  act(() => result.current.again(answer.id));
  await waitFor(() => expect(requests).toHaveLength(2));
});
