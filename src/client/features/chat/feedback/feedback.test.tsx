import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { feedbackWords as words } from '~/client/words/feedback';
import { uiWords } from '~/client/words/ui';
import type { AnswerFeedback } from '~/shared/schemas/feedback';
import type { ChatMessage } from '~/shared/schemas/messages';
import { FeedbackButtons } from './feedback-buttons';

const message: ChatMessage = {
  id: '00000000-0000-4000-8000-000000000002',
  conversationId: '00000000-0000-4000-8000-000000000001',
  parentId: null,
  role: 'assistant',
  content: 'Rates fell.',
  attachments: [],
  metadata: { processing: false, status: 'complete', modelId: 'large' },
  createdAt: new Date('2026-11-22T12:00:00Z'),
};
const messageId = message.id;
const updatedAt = new Date('2026-11-22T12:00:00Z');

/** A fake server that stores feedback. */
function setUp(before: AnswerFeedback[] = [], answers: FakeResponses = {}) {
  let stored = before;
  const requests = fakeServer({
    'feedback.list': () => ({ items: stored, nextCursor: null }),
    'feedback.save'(input) {
      const saved = { reasons: [], comment: '', ...(input as object), updatedAt } as unknown as AnswerFeedback;
      stored = [saved];
      return saved;
    },
    'feedback.remove'() {
      stored = [];
      return { message: 'Feedback removed' };
    },
    ...answers,
  });
  const changes = () => requests.filter(({ path }) => path !== 'feedback.list');
  return { changes, ...renderInApp(<FeedbackButtons message={message} />) };
}
const button = (name: string) => screen.findByRole('button', { name });
const untilPressed = (name: string, isPressed: boolean) =>
  waitFor(async () => expect((await button(name)).getAttribute('aria-pressed')).toBe(String(isPressed)));
const untilRead = () => waitFor(async () => expect((await button(words.up)).getAttribute('aria-disabled')).toBeNull());

it('toggles between good, bad and no rating', async () => {
  const { user, changes } = setUp();
  await untilRead();
  await user.click(await button(words.up));
  await untilPressed(words.up, true);
  await user.click(await button(words.up));
  await untilPressed(words.up, false);
  await waitFor(() =>
    expect(changes()).toEqual([
      { path: 'feedback.save', input: { messageId, rating: 'up' } },
      { path: 'feedback.remove', input: { messageId } },
    ]),
  );
});

it('saves a bad rating at once, then asks for the reason', async () => {
  const { user, changes } = setUp();
  await untilRead();
  await user.click(await button(words.down));
  await untilPressed(words.down, true);
  const dialog = within(await screen.findByRole('dialog', { name: words.heading }));
  expect(dialog.getByText(words.commentNote)).toBeDefined();
  await user.click(dialog.getByLabelText(words.reasons.unsupported));
  await user.type(dialog.getByLabelText(words.comment), 'The page says 2.5%.');
  await user.click(dialog.getByRole('button', { name: words.send }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const given = { messageId, rating: 'down', reasons: ['unsupported'], comment: 'The page says 2.5%.' };
  expect(changes()).toEqual([
    { path: 'feedback.save', input: { messageId, rating: 'down' } },
    { path: 'feedback.save', input: given },
  ]);
});

it('can be edited, and rejects a comment that is too long', async () => {
  const { user, changes } = setUp([
    { messageId, rating: 'down', reasons: ['length'], comment: 'Too long.', updatedAt },
  ]);
  await user.click(await button(words.edit));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>(words.reasons.length).checked).toBe(true);
  const box = dialog.getByLabelText<HTMLTextAreaElement>(words.comment);
  expect(box.value).toBe('Too long.');
  await user.click(box);
  await user.paste('x'.repeat(1000));
  expect(dialog.getByText(words.tooLong('1,000'))).toBeDefined();
  await user.click(dialog.getByRole('button', { name: words.send }));
  expect(changes()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: uiWords.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('reverts a rating that the server did not store', async () => {
  const { user } = setUp([], {
    'feedback.save'() {
      throw new ServerError('The service is busy.');
    },
  });
  await untilRead();
  await user.click(await button(words.up));
  expect(await screen.findByText(words.failed)).toBeDefined();
  await untilPressed(words.up, false);
});
