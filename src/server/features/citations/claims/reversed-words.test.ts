/** Directions of figures whose clause, brackets and row name several. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const source = `Nvidia (up 40% this year) rose 2% on Friday. The S&P 500 fell 2% on Monday.

Deliveries fell 5%, while revenue rose to $28.1 billion. Operating income fell 3% to $12 million.`;

describe('a figure beside another direction', () => {
  it.each([
    'Nvidia (up 40% this year) rose 2% on Friday.',
    '| Tesla | Deliveries fell 5% | Revenue $28.1bn |',
    'Revenue rose to $28.1bn (operating income $12m).',
  ])('is found with its own: %s', (claim) => {
    expect(checkClaim(claim, source.replace('Deliveries', 'Tesla deliveries')).verdict).toMatch(/^(?:quote|figures)$/);
  });

  it.each(['Nvidia (up 40% this year) fell 2% on Friday.', 'Nvidia fell 5% (the S&P 500 rose 2% on Monday).'])(
    'is not found with the opposite: %s',
    (claim) => {
      expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
    },
  );
});

/** Sentences that a rise or a fall completes. */
const completed: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'Sales … 5%.',
    [
      'rose',
      'grew',
      'climbed',
      'gained',
      'added',
      'advanced',
      'jumped',
      'leapt',
      'spiked',
      'surged',
      'increased by',
      'quickened by',
      'accelerated by',
      'were hiked by',
    ],
    [
      'fell',
      'lost',
      'shed',
      'dipped',
      'retreated',
      'crashed',
      'dropped',
      'declined',
      'slid',
      'sank',
      'cooled by',
      'slowed by',
      'moderated by',
      'were cut by',
    ],
  ],
  [
    'Inflation … to 2.4%.',
    ['rose', 'climbed', 'quickened'],
    ['cooled', 'slowed', 'moderated', 'eases', 'retreated sharply'],
  ],
  [
    'The Fed … rates by 25 basis points.',
    ['raised', 'hiked', 'lifted', 'is hiking'],
    ['cut', 'lowered', 'trimmed', 'is cutting'],
  ],
  [
    'Der Umsatz … .',
    [
      'stieg um 5 %',
      'steigt um 5 %',
      'wächst um 5 %',
      'legte um 5 % zu',
      'legt um 5 % zu',
      'nahm um 5 % zu',
      'nimmt um 5 % zu',
      'hat um 5 % zugenommen',
      'gewann 5 %',
      'hat 5 % gewonnen',
      'zog um 5 % an',
      'konnte um 5 % zulegen',
      'sprang um 5 %',
      'wurde um 5 % erhöht',
    ],
    [
      'sank um 5 %',
      'sinkt um 5 %',
      'fällt um 5 %',
      'gab um 5 % nach',
      'gibt um 5 % nach',
      'nahm um 5 % ab',
      'nimmt um 5 % ab',
      'hat um 5 % abgenommen',
      'verlor 5 %',
      'hat 5 % verloren',
      'sackte um 5 % ab',
      'stürzte um 5 % ab',
      'rutschte um 5 % ab',
      'büßte 5 % ein',
      'ging um 5 % zurück',
      'geht um 5 % zurück',
      'wurde um 5 % gekürzt',
      'wurde um 5 % reduziert',
      'brach um 5 % ein',
      'musste um 5 % nachgeben',
    ],
  ],
  [
    'Die EZB … .',
    [
      'erhöht die Zinsen um 0,25 Prozentpunkte',
      'hob die Zinsen um 0,25 Prozentpunkte an',
      'hebt die Zinsen um 0,25 Prozentpunkte an',
      'hat die Zinsen um 0,25 Prozentpunkte angehoben',
      'plant, die Zinsen um 0,25 Prozentpunkte anzuheben',
    ],
    [
      'senkt die Zinsen um 0,25 Prozentpunkte',
      'senkte die Zinsen um 0,25 Prozentpunkte',
      'hat die Zinsen um 0,25 Prozentpunkte gesenkt',
      'plant, die Zinsen um 0,25 Prozentpunkte zu senken',
      'reduzierte die Zinsen um 0,25 Prozentpunkte',
    ],
  ],
  [
    'Der Umsatz … .',
    ['stieg um 5 Mio. Euro', 'legte um 5 Mio. Euro zu'],
    ['sank um 5 Mio. Euro', 'ging um 5 Mio. Euro zurück', 'nahm um 5 Mio. Euro ab'],
  ],
  [
    'Der Umsatz … .',
    ['stieg im 3. Quartal um 5 %', 'nahm im 3. Quartal um 5 % zu', 'zog im 3. Quartal um 5 % an'],
    ['fiel im 3. Quartal um 5 %', 'ging im 3. Quartal um 5 % zurück', 'gab im 3. Quartal um 5 % nach'],
  ],
  [
    'Der Umsatz … .',
    ['stieg um 5 % auf 1.200 Euro', 'nahm um 5 % auf 1.200 Euro zu', 'legt um 5 % auf 1.200 Euro zu'],
    [
      'fiel um 5 % auf 1.200 Euro',
      'nahm um 5 % auf 1.200 Euro ab',
      'gab um 5 % auf 1.200 Euro nach',
      'ging um 5 % auf 1.200 Euro zurück',
    ],
  ],
  ['Die Kosten … um 5 %.', ['stiegen', 'wuchsen', 'kletterten'], ['sanken', 'fielen', 'schrumpften']],
  ['La BCE a … ses taux de 5 %.', ['relevé', 'augmenté', 'accru'], ['abaissé', 'réduit', 'baissé', 'diminué']],
  ['Le chiffre a … de 5 %.', ['bondi', 'progressé', 'crû', 'grimpé'], ['fléchi', 'reculé', 'chuté', 'baissé']],
  ['El BCE … los tipos un 5 %.', ['subió', 'elevó', 'aumentó'], ['bajó', 'recortó', 'redujo', 'rebajó']],
  ['La BCE ha … i tassi del 5 %.', ['alzato', 'aumentato'], ['tagliato', 'ridotto', 'abbassato']],
  ['De omzet … met 5%.', ['steeg', 'stijgt', 'groeide'], ['daalde', 'daalt', 'zakte', 'kromp']],
  ['A receita … 5%.', ['subiu', 'cresceu', 'ganhou'], ['caiu', 'recuou', 'perdeu']],
  ['营收同比…5%。', ['增', '升', '涨', '增长', '上升'], ['减', '降', '跌', '减少', '下降']],
  ['売上高は5%…。', ['増', '増加', '上昇'], ['減', '減少', '低下']],
];

