import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { diagramWords as words } from '~/client/words/diagram';
import { markdownWords } from '~/client/words/markdown';
import { AnswerBlock } from '../markdown/answer-block';
import { drawer } from './drawer';

const { load } = drawer;
afterEach(() => {
  drawer.load = load;
});

const code = 'graph TD\n  A --> B\n';
const answer = (isFinal: boolean, language = 'mermaid') => (
  <AnswerBlock markdown={`\`\`\`${language}\n${code}\`\`\``} isFinal={isFinal} idPrefix="x-" />
);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"></svg>';

it('draws a diagram as an image once its code is complete, and uses the code as its description', async () => {
  const drawDiagram = vi.fn(async () => ({ svg, width: 200, height: 100 }));
  drawer.load = async () => ({ drawDiagram });
  const { user, rerender } = renderInApp(answer(false));
  expect(screen.getByRole('group', { name: markdownWords.codeIn('mermaid') })).toBeDefined();
  expect(drawDiagram).not.toHaveBeenCalled();
  rerender(answer(true));
  const image = await screen.findByRole<HTMLImageElement>('img', { name: words.describedByCode });
  expect(image.src).toBe(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  expect(drawDiagram).toHaveBeenCalledWith(code, expect.stringMatching(/dark|light/));
  const description = () => document.getElementById(image.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(description()).toContain('A --> B');
  expect(screen.queryByRole('group', { name: markdownWords.codeIn('mermaid') })).toBeNull();
  await user.click(screen.getByRole('button', { name: words.showCode }));
  expect(screen.getByRole('group', { name: markdownWords.codeIn('mermaid') })).toBeDefined();
  expect(description()).toContain('A --> B');
});

it("shows the code and the reason if a diagram can't be drawn", async () => {
  drawer.load = async () => ({ drawDiagram: () => Promise.reject(new Error(words.tooLarge)) });
  const { unmount } = renderInApp(answer(true));
  expect(await screen.findByText(words.notDrawn(words.tooLarge))).toBeDefined();
  expect(screen.getByRole('group', { name: markdownWords.codeIn('mermaid') })).toBeDefined();
  unmount();
  drawer.load = () => Promise.reject(new Error('offline'));
  renderInApp(answer(true));
  expect(await screen.findByText(words.notDrawn(words.notLoaded))).toBeDefined();
});

it('loads nothing for other languages', async () => {
  const asked = vi.fn(load);
  drawer.load = asked;
  renderInApp(answer(true, 'python'));
  await waitFor(() => expect(screen.getByRole('button', { name: markdownWords.copyCode })).toBeDefined());
  expect(asked).not.toHaveBeenCalled();
});
