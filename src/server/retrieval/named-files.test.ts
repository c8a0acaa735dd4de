import { describe, expect, it } from 'vitest';
import { namedFiles } from './named-files';
import { indexTitles } from './title-index';
import { wordsOf } from './words';

const titles = ['JOHNSON_JOHNSON_2022_10K', 'BESTBUY_2024Q2_10Q', 'JPMORGAN_2021Q1_10Q', 'NETFLIX_2017_10K'];
const named = (question: string) =>
  [...new Set(namedFiles(indexTitles(titles), question, wordsOf(question)).flat())].sort();

describe('files named by a query', () => {
  it('match its words, or two of them written as one', () => {
    expect(named('What were the sales of Netflix?')).toEqual([3]);
    expect(named('What were the sales of Best Buy?')).toEqual([1]);
  });

  it('match the year and quarter', () => {
    expect(named('profit in FY2017')).toEqual([3]);
    expect(named('profit in 2021Q1')).toEqual([2]);
  });

  it.each(['JnJ', 'J&J', 'JJ'])('match the initials %s', (short) => {
    expect(named(`the inventory of ${short}`)).toEqual([0]);
  });

  it('match an abbreviation at the start of a word, but not an ordinary word', () => {
    expect(named('profit of JPM')).toEqual([2]);
    expect(named('the net profit')).toEqual([]);
    expect(named('Net profit and best margin')).toEqual([]);
  });
});
