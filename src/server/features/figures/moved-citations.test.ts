/** The citations of an answer after the correction of its figures. */
import { describe, expect, it } from 'vitest';
import { movedCitations } from './moved-citations';

const mark = '[1](https://example.com)';
const cited = (content: string, ...places: number[]) => ({
  content,
  citations: places.map((start) => ({
    source: 'Example',
    url: 'https://example.com',
    start,
    end: start + mark.length,
  })),
});

describe('the citations of a first text', () => {
  it('each stay at their own mark', () => {
    const content = `Tesla is up 41%. The plant opened ${mark}. It has 300 robots ${mark}.`;
    const first = cited(content, content.indexOf(mark), content.lastIndexOf(mark));
    const second = content.replace('41%', '38.75% (closing price)');
    expect(movedCitations(first, second).map(({ start }) => start)).toEqual([
      second.indexOf(mark),
      second.lastIndexOf(mark),
    ]);
  });

  it('stay without a position', () => {
    const citation = { source: 'Example', url: 'https://example.com' };
    expect(movedCitations({ content: 'Tesla is up 41%.', citations: [citation] }, 'Tesla is up.')).toEqual([citation]);
  });

  it('are left out if their passage is', () => {
    const content = `Tesla is up 41% ${mark}.`;
    expect(movedCitations(cited(content, content.indexOf(mark)), 'Tesla is up.')).toEqual([]);
    expect(movedCitations({ content, citations: [{ source: 'Prices' }] }, content)).toEqual([]);
  });
});
