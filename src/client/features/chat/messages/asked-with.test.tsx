import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { boardPapers } from '~/client/testing/conversations';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { adaRow } from '~/client/testing/users';
import { Button } from '~/client/ui/form/button';
import { writeChoice } from '../models/model-choice';
import { CurrentProject } from '../projects/current-project';
import type { useConversation } from '../stream/use-conversation';
import { useAnswerActions } from './use-answer-actions';
import { useEditQuestion } from './use-edit-question';

const ids = {
  conversationId: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02',
  messageId: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c05',
};
const conversation = { readBranch: vi.fn() } as unknown as ReturnType<typeof useConversation>;
const noAnswer = () => {
  throw new ServerError('Busy');
};

function Buttons() {
  const { edit } = useEditQuestion({ conversationId: ids.conversationId, userId: adaRow.id, conversation });
  const { again } = useAnswerActions(adaRow.id, conversation);
  const edited = { content: 'Why?', clientRequestId: crypto.randomUUID() };
  return (
    <>
      <Button onClick={() => void edit(ids.messageId, edited).catch(() => {})}>Edit</Button>
      <Button onClick={() => again(ids.messageId)}>Retry</Button>
      <Button onClick={() => again(ids.messageId, 'other')}>Other</Button>
    </>
  );
}

const project = { ...boardPapers, defaultModel: 'of-the-project' };
const parameters = { effort: 'high' as const };

it('sends an edited question to the model that the picker shows, in a project too', async () => {
  const requests = fakeServer({ 'messages.send': noAnswer });
  writeChoice(adaRow.id, { model: 'elsewhere', parameters, sources: 'files' });
  const { user } = renderInApp(
    <CurrentProject value={project}>
      <Buttons />
    </CurrentProject>,
  );
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.input).toMatchObject({ model: 'of-the-project', parameters, sources: 'files' });
  writeChoice(adaRow.id, { model: 'elsewhere', inProjects: { [project.id]: 'chosen-here' } });
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.input).toMatchObject({ model: 'chosen-here' });
  expect(requests[1]?.input).not.toHaveProperty('inProjects');
});

it('rewrites an answer with the chosen parameters, using its own model or another one', async () => {
  const requests = fakeServer({ 'messages.retry': noAnswer });
  writeChoice(adaRow.id, { model: 'elsewhere', parameters });
  const { user } = renderInApp(<Buttons />);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await user.click(screen.getByRole('button', { name: 'Other' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[0]?.input).toMatchObject({ messageId: ids.messageId, parameters });
  expect(requests[0]?.input).not.toHaveProperty('model');
  expect(requests[1]?.input).toMatchObject({ model: 'other', parameters });
});
