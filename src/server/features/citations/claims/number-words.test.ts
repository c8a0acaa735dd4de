import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';
import { figuresIn } from './figures';

const figuresOf = (text: string) => [...figuresIn(text)].map(({ text }) => text);

describe('a cent', () => {
  it.each([
    ['Die Dividende beträgt 60 Cent je Aktie.', ['60']],
    ['The dividend is one cent per share.', []],
    ['He paid not a cent more.', []],
    ['The 99 cent store', ['99']],
    ['A 10 cent dividend', ['10']],
    ['cent pour cent', []],
    ['cent euros par action', []],
  ])('in %j leaves the figures %j', (text, figures) => {
    expect(figuresOf(text)).toEqual(figures);
  });

  it('does not stop the check of a sentence', () => {
    const source = 'Der Konzern zahlt eine Dividende von 65 Cent je Aktie.';
    expect(checkClaim('Die Dividende steigt auf 65 Cent.', source).verdict).toBe('figures');
    expect(checkClaim('Die Dividende steigt auf 60 Cent.', source).verdict).toBe('absent');
  });
});

/** Words and marks that numbers, dates, ranges and negations are read from. */
const vocabulary = [
  ...'zero one a an two five ten twelve twenty fifty ninety hundred thousand million billion half quarter third'.split(
    ' ',
  ),
  ...'null ein eine zwei fünf elf zwanzig hundert tausend Million Billion Mrd. halbe Viertel Drittel Prozent'.split(
    ' ',
  ),
  ...'zéro un une deux cent cents mille vingt quatre-vingt soixante dix-sept virgule demi pour quart tiers'.split(' '),
  ...'cero uno dos veintiún quinientos cien ciento mil millones medio por y et und and of de the'.split(' '),
  ...'Cent cent point komma minus negative not between from to per share percent % $ € ₹ US$ bps crore lakh'.split(' '),
  ...'1 10 60 2024 4.5 1,234 1.234,5 ½ ¾ ( ) " “ ” - – , . ; : / | \n 万 億 円 第 Q3 May 3rd first doubled halved'.split(
    ' ',
  ),
];
const anyText = fc
  .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(' ', ' ', '', '-', ', ', '\n')), { maxLength: 14 })
  .map((parts) => parts.flat().join(''));

describe('any text of such words', () => {
  it('is read, and compared with any other', () => {
    fc.assert(
      fc.property(anyText, anyText, (claim, source) => {
        for (const { start, end } of figuresIn(claim)) expect(end).toBeGreaterThan(start);
        expect(checkClaim(claim, `${source} ${claim}`)).toHaveProperty('verdict');
      }),
      { numRuns: 1000, seed: 20261122 },
    );
  });
});
