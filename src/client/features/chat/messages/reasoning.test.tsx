import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import Reasoning from './reasoning';

it("collapses the model's reasoning under its duration", async () => {
  const { user } = renderInApp(<Reasoning reasoning={{ text: 'They ask about **rates**.', milliseconds: 12_400 }} />);
  const button = screen.getByRole('button', { name: 'Thought for 12 s' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText('They ask about **rates**.').hidden).toBe(true);
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('They ask about **rates**.').hidden).toBe(false);
});
