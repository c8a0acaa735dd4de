import { describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { FigureWriter } from './figure-writer';
import { Figures, pricedAt } from './figures';
import { isAboutInvestments, reviewAnswer, usdAmounts } from './review-answer';

const book = [
  { ticker: 'TSLA', name: 'Tesla' },
  { ticker: 'IT', name: 'Gartner' },
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

it('beside quotes that were asked for counts, whatever the share is called', async () => {
  const figures = new Figures();
  figures.hasQuotes = true;
  figures.price('180.00', pricedAt(new Date(0), 'Yahoo Finance', false));
  const writer = new FigureWriter(figures);
  const answer = (text: string) => reviewAnswer(deps, { question: '', text, writer, figures });
  expect(await answer('Nvidia is at $999.')).toMatchObject({ hasUnconfirmedFigures: true });
  expect(await answer('Nvidia is at $180.')).toEqual({ isAboutInvestments: true });
});

it('asks nothing of the database when there is no amount', async () => {
  reads = 0;
  await review('Rates fell. [[fig:1]]');
  expect(reads).toBe(0);
});

it('reads amounts as they are written', () => {
  expect(usdAmounts('$5, $1,234.5, US $ 7.25, 8 dollars, 9.999 USD, $2bn, 5 euros').map(({ price }) => price)).toEqual([
    '5.00',
    '1234.50',
    '7.25',
    '8.00',
    '9.999',
  ]);
});

it('knows when an answer is about investments', async () => {
  for (const text of ['Should I buy shares?', 'The portfolio is up.', 'S&P 500 fell', 'Treasury yields rose', 'ETFs'])
    expect(isAboutInvestments(text)).toBe(true);
  for (const text of ['Hello', 'Our sharing policy', 'Write a haiku', 'I share your view on stockings'])
    expect(isAboutInvestments(text), text).toBe(false);
  expect(await review('It is [[fig:1]].')).toEqual({ isAboutInvestments: true });
});
