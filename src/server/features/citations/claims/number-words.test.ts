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

describe('a fraction of a figure', () => {
  it.each([
    ['paid $1 million', 'paid three quarters of a million dollars'],
    ['paid $1 million', 'paid a quarter of a million dollars'],
    ['paid $1 million', 'paid a quarter of 1 million dollars'],
    ['paid $3 million', 'paid half of the $3 million'],
    ['paid $3 million', 'paid half the $3 million'],
    ['paid $3 million', 'paid 50% of $3 million'],
    ['paid $3 million', 'paid fifty percent of the $3 million'],
    ['paid $1.5 million', 'paid 50% of the $3 million'],
    ['spent $5 billion', 'spent 10 per cent of its $5 billion budget'],
    ['spent $5 billion', "spent 10% of the group's $5 billion budget"],
    ['spent $5 billion', 'spent 10% of its roughly $5 billion budget'],
    ['erhielt 5 Mio. Euro', 'erhielt 50 % der 5 Mio. Euro'],
    ['erhielt 5 Mio. Euro', 'erhielt 50 Prozent von 5 Mio. Euro'],
    ['erhielt 3 Mio. Euro', 'erhielt 33 % von 3 Mio. Euro'],
    ['erhielt 3 Mio. Euro', 'erhielt rund 33 % von 3 Mio. Euro'],
    ['erhielt 3 Mio. Euro', 'erhielt mehr als 33 % von knapp 3 Mio. Euro'],
    ['zahlte 3 Mio. Euro', 'zahlte 1 Mio. Euro plus 33 % von 3 Mio. Euro'],
    ['kürzte das Budget von 5 Mio. Euro', 'kürzte das Budget um rund 50 % der 5 Mio. Euro'],
    ['kürzte das Budget von 5 Mio. Euro', 'kürzte das Budget um 50 % der 5 Mio. Euro'],
    ['kürzte das Budget um 5 Mio. Euro', 'kürzte das Budget um rund 50 % von 5 Mio. Euro'],
    ['erhielt die 3 Mio. Euro', 'erhielt 33 % von ungefähr 3 Mio. Euro'],
    ['kaufte 3 Mio. Aktien', 'kaufte um Weihnachten 33 % von 3 Mio. Aktien'],
    ['kaufte 3 Mio. Aktien', 'kaufte um Weihnachten ein Drittel von 3 Mio. Aktien'],
    ['sold 3 million shares', 'sold about 33% of 3 million shares'],
    ["a reçu 3 millions d'euros", "a reçu 50 % des 3 millions d'euros"],
    ['recibió 3 millones de euros', 'recibió el 50 % de los 3 millones de euros'],
    ['charged 1%', 'charged two-thirds of one percent'],
    ['charged 1%', 'charged 1/4 of 1%'],
    ['charged 4%', 'charged 6 3/4%'],
    ['charged two-thirds of one percent', 'charged one percent'],
    ['erhielt 5 Mio. Euro', 'erhielt drei Viertel von fünf Millionen Euro'],
    ['erhielt 5 Mio. Euro', 'erhielt die Hälfte der 5 Millionen Euro'],
    ["a reçu 1 million d'euros", "a reçu deux tiers d'un million d'euros"],
    ['recibió 1 millón de euros', 'recibió tres cuartos de un millón de euros'],
    ['paid $1 million', 'paid $1½ million'],
    ['paid $1.5 million', 'paid $1⅓ million'],
  ])('%j is not confirmed by %j', (claim, source) => {
    const { verdict } = checkClaim(`Alpha Group ${claim}.`, `Alpha Group ${source} in 2024.`);
    expect(['partial', 'absent']).toContain(verdict);
  });

  it.each([
    ['paid three quarters of a million dollars', 'paid three-quarters of a million dollars'],
    ['closed a third of the 300 stores', 'closed a third of its 300 stores'],
    ['paid 50 percent of the $3 million', 'paid 50% of its $3 million'],
    ['paid 50% of the $3 million', 'paid fifty percent of the $3 million'],
    ['spent 10% of its budget', 'spent 10% of its $5 billion budget'],
    ['bought 50% of Beta for $3 million', 'bought, for $3 million, 50% of Beta'],
    ['paid $3 million', 'bought 50% of Beta and paid $3 million'],
    ['sold 33% of 3 million shares', 'sold about 33% of 3 million shares'],
    ['raised sales from $3 million to $4 million', 'raised sales by about 33% from $3 million to $4 million'],
    ['had 5% growth', 'had its third straight quarter of 5% growth'],
    ['earned $5 million', 'earned in the first half of 2024 $5 million'],
    ['paid $1.5 million', 'paid $1½ million'],
    ['charged 2.75%', 'charged 2 ¾ percent'],
  ])('%j is confirmed by %j', (claim, source) => {
    expect(checkClaim(`Alpha Group ${claim}.`, `In 2024, Alpha Group ${source}.`).verdict).toBe('figures');
  });
});

describe('the start of a change', () => {
  it.each([
    'um 33 %',
    'um 33,3 Prozent',
    'um rund 33 %',
    'um knapp 33 Prozent',
    'um mehr als 33 %',
    'um etwa 33 %',
    'um gut 33 %',
    'um fast 33 %',
    'um ca. 33 %',
    'um circa 33 %',
    'um bis zu 33 %',
    'um fünf Prozent',
    'um rund fünf Prozent',
    'um ein Drittel',
    'um mehr als ein Drittel',
    'plus 33 %',
    'minus 33 %',
    'plus rund 33 Prozent',
  ])('is not a part of it after "%s von"', (change) => {
    const claim = 'Alpha Group änderte den Umsatz von 3 Mio. Euro auf 4 Mio. Euro.';
    for (const start of ['3 Mio. Euro', 'rund 3 Mio. Euro']) {
      const source = `2024 änderte Alpha Group den Umsatz ${change} von ${start} auf 4 Mio. Euro.`;
      expect(checkClaim(claim, source).verdict).toBe('figures');
    }
  });
});

describe('a spelled-out minus', () => {
  it.each([
    ['returned 5%', 'returned minus five percent'],
    ['returned 5%', 'returned negative five percent'],
    ['returned 5%', 'returned a negative 5 percent'],
    ['returned minus five percent', 'returned five percent'],
  ])('%j is not confirmed by %j', (claim, source) => {
    expect(checkClaim(`The fund ${claim}.`, `The fund ${source} in 2024.`).verdict).toBe('absent');
  });

  it.each([
    ['returned -5%', 'returned minus five percent'],
    ['returned minus half a percent', 'returned negative 0.5 percent'],
    ['fell 5%', 'returned minus five percent'],
  ])('%j is confirmed by %j', (claim, source) => {
    expect(checkClaim(`The fund ${claim}.`, `In Europe, the fund ${source}.`).verdict).toBe('figures');
  });

  it('is not read from "turned negative 5 years ago"', () => {
    expect([...figuresIn('It turned negative 5 years ago.')]).toMatchObject([{ value: '5e0', unit: 'y' }]);
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
