import { describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import type { Citation } from '~/shared/schemas/messages';
import { FigureWriter } from './figure-writer';
import { Figures, pricedAt } from './figures';
import { isAboutInvestments, reviewAnswer } from './review-answer';
import { usdAmounts } from './usd-amounts';

const book = [
  { ticker: 'TSLA', name: 'Tesla' },
  { ticker: 'IT', name: 'Gartner' },
  { ticker: 'LOW', name: "Lowe's" },
  { ticker: 'TGT', name: 'Target' },
];
let reads = 0;
const deps = {
  db: {
    sql: async () => {
      reads += 1;
      return book;
    },
  },
} as unknown as Pick<Deps, 'db'>;

function review(said: string, question = '') {
  const figures = new Figures();
  figures.price('250.10', pricedAt(new Date(0), 'Yahoo Finance', false));
  figures.shares.push({ ticker: 'NVDA', name: 'NVDA' });
  figures.gain('38.75', pricedAt(new Date(0), 'Yahoo Finance', false));
  figures.gain('-12.50', pricedAt(new Date(0), 'Yahoo Finance', false));
  const writer = new FigureWriter(figures);
  const text = writer.push(said) + writer.end();
  return reviewAnswer(deps, { question, text, writer, figures });
}
const isUnconfirmed = async (said: string) => (await review(said)).hasUnconfirmedFigures === true;

describe('a price of a share', () => {
  it.each([
    'Tesla trades at $300.',
    'TSLA is at $1,300.50 now.',
    'Tesla costs US$ 250 today.',
    'TSLA closed at 312.45 USD.',
    '**Tesla**\n\n- Price: $300\n- Trend: up',
    '| Share | Price |\n|---|--:|\n| NVDA | $180.00 |',
    'Tesla is doing well.\n\nIt trades at $300.',
    'Gartner (IT) costs $400.',
    'Nobody knows: [[fig:9]].',
  ])('that no tool told is not confirmed: %s', async (said) => {
    expect(await isUnconfirmed(said)).toBe(true);
  });

  it.each([
    'Tesla trades at [[fig:1]].',
    'Tesla trades at $250.10, or $250.1.',
    'Tesla earned $1.2 billion, 300 million dollars and $5bn, and is worth $900B.',
    'Oil costs $80 a barrel. It is what it is.',
    'Tesla is up.\n\nOil costs more.\n\nA barrel is $80.',
    'Tesla owners pay $99/mo or $199 per month.',
    'Tesla has 300 shops.',
    '',
  ])('is confirmed, or none: %s', async (said) => {
    expect(await isUnconfirmed(said)).toBe(false);
  });
});

describe('a gain', () => {
  it.each([
    'Tesla is up 41%.',
    'TSLA: +41.2%',
    '**Tesla (TSLA)** – 41 %',
    'Tesla has lost 7 percent since purchase.',
    'Tesla gained 1,041.5% in all.',
    'The book returned 12.3% since 2023.',
    'Our portfolio has gained 12.3 percent.',
    'We are up 12% overall.',
    'The book is 4.2 percentage points ahead of SPY.',
    'The house book stands at −3.1%.',
    '| Share | Gain |\n|---|--:|\n| NVDA | 41% |',
    '| Share | Weight | Return |\n|---|--:|--:|\n| Tesla | 25% | 41% |',
    'The best positions:\n\n- Tesla: 41%\n- Others',
    'Tesla is up [[fig:2]], and NVDA is up 90%.',
    'While inflation stood at 3%, Tesla gained 41%.',
    "Tesla's revenue grew 8%, but the stock fell 20%.",
    'Tesla is down 38.75%, or -38.75% in figures.',
    'According to the book, Tesla gained 41%.',
    'Target has gained 9% for us.',
  ])('of the book that was typed is not confirmed: %s', async (said) => {
    expect(await isUnconfirmed(said)).toBe(true);
  });

  it.each([
    'Tesla has gained [[fig:2]], and NVDA [[fig:3]]%.',
    'Tesla has gained 38.75%, that is +38.750 %.',
    'Tesla has lost 12.5%.',
    'Inflation rose 3%.',
    'Inflation rose to 3%, which weighs on Tesla.',
    'Tesla gained [[fig:2]] while inflation rose 3%.',
    'With rates at 4.5%, the book is harder to grow.',
    "Tesla's revenue grew 25% and its margin fell by 2%.",
    "Tesla's deliveries rose 12%, then 14%.",
    'Tesla is 25% of the portfolio.',
    'Tesla has a weight of 25%; NVDA, 30%.',
    'The book has an allocation of 60% to technology.',
    'If Tesla fell 10%, the book would lose 2%.',
    'Is Tesla up 41%?',
    'NVDA pays a dividend yield of 0.03%.',
    'Tesla rose 5% on Friday ([Reuters](https://example.com/a)).',
    'Tesla rose 5% on Friday [1].',
    'According to Reuters, Tesla rose 5%.',
    '| Share | Weight |\n|---|--:|\n| NVDA | 41% |',
    'Allocation:\n\n- Tesla: 25%\n- NVDA: 75%',
    '| Scenario | NVDA |\n|---|--:|\n| Fed cuts rates | 41% |',
    'A low reading: it fell 3%, below the target.',
    'The GDP of Spain is up 2.4%. Tesla is fine.',
    'Analysts expect Tesla to gain 20%.',
    'Bonds gained 4%.',
    'A stop-loss 10% below the entry protects Tesla.',
    'The hit rate of the book is 60%.',
    'We have seen the S&P 500 gain 10%.',
    'You are 100% right about the portfolio.',
  ])('that is none, was told, or is of something else is let pass: %s', async (said) => {
    expect(await isUnconfirmed(said)).toBe(false);
  });

  it('that a source is cited for is let pass, by the place of the citation', async () => {
    const figures = new Figures();
    const text = 'Tesla rose 5% on Friday. NVDA is fine.';
    const answer = (citation: Citation) =>
      reviewAnswer(deps, { question: '', text, citations: [citation], writer: new FigureWriter(figures), figures });
    const isMarked = async (citation: Citation) => (await answer(citation)).hasUnconfirmedFigures === true;
    const source = 'Reuters';
    expect(await isMarked({ source, url: 'https://example.com/a', start: 6, end: 13 })).toBe(false);
    expect(await isMarked({ source, objectId: 'a', start: 24, end: 24 })).toBe(false);
    expect(await isMarked({ source, url: 'https://example.com/a', start: 26, end: 30 })).toBe(true);
    expect(await isMarked({ source, url: 'https://example.com/a' })).toBe(true);
    expect(await isMarked({ source: 'Prices of today', start: 6, end: 13 })).toBe(true);
  });
});

it('beside quotes that were asked for counts, whatever the share is called', async () => {
  const figures = new Figures();
  figures.hasQuotes = true;
  figures.price('180.00', pricedAt(new Date(0), 'Yahoo Finance', false));
  const writer = new FigureWriter(figures);
  const answer = (text: string) => reviewAnswer(deps, { question: '', text, writer, figures });
  expect(await answer('Nvidia is at $999.')).toMatchObject({ hasUnconfirmedFigures: true });
  expect(await answer('Nvidia is at $180.')).toEqual({ isAboutInvestments: true });
});

it('figures in an answer of more than 200,000 characters count as unconfirmed', async () => {
  expect(await isUnconfirmed('word '.repeat(39_000))).toBe(false);
  expect(await isUnconfirmed('word '.repeat(41_000))).toBe(true);
});

it('asks nothing of the database when there is no amount', async () => {
  reads = 0;
  await review('Rates fell. [[fig:1]]');
  expect(reads).toBe(0);
});

it('reads amounts as they are written', () => {
  const amounts = [...usdAmounts('$5, $1,234.5, US $ 7.25, 8 dollars, 9.999 USD, $2bn, 5 euros')];
  expect(amounts.map(({ price }) => price)).toEqual(['5.00', '1234.50', '7.25', '8.00', '9.999']);
});

it('knows when an answer is about investments', async () => {
  for (const text of ['Should I buy shares?', 'The portfolio is up.', 'S&P 500 fell', 'Treasury yields rose', 'ETFs'])
    expect(isAboutInvestments(text)).toBe(true);
  for (const text of ['Hello', 'Our sharing policy', 'Write a haiku', 'I share your view on stockings'])
    expect(isAboutInvestments(text), text).toBe(false);
  expect(await review('It is [[fig:1]].')).toEqual({ isAboutInvestments: true });
});
