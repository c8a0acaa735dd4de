import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { AnswerMarkdown } from './answer-markdown';
import { useLazyPart } from './use-lazy-part';

it('shows no source of formulas while KaTeX is being loaded', async () => {
  const content = 'It rose from $5 to $10.\n\nSo $r = \\frac{10 - 5}{5}$ and:\n\n\\[\nx = 1\n\\]';
  const { container } = renderInApp(<AnswerMarkdown content={content} citations={undefined} isRunning={false} />);
  const paragraphs = () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(paragraphs()).toEqual(['It rose from $5 to $10.', 'So … and:', '…']);
  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2), { timeout: 60_000 });
  expect(container.textContent).not.toContain('…');
});

it('knows when a part of the page could not be loaded', async () => {
  const { result } = renderHook(() => useLazyPart({ load: () => Promise.reject(new Error('offline')) }, true));
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBeNull());
});
