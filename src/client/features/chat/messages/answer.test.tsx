import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { answerWords as words } from '~/client/words/answers';
import { modelWords } from '~/client/words/models';
import { reasoningWords } from '~/client/words/reasoning';
import { sourceNumberWords } from '~/client/words/source-numbers';
import { threadWords } from '~/client/words/thread';
import { brand } from '~/shared/brand';
import type { ChatMessage } from '~/shared/schemas/messages';
import { Answer } from './answer';

const abilities = { tools: null, images: null, reasoning: null, webSearch: null };
/** The first two models have the same endpoint. */
const endpoints = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const models = ['large', 'small', 'distant'].map((id, index) => ({
  id,
  name: `The ${id} one`,
  endpointId: endpoints[index >> 1] ?? null,
  isDefault: id === 'large',
  contextTokens: 8192,
  maxOutputTokens: null,
  canResearch: true,
  abilities,
}));

function setUp(more: Partial<ChatMessage>, isConnected = true) {
  fakeServer({
    'models.list': () => models,
    'auth.config': () => ({ ...config, model: { ...config.model, isConnected } }),
  });
  const message: ChatMessage = {
    id: '00000000-0000-4000-8000-000000000002',
    conversationId: '00000000-0000-4000-8000-000000000001',
    parentId: null,
    role: 'assistant',
    content: 'Rates fell.',
    attachments: [],
    metadata: { processing: false, status: 'complete' },
    createdAt: new Date('2026-11-22T12:00:00Z'),
    ...more,
  };
  const actions = { retry: vi.fn(), openSource: vi.fn() };
  return {
    actions,
    message,
    ...renderInApp(
      <article>
        <Answer message={message} isNewest isRetrying={false} actions={actions} />
      </article>,
    ),
  };
}

it("collapses the model's reasoning, and copies the answer without it", async () => {
  const reasoning = { text: 'They ask about rates.', milliseconds: 12_400 };
  const { user } = setUp({ metadata: { processing: false, status: 'complete', reasoning } });
  const thoughts = await screen.findByRole('button', { name: reasoningWords.thoughtFor(12_400) });
  expect(thoughts.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText('They ask about rates.').hidden).toBe(true);
  await user.click(await screen.findByRole('button', { name: words.copyAnswer }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('Rates fell.'));
});

it('offers the other models if the requested one does not respond', async () => {
  const error = { code: 'unavailable', message: 'The AI model has a problem right now.' };
  const metadata = { processing: false, status: 'failed' as const, modelId: 'large', error };
  const { actions, message, user } = setUp({ content: '', metadata });
  const end = within(await screen.findByRole('alert'));
  expect(end.getByText(error.message)).toBeDefined();
  const offered = await end.findAllByRole('button', { name: /^Try with/ });
  // A failing endpoint affects all its models.
  expect(offered.map(({ textContent }) => textContent)).toEqual(
    ['distant', 'small'].map((id) => modelWords.tryWith(`The ${id} one`)),
  );
  await user.click(await end.findByRole('button', { name: modelWords.tryWith('The small one') }));
  expect(actions.retry).toHaveBeenCalledExactlyOnceWith(message.id, 'small');
  await waitFor(() => expect(end.queryByRole('button', { name: modelWords.tryWith('The large one') })).toBeNull());
});

it('copies an answer as rich text too, with numbered citations and its sources', async () => {
  const citations = [{ url: 'https://ecb.example/rates', title: 'Rates', source: 'ecb.example', start: 0, end: 11 }];
  const content = 'Rates fell.\n\n| Year | Rate |\n| --- | --- |\n| 2025 | 2% |';
  const { user } = setUp({
    content,
    metadata: { processing: false, status: 'complete', citations, numSourcesUsed: 1 },
  });
  // The components for tables and citations are loaded on first use.
  await screen.findByRole('cell', { name: '2%' });
  // One in the text, one in the list below it.
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: sourceNumberWords.source(1, 'Rates') })).toHaveLength(2),
  );
  await user.click(await screen.findByRole('button', { name: words.copyAnswer }));
  const [item] = await navigator.clipboard.read();
  const read = async (type: string) => (await item?.getType(type))?.text();
  expect(await read('text/plain')).toBe(
    `${content.replace('fell.', 'fell.[1]')}\n\n[1] Rates, ecb.example: https://ecb.example/rates\n`,
  );
  const html = new DOMParser().parseFromString((await read('text/html')) ?? '', 'text/html');
  expect(html.querySelector('sup')?.textContent).toBe('[1]');
  expect([...html.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['2025', '2%']);
  expect(html.querySelector('a')?.getAttribute('href')).toBe('https://ecb.example/rates');
  expect(html.querySelector('button, [class], [data-source]')).toBeNull();
  expect(html.body.textContent).not.toContain('Table');
});

it.each(['failed', 'stopped', 'interrupted'] as const)('offers to continue an answer that was %s', async (status) => {
  const { user, actions, message } = setUp({ metadata: { processing: false, status, modelId: 'large' } });
  await user.click(await screen.findByRole('button', { name: words.continueAnswer }));
  expect(actions.retry).toHaveBeenCalledExactlyOnceWith(message.id, undefined, true);
});

it('offers only to retry an answer that the offline analyst started', async () => {
  setUp({ metadata: { processing: false, status: 'stopped', modelId: 'offline' } }, false);
  expect(await screen.findByRole('button', { name: threadWords.retry })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: words.continueAnswer })).toBeNull());
});

const versions = { number: 1, count: 2, previousId: null, nextId: '00000000-0000-4000-8000-000000000003' };

it('shows the earlier text until the retry has a text of its own', async () => {
  const earlier = { ...versions, number: 2, earlierText: 'Rates rose.' };
  const { message, rerender } = setUp({ content: '', versions: earlier, metadata: { processing: true } });
  expect(await screen.findByText('Rates rose.')).toBeDefined();
  expect(screen.getByText(threadWords.thinking(brand.chat))).toBeDefined();
  rerender(
    <article>
      <Answer
        message={{ ...message, content: 'Rates fell.' }}
        isNewest
        isRetrying={false}
        actions={{ retry: vi.fn(), openSource: vi.fn() }}
      />
    </article>,
  );
  expect(await screen.findByText('Rates fell.')).toBeDefined();
  expect(screen.queryByText('Rates rose.')).toBeNull();
});

it('reports that a retry failed below the earlier answer, and offers to retry with the same model', async () => {
  const error = { code: 'unavailable', message: 'The AI model has a problem right now.' };
  const { user, actions, message } = setUp({ versions: { ...versions, failedRetry: { error, modelId: 'small' } } });
  expect(await screen.findByText('Rates fell.')).toBeDefined();
  const end = within(await screen.findByRole('alert'));
  expect(end.getByText(words.retryFailed(error.message))).toBeDefined();
  await user.click(end.getByRole('button', { name: threadWords.retry }));
  expect(actions.retry).toHaveBeenLastCalledWith(message.id, 'small');
  await user.click(await end.findByRole('button', { name: modelWords.tryWith('The large one') }));
  expect(actions.retry).toHaveBeenLastCalledWith(message.id, 'large');
});

it('offers only to retry an answer without text', async () => {
  setUp({ content: '', metadata: { processing: false, status: 'stopped', modelId: 'large' } });
  expect(await screen.findByRole('button', { name: threadWords.retry })).toBeDefined();
  expect(screen.queryByRole('button', { name: words.continueAnswer })).toBeNull();
});
