import { describe, expect, it } from 'vitest';
import { Subjects } from './subjects';

const shares = [
  { ticker: 'LLY', name: 'Eli Lilly and Company' },
  { ticker: 'HD', name: 'The Home Depot, Inc.' },
  { ticker: 'RIO.L', name: 'Rio Tinto Group' },
  { ticker: 'BMW.DE', name: 'Bayerische Motoren Werke Aktiengesellschaft' },
  { ticker: 'GM', name: 'General Motors Company' },
  { ticker: 'PG', name: 'The Procter & Gamble Company' },
  { ticker: 'MCD', name: "McDonald's Corporation" },
  { ticker: 'ARM', name: 'Arm Holdings plc' },
  { ticker: 'ADS.DE', name: 'adidas AG' },
  { ticker: 'DTE.DE', name: 'Deutsche Telekom AG' },
  { ticker: 'MSFT', name: 'Microsoft Corporation' },
];
const subjects = new Subjects(shares);
/** Named subjects with their tickers; null for those outside the portfolio. */
const namedIn = (text: string) => subjects.in(text).map(({ at, end, ticker }) => [text.slice(at, end), ticker ?? null]);

describe('the companies that a text names', () => {
  it.each([
    ['Eli Lilly', 'LLY'],
    ['Lilly', 'LLY'],
    ['Home Depot', 'HD'],
    ['HOME DEPOT', 'HD'],
    ['Rio Tinto', 'RIO.L'],
    ['RIO.L', 'RIO.L'],
    ['BMW', 'BMW.DE'],
    ['BMW.DE', 'BMW.DE'],
    ['General Motors', 'GM'],
    ['GM', 'GM'],
    ['Procter & Gamble', 'PG'],
    ['Procter and Gamble', 'PG'],
    ['Arm', 'ARM'],
    ['Adidas', 'ADS.DE'],
    ['Deutsche Telekom', 'DTE.DE'],
    ['Telekom', 'DTE.DE'],
    ['Microsoft', 'MSFT'],
  ])('are found by their usual name: %s', (name, ticker) => {
    expect(namedIn(`Your ${name} shares rose.`)).toEqual([[name, ticker]]);
    expect(namedIn(`I think that ${name}’s shares rose.`).map(([, held]) => held)).toEqual([ticker]);
  });

  it('are found within a compound', () => {
    expect(namedIn('Ihre General-Motors-Aktien, die BMW-Position und das BMW-Werk')).toEqual([
      ['General-Motors', 'GM'],
      ['BMW', 'BMW.DE'],
    ]);
  });

  it('are found with either apostrophe', () => {
    expect(namedIn("McDonald's rose.")).toEqual([["McDonald's", 'MCD']]);
    expect(namedIn('McDonald’s rose.')).toEqual([['McDonald’s', 'MCD']]);
  });

  it.each([
    'General Electric and General Mills',
    'Home prices, and the Deutsche Börse',
    'Rio de Janeiro',
    'an arm of the company',
  ])('are not found by a word that many names share: %s', (text) =>
    expect(namedIn(text).filter(([, held]) => held !== null)).toEqual([]),
  );

  it('are others if only a part of the name is the same', () => {
    expect(namedIn('Deutsche Bank, Dollar General, Apple')).toEqual([
      ['Deutsche Bank', null],
      ['Dollar General', null],
      ['Apple', null],
    ]);
  });

  it('are found by the longest name', () => {
    const both = new Subjects([
      { ticker: 'AMZN', name: 'Amazon.com, Inc.' },
      { ticker: 'BAC', name: 'Bank of America Corporation' },
      { ticker: 'BK', name: 'Bank of New York Mellon Corporation' },
    ]);
    const found = both.in('Bank of New York Mellon, Bank of America and Amazon').map(({ ticker }) => ticker);
    expect(found).toEqual(['BK', 'BAC', 'AMZN']);
  });
});
