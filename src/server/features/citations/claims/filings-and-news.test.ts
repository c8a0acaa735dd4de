/** Sentences about filings and news whose figure is in the source, but says something else there. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const sales =
  'Total net sales increased 4%, or $15.3 billion, to $391.2 billion during fiscal 2024 compared to fiscal 2023.';
const expenses =
  'Selling, general and administrative expenses were $3.4 billion in 2024. Research and development expenses were $2.9 billion in 2024.';
const depreciation = 'Depreciation and amortization expense was $410 million in 2024.';
const comparable = 'Comparable sales increased 3.2% in the fourth quarter and 2.1% for the full year.';
const deal = 'Norden agreed to be acquired by Kestrel for $3.3 billion.';
const passive = 'Kestrel was acquired in 2024 by Norden for $3.3 billion.';
const passivePrice = 'Kestrel was acquired for $3.3 billion by Norden in 2024.';
const participle = 'Kestrel, bought in 2024 by Norden, cost $3.3 billion.';
const advised = 'Kestrel was acquired in 2024 in a deal advised by Norden for $3.3 billion.';
const dividend = 'The Board increased the quarterly dividend by 10% to $0.55 per share, from $0.50 per share.';
const orders = 'Der Auftragseingang ging 2024 um 8 % auf 12,4 Milliarden Euro zurück.';
const fall = 'Der Umsatz nahm im Vergleich zu 2023 um 5 % ab und lag bei 4,8 Mrd. Euro.';
const rise = 'Der Umsatz nahm ab 2023 um 5 % zu und lag bei 4,8 Mrd. Euro.';
const staff = 'Ende 2024 beschäftigte der Konzern 41.000 Mitarbeiter, davon 12.000 in Deutschland.';
const people = 'It employs 41,000 people, of whom 12,000 work in Germany.';
const debt = 'As of December 31, 2024, debt totaled $7.5 billion, of which $1.2 billion matures in 2025.';
const profit = '2024年净利润同比增长8%，达到1940亿元。';

describe('a figure of a filing or of news', () => {
  it.each([
    ['the change as the level', 'Total net sales rose 4% to $15.3 billion in fiscal 2024.', sales],
    ['the level as the change', 'Total net sales rose by $391.2 billion in fiscal 2024.', sales],
    ['a level as a change', 'Unemployment rose 4% in May.', 'Unemployment rose to 4% in May.'],
    ['another kind of expenses', 'Research and development expenses were $3.4 billion in 2024.', expenses],
    ['the same, the other way round', 'Selling, general and administrative expenses were $2.9 billion.', expenses],
    ['a part of a sum', 'Depreciation was $410 million in 2024.', depreciation],
    ['the other part of a sum', 'Amortization was $410 million in 2024.', depreciation],
    ['a quarter as the year', 'Comparable sales grew 3.2% for the full year.', comparable],
    ['the year as a quarter', 'Comparable sales grew 2.1% in the fourth quarter.', comparable],
    ['the buyer as the target', 'Norden agreed to buy Kestrel for $3.3 billion.', deal],
    [
      'the same, in the passive',
      'Kestrel was acquired by Norden for $3.3 billion.',
      'Kestrel acquired Norden for $3.3 billion.',
    ],
    ['the target as the buyer, with a year', 'Kestrel acquired Norden for $3.3 billion in 2024.', passive],
    ['the target as the buyer, with a price', 'Kestrel acquired Norden for $3.3 billion in 2024.', passivePrice],
    ['the target as the buyer, in a participle', 'Kestrel bought Norden for $3.3 billion in 2024.', participle],
    [
      'the founder of a target as the buyer',
      'Kestrel was bought by Norden for $3.3 billion.',
      'Kestrel bought a company founded by Norden for $3.3 billion.',
    ],
    ['the adviser as the buyer', 'Norden acquired Kestrel for $3.3 billion in 2024.', advised],
    ['the adviser as the target', 'Kestrel acquired Norden for $3.3 billion in 2024.', advised],
    ['the earlier level', 'The dividend was raised to $0.50 per share.', dividend],
    ['the level as the earlier one', 'The dividend was raised from $0.55 per share.', dividend],
    ['a verb in two parts', 'Der Auftragseingang stieg 2024 um 8 Prozent auf 12,4 Mrd. Euro.', orders],
    ['a verb in two parts of the claim', 'Der Umsatz legte um 8 Prozent zu.', 'Der Umsatz sank um 8 Prozent.'],
    ['a fall with the preposition “zu”', 'Der Umsatz stieg um 5 % und lag bei 4,8 Mrd. Euro.', fall],
    ['a rise with the preposition “ab”', 'Der Umsatz fiel um 5 % und lag bei 4,8 Mrd. Euro.', rise],
    ['a rise before its amount', 'Der Umsatz fiel um 5 %.', 'Der Umsatz nahm um 5 % zu auf 4,8 Mrd. Euro.'],
    ['a part of the staff', 'Der Konzern beschäftigte 2024 rund 12.000 Mitarbeiter.', staff],
    ['a part of the people', 'Its workforce is 12,000.', 'It employs 41,000 people, of whom 12,000 in Germany.'],
    ['a part of the people, with a shared word', 'Its workforce is 12,000.', people],
    ['an amount that looks like a year', '2024年净利润增长8%至1980亿元。', profit],
  ])('is not confirmed: %s', (_what, claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['Total net sales rose 4% to $391.2 billion in fiscal 2024.', sales],
    ['Total net sales rose by $15.3 billion in fiscal 2024.', sales],
    ['Research and development expenses were $2.9 billion in 2024.', expenses],
    ['Selling, general and administrative expenses came to $3.4 billion in 2024.', expenses],
    ['Depreciation and amortization came to $410 million in 2024.', depreciation],
    ['Comparable sales grew 3.2% in the fourth quarter.', comparable],
    ['Comparable sales grew 2.1% for the full year.', comparable],
    ['Kestrel agreed to buy Norden for $3.3 billion.', deal],
    ['Norden acquired Kestrel for $3.3 billion in 2024.', passive],
    ['Norden acquired Kestrel for $3.3 billion in 2024.', passivePrice],
    ['Norden bought Kestrel for $3.3 billion in 2024.', participle],
    ['In 2024, Kestrel was acquired for $3.3 billion in a deal advised by Norden.', advised],
    ['The dividend was raised by 10% to $0.55 per share.', dividend],
    ['Der Auftragseingang sank 2024 um 8 Prozent auf 12,4 Mrd. Euro.', orders],
    ['Der Umsatz fiel um 5 % und lag bei 4,8 Mrd. Euro.', fall],
    ['Der Umsatz stieg um 5 % und lag bei 4,8 Mrd. Euro.', rise],
    ['Der Umsatz stieg um 5 %.', 'Der Umsatz nahm um 5 % zu auf 4,8 Mrd. Euro.'],
    ['In Deutschland waren es Ende 2024 rund 12.000.', staff],
    ['Of its people, 12,000 work in Germany.', people],
    ['Of its people, 12,000 are employed in Germany.', people],
    ['Debt of $1.2 billion is maturing in 2025.', debt],
    ['2024年净利润增长8%至1940亿元。', profit],
  ])('is confirmed: %s', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
