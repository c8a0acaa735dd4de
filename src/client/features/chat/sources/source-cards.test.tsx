import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { toSources } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';
import type { ChatMessage } from '~/shared/schemas/messages';
import { AnswerSourcesContext } from './answer-sources';
import { SourceCards } from './source-cards';
import { SourceNumber } from './source-number';

const url = 'https://ecb.example/rates';
const checkedAt = '2026-11-23T10:00:00.000Z';
const content = 'The rate is 2.00%. It was 2.25%.';
const citations: Citation[] = [
  {
    source: 'ECB',
    url,
    title: 'Key rates',
    publishedAt: '2026-11-20',
    start: 0,
    end: 18,
    check: { verdict: 'quote', passage: 'The rate is 2.00% now.', checkedAt },
  },
  {
    source: 'ECB',
    url,
    start: 19,
    end: 32,
    check: { verdict: 'figures', passage: 'Until June it was 2.25%.', checkedAt },
  },
];
const answer: ChatMessage = {
  id: '00000000-0000-4000-8000-000000000002',
  conversationId: '00000000-0000-4000-8000-000000000001',
  parentId: null,
  role: 'assistant',
  content,
  attachments: [],
  metadata: { status: 'complete', citations },
  createdAt: new Date(checkedAt),
};

const shown = (
  <AnswerSourcesContext value={{ sources: toSources(citations), open: () => {} }}>
    <article data-message={answer.id}>
      <SourceNumber number={1} />
      <SourceNumber number={1} />
    </article>
    <SourceCards messages={[answer]} />
  </AnswerSourcesContext>
);

it('shows the source and its passage for the citation under the pointer', async () => {
  const { user } = renderInApp(shown);
  const [first, second] = await screen.findAllByRole('button', { name: /Key rates/ });
  await user.hover(first as HTMLElement);
  expect(await screen.findByText('Key rates')).toBeDefined();
  expect(screen.getByText(/^ecb\.example · .*2026$/)).toBeDefined();
  expect(screen.getByText('Verified quote')).toBeDefined();
  expect(screen.getByText('The rate is 2.00% now.')).toBeDefined();
  await user.hover(second as HTMLElement);
  expect(await screen.findByText('Until June it was 2.25%.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('The rate is 2.00% now.')).toBeNull());
  expect(screen.getByText('Figures found')).toBeDefined();
});

it('shows the check of each place where an answer quotes a file', async () => {
  const file = { source: 'rates.pdf', objectId: '00000000-0000-4000-8000-000000000009', page: 3 };
  const quoted: Citation[] = [
    {
      ...file,
      quote: 'It was 2.25%.',
      start: 19,
      end: 32,
      check: { verdict: 'differs', passage: 'It was 2.50%.', checkedAt },
    },
    { ...file, quote: 'The rate is 2.00%.', start: 0, end: 18, check: { verdict: 'quote', checkedAt } },
  ];
  const { user } = renderInApp(
    <AnswerSourcesContext value={{ sources: toSources(quoted), open: () => {} }}>
      <article data-message={answer.id}>
        <SourceNumber number={1} />
        <SourceNumber number={1} />
      </article>
      <SourceCards messages={[{ ...answer, metadata: { status: 'complete', citations: quoted } }]} />
    </AnswerSourcesContext>,
  );
  const [first, second] = await screen.findAllByRole('button', { name: /rates\.pdf/ });
  await user.hover(first as HTMLElement);
  expect(await screen.findByText('Verified quote')).toBeDefined();
  expect(screen.getByText('The rate is 2.00%.')).toBeDefined();
  await user.hover(second as HTMLElement);
  expect(await screen.findByText('It was 2.50%.')).toBeDefined();
  expect(screen.queryByText('Verified quote')).toBeNull();
});
