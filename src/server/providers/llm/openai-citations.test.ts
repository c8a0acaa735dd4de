import { expect, it } from 'vitest';
import { CitationCollector } from './openai-citations';

const url = 'https://example.com/a?id=5';

it.each([
  `Rates fell, see ${url}.`,
  `利率下降（见${url}）。下一句。`,
  `利率下降，见${url}。下一句。`,
  `利率下降，见${url}谢谢`,
  `“${url}”を参照`,
])('a visited page whose URL is in the text is cited: %s', (text) => {
  const citations = new CitationCollector();
  citations.see(url);
  const start = text.indexOf(url);
  expect(citations.fromText(text).map(({ citation }) => citation)).toEqual([
    { source: 'example.com', url, start, end: start + url.length },
  ]);
});

it('a visited page is cited by its URL without the fragment or the campaign', () => {
  const citations = new CitationCollector();
  citations.see(`${url}&utm_source=openai#rates`, 'Rates');
  expect(citations.fromText(`See ${url}`)).toMatchObject([{ citation: { url, title: 'Rates', start: 4 } }]);
});

it('a visited URL may have letters outside of ASCII', () => {
  const citations = new CitationCollector();
  citations.see('https://example.com/经济');
  citations.see('https://example.com/');
  expect(citations.fromText('见https://example.com/经济。').map(({ citation }) => citation.url)).toEqual([
    'https://example.com/经济',
  ]);
});
