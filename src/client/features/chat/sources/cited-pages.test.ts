import { describe, expect, it } from 'vitest';
import { toSources } from '~/shared/answer-text/sources';
import { sentenceAt, toCitedPages } from './cited-pages';

const url = 'https://ecb.example/rates';

describe('the sentence before a citation', () => {
  it.each([
    ['First one. Rates **fell** to 2 %. [1] Next.', '[1]'],
    [`First one.\n\n- Rates fell to 2 %.[[1]](${url})`, `[[1]](${url})`],
    [`First one. Rates fell to 2 %. ([ECB](${url}))`, `([ECB](${url}))`],
    ['First one. Rates fell to 2 %. Next.', 'Rates fell to 2 %.'],
    ['First one. Rates fell to 2 %.\n\n【4†source】', '【4†source】'],
    ['[1] Rates fell to 2 %.', '[1]'],
  ])('is shown as displayed, in %j', (content, mark) => {
    const start = content.indexOf(mark);
    expect(sentenceAt(content, start, start + mark.length)).toBe('Rates fell to 2 %.');
  });

  it.each([
    ['Первое. Ставка снизилась. Дальше.', 'Ставка снизилась.'],
    ['第一句。利率下降了。下一句。', '利率下降了。'],
    ['पहला। दर घटी। अगला।', 'दर घटी।'],
  ])('is the cited range in any script, in %j', (content, sentence) => {
    const start = content.indexOf(sentence);
    expect(sentenceAt(content, start, start + sentence.length)).toBe(sentence);
  });

  it('has no space where an earlier mark stood before a comma', () => {
    const content = 'Rates fell to 2 % [1], then rose [2].';
    expect(sentenceAt(content, 33, 36)).toBe('Rates fell to 2 %, then rose');
  });
});

describe('the pages of an answer', () => {
  it('list the claims they are cited for in the order of the text, each once', () => {
    const content = 'Rates fell. [1] They fell again. [1]';
    const check = { verdict: 'figures' as const, checkedAt: '2026-11-22T10:00:00.000Z' };
    const at = (start: number) => ({
      source: 'ecb.example',
      url,
      start,
      end: start + 3,
      check,
      publishedAt: '2026-05-01',
    });
    const citations = [at(33), at(12), at(12)];
    expect(toCitedPages(content, citations, toSources(citations))).toEqual(
      new Map([
        [
          1,
          {
            publishedAt: '2026-05-01',
            claims: [
              { text: 'Rates fell.', place: 0, check },
              { text: 'They fell again.', place: 1, check },
            ],
          },
        ],
      ]),
    );
  });

  it('have a claim without text if the citation has no position', () => {
    const citations = [{ source: 'ecb.example', url, start: 5, end: 900 }];
    expect(toCitedPages('Rates.', citations, toSources(citations)).get(1)?.claims).toEqual([{ text: '' }]);
  });
});
