import { describe, expect, it } from 'vitest';
import { researchReport } from '~/server/testing/inputs/research-reports';
import { compareReports, type Report } from './compare-evidence';

const rates = (deposit: string, more = '') =>
  `The key rates of the bank.\n\nThe deposit rate of the bank is ${deposit}.\n\n${more}`;
const changes = (before: Report, after: Report) =>
  compareReports(before, after).map(({ kind, before: was, after: now }) => [kind, was?.passage, now.passage]);

describe('the change between two reports', () => {
  const first = researchReport('old', { a: rates('2.25%') }, { a: ['deposit rate of the bank is 2.25%'] });

  it('is empty if the page is the same, however the reports are worded', () => {
    const second = researchReport('new', { a: rates('2.25%') }, { a: ['The deposit rate of the bank is 2.25%.'] });
    expect(changes(first, second)).toEqual([]);
  });

  it('is a changed figure with the text of both versions of the page, once', () => {
    const second = researchReport('new', { a: rates('2.00%') }, { a: ['deposit rate of the bank is 2.00%'] });
    expect(changes(first, second)).toEqual([
      ['changed', 'The deposit rate of the bank is 2.25%.', 'The deposit rate of the bank is 2.00%.'],
    ]);
    expect(compareReports(first, second)[0]).toMatchObject({
      before: { messageId: 'old', snapshotId: 'old a' },
      after: { messageId: 'new', snapshotId: 'new a' },
    });
  });

  it('is found on the page even if the second report does not mention it', () => {
    const second = researchReport('new', { a: rates('2.00%') }, {});
    expect(changes(first, second)[0]?.[0]).toBe('changed');
  });

  it('is a removal if the page was read again without it, and nothing if the page was not read', () => {
    expect(changes(first, researchReport('new', { a: 'Nothing is published here any more.' }, {}))).toEqual([
      ['gone', 'The deposit rate of the bank is 2.25%.', null],
    ]);
    expect(changes(first, researchReport('new', { b: 'Another page.' }, {}))).toEqual([]);
  });

  it('is an addition if the page did not contain it before, and otherwise not', () => {
    const outlook = 'The council expects growth of 1.2% in the coming year.';
    const second = researchReport('new', { a: rates('2.25%', outlook) }, { a: [outlook] });
    expect(changes(first, second)).toEqual([['new', null, outlook]]);
    const known = researchReport('old', { a: rates('2.25%', outlook) }, {});
    expect(changes(known, second)).toEqual([]);
  });

  it('is an addition on a page that was not read before, unless another page contained it', () => {
    const fresh = 'Inflation in the euro area was 2.1% in October.';
    expect(changes(first, researchReport('new', { b: fresh }, { b: [fresh] }))).toEqual([['new', undefined, fresh]]);
    const same = 'The deposit rate of the bank is now 2.25%.';
    expect(changes(first, researchReport('new', { b: same }, { b: [same] }))).toEqual([]);
  });

  it('treats an amount in another notation as equal', () => {
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
