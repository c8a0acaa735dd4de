import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { joinPages } from './clean-text';
import { cutPassages } from './passages';

const sentence = 'Revenue in the northern region grew by four percent, as the board had expected. ';
const dense = (text: string) => text.replace(/\s/g, '');

/** Words, spaces and line breaks as in files, with some longer than a passage. */
const anyText = fc
  .array(
    fc.oneof(
      { weight: 20, arbitrary: fc.string({ minLength: 1, maxLength: 14, unit: 'grapheme' }) },
      { weight: 3, arbitrary: fc.constantFrom('. ', '!\n', '\n\n', '? ', '。') },
      { weight: 1, arbitrary: fc.integer({ min: 900, max: 3000 }).map((length) => '😀'.repeat(length / 2)) },
    ),
    { maxLength: 900 },
  )
  .map((parts) => parts.join(' '));

describe('cutPassages', () => {
  it('returns every word of any text, in order, each passage at its stated position', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const passages = cutPassages(text);
        expect(dense(passages.map((passage) => passage.text).join(''))).toBe(dense(text));
        let end = 0;
        for (const passage of passages) {
          expect(passage.start).toBeGreaterThanOrEqual(end);
          end = passage.start + passage.text.length;
          expect(text.slice(passage.start, end)).toBe(passage.text);
          expect(passage.text.length).toBeLessThanOrEqual(1200);
          expect(passage.text.trim()).toBe(passage.text);
          expect(passage.text.isWellFormed()).toBe(text.isWellFormed());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never crosses the end of a page, and sets the page of each passage', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 6 }), (raw) => {
        const joined = joinPages();
        for (const [index, page] of raw.entries()) joined.add(index + 1, page);
        const { text, pages } = joined.result();
        for (const passage of cutPassages(text, pages)) {
          const start = pages[(passage.page ?? 0) - 1]?.start ?? Number.NaN;
          const next = pages[passage.page ?? 0]?.start ?? text.length;
          expect(passage.start).toBeGreaterThanOrEqual(start);
          expect(passage.start + passage.text.length).toBeLessThanOrEqual(next);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('cuts long text into passages of eight hundred to twelve hundred characters, at the ends of sentences', () => {
    const passages = cutPassages(sentence.repeat(60).trim());
    for (const passage of passages) expect(passage.text).toMatch(/^Revenue.*expected\.$/s);
    for (const passage of passages.slice(0, -1)) expect(passage.text.length).toBeGreaterThanOrEqual(799);
  });

  it('prefers the end of a paragraph to the end of a later sentence', () => {
    const text = `${sentence.repeat(11)}\n\n${sentence.repeat(30)}`;
    expect(cutPassages(text)[0]?.text).toBe(sentence.repeat(11).trim());
  });

  it('keeps short text whole and returns nothing for an empty one', () => {
    expect(cutPassages('A short note.')).toEqual([{ start: 0, text: 'A short note.' }]);
    expect(cutPassages('')).toEqual([]);
    expect(cutPassages(' \n ')).toEqual([]);
  });

  it('searches a long text only near each border', () => {
    const text = sentence.repeat(3000);
    const searches = [vi.spyOn(String.prototype, 'lastIndexOf'), vi.spyOn(String.prototype, 'indexOf')];
    cutPassages(text);
    const searched = searches.flatMap(({ mock }) => mock.contexts.map((context) => String(context).length));
    for (const search of searches) search.mockRestore();
    expect(searched.length).toBeGreaterThan(100);
    expect(Math.max(...searched)).toBeLessThan(text.length / 10);
  });
});
