import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FigureWriter, unknownFigure } from './figure-writer';
import { Figures, pricedAt } from './figures';

const asOf = new Date('2026-11-20T21:00:00Z');
function figures(): Figures {
  const all = new Figures();
  all.price('250.10', { kind: 'latest', ...pricedAt(asOf, 'Yahoo Finance', false) });
  all.gain('38.75', pricedAt(asOf, 'Yahoo Finance', false));
  all.price('96.80', { kind: 'latest', ...pricedAt(asOf, 'Yahoo Finance', true) });
  all.price('180.25', { kind: 'entry', note: '', source: 'Entry prices' });
  all.gain('-3.20', { note: '', source: 'Entry prices' });
  all.share('66.67', { note: '', source: 'Entry prices' });
  all.gain('98948.68', { note: '', source: 'Entry prices' });
  all.price('191.50', { kind: 'entry', note: '', source: 'Entry prices' }, 'EUR');
  all.price('90.00', { kind: 'entry', note: '', source: 'Entry prices' }, 'CHF');
  return all;
}
const write = (...pieces: string[]) => {
  const writer = new FigureWriter(figures());
  return { writer, text: pieces.map((piece) => writer.push(piece)).join('') + writer.end() };
};
const first = ' (as of 20 Nov 2026, 21:00 UTC, Yahoo Finance)';

describe('a reference', () => {
  it('becomes the figure, with its time and source at the first use', () => {
    expect(write('Tesla is at [[fig:1]], up [[fig:2]], and again [[fig:1]].').text).toBe(
      `Tesla is at $250.10${first}, up +38.75%, and again $250.10.`,
    );
    expect(write('[[fig:3]] [[fig:4]] [[fig:5]] [[fig:6]] [[fig:7]]').text).toBe(
      '$96.80 (as of 20 Nov 2026, 21:00 UTC, Yahoo Finance, not refreshed since) $180.25 -3.20% 66.67% +98,948.68%',
    );
  });

  it('is cited where its source is first needed', () => {
    const { writer, text } = write('At [[fig:1]] and [[fig:2]], from [[fig:4]].');
    const citations = writer.takeCitations();
    expect(citations.map(({ source, start, end }) => [source, text.slice(start, end)])).toEqual([
      ['Prices of 20 Nov 2026, 21:00 UTC, Yahoo Finance', `$250.10${first}`],
      ['Entry prices', '$180.25'],
    ]);
    expect(writer.takeCitations()).toEqual([]);
  });

  it('absorbs the signs that a model adds out of habit', () => {
    expect(write('$[[fig:4]] and +[[fig:2]]% and [[fig:5]]%!').text).toBe(`$180.25 and +38.75%${first} and -3.20%!`);
    expect(write('[[fig:5]]', '% down').text).toBe('-3.20% down');
    expect(write('-[[fig:5]] and −[[fig:5]] and [[fig:5]]', ' ', '%, or [[fig:6]] ').text).toBe(
      '-3.20% and −3.20% and -3.20%, or 66.67% ',
    );
    expect(write('$ [[fig:4]], ', '€', '[[fig:8]], CHF [[fig:9]] or CHF[[fig:9]]').text).toBe(
      '$ 180.25, €191.50, CHF 90.00 or CHF 90.00',
    );
  });

  it('keeps a dash or a hyphen before a figure', () => {
    expect(write('Tesla - [[fig:5]], 2024-[[fig:5]]').text).toBe('Tesla - -3.20%, 2024--3.20%');
    expect(write('[[fig:5]]-[[fig:5]]').text).toBe('-3.20%--3.20%');
  });

  it('that was never returned is replaced by a clear mark', () => {
    for (const [said, read] of [
      ['It is [[fig:99]].', `It is ${unknownFigure}.`],
      ['It is [[fig:]].', `It is ${unknownFigure}.`],
      ['It is [[fig:TSLA price]].', `It is ${unknownFigure}.`],
      ['It is [[FIG: 4 ]].', 'It is $180.25.'],
      ['It is [[fig:1\nNext', `It is ${unknownFigure}\nNext`],
      [`[[fig:1] ${'and so on '.repeat(10)}`, `${unknownFigure} ${'and so on '.repeat(10)}`],
    ] as const) {
      const { writer, text } = write(said);
      expect(text).toBe(read);
      expect(writer.hasUnknown).toBe(text.includes(unknownFigure));
    }
  });

  it('that is cut off is not shown', () => {
    for (const end of ['[[f', '[[fig', '[[fig:', '[[fig:1', '[[fig:1]']) expect(write(`At ${end}`).text).toBe('At ');
    for (const end of ['[', '[[', '[1]', '[[1]]', '[link](https://example.com)', '[[figure]]'])
      expect(write(`At ${end}`).text).toBe(`At ${end}`);
  });
});

/** Everything that a model may write, including references and similar text. */
const said = fc
  .array(
    fc.constantFrom(
      'Tesla ',
      '[',
      '[[',
      ']',
      ']]',
      'fig',
      ':',
      '1',
      '99',
      '$',
      '%',
      ' ',
      '-',
      'CHF',
      '\n',
      '[[fig:1]]',
      '[[fig:2]]',
      '[[fig:4]]',
      '[[fig:5]]',
      '[[fig:9]]',
      '📉',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

it('gives the same output however the text is split, and never a partial reference', () => {
  fc.assert(
    fc.property(said, fc.array(fc.nat(12), { minLength: 1, maxLength: 20 }), (text, cuts) => {
      const whole = write(text).text;
      const writer = new FigureWriter(figures());
      let shown = '';
      let at = 0;
      for (let index = 0; at < text.length; index++) {
        const length = Math.max(1, cuts[index % cuts.length] ?? 1);
        shown += writer.push(text.slice(at, at + length));
        at += length;
        expect(shown).not.toMatch(/\[\[fig:/i);
        expect(whole.startsWith(shown)).toBe(true);
      }
      expect(shown + writer.end()).toBe(whole);
    }),
    { numRuns: 2000 },
  );
});

it('maps every offset of the text to its new one', () => {
  const text = 'Rates fell. Tesla is at [[fig:1]] today, up [[fig:2]]% since.';
  const { writer, text: read } = write(...text);
  for (const words of ['Rates fell.', 'Tesla is at ', ' today', 'since.']) {
    const at = text.indexOf(words);
    expect(read.slice(writer.placeOf(at), writer.placeOf(at + words.length, true))).toBe(words);
  }
  const within = text.indexOf('fig:1');
  expect(read.slice(writer.placeOf(within), writer.placeOf(within + 3, true))).toBe(`$250.10${first}`);
  expect(writer.placeOf(0)).toBe(0);
  expect(writer.placeOf(text.length, true)).toBe(read.length);
});
