import { describe, expect, it } from 'vitest';
import { markedNumber, markerAddress, numberOfUrl, toMarkers, toSources } from './sources';

const fed = { source: 'Federal Reserve', url: 'https://www.fed.example/a', title: 'Minutes', quote: 'Rates rose.' };

describe('toSources', () => {
  it('numbers distinct sources in the order they are cited', () => {
    const sources = toSources([fed, { source: 'Report.pdf' }, { ...fed, quote: 'Growth slowed.' }]);
    expect(sources).toEqual([
      { number: 1, title: 'Minutes', site: 'fed.example', url: fed.url, quotes: ['Rates rose.', 'Growth slowed.'] },
      { number: 2, title: 'Report.pdf', site: 'Report.pdf', url: undefined, quotes: [] },
    ]);
  });

  it('counts each page of a file of the reader as one, with all that is quoted from it', () => {
    const cited = { source: 'Report.pdf', title: 'Report.pdf, page 2', objectId: 'a', page: 2, quote: 'One.' };
    const sources = toSources([
      cited,
      { ...cited, quote: 'Two.' },
      { ...cited, page: 3, quote: 'Three.' },
      { ...cited, objectId: 'b' },
    ]);
    expect(sources.map(({ number, file, quotes }) => ({ number, file, quotes }))).toEqual([
      { number: 1, file: { objectId: 'a', page: 2 }, quotes: ['One.', 'Two.'] },
      { number: 2, file: { objectId: 'a', page: 3 }, quotes: ['Three.'] },
      { number: 3, file: { objectId: 'b', page: 2 }, quotes: ['One.'] },
    ]);
  });

  it('offers no address that a browser must not follow', () => {
    expect(toSources([{ source: 'x', url: 'javascript:alert(1)' }])[0]?.url).toBeUndefined();
  });

  it('finds the number of a link in the text', () => {
    const sources = toSources([{ source: 'a', url: 'https://a.example' }, fed]);
    expect(numberOfUrl(sources, fed.url)).toBe(2);
    expect(numberOfUrl(sources, 'https://other.example')).toBeUndefined();
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

  it('adds none where the text links to the source already', () => {
    const linked = `Rates rose. [[1]](${fed.url}) More.`;
    expect(toMarkers(linked, [{ ...fed, start: 12, end: 12 + 7 + fed.url.length }])).toEqual([]);
  });

  it('ignores passages that lie outside the text', () => {
    expect(toMarkers(content, [{ ...fed, start: 5, end: 900 }, { ...fed, start: 9, end: 3 }, fed])).toEqual([]);
  });
});

describe('a marker', () => {
  it('is found again by its address', () => {
    expect(markedNumber(markerAddress(12))).toBe(12);
    expect(markedNumber('#section')).toBeUndefined();
  });
});
