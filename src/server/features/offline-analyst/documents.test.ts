import { describe, expect, it } from 'vitest';
import type { DocumentFact } from '~/server/generation/library';
import { bestExcerpt, describeDocuments, isSummaryQuestion } from './documents';
import { keywords } from './words';

describe('a request for a summary', () => {
  it.each([
    'Summarise this file',
    'Give me a summary of the report',
    'TL;DR of this PDF',
    'What is in the attached document?',
  ])('is recognized: %s', (question) => expect(isSummaryQuestion(question)).toBe(true));
  it.each(['Summarise our conversation', 'What do we hold?', 'What moves rates?', 'What is the average gain?'])(
    'is not recognized: %s',
    (question) => expect(isSummaryQuestion(question)).toBe(false),
  );
});

describe('the quoted part of a passage', () => {
  const none = keywords('');
  it('is its beginning in whole sentences, verbatim, if there is no query', () => {
    const text = 'One  sentence.\nAnother one. A third that is longer than there is room for.';
    expect(bestExcerpt(text, none, 40)).toBe('One  sentence.\nAnother one.');
  });
  it('is the sentences with the most keywords', () => {
    const filler = 'Nothing of note happened here. '.repeat(20);
    const fact = 'The central bank raised its key rate to 7.25 percent. Markets fell.';
    const quoted = bestExcerpt(`${filler}${fact} ${filler}`, keywords('Which rate did the central bank set?'), 100);
    expect(quoted).toContain('The central bank raised its key rate to 7.25 percent.');
    expect(`${filler}${fact} ${filler}`).toContain(quoted);
  });
  it('is cut between words if one sentence is too long, starting at the matching word', () => {
    expect(bestExcerpt('a sentence without any end at all', none, 12)).toBe('a sentence');
    expect(bestExcerpt('abcdefghij', none, 4)).toBe('abcd');
    const endless = `${'word '.repeat(50)}inflation rose and rose and rose`;
    expect(bestExcerpt(endless, keywords('inflation?'), 20)).toBe('inflation rose and');
  });
});

it('a file without text has a reason, and nothing is quoted', () => {
  const scan: DocumentFact = {
    objectId: 'x',
    name: 'scan [1].pdf',
    kind: 'pdf',
    opening: [],
    pages: 2,
    tokens: 0,
    passageCount: 0,
    problem: 'No text layer.',
    isNew: true,
  };
  expect([...describeDocuments([scan], [], 'What is in it?')]).toEqual([
    '**scan \\[1\\].pdf** – a PDF of 2 pages without text that I can read. No text layer.',
  ]);
});
