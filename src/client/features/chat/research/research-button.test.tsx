import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { researchWords as words } from '~/client/words/research';
import { unknownAbilities } from '~/shared/schemas/models';
import type { ResearchView } from '~/shared/schemas/research';
import ResearchButton from './research-button';

const research: ResearchView = {
  id: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01',
  conversationId: '4f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a02',
  messageId: null,
  question: 'Where do rates stand?',
  modelId: 'm',
  state: 'planning',
  queuePlace: null,
  budget: { minutes: 10, pages: 24, usd: null },
  used: { milliseconds: 0, pages: 0, inputTokens: 0, outputTokens: 0, cost: null },
  steps: [],
  error: null,
  createdAt: new Date(),
  updatedAt: new Date(),
};

/**
 * A model that can't call tools: its answers can't use the web, but its research can if a search provider is set up.
 */
const serve = (canResearch: boolean) =>
  fakeServer({
    'auth.config': () => ({ ...config, model: { name: 'm', isConnected: true, canSearchWeb: false } }),
    'auth.user': () => ada,
    'models.list': () => [
      {
        id: 'm',
        name: 'M',
        endpointId: null,
        isDefault: true,
        contextTokens: 8192,
        maxOutputTokens: null,
        canResearch,
        abilities: { ...unknownAbilities, tools: false, webSearch: false },
      },
    ],
    'research.start': () => research,
  });
const button = () => screen.findByRole('button', { name: words.button });
let started = 0;
const onStarted = () => {
  started += 1;
};

it('starts research with a model that supports it, also without tools', async () => {
  const requests = serve(true);
  const { user } = renderInApp(<ResearchButton text=" Where do rates stand? " onStarted={onStarted} />);
  expect((await button()).getAttribute('aria-disabled')).toBeNull();
  await user.click(await button());
  await expect.poll(() => started).toBe(1);
  expect(requests.find(({ path }) => path === 'research.start')?.input).toMatchObject({
    question: 'Where do rates stand?',
    model: 'm',
  });
});

it.each([
  ['without a question', true, ' ', words.writeFirst],
  ['without web search', false, 'Where do rates stand?', words.needsWeb],
])("shows why it can't start %s", async (_name, canResearch, text, reason) => {
  const requests = serve(canResearch);
  const { user } = renderInApp(<ResearchButton text={text} onStarted={onStarted} />);
  expect((await button()).getAttribute('aria-disabled')).toBe('true');
  await user.click(await button());
  await user.hover(await button());
  expect(await screen.findByRole('tooltip')).toHaveProperty('textContent', reason);
  expect(requests.some(({ path }) => path === 'research.start')).toBe(false);
});
