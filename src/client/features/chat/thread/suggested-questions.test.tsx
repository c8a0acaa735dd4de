import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { answerWords as words } from '~/client/words/answers';
import type { ChatMessage, MessageMetadata } from '~/shared/schemas/messages';
import { AfterMessages } from './after-messages';

const conversationId = '00000000-0000-4000-8000-000000000001';
const suggestedQuestions = ['Why?', 'What comes next?'];

function setUp(metadata: MessageMetadata | undefined, hasDraft = false) {
  fakeServer({ 'research.list': () => [] });
  const last: ChatMessage | undefined = metadata && {
    id: '00000000-0000-4000-8000-000000000002',
    conversationId,
    parentId: null,
    role: 'assistant',
    content: 'Rates fell.',
    attachments: [],
    metadata,
    createdAt: new Date('2026-11-22T12:00:00Z'),
  };
  const onAsk = vi.fn();
  const after = (
    <AfterMessages conversationId={conversationId} isEmpty={false} last={last} hasDraft={hasDraft} onAsk={onAsk} />
  );
  return { onAsk, ...renderInApp(after) };
}
const list = () => screen.queryByRole('list', { name: words.suggestions });

it('sends a suggested question with one click', async () => {
  const { user, onAsk } = setUp({ status: 'complete', suggestedQuestions });
  const offered = within(await screen.findByRole('list', { name: words.suggestions })).getAllByRole('button');
  expect(offered.map(({ textContent }) => textContent)).toEqual(suggestedQuestions);
  await user.click(screen.getByRole('button', { name: 'Why?' }));
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('Why?');
});

it('hides suggested questions while there is a draft', () => {
  setUp({ status: 'complete', suggestedQuestions }, true);
  expect(screen.getByText('Why?').closest('ul')).toBeDefined();
  expect(list()).toBeNull();
});

it.each([
  ['while a question is being sent', undefined],
  ['while the answer is written again', { processing: true, suggestedQuestions }],
  ['without any', { status: 'complete' as const }],
])('shows no suggested questions %s', (_, metadata) => {
  setUp(metadata);
  expect(list()).toBeNull();
  expect(screen.queryByText('Why?')).toBeNull();
});