describe('a rise and a fall by the same figure', () => {
  it.each(completed)('are opposites: %s', (sentence, rises, falls) => {
    const verdict = (claim: string, source: string) =>
      checkClaim(sentence.replace(/… ?(?=\.$)|…/, claim), sentence.replace(/… ?(?=\.$)|…/, source)).verdict;
    const isFound = (claim: string, source: string) => /^(?:quote|figures)$/.test(verdict(claim, source));
    const pairs = rises.flatMap((rise) => falls.flatMap((fall) => [[rise, fall] as const, [fall, rise] as const]));
    const same = [rises, falls].flatMap((words) => words.flatMap((one) => words.map((other) => [one, other] as const)));
    expect(pairs.filter(([claim, source]) => isFound(claim, source))).toEqual([]);
    expect(same.filter(([claim, source]) => !isFound(claim, source))).toEqual([]);
  });
});

describe('opposites that are not a rise and a fall', () => {
  it.each([
    ['Rund 5.000 Stellen wurden geschaffen.', 'Rund 5.000 Stellen wurden gestrichen.'],
    ['The Fed held rates at 4.5%.', 'The Fed raised rates to 4.5%.'],
    ['Die EZB ließ den Leitzins bei 4,5 %.', 'Die EZB erhöhte den Leitzins auf 4,5 %.'],
    ['The model is 5% cheaper.', 'The model is 5% more expensive.'],
    ['Das Modell ist 5 % billiger.', 'Das Modell ist 5 % teurer.'],
    ['Growth slowed to 5%.', 'Growth accelerated to 5%.'],
    ['Der Umsatz lag um 5 % unter dem Vorjahreswert.', 'Der Umsatz lag um 5 % über dem Vorjahreswert.'],
  ])('do not confirm each other: %s', (one, other) => {
    for (const [claim, source] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
      expect(checkClaim(claim, claim).verdict).toMatch(/^(?:quote|figures)$/);
    }
  });
});

describe('a word that is often used in another sense', () => {
  it.each([
    ['AMD sales rose to $5 billion.', 'Sales of AMD, which makes advanced chips, came to $5 billion.'],
    ['Die Firma gewann einen Auftrag für 5 Mio. Euro.', 'Die Firma verlor Zeit bei dem Auftrag für 5 Mio. Euro.'],
    ['The company added 12 models.', 'The company, after lower prices, sells 12 models.'],
    ['Sales fell 5%.', 'Sales fell 5%, the CFO added.'],
    ['Sales rose 5%.', 'Sales rose 5% after it lost $3 million.'],
    ['Der Umsatz stieg um 5 %.', 'Das Plus von 5 % beim Umsatz geht auf höhere Preise zurück.'],
    ['The company holds $5 billion in cash.', 'Its cash rose to $5 billion.'],
    ['Der Umsatz stieg um 5 %.', 'Der Umsatz stieg um 5 %, auch dank zurückgewonnener Kunden.'],
    ['Sales rose to €5 million.', 'Sales of cooled boxes came to €5 million.'],
  ])('reverses nothing: %s', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
