import { describe, expect, it } from 'vitest';
import { findPassages } from './find-passages';

const filler = 'Nothing of note. '.repeat(100);
const text = `# Rates\n\n${filler}\n\nThe deposit rate is 2.00% from January.\n\n${filler}\n\nThe lending rate is 2.40%.`;

describe('finding words in a page', () => {
  it('returns the places where they occur together, with their surroundings', () => {
    const [passage, ...others] = findPassages(text, 'Deposit Rate');
    expect(others).toEqual([]);
    expect(passage?.text).toContain('The deposit rate is 2.00% from January.');
    expect(
      text
        .slice(passage?.start)
        .trimStart()
        .startsWith(passage?.text.slice(0, 50) ?? ''),
    ).toBe(true);
  });

  it('otherwise returns the paragraphs with most of the words, and where each begins', () => {
    const [passage] = findPassages(text, 'rate lending 2.40%');
    expect(passage?.text).toBe('The lending rate is 2.40%.');
    expect(text.slice(passage?.start)).toBe('The lending rate is 2.40%.');
  });

  it('returns few passages, and none if there is no match', () => {
    expect(findPassages(text, 'note')).toHaveLength(5);
    expect(findPassages(text, 'inflation expectations')).toEqual([]);
    expect(findPassages('', 'rate')).toEqual([]);
    expect(findPassages(text, ' ')).toEqual([]);
  });
});
