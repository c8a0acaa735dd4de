import { describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { type LabelledSet, labelledCases, outcomeOf, scoreOf } from '~/server/testing/inputs/number-lock-cases';
import type { Citation } from '~/shared/schemas/citations';
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

describe('the number lock', () => {
  it('finds nearly every labelled figure, and marks hardly any other', async () => {
    const outcomes = await Promise.all(labelledCases().map(outcomeOf));
    expect(outcomes.length).toBeGreaterThanOrEqual(400);
    const scoreIn = (set: LabelledSet) => scoreOf(outcomes.filter(({ labelled }) => labelled.set === set));
    const tuned = scoreIn('tuned');
    expect(tuned.recall).toBeGreaterThanOrEqual(0.98);
    expect(tuned.precision).toBeGreaterThanOrEqual(0.98);
    const second = scoreIn('second');
    expect(second.recall).toBeGreaterThanOrEqual(0.95);
    expect(second.precision).toBeGreaterThanOrEqual(0.95);
    const unseen = scoreIn('unseen');
    expect(unseen.recall).toBeGreaterThanOrEqual(0.93);
    expect(unseen.precision).toBeGreaterThanOrEqual(0.9);
    const secondUnseen = scoreIn('second unseen');
    expect(secondUnseen.recall).toBeGreaterThanOrEqual(0.95);
    expect(secondUnseen.precision).toBeGreaterThanOrEqual(0.9);
  });

  it('says where each figure stands in the text, in UTF-16 code units', async () => {
    const said = '📈 Tesla is up 41%.';
    const { unconfirmedFigures = [] } = await review(said);
    expect(unconfirmedFigures).toEqual([{ start: 15, end: 18, text: '41%' }]);
    expect(said.slice(15, 18)).toBe('41%');
  });

  it('marks a reference that no tool has given', async () => {
    expect(await marked('Tesla is at [[fig:9]].')).toEqual(['[unknown figure]']);
  });

  it('reads nothing into an answer that used no tool and names no share of the portfolio', async () => {
    const figures = new Figures();
    const text = 'Ford rose 12% to $11.20.';
    const answer = { question: '', text, writer: new FigureWriter(figures), figures };
    expect(await reviewAnswer(deps, answer)).toEqual({});
  });

  it('reads an answer that names a share of the portfolio, also without a tool', async () => {
    const figures = new Figures();
    const text = 'Tesla has gained 38.75%.';
    const answer = { question: '', text, writer: new FigureWriter(figures), figures };
    expect((await reviewAnswer(deps, answer)).unconfirmedFigures).toEqual([{ start: 17, end: 23, text: '38.75%' }]);
  });

  it('lets a sentence pass that a source is cited for, by the place of the citation', async () => {
    const text = 'Tesla rose 5% on Friday. NVDA is fine.';
    const source = 'Reuters';
    const url = 'https://example.com/a';
    expect(await marked(text, '', [{ source, url, start: 6, end: 13 }])).toEqual([]);
    expect(await marked(text, '', [{ source, objectId: 'a', start: 24, end: 24 }])).toEqual([]);
    expect(await marked(text, '', [{ source, url, start: 26, end: 30 }])).toEqual(['5%']);
    expect(await marked(text, '', [{ source, url }])).toEqual(['5%']);
    expect(await marked(text, '', [{ source: 'Prices of today', start: 6, end: 13 }])).toEqual(['5%']);
  });

  it('ignores numbers in code, addresses and fences', async () => {
    expect(await marked('Tesla: `gain = 41%`, see https://example.com/41%25.\n\n```\nTesla 41%\n```')).toEqual([]);
  });

  it('does not read more than 200,000 characters or 8,000 numbers, and says that the figures are unconfirmed', async () => {
    const long = await review('word '.repeat(41_000));
    expect(long).toMatchObject({ hasUnconfirmedFigures: true });
    expect(long).not.toHaveProperty('unconfirmedFigures');
    expect(await review('word '.repeat(39_000))).not.toHaveProperty('hasUnconfirmedFigures');
    expect(await review('2 '.repeat(8001))).toMatchObject({ hasUnconfirmedFigures: true });
    expect(await review('2 '.repeat(8000))).not.toHaveProperty('hasUnconfirmedFigures');
  });
});

it('knows when an answer is about investments', async () => {
  for (const text of ['Should I buy shares?', 'The portfolio is up.', 'S&P 500 fell', 'Treasury yields rose', 'ETFs'])
    expect(isAboutInvestments(text)).toBe(true);
  for (const text of ['Hello', 'Our sharing policy', 'Write a haiku', 'I share your view on stockings'])
    expect(isAboutInvestments(text), text).toBe(false);
  expect(await review('It is [[fig:1]].')).toMatchObject({ isAboutInvestments: true });
});
