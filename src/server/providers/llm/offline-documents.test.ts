import { describe, expect, it } from 'vitest';
import { beginning, describeDocuments, isSummaryQuestion } from './offline-documents';
import type { DocumentFact } from './types';

describe('a question for a summary', () => {
  it.each([
    'Summarise this file',
    'Give me a summary of the report',
    'TL;DR of this PDF',
    'What is in the attached document?',
  ])('is %s', (question) => expect(isSummaryQuestion(question)).toBe(true));
  it.each(['Summarise our conversation', 'What do we hold?', 'What moves rates?', 'What is the average gain?'])(
    'is not %s',
    (question) => expect(isSummaryQuestion(question)).toBe(false),
  );
});

describe('the beginning of a text', () => {
  it('is whole sentences, exactly as they stand', () => {
    const text = 'One  sentence.\nAnother one. A third that is longer than there is room for.';
    expect(beginning(text, 40)).toBe('One  sentence.\nAnother one.');
    expect(text.startsWith(beginning(text, 40))).toBe(true);
  });
  it('is cut at a word when the first sentence is too long', () => {
    expect(beginning('a sentence without any end at all', 12)).toBe('a sentence');
    expect(beginning('abcdefghij', 4)).toBe('abcd');
  });
});

it('a file without text says why, and nothing is quoted', () => {
  const scan: DocumentFact = {
    objectId: 'x',
    name: 'scan [1].pdf',
    kind: 'pdf',
    opening: [],
    pages: 2,
    problem: 'No text layer.',
    isNew: true,
  };
  expect([...describeDocuments([scan], [])]).toEqual([
    '**scan \\[1\\].pdf** – a PDF of 2 pages without text that I can read. No text layer.',
  ]);
});
