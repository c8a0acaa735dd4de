import { describe, expect, it } from 'vitest';
import { researchReport } from '~/server/testing/inputs/research-reports';
import { compareReports, type Report } from './compare-evidence';

const rates = (deposit: string, more = '') =>
  `The key rates of the bank.\n\nThe deposit rate of the bank is ${deposit}.\n\n${more}`;
const changes = (before: Report, after: Report) =>
  compareReports(before, after).map(({ kind, before: was, after: now }) => [kind, was?.passage, now.passage]);

describe('the change between two reports', () => {
  const first = researchReport('old', { a: rates('2.25%') }, { a: ['deposit rate of the bank is 2.25%'] });

  it('is none when the page says the same, however the reports are worded', () => {
    const second = researchReport('new', { a: rates('2.25%') }, { a: ['The deposit rate of the bank is 2.25%.'] });
    expect(changes(first, second)).toEqual([]);
  });

  it('is a changed figure with what both readings of the page say, once', () => {
    const second = researchReport('new', { a: rates('2.00%') }, { a: ['deposit rate of the bank is 2.00%'] });
    expect(changes(first, second)).toEqual([
      ['changed', 'The deposit rate of the bank is 2.25%.', 'The deposit rate of the bank is 2.00%.'],
    ]);
    expect(compareReports(first, second)[0]).toMatchObject({
      before: { messageId: 'old', snapshotId: 'old a' },
      after: { messageId: 'new', snapshotId: 'new a' },
    });
  });

  it('is found on the page even where the second report does not mention it', () => {
    const second = researchReport('new', { a: rates('2.00%') }, {});
    expect(changes(first, second)[0]?.[0]).toBe('changed');
  });

  it('is gone where the page was read again without it, and nothing where the page was not read', () => {
    expect(changes(first, researchReport('new', { a: 'Nothing is published here any more.' }, {}))).toEqual([
      ['gone', 'The deposit rate of the bank is 2.25%.', null],
    ]);
    expect(changes(first, researchReport('new', { b: 'Another page.' }, {}))).toEqual([]);
  });

  it('is new where the page did not say it, and not where it did', () => {
    const outlook = 'The council expects growth of 1.2% in the coming year.';
    const second = researchReport('new', { a: rates('2.25%', outlook) }, { a: [outlook] });
    expect(changes(first, second)).toEqual([['new', null, outlook]]);
    const known = researchReport('old', { a: rates('2.25%', outlook) }, {});
    expect(changes(known, second)).toEqual([]);
  });

  it('is new on a page that was not read before, unless another page said the same', () => {
    const fresh = 'Inflation in the euro area was 2.1% in October.';
    expect(changes(first, researchReport('new', { b: fresh }, { b: [fresh] }))).toEqual([['new', undefined, fresh]]);
    const same = 'The deposit rate of the bank is now 2.25%.';
    expect(changes(first, researchReport('new', { b: same }, { b: [same] }))).toEqual([]);
  });

  it('takes an amount written in another way for the same', () => {
    const before = researchReport(
      'old',
      { a: 'The company has sales of $4.2 billion.' },
      { a: ['sales of $4.2 billion'] },
    );
    const after = researchReport(
      'new',
      { a: 'The company has sales of $4,200 million.' },
      { a: ['sales of $4,200 million'] },
    );
    expect(changes(before, after)).toEqual([]);
  });
});
