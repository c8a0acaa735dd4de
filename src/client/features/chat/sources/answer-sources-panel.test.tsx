import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { sourcesWords as words } from '~/client/words/sources';
import { AnswerSourcesPanel } from './answer-sources-panel';

const message = { ...answer, metadata: { citations: [{ source: 'Plan.pdf', quote: 'Debt falls.' }] } };

function windowOf(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener() {},
    removeEventListener() {},
  }));
}

it.each([1200, 1920])('is beside the conversation at %s px', (width) => {
  windowOf(width);
  renderInApp(<AnswerSourcesPanel message={message} number={1} onClose={() => {}} />);
  expect(screen.getByRole('region', { name: words.sources }).textContent).toContain('Plan.pdf');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([1199, 1024, 768, 390])('overlays the conversation at %s px without changing its width', (width) => {
  windowOf(width);
  renderInApp(<AnswerSourcesPanel message={message} number={1} onClose={() => {}} />);
  expect(screen.getByRole('dialog', { name: words.sources }).textContent).toContain('Plan.pdf');
});
