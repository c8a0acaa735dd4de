import { expect, it } from 'vitest';
import { cutText } from './cut-text';

const document = {
  content: 'First page. Second page. It goes on.',
  pages: [
    { page: 1, start: 0 },
    { page: 2, start: 12 },
  ],
  passageStarts: [0, 12, 25],
};
const textsOf = (pages: ReturnType<typeof cutText>) => pages.map(({ pieces }) => pieces.map(({ text }) => text));

it('is one piece per page by default, without gaps', () => {
  const pages = cutText(document, false);
  expect(textsOf(pages)).toEqual([['First page. '], ['Second page. It goes on.']]);
  expect(textsOf(cutText({ ...document, pages: [] }, false))).toEqual([[document.content]]);
});

it('numbers the passages on request', () => {
  const pages = cutText(document, true);
  expect(textsOf(pages)).toEqual([['First page. '], ['Second page. ', 'It goes on.']]);
  expect(pages.flatMap(({ pieces }) => pieces.map(({ passage }) => passage))).toEqual([1, 2, 3]);
});

it('marks a found passage, even across pages or if it has moved', () => {
  const found = (start: number, text: string) =>
    cutText(document, false, { start, text }).flatMap(({ pieces }) =>
      pieces.filter(({ isFound }) => isFound).map(({ text }) => text),
    );
  expect(found(12, 'Second page.')).toEqual(['Second page.']);
  expect(found(40, 'It goes on.')).toEqual(['It goes on.']);
  expect(found(6, 'page. Second')).toEqual(['page. ', 'Second']);
  expect(found(0, 'It is gone.')).toEqual([]);
});
