import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanDescription } from './clean-description';

const both = { summary: 'Employees have 31 days of vacation.', keywords: ['vacation', 'working time'] };

describe('a summary with keywords from a model', () => {
  it.each([
    ['two lines', 'Employees have 31 days of vacation.\nvacation, working time'],
    ['labels', 'Summary: Employees have 31 days of vacation.\n\nKeywords: vacation; working time.'],
    ['Markdown', '**Summary:** "Employees have 31 days of vacation."\n**Keywords:** vacation, working time, Vacation'],
    [
      'labels as headings',
      '## Summary:\nEmployees have 31 days of vacation.\n## Keywords:\n- vacation\n- working time',
    ],
    [
      'JSON in a fence',
      '```json\n{ "summary": "Employees have 31 days of vacation.", "keywords": ["vacation", "working time"] }\n```',
    ],
  ])('is found in %s', (_, written) => {
    expect(cleanDescription(written)).toEqual(both);
  });

  it.each([
    ['nothing', ''],
    ['a summary alone', 'Employees have 31 days of vacation.'],
    ['punctuation alone', '---\n***'],
    ['JSON of another kind', '{ "title": "Vacation" }'],
    ['a very long line', `${'It was a dark night. '.repeat(60)}\nnight`],
    ['too many lines', 'It was dark.\n'.repeat(20)],
  ])('is rejected for %s', (_, written) => {
    expect(cleanDescription(written)).toBeNull();
  });

  it('is cut at the end of a word', () => {
    const summary = cleanDescription(`${'Vacation is long. '.repeat(40)}\nvacation`)?.summary;
    expect(summary).toMatch(/(long|Vacation|is)\.?\.\.\.$/);
    expect(summary?.length).toBeLessThanOrEqual(500);
  });

  it('is never empty, too long or on several lines', () => {
    const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', ', ', 'Keywords:', '{', '"', '# '));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const found = cleanDescription(parts.join(''));
        if (!found) return;
        expect(found.keywords.length).toBeGreaterThan(0);
        expect(found.keywords.length).toBeLessThanOrEqual(8);
        for (const text of [found.summary, ...found.keywords]) {
          expect(text).toMatch(/^\S(.*\S)?$/u);
          expect(text.length).toBeLessThanOrEqual(500);
        }
      }),
    );
  });
});
