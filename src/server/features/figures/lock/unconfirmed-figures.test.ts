import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FigureWriter } from '~/server/features/figures/figure-writer';
import { Figures } from '~/server/features/figures/figures';
import { findSlowInputs, hostileLength } from '~/shared/testing/hostile-text';
import { unconfirmedFigures } from './unconfirmed-figures';

const shares = [
  { ticker: 'TSLA', name: 'Tesla' },
  { ticker: 'BABA', name: 'Alibaba' },
];

function lock(said: string) {
  const figures = new Figures();
  const origin = { note: '', source: 'Prices' };
  figures.gain('38.75', { ticker: 'TSLA', ...origin });
  figures.price('83.30', { kind: 'latest', ticker: 'BABA', ...origin });
  figures.share('33.33', { ticker: 'TSLA', ...origin });
  figures.share('60.00', origin);
  figures.price('249.00', { kind: 'close', ticker: 'TSLA', ...origin });
  figures.gain('-12.50', { ticker: 'BABA', ...origin });
  const writer = new FigureWriter(figures);
  const text = writer.push(said) + writer.end();
  const facts = { figures: figures.returned, days: figures.days };
  const answer = { question: 'Is Tesla up 5%?', text, spans: writer.spans, citations: [], shares, facts, isUsed: true };
  return { text, marks: unconfirmedFigures(answer).then(({ marks }) => marks) };
}

const fragments = fc.constantFrom(
  ...[
    'Tesla',
    'Alibaba',
    'アリババ',
    '特斯拉',
    ' is up ',
    'verdoppelt',
    'half of ',
    'revenue ',
    'if ',
    'würde ',
    'なら、',
  ],
  ...[
    '41%',
    '١٢٫٥٪',
    '１８３．５０',
    "1'234.50",
    '1 234,5',
    '一二三',
    '12–15 %',
    'between 3 and ',
    '−',
    '$',
    ' CHF ',
    ' pb',
    '億',
  ],
  ...[
    '| ',
    ' |\n|---|\n',
    '\n',
    '. ',
    '。',
    '**',
    '`',
    '```\n',
    '- ',
    '1. ',
    '[1]',
    '](https://example.com/5%)',
    '“',
    '”',
  ],
  ...[
    '[[fig:1]]',
    '[[fig:2]]',
    '[[fig:9]]',
    '[[fig:',
    '**[[fig:1]]**',
    '📈',
    '👩‍💻',
    '\ud83d',
    '\u0000',
    '\u2028',
    '5 March 2024',
  ],
);
const texts = fc
  .array(fc.oneof(fragments, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 60 })
  .map((parts) => parts.join(''));

it('returns ranges of the text, in order and without duplicates, for any text', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (said) => {
      const { text, marks } = lock(said);
      let end = 0;
      for (const mark of await marks) {
        expect(mark.text).toBe(text.slice(mark.start, mark.end));
        expect(mark.text).not.toBe('');
        expect(mark.start).toBeGreaterThanOrEqual(end);
        end = mark.end;
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 500 },
  );
});

it('treats a reference within Markdown as the figure', async () => {
  const wrong = async (said: string) => (await lock(said).marks).map(({ text }) => text);
  expect(await wrong('Tesla is up **[[fig:1]]**, _[[fig:1]]_ and [[[fig:1]]](https://example.com).')).toEqual([]);
  expect(await wrong('**Alibaba** is up **[[fig:1]]**.')).toEqual(['+38.75%']);
  expect(await wrong('Tesla | [[fig:1]]\n\n> Alibaba: `[[fig:2]]`')).toEqual([]);
});

it('reads the direction of German verbs in two parts around a reference', async () => {
  const wrong = async (said: string) => (await lock(said).marks).map(({ text }) => text);
  for (const [verb, end] of [
    ['gab', 'nach'],
    ['ging', 'zurück'],
    ['brach', 'ein'],
    ['nahm', 'ab'],
  ])
    expect(await wrong(`Tesla ${verb} um **[[fig:1]]** ${end}, Alibaba ${verb} um [[fig:6]] ${end}.`)).toEqual([
      '+38.75%',
    ]);
  for (const [verb, end] of [
    ['nahm', 'zu'],
    ['zog', 'an'],
  ])
    expect(await wrong(`Tesla ${verb} um [[fig:1]] ${end}. Alibaba ${verb} um [[fig:6]] ${end}.`)).toEqual(['-12.50%']);
  expect(await wrong('Tesla gab nicht um [[fig:1]] nach. Es gab bei Tesla [[fig:1]] nach dem Kauf.')).toEqual([]);
});

it('treats a weight, a win rate or a close price in place of a gain as unconfirmed', async () => {
  const wrong = async (said: string) => (await lock(said).marks).map(({ text }) => text);
  expect(await wrong('Tesla has gained [[fig:3]].')).toEqual(['33.33%']);
  expect(await wrong('Tesla is up **[[fig:3]]**, or [[fig:1]].')).toEqual(['33.33%']);
  expect(await wrong('The portfolio is up [[fig:4]].')).toEqual(['60.00%']);
  expect(await wrong('Tesla is up [[fig:5]].')).toEqual(['$249.00']);
  expect(await wrong('Tesla makes up [[fig:3]] of the portfolio.')).toEqual([]);
  expect(await wrong('[[fig:4]] of the closed positions had a gain.')).toEqual([]);
  expect(await wrong('Tesla was sold at [[fig:5]].')).toEqual([]);
});

it('runs in linear time even if no sentence ends', async () => {
  const texts = [
    '📈5%',
    '“Tesla rose 5%” ',
    'your Tesla shares 5% ',
    '特斯拉上涨一二三四五六七八九十',
    'if Tesla fell ',
  ].map((part) => ({ name: part, text: `Tesla ${part.repeat(hostileLength / part.length)}` }));
  expect(await findSlowInputs((text) => lock(text).marks, texts)).toEqual([]);
});
