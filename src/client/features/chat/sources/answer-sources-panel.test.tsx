import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer } from '~/client/testing/messages';
import { renderInApp } from '~/client/testing/render';
import { sourcesWords as words } from '~/client/words/sources';
import { AnswerSourcesPanel } from './answer-sources-panel';
import { useOpenedSources } from './opened-sources';
import { SourceLayers } from './source-layers';

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

it('moves the focus to each selected source, also to the same number again and in another answer', () => {
  windowOf(1920);
  const other = { ...message, id: 'other', metadata: { citations: [{ source: 'Budget.pdf', quote: 'Costs fall.' }] } };
  let open: (messageId: string, number: number) => void = () => {};
  function Opened() {
    const sources = useOpenedSources();
    open = sources.open;
    return <SourceLayers opened={sources.opened} messages={[message, other]} onClose={sources.close} />;
  }
  renderInApp(<Opened />);
  for (const [{ id }, title] of [
    [message, 'Plan.pdf'],
    [message, 'Plan.pdf'],
    [other, 'Budget.pdf'],
  ] as const) {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    act(() => open(id, 1));
    expect(document.activeElement).toBe(screen.getByRole('listitem'));
    expect(document.activeElement?.textContent).toContain(title);
  }
});
