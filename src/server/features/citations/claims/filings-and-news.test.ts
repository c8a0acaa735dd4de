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
const payout = 'The annual dividend is $1.00 per share.';
const year = 'For the full year, revenue was $32.4 billion. In the quarter, it was $8.1 billion.';
const restated = 'Revenue was restated from $8.1 billion to $7.9 billion.';
const bothRevenues = 'Revenue, as originally reported, was $5.0 billion; restated revenue was $4.6 billion.';
const jobless = 'The unemployment rate fell to 4.1% from 4.2%.';
const loans = 'Loans declined 3% to $310 billion while deposits grew 3%.';
const hike = 'The Committee decided to raise the rate to 4.5%.';
const cash = 'Cash, cash equivalents and marketable securities were $1.2 billion.';
const costs = 'Excluding restructuring costs, operating income was $1.8 billion.';
const provisions = 'Provisions were $180 million, compared with $250 million in the prior year.';
const facility = 'The company has a $500 million credit facility. No amounts were drawn at year end.';
const regions =
  'Kestrel annual report\n\nRevenue by region (in billions of dollars)\n\n| | 2024 |\n|---|---|\n| Europe | 2.0 |\n| Asia | 3.0 |';
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
    ['a quarterly as an annual amount', 'The quarterly dividend is $1.00 per share.', payout],
    ['the year as a quarter without a name', 'Revenue in the quarter was $32.4 billion.', year],
    [
      'net income per share as net income',
      'Net income was $2.35 million.',
      'Net income was $1.2 billion. Net income per diluted share was $2.35 million.',
    ],
    ['the same, without a unit', 'Net income was $2.35.', 'Net income per common share was $2.35.'],
    ['the figure as originally reported', 'Revenue was $5.0 billion.', bothRevenues],
    [
      'the same, after the figure',
      'Revenue was $5.0 billion.',
      'Restated revenue was $4.6 billion, and revenue was $5.0 billion as originally reported.',
    ],
    ['the figure before a restatement', 'Revenue was $8.1 billion after the restatement.', restated],
    ['the earlier rate', 'The unemployment rate is 4.2%.', jobless],
    ['the earlier amount as that of the year', 'Provisions were $250 million, up from $180 million.', provisions],
    ['a fall of another subject', 'Deposits declined 3%.', loans],
    ['a rise of another subject', 'Loans grew 3%.', loans],
    ['an unchanged rate', 'The rate was kept at 4.5%.', hike],
    ['votes against', 'Three voted against a cut of 25 basis points.', 'Nine voted for a cut of 25 basis points.'],
    ['cash with securities', 'Cash and cash equivalents were $1.2 billion.', cash],
    ['income as expense', 'Interest expense was $120 million.', 'Interest income was $120 million.'],
    ['created jobs', 'The company cut 1,200 jobs.', 'The company created 1,200 jobs.'],
    ['an agreed deal', 'The $2.1 billion deal was completed.', 'The company agreed to the $2.1 billion deal.'],
    ['payment in shares', 'It paid $2.1 billion in cash.', 'It paid $2.1 billion in stock.'],
    ['a share as a change', 'China accounted for 18% of sales.', 'Sales in China fell 18%.'],
    ['a result without its exclusion', 'Operating income was $1.8 billion.', costs],
    ['an undrawn facility', 'The $500 million credit facility was drawn at year end.', facility],
    ['unsecured notes', 'The notes of $750 million are secured.', 'The $750 million of notes are unsecured.'],
    ['the row of a region', 'Revenue was $2.0 billion in 2024.', regions],
    ['the row of another region', 'Europe generated $3.0 billion in 2024.', regions],
    ['a region in a sentence', 'Revenue was $2.0 billion.', "Kestrel's revenue in Europe was $2.0 billion."],
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
    ['The annual dividend is $1.00 per share.', 'The board set an annual dividend of $1.00 per share.'],
    ['Revenue in the quarter was $8.1 billion.', year],
    ['Revenue was $32.4 billion for the year, and $8.1 billion in the quarter.', year],
    ['Revenue was $8.1 billion before it was restated.', restated],
    ['Revenue was originally reported as $5.0 billion.', bothRevenues],
    ['Before the restatement, revenue was $5.0 billion.', bothRevenues],
    ['Earnings per share were $2.35.', 'Net income per diluted share was $2.35 in 2024.'],
    ['Revenue was $4.6 billion.', bothRevenues],
    ['Revenue was $4.6 billion.', 'Revenue was $5.0 billion, as originally reported, and $4.6 billion as restated.'],
    ['Revenue was $5.0 billion.', 'Revenue, as previously reported, was $5.0 billion.'],
    ['The unemployment rate was 4.2% a month earlier.', jobless],
    ['Deposits grew 3%.', loans],
    ['Loans fell 3% to $310 billion.', loans],
    ['The rate was unchanged at 4.5%.', 'The Committee decided to keep the rate unchanged at 4.5%.'],
    ['The Committee kept its forecast of 5% growth.', 'The Committee kept its forecast of 5% growth for 2025.'],
    ['Capex is expected to be $4 billion in 2025.', 'Capital expenditures are expected to be $4 billion in 2025.'],
    ['Operating income was $1.8 billion, excluding restructuring costs.', costs],
    ['China accounted for 18% of revenue.', 'In 2024, 18% of sales came from China.'],
    [
      'The company had no borrowings under its $500 million facility.',
      'There were no borrowings under the $500 million facility.',
    ],
    ['Europe generated $2.0 billion in 2024.', regions],
    ['Revenue was $3.0 billion in Asia in 2024.', regions],
    ['At least 250 people work there.', 'No fewer than 250 people work there.'],
  ])('is confirmed: %s', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
