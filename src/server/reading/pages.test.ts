import { describe, expect, it } from 'vitest';
import { readPage } from '~/server/reading/extract/read-page';
import { pageShapes } from '~/server/testing/inputs/page-shapes';

const url = 'https://news.example.com/a';
const read = (html: string | Buffer, charset = '') => readPage(Buffer.from(html), { url, charset });
const textOf = (html: string) => read(html).extractedText ?? '';
const count = (text: string) => text.match(/KEEP/g)?.length ?? 0;
const article = (head: string) => `<html><head><title>A title</title>${head}</head><body><p>Words.</p></body></html>`;

describe('the text of a page', () => {
  it.each(Object.entries(pageShapes))('is everything that visitors see, and nothing else: %s', (_name, html) => {
    const text = textOf(html);
    expect(count(text)).toBe(count(html));
    expect(text).not.toContain('DROP');
  });

  it('keeps headings, lists and tables as Markdown, below its title', () => {
    const html =
      '<title>Rates</title><main><h2>Key rates</h2><ul><li>Deposit</li><li>Lending</li></ul><table><tr><th>Rate</th><th>%</th></tr><tr><td>Deposit</td><td>2.00</td></tr></table></main>';
    expect(textOf(html)).toBe(
      '# Rates\n\n## Key rates\n\n- Deposit\n- Lending\n\n| Rate | % |\n| --- | --- |\n| Deposit | 2.00 |',
    );
  });

  it.each([
    [
      'with its TeX beside it',
      'Accuracy of <math alttext="95.3\\%"><semantics><mrow><mn>95.3</mn><mo>%</mo></mrow><annotation encoding="application/x-tex">95.3\\%</annotation><annotation-xml><apply><cn>95.3</cn></apply></annotation-xml></semantics></math> was reached.',
      'Accuracy of 95.3% was reached.',
    ],
    [
      'drawn by a script, too',
      'Up <span class="katex"><span class="katex-mathml"><math><mn>12</mn></math></span><span class="katex-html" aria-hidden="true"><span>12</span></span></span>% in May.',
      'Up 12% in May.',
    ],
    [
      'of fractions, powers and roots',
      '<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>10</mn></mfrac><mo>=</mo> <msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup><msqrt><msub><mi>x</mi><mi>i</mi></msub></msqrt></math>',
      '1/2+(a+b)/10=10^(−6)√(x_i)',
    ],
    [
      'as a table',
      '<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable></math>',
      '1 2; 3 4',
    ],
    [
      'with a name and hidden parts',
      '<math><mi>log</mi><mo>\u2061</mo><mi>x</mi><mo>\u2062</mo><mi>y</mi><mtext> if </mtext><mn style="display:none">7</mn><mphantom><mn>8</mn></mphantom><mn>9</mn></math>',
      'log xy if 9',
    ],
    [
      'as an image of an encyclopedia',
      'Energy <span><span style="display: none;"><math><mi>E</mi></math></span><img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="E=mc^2"></span>.',
      'Energy [Image: E=mc^2] .',
    ],
  ])('keeps a formula once: %s', (_name, html, text) => {
    expect(textOf(`<p>${html}</p>`)).toBe(text);
    // Without a tree, as for files and pages that are too large for one.
    const nested = textOf(`${'<div>'.repeat(200)}<p>${html}</p>${'</div>'.repeat(200)}`);
    expect(nested).toBe(text);
  });

  it.each([
    ['$94.9<sup>1</sup> billion', '$94.9 billion'],
    ['12.5 %<sup><a href="#n">2</a></sup> in 2024<sup>1)</sup>', '12.5 % in 2024'],
    ['7.2 <sup>1</sup><sup>,</sup> <sup>2</sup> million', '7.2 million'],
    ['Sales 345<sup>2</sup>, costs (1,234)<sup>3</sup>', 'Sales 345, costs (1,234) [3]'],
    ['10<sup>6</sup> units, 5&nbsp;×&nbsp;10<sup>-3</sup>, 40 m<sup>2</sup>', '10^6 units, 5 × 10^-3, 40 m^2'],
    ['6<sup>3</sup>/<sub>8</sub>% notes, 4<sup>1/2</sup>', '6 3/8% notes, 4 1/2'],
    ['It costs $19<sup>99</sup>', 'It costs $19 [99]'],
    ['The 1<sup>st</sup> of R<sup>2</sup>, as said.<sup>[1]</sup>', 'The 1st of R2, as said.[1]'],
    ['<sup>1</sup> Unaudited.', '1 Unaudited.'],
  ])('keeps figures apart from superscripts: %s', (html, text) => {
    expect(textOf(`<p>${html}</p>`)).toBe(text);
  });

  it('keeps cells of figures apart from footnote marks', () => {
    const html =
      '<table><tr><th>EUR m</th><th>2024<sup>1</sup></th></tr><tr><td>Sales</td><td>345<sup>2</sup></td></tr></table>';
    expect(textOf(html)).toBe('| EUR m | 2024 |\n| --- | --- |\n| Sales | 345 |');
  });

  it('has no characters that only a model would see', () => {
    const tags = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    expect(textOf(`<p>A\u200b plain\u2066 text${tags}\ufe01.</p>`)).toBe('A plain text.');
  });

  it.each<[string, Buffer, string]>([
    ['declared by the server', Buffer.from('<p>Zinss\u00e4tze</p>', 'latin1'), 'iso-8859-1'],
    ['declared by the page', Buffer.from('<meta charset="windows-1252"><p>Zinss\u00e4tze</p>', 'latin1'), ''],
    ['declared wrongly', Buffer.from('<p>Zinss\u00e4tze</p>'), 'iso-8859-1'],
    ['declared as one that does not exist', Buffer.from('<p>Zinss\u00e4tze</p>', 'latin1'), 'utf-99'],
    ['with a mark', Buffer.from('\ufeff<p>Zinss\u00e4tze</p>', 'utf16le'), 'iso-8859-1'],
  ])('is decoded: %s', (_name, bytes, charset) => {
    expect(read(bytes, charset).extractedText).toBe('Zinss\u00e4tze');
  });

  it.each(['iso-8859-1', 'ISO8859-1', 'latin1', 'us-ascii', 'ascii'])(
    'has the quotation marks and dashes of Windows if it is declared as %s',
    (charset) => {
      const bytes = Buffer.from('<p>don\x92t \x93pay\x94 10 \x80 \x96 now</p>', 'latin1');
      expect(read(bytes, charset).extractedText).toBe('don’t “pay” 10 € – now');
    },
  );

  it.each([
    ['within a cell without a table', '<td><html><body><p>All words.</p></body></html>'],
    ['before and after the root', '<p>All</p><html><body>words</body></html><p>are read.'],
    ['in a root without a body', '<html><p>All words.</html>'],
  ])('is read despite damage: %s', (_what, html) => {
    expect(textOf(html).replace(/\s+/g, ' ')).toBe(
      html
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  });

  it('of an extremely nested page is read without a tree', () => {
    expect(textOf(`${'<div>'.repeat(4000)}Deep words.${'</div>'.repeat(4000)}`)).toContain('Deep words.');
  });
});

describe('metadata of a page', () => {
  it('is read from meta elements', () => {
    const head = `<meta property="og:title" content="Rates &amp; prices"><meta property="og:site_name" content="The News">
      <meta name="author" content="Jane Roe"><meta property="article:published_time" content="2026-11-20T08:00:00+01:00">
      <link rel="canonical" href="/rates">`;
    expect(read(article(head)).page).toEqual({
      title: 'Rates & prices',
      site: 'The News',
      author: 'Jane Roe',
      publishedAt: '2026-11-20T08:00:00+01:00',
      canonicalUrl: 'https://news.example.com/rates',
      hasScripts: false,
    });
  });

  it.each([
    ['2026-11-20T23:30:00-05:00', '2026-11-20T23:30:00-05:00'],
    ['2026-11-21 00:30:00Z', '2026-11-21T00:30:00Z'],
    ['2026-11-21T00:30:00+0900', '2026-11-21T00:30:00+0900'],
    ['2026-11-21T00:30:00', '2026-11-21'],
    ['2026-11-21T99:30:00Z', '2026-11-21'],
  ])('has the day that the page states, in its own time zone: %s', (stated, publishedAt) => {
    const head = `<meta property="article:published_time" content="${stated}">`;
    expect(read(article(head)).page).toMatchObject({ publishedAt });
  });

  it('is read from JSON-LD, also within a graph', () => {
    const data = {
      '@graph': [{ '@type': 'NewsArticle', author: [{ name: 'Jane Roe' }], datePublished: '2026-11-20' }],
    };
    const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    expect(read(article(script)).page).toMatchObject({ author: 'Jane Roe', publishedAt: '2026-11-20' });
  });

  it.each([
    ['the address of another site', 'https://bank.example.com/a'],
    ['its home page', 'https://news.example.com/'],
    ['no web address', 'javascript:alert(1)'],
  ])('is ignored if it names %s', (_name, href) => {
    expect(read(article(`<link rel="canonical" href="${href}">`)).page).not.toHaveProperty('canonicalUrl');
  });

  it.each(['not json', '[[[[', '{"author":{"name":{"a":1}},"datePublished":5}', '"text"', 'null'])(
    'may be nonsense: %s',
    (data) => {
      const { page } = read(article(`<script type="application/ld+json">${data}</script>`));
      expect(page).toEqual({ title: 'A title', hasScripts: false });
    },
  );
});

describe('a wall before a page', () => {
  it.each([
    ['paywall', '<h1>Rates</h1><p>The bank has…</p><p>Subscribe to continue reading.</p>'],
    ['paywall', '<script type="application/ld+json">{"isAccessibleForFree":"False"}</script><p>The bank has</p>'],
    ['consent', '<h1>Before you continue</h1><p>We value your privacy.</p>'],
    ['bot_check', '<title>Just a moment...</title><p>Verifying you are human.</p>'],
  ])('is recognized: %s', (wall, html) => {
    expect(read(html).page?.barrier).toBe(wall);
  });

  it('is not detected on a page that only mentions one', () => {
    const html = `${pageShapes['a news story']}<p>Subscribe to continue reading. Accept all cookies.</p>`;
    expect(read(html.repeat(3)).page).not.toHaveProperty('wall');
  });
});
