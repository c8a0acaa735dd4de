import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readOwnExport } from './own-export';

const sources = [{ source: 'a.example', url: 'https://a.example', check: { verdict: 'pending', checkedAt: '' } }];
const figure = { start: 0, end: 3, text: '41%', sources: [0] };

function answerOf(metadata: object) {
  const answer = { id: randomUUID(), role: 'assistant', content: '41% of it.', metadata };
  return readOwnExport({ id: randomUUID(), messages: [answer] })?.messages[0];
}

it('an answer exported while its sources were being checked warns of its figures', () => {
  const answer = answerOf({ citations: sources, citedFigures: [figure] });
  expect(answer).toMatchObject({ hasUnconfirmedFigures: true, isAboutInvestments: true, checks: [] });
  expect(answer?.citations).toEqual([{ source: 'a.example', url: 'https://a.example' }]);
});

it.each([
  ['a check in the file', { citations: [{ ...sources[0], check: { verdict: 'quote' } }], citedFigures: [figure] }],
  ['sources that are missing', { citedFigures: [figure] }],
  ['an unexpected entry beside it', { citations: sources, citedFigures: [null, { ...figure, isNew: true }] }],
])('a figure that waits for a source is not confirmed by %s', (_what, metadata) => {
  expect(answerOf(metadata)).toMatchObject({ hasUnconfirmedFigures: true, isAboutInvestments: true });
});

it.each([
  ['no such figures', { citations: sources }],
  ['an empty list', { citations: sources, citedFigures: [] }],
  ['something else in their place', { citations: sources, citedFigures: 'none' }],
])('an answer with %s has no warning', (_what, metadata) => {
  expect(answerOf(metadata)).not.toHaveProperty('hasUnconfirmedFigures');
  expect(answerOf(metadata)).not.toHaveProperty('isAboutInvestments');
});

it.each(['isAboutInvestments', 'hasUnconfirmedFigures'])('an answer keeps only the mark that it has: %s', (mark) => {
  const answer = answerOf({ [mark]: true });
  expect(Object.keys(answer ?? {}).filter((name) => /^(?:isAbout|hasUn)/.test(name))).toEqual([mark]);
});

it('an answer that was not reviewed, or whose end is missing, still warns of it', () => {
  const marks = { isUnreviewed: true, imported: { source: 'claude', isShortened: true } };
  expect(answerOf(marks)).toMatchObject({ isUnreviewed: true, isShortened: true });
  expect(answerOf({ isUnreviewed: 'yes', imported: {} })).not.toHaveProperty('isUnreviewed');
});
