import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { usageWords as words } from '~/client/words/usage';
import AnswerUsage from './answer-usage';

it('names the model, tokens and cost of an answer', () => {
  const usage = { inputTokens: 1200, outputTokens: 340, cost: '0.0105', isEstimated: true };
  renderInApp(<AnswerUsage usage={usage} model="grok-4" />);
  const button = screen.getByRole('button', { name: words.answerUsage });
  expect(button.dataset.tooltip).toBe('grok-4 · 1,200 tokens in, 340 out · $0.0105 · estimated');
});

it('says how many tokens were reasoning, and how many came from the cache', () => {
  const usage = { inputTokens: 1200, outputTokens: 340, reasoningTokens: 300, cachedTokens: 1024 };
  renderInApp(<AnswerUsage usage={usage} model="grok-4" />);
  expect(screen.getByRole('button', { name: words.answerUsage }).dataset.tooltip).toBe(
    'grok-4 · 1,200 tokens in, 340 out · 300 of them reasoning · 1,024 read from the cache',
  );
});

it('leaves out what is not known', () => {
  renderInApp(<AnswerUsage usage={{ inputTokens: 1, outputTokens: 2 }} model={undefined} />);
  expect(screen.getByRole('button', { name: words.answerUsage }).dataset.tooltip).toBe('1 tokens in, 2 out');
});
