import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { PlainTextBoundary } from './plain-text-boundary';

// React logs caught errors, which these tests provoke.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

function Block({ text }: { text: string }) {
  if (text.includes('broken')) throw new Error('This block cannot be drawn');
  return <strong>{text}</strong>;
}
const block = (text: string) => (
  <PlainTextBoundary key="block" text={text}>
    <Block text={text} />
  </PlainTextBoundary>
);

it('shows the plain text of a block that fails to render, and its neighbors unchanged', () => {
  renderInApp(
    <>
      {block('a broken block')}
      <p>The next block</p>
    </>,
  );
  expect(screen.getByText('a broken block')).toBeDefined();
  expect(screen.queryByRole('strong')).toBeNull();
  expect(screen.getByText('The next block')).toBeDefined();
});

it('tries again when more text has arrived', () => {
  const { rerender } = renderInApp(block('broken'));
  rerender(block('whole'));
  expect(screen.getByRole('strong').textContent).toBe('whole');
});
