/** No answer that a model can write blocks the page much longer than another answer of its length. */
import { describe, expect, it } from 'vitest';
import { blockMarkdown } from '~/shared/answer-text/block-markdown';
import { flattenNesting } from '~/shared/answer-text/flatten-nesting';
import { isPathologicalMarkdown } from '~/shared/answer-text/pathological-markdown';
import { toMarkers } from '~/shared/answer-text/sources';
import { findSlowInputs, hostileLength } from '~/shared/testing/hostile-text';
import { finishMarks, hideOpenReferences } from './markdown/finish-marks';
import { splitMarkdown } from './markdown/markdown-blocks';
import { nextSentences, plainWords } from './thread/announce';

/** Ten sources per line, and a thousand at one place. */
const citations = Array.from({ length: 2000 }, (_, index) => ({
  source: `Source ${index}`,
  start: 0,
  end: index < 1000 ? hostileLength / 2 : index * 50,
}));

const block = (raw: string) => ({ raw, start: 0, kind: 'paragraph', isSettled: true });

describe('100 KB of hostile text takes time proportional to its length', () => {
  it.each<[string, (text: string) => unknown]>([
    ['splitting an answer into blocks', (text) => splitMarkdown(text)],
    [
      'splitting an answer that grows',
      (text) => {
        let split: ReturnType<typeof splitMarkdown> | undefined;
        for (let end = 0; end < text.length; end += hostileLength / 5) split = splitMarkdown(text.slice(0, end), split);
      },
    ],
    [
      'closing its open marks',
      (text) => [finishMarks(text, 'paragraph'), hideOpenReferences(text, 'list', () => false)],
    ],
    ['numbering its sources', (text) => blockMarkdown(block(text), toMarkers(text, citations), new Map([['a', '']]))],
    ['reading it to a screen reader', (text) => [nextSentences(text, 0), plainWords(text)]],
    [
      'deciding whether it is formatted',
      (text) => isPathologicalMarkdown({ raw: flattenNesting(text), kind: 'paragraph' }),
    ],
  ])(
    'when %s',
    async (_name, work) => {
      expect(await findSlowInputs(work)).toEqual([]);
    },
    120_000,
  );
});

it('shows a block as plain text if its marks would take quadratic time to parse', () => {
  for (const pattern of [']', '](', '*a', '<!--', '[a]('])
    expect(isPathologicalMarkdown({ raw: pattern.repeat(hostileLength / 10), kind: 'paragraph' }), pattern).toBe(true);
  for (const ordinary of [
    '- **Tesla** is up ([source](https://example.com/a))\n'.repeat(300),
    '<!-- a -->\n'.repeat(20),
  ])
    expect(isPathologicalMarkdown({ raw: ordinary, kind: 'list' })).toBe(false);
});
