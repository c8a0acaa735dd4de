import { describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { type LabeledSet, labeledCases, outcomeOf, scoreOf } from '~/server/testing/inputs/number-lock-cases';
import type { Citation, Verdict } from '~/shared/schemas/citations';
import { FigureWriter } from './figure-writer';
import { Figures, pricedAt } from './figures';
import { isAboutInvestments, reviewAnswer } from './review-answer';

const portfolio = [
  { ticker: 'TSLA', name: 'Tesla' },
  { ticker: 'NVDA', name: 'Nvidia' },
];
const deps = {
  db: {
    sql: async () => portfolio,
  },
} as unknown as Pick<Deps, 'db'>;

function review(said: string, question = '', citations: Citation[] = []) {
  const figures = new Figures();
  figures.price('250.10', { kind: 'latest', ticker: 'TSLA', ...pricedAt(new Date(0), 'Yahoo Finance', false) });
  figures.gain('38.75', { ticker: 'TSLA', ...pricedAt(new Date(0), 'Yahoo Finance', false) });
  const writer = new FigureWriter(figures);
  const text = writer.push(said) + writer.end();
  return reviewAnswer(deps, { question, text, citations, writer, figures });
}
const marked = async (said: string, question = '', citations: Citation[] = []) =>
  ((await review(said, question, citations)).unconfirmedFigures ?? []).map(({ text }) => text);

const minScores: Record<LabeledSet, { recall: number; precision: number }> = {
  tuned: { recall: 0.98, precision: 0.98 },
  unseen: { recall: 0.93, precision: 0.9 },
  second: { recall: 0.95, precision: 0.95 },
  'second unseen': { recall: 0.95, precision: 0.9 },
  third: { recall: 0.97, precision: 0.95 },
  'third unseen': { recall: 0.95, precision: 0.9 },
  fourth: { recall: 0.98, precision: 0.98 },
  'fourth unseen': { recall: 0.95, precision: 0.9 },
  fifth: { recall: 0.95, precision: 0.95 },
  'fifth unseen': { recall: 0.95, precision: 0.9 },
};

describe('the number lock', () => {
  it('finds nearly every labeled figure, and flags hardly any others', async () => {
    const outcomes = await Promise.all(labeledCases().map(outcomeOf));
    expect(outcomes.length).toBeGreaterThanOrEqual(400);
    for (const [set, min] of Object.entries(minScores)) {
      const { recall, precision } = scoreOf(outcomes.filter(({ labeled }) => labeled.set === set));
      expect(recall, set).toBeGreaterThanOrEqual(min.recall);
      expect(precision, set).toBeGreaterThanOrEqual(min.precision);
    }
    const unseen = scoreOf(outcomes.filter(({ labeled }) => labeled.set.endsWith('unseen')));
    expect(unseen.recall).toBeGreaterThanOrEqual(0.95);
    expect(unseen.precision).toBeGreaterThanOrEqual(0.9);
  });

  it('returns the position of each figure in UTF-16 code units', async () => {
    const said = '📈 Tesla is up 41%.';
    const { unconfirmedFigures = [] } = await review(said);
    expect(unconfirmedFigures).toEqual([{ start: 15, end: 18, text: '41%' }]);
    expect(said.slice(15, 18)).toBe('41%');
  });

  it('flags a reference that no tool has returned', async () => {
    expect(await marked('Tesla is at [[fig:9]].')).toEqual(['[unknown figure]']);
  });

  it('ignores an answer that used no tool and names no stock of the portfolio', async () => {
    const figures = new Figures();
    const text = 'Ford rose 12% to $11.20.';
    const answer = { question: '', text, writer: new FigureWriter(figures), figures };
    expect(await reviewAnswer(deps, answer)).toEqual({});
  });

  it('reviews an answer that names a stock of the portfolio, even without a tool', async () => {
    const figures = new Figures();
    const text = 'Tesla has gained 38.75%.';
    const answer = { question: '', text, writer: new FigureWriter(figures), figures };
    expect((await reviewAnswer(deps, answer)).unconfirmedFigures).toEqual([{ start: 17, end: 23, text: '38.75%' }]);
  });

  describe('with a source cited for the sentence', () => {
    const text = 'Tesla rose 5% on Friday. NVDA is fine.';
    const checkedAt = '2026-01-05T00:00:00.000Z';
    const cited = (verdict: Verdict, more: Partial<Citation> = {}): Citation[] => [
      { source: 'Reuters', url: 'https://example.com/a', start: 6, end: 13, check: { verdict, checkedAt }, ...more },
    ];

    it.each(['quote', 'figures'] as const)('flags nothing that the source contains: %s', async (verdict) => {
      expect(await review(text, '', cited(verdict))).toEqual({ isAboutInvestments: true });
      const ofFile = cited(verdict, { url: undefined, objectId: 'a', start: 0, end: 24 });
      expect(await marked(text, '', ofFile)).toEqual([]);
    });

    it.each(['partial', 'differs', 'absent', 'unreadable'] as const)(
      'flags what it does not contain: %s',
      async (verdict) => expect(await marked(text, '', cited(verdict))).toEqual(['5%']),
    );

    it('flags sentences whose cited source was never read, or belongs to another sentence', async () => {
      const source = 'Reuters';
      const url = 'https://example.com/a';
      expect(await marked(text, '', [{ source, url, start: 6, end: 13 }])).toEqual(['5%']);
      expect(await marked(text, '', [{ source, objectId: 'a', start: 24, end: 24 }])).toEqual(['5%']);
      expect(await marked(text, '', [{ source: 'Prices of today', start: 6, end: 13 }])).toEqual(['5%']);
      expect(await marked(text, '', cited('quote', { start: 26, end: 30 }))).toEqual(['5%']);
    });

    it('waits for a source that is still being read', async () => {
      const other: Citation = { source: 'x', start: 0, end: 1 };
      const place = { start: 11, end: 13, text: '5%' };
      expect(await review(text, '', [other, ...cited('pending')])).toEqual({
        citedFigures: [{ ...place, sources: [1] }],
        isAboutInvestments: true,
      });
      expect(await review(text, '', [...cited('quote'), ...cited('pending')])).toEqual({ isAboutInvestments: true });
    });

    const url = 'https://example.com/a';
    const mark = `[[1]](${url})`;
    it.each([
      ['without a space after it', `Tesla rose 5% on Friday.${mark} Your NVDA position is up 41%.`, mark],
      ['with the mark behind it', 'Tesla rose 5% on Friday. [1] Your NVDA position is up 41%.', '[1]'],
      ['with a mark before the full stop', 'Tesla rose 5% on Friday [1]. Your NVDA position is up 41%.', '[1]'],
      ['in a line that begins with the mark', `${mark} Tesla rose 5% on Friday. Your NVDA position is up 41%.`, mark],
      ['in a cell of a table', `| Share | |\n|---|---|\n| Tesla rose 5%${mark} | |\n| NVDA is up 41% | |`, mark],
    ])('confirms the figure that was compared, and none beside it: %s', async (_where, said, words) => {
      const start = said.indexOf(words);
      const of = (verdict: Verdict) => cited(verdict, { start, end: start + words.length });
      for (const verdict of ['quote', 'figures'] as const) expect(await marked(said, '', of(verdict))).toEqual(['41%']);
      const { citedFigures, unconfirmedFigures } = await review(said, '', of('pending'));
      expect(citedFigures?.map(({ text, sources }) => [text, sources])).toEqual([['5%', [0]]]);
      expect(unconfirmedFigures?.map(({ text }) => text)).toEqual(['41%']);
    });

    it('confirms a quotation of a file, and none of the words beside it', async () => {
      const quote = '"Tesla rose 5% in every region"';
      const said = `Your Tesla position is up 41%, and the report says ${quote} (report.pdf, page 3).`;
      const start = said.indexOf(quote);
      const ofFile = { url: undefined, objectId: 'a', start, end: start + quote.length };
      expect(await marked(said, '', cited('quote', ofFile))).toEqual(['41%']);
      expect(await marked(said, '', cited('differs', ofFile))).toEqual(['41%', '5%']);
    });
  });

  it("lets a source named in the text confirm figures of a company, but never of the user's positions", async () => {
    expect(await marked('According to Reuters, Tesla rose 5% on Friday.')).toEqual([]);
    expect(await marked('According to Reuters, your Tesla position is up 41%.')).toEqual(['41%']);
    expect(await marked('Laut Bloomberg liegt Tesla seit dem Kauf 41 % im Plus.')).toEqual(['41 %']);
    expect(await marked('据路透社报道，您持有的特斯拉上涨了41%。')).toEqual(['41%']);
  });

  it('ignores numbers in programs and URLs, and reads figures that only look like code', async () => {
    const program = '```python\ngain = 41\nprint("Tesla 41%")\n```';
    expect(await marked(`Tesla: \`gain = 41%\`, see https://example.com/41%25.\n\n${program}`)).toEqual([]);
    expect(await marked('Tesla is up `41%`, from `$180`.')).toEqual(['`41%`', '`$180`']);
    expect(await marked('Here is Tesla:\n\n```\nTesla is up 41%\n```\n\n~~~text\nTesla is up 52%\n~~~')).toEqual([
      '41%',
      '52%',
    ]);
  });

  it('reads at most 200,000 characters or 8,000 numbers, and otherwise reports the figures as unconfirmed', async () => {
    const long = await review('word '.repeat(41_000));
    expect(long).toMatchObject({ hasUnconfirmedFigures: true });
    expect(long).not.toHaveProperty('unconfirmedFigures');
    expect(await review('word '.repeat(39_000))).not.toHaveProperty('hasUnconfirmedFigures');
    expect(await review('2 '.repeat(8001))).toMatchObject({ hasUnconfirmedFigures: true });
    expect(await review('2 '.repeat(8000))).not.toHaveProperty('hasUnconfirmedFigures');
  });
});

it('detects answers about investments', async () => {
  for (const text of ['Should I buy shares?', 'The portfolio is up.', 'S&P 500 fell', 'Treasury yields rose', 'ETFs'])
    expect(isAboutInvestments(text)).toBe(true);
  for (const text of ['Hello', 'Our sharing policy', 'Write a haiku', 'I share your view on stockings'])
    expect(isAboutInvestments(text), text).toBe(false);
  expect(await review('It is [[fig:1]].')).toMatchObject({ isAboutInvestments: true });
});
