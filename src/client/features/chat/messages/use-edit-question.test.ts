import { act, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { question, runningAnswer } from '~/client/testing/messages';
import { renderHookInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { writeChoice } from '../models/model-choice';
import { useEditQuestion } from './use-edit-question';

type Options = Parameters<typeof useEditQuestion>[0];

const edited = { content: 'What moves rates in Europe?', clientRequestId: '7e4a5a4e-1b0f-4c8d-9b6f-3f9d2c1b3d2c' };
const sent = {
  userMessage: { ...question, content: edited.content },
  assistantMessage: runningAnswer,
  conversation: { ...rates, title: 'Rates in Europe' },
};

function setUp(answers: FakeResponses) {
  const requests = fakeServer(answers);
  const readBranch = vi.fn(async () => {});
  // The hook uses only this member.
  const conversation = { readBranch } as unknown as Options['conversation'];
  const app = renderHookInApp(
    () => useEditQuestion({ conversationId: rates.id, userId: ada.id, conversation }),
    undefined,
  );
  return { ...app, requests, readBranch };
}

it('sends the new text as another version of the question, and shows its branch', async () => {
  const { requests, readBranch, result } = setUp({ 'messages.send': () => sent });
  expect(result.current.editedKey).toBeUndefined();
  await act(() => result.current.edit(question.id, edited));
  expect(requests[0]).toMatchObject({
    path: 'messages.send',
    input: { conversationId: rates.id, replaces: question.id, ...edited },
  });
  expect(readBranch).toHaveBeenCalledOnce();
  expect(result.current.editedKey).toBe(edited.clientRequestId);
});

it('uses the model that the user chose last', async () => {
  writeChoice(ada.id, { model: 'grok-4', sources: 'offline' });
  const { requests, result } = setUp({ 'messages.send': () => sent });
  await act(() => result.current.edit(question.id, edited));
  expect(requests[0]?.input).toMatchObject({ model: 'grok-4', sources: 'offline' });
  writeChoice(ada.id, {});
});

it("shows the conversation's new title", async () => {
  const { result, queryClient } = setUp({ 'messages.send': () => sent });
  await act(() => result.current.edit(question.id, edited));
  await waitFor(() => {
    const known = queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data);
    expect(known).toContainEqual(sent.conversation);
  });
});

it('leaves the branch unchanged when the text could not be sent', async () => {
  const { readBranch, result } = setUp({
    'messages.send': () => {
      throw new ServerError('Too many answers');
    },
  });
  await act(async () => expect(result.current.edit(question.id, edited)).rejects.toThrow('Too many answers'));
  expect(readBranch).not.toHaveBeenCalled();
  expect(result.current.editedKey).toBeUndefined();
});
