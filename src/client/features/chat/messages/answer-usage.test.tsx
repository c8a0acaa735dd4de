import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { usageWords as words } from '~/client/words/usage';
import { AnswerUsage } from './answer-usage';

it('shows the tokens and cost of an answer without a tooltip', () => {
  renderInApp(<AnswerUsage usage={{ inputTokens: 1200, outputTokens: 340, cost: '0.0105', isEstimated: true }} />);
  expect(screen.getByTitle(words.answerUsage).textContent).toBe('Tokens: 1,200 in, 340 out · $0.0105 · estimated');
});

it('shows how many tokens were reasoning, and how many were cached', () => {
  const usage = { inputTokens: 1200, outputTokens: 340, reasoningTokens: 300, cachedTokens: 1024 };
  renderInApp(<AnswerUsage usage={usage} />);
  expect(screen.getByTitle(words.answerUsage).textContent).toBe(
    'Tokens: 1,200 (1,024 cached) in, 340 (300 reasoning) out',
  );
});

it('omits unknown values', () => {
  renderInApp(<AnswerUsage usage={{ inputTokens: 1, outputTokens: 2 }} />);
  expect(screen.getByTitle(words.answerUsage).textContent).toBe('Tokens: 1 in, 2 out');
});
