import { describe, expect, it } from 'vitest';
import { markedSource, markerAddress, numberOfUrl, toMarkers, toSources } from '~/shared/answer-text/sources';
import { toQuotes } from './cited-quotes';
import { toMissingQuotes } from './find-missing-quotes';

const fed = { source: 'Federal Reserve', url: 'https://www.fed.example/a', title: 'Minutes', quote: 'Rates rose.' };

describe('toSources', () => {
  it('numbers distinct sources in the order they are cited', () => {
    const citations = [fed, { source: 'Report.pdf' }, { ...fed, quote: 'Growth slowed.' }];
    expect(toSources(citations)).toEqual([
      { number: 1, title: 'Minutes', site: 'fed.example', url: fed.url },
      { number: 2, title: 'Report.pdf', site: 'Report.pdf', url: undefined },
    ]);
    expect(toQuotes(citations)).toEqual(
      new Map([
        [1, [{ text: 'Rates rose.' }, { text: 'Growth slowed.' }]],
        [2, []],
      ]),
    );
  });

  it("counts each page of a user's file as one source, with all quotes from it", () => {
    const cited = { source: 'Report.pdf', title: 'Report.pdf, page 2', objectId: 'a', page: 2, quote: 'One.' };
    const citations = [
      cited,
      { ...cited, quote: 'Two.' },
      { ...cited, page: 3, quote: 'Three.' },
      { ...cited, objectId: 'b' },
    ];
    expect(toSources(citations).map(({ number, file }) => ({ number, file }))).toEqual([
      { number: 1, file: { objectId: 'a', page: 2 } },
      { number: 2, file: { objectId: 'a', page: 3 } },
      { number: 3, file: { objectId: 'b', page: 2 } },
    ]);
    expect([...toQuotes(citations).values()]).toEqual([
      [{ text: 'One.' }, { text: 'Two.' }],
      [{ text: 'Three.' }],
      [{ text: 'One.' }],
    ]);
  });

  it('counts a page once, whatever its URLs add', () => {
    const urls = [
      '/a?id=1&utm_source=openai',
      '/a?utm_source=x&utm_medium=y&id=1#rates',
      '/a?id=1',
      '/a',
      '/a/',
      '/a?utm_id=1',
    ];
    const sources = toSources(urls.map((path) => ({ source: 'ecb.example', url: `https://ecb.example${path}` })));
    expect(sources.map(({ url }) => url)).toEqual([
      'https://ecb.example/a?id=1&utm_source=openai',
      'https://ecb.example/a',
    ]);
    expect(numberOfUrl(sources, 'https://ecb.example/a#top')).toBe(2);
  });

  it('returns no URL that a browser must not follow', () => {
    expect(toSources([{ source: 'x', url: 'javascript:alert(1)' }])[0]?.url).toBeUndefined();
  });

  it('finds the number of a link in the text', () => {
    const sources = toSources([{ source: 'a', url: 'https://a.example' }, fed]);
    expect(numberOfUrl(sources, fed.url)).toBe(2);
    expect(numberOfUrl(sources, 'https://other.example')).toBeUndefined();
  });
});

describe('verified quotations', () => {
  const checkedAt = '2026-11-22T10:00:00.000Z';
  const cited = { source: 'a.pdf', objectId: 'a', page: 2, sourceStart: 7 };
  const citations = [
    { ...cited, quote: 'One.', start: 0, end: 4, check: { verdict: 'quote' as const, passage: 'One.', checkedAt } },
    { source: 'a.pdf', quote: 'Nowhere.', start: 5, end: 9, check: { verdict: 'absent' as const, checkedAt } },
    {
      ...cited,
      quote: 'Two.',
      start: 10,
      end: 14,
      check: { verdict: 'differs' as const, passage: 'Ten.', missing: ['Two'], checkedAt },
    },
  ];

  it('keep their verdicts, and are not sources if they were not found', () => {
    expect(toSources(citations)).toMatchObject([{ number: 1, verdict: 'differs' }]);
    expect(toQuotes(citations).get(1)).toEqual([
      { text: 'One.', verdict: 'quote', passage: 'One.', start: 7 },
      { text: 'Two.', verdict: 'differs', passage: 'Ten.', missing: ['Two'], start: 7 },
    ]);
    expect(toMissingQuotes(citations)).toEqual(['Nowhere.']);
  });

  it('are marked in the text', () => {
    expect(toMarkers('One. Two. Ten.', citations)).toEqual([
      { at: 4, number: 1, verdict: 'quote' },
      { at: 9, number: 0, verdict: 'absent' },
      { at: 14, number: 1, verdict: 'differs' },
    ]);
  });
});

describe('toMarkers', () => {
  const content = 'Rates rose. Growth slowed.';

  it('puts the number after the cited passage, once', () => {
    const cited = { ...fed, start: 0, end: 11 };
    expect(toMarkers(content, [cited, cited, { source: 'b', start: 12, end: 26 }])).toEqual([
      { at: 11, number: 1 },
      { at: 26, number: 2 },
    ]);
  });

  it('adds none if the text already links to the source', () => {
    const linked = `Rates rose. [[1]](${fed.url}) More.`;
    expect(toMarkers(linked, [{ ...fed, start: 12, end: 12 + 7 + fed.url.length }])).toEqual([]);
  });

  it.each([
    ['a number', 'Rates rose. [1] More.', '[1]'],
    ['a linked number', `Rates rose. [[1]](${fed.url}) More.`, `[[1]](${fed.url})`],
    ['a citation mark of OpenAI', 'Rates rose. 【4:0†source】 More.', '【4:0†source】'],
  ])('replaces %s once the source is checked', (_name, text, mark) => {
    const check = { verdict: 'figures' as const, checkedAt: '2026-11-22T10:00:00.000Z' };
    const start = text.indexOf(mark);
    const end = start + mark.length;
    expect(toMarkers(text, [{ ...fed, start, end, check }])).toEqual([
      { from: start, at: end, number: 1, verdict: 'figures' },
    ]);
  });

  it('moves to the end of a link in the text once the source is checked', () => {
    const check = { verdict: 'absent' as const, checkedAt: '2026-11-22T10:00:00.000Z' };
    const link = `[the Fed](${fed.url})`;
    const text = `It says ${link} so.`;
    const end = 8 + link.length;
    expect(toMarkers(text, [{ ...fed, start: 8, end, check }])).toEqual([{ at: end, number: 1, verdict: 'absent' }]);
  });

  it('ignores passages outside the text', () => {
    expect(toMarkers(content, [{ ...fed, start: 5, end: 900 }, { ...fed, start: 9, end: 3 }, fed])).toEqual([]);
  });
});

describe('a marker', () => {
  it('can be found by its URL, which no text can contain', () => {
    expect(markedSource(markerAddress({ number: 12 }))).toEqual({ number: 12 });
    expect(markedSource(markerAddress({ number: 3, verdict: 'differs' }))).toEqual({ number: 3, verdict: 'differs' });
    for (const text of ['#section', '#source-1', '#source-1-quote']) expect(markedSource(text)).toBeUndefined();
  });
});
