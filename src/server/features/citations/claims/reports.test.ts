/** Statements about excerpts of reports, as analysts write them. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const nv = `NVIDIA today reported revenue for the third quarter ended October 27, 2024, of $35.1 billion, up 17% from the previous quarter and up 94% from a year ago. GAAP earnings per diluted share were $0.78, up 16% from the previous quarter and up 111% from a year ago. Non-GAAP earnings per diluted share were $0.81. Data Center revenue was a record $30.8 billion, up 17% from the previous quarter and up 112% from a year ago. The company's outlook for the fourth quarter: revenue is expected to be $37.5 billion, plus or minus 2%. GAAP and non-GAAP gross margins are expected to be 73.0% and 73.5%, respectively. During the third quarter, NVIDIA returned $11.2 billion to shareholders in the form of shares repurchased and cash dividends.`;
const sap = `SAP erzielte im dritten Quartal 2025 einen Umsatz von 9,08 Mrd. Euro, ein Plus von 7 % gegenüber dem Vorjahr. Währungsbereinigt stieg der Umsatz um 11 %. Der Cloud-Umsatz erhöhte sich um 22 % auf 5,29 Mrd. Euro. Das Betriebsergebnis (IFRS) betrug 2,49 Mrd. Euro. Für 2025 erwartet SAP einen Free Cashflow von 8,0 bis 8,2 Mrd. Euro.`;
const bank = `Norden Bank's net interest income fell 4% to €1.2 billion, while fees rose 6% to €410 million. Impairments, mainly on Swedish property, more than doubled to €95 million. The CET1 ratio stood at 14.8%, 30 basis points above the third quarter. The bank cut its cost-income target to below 45%. Shares fell as much as 5.1% before closing 3.2% lower at 112.40 kronor.`;

describe('a statement about a report', () => {
  it.each([
    ['Revenue rose 17% year over year to $35.1 billion.', nv],
    ['NVIDIA had revenue of $30.8 billion in the quarter.', nv],
    ['GAAP diluted EPS was $0.81.', nv],
    ['Fourth-quarter revenue was $37.5 billion.', nv],
    ['GAAP gross margin is expected to be 73.5%.', nv],
    ['NVIDIA returned $11.2 billion to shareholders in the fourth quarter.', nv],
    ['Data Center revenue rose 94% from a year ago.', nv],
    ['Der Umsatz von SAP lag bei 5,29 Mrd. Euro.', sap],
    ['SAP erwartet für 2025 einen Free Cashflow von 8,2 Mrd. Euro.', sap],
    ['Der Umsatz stieg um 11 %.', sap],
    ['Net interest income rose 4% to €1.2 billion.', bank],
    ['Fees rose 6% to €1.2 billion.', bank],
    ['Impairments doubled to €95 million.', bank],
    ['The CET1 ratio was 14.8%, 30 basis points below the third quarter.', bank],
    ['The cost-income target is above 45%.', bank],
    ['The shares fell 5.1%.', bank],
    ['Revenue was $35.1 million in the third quarter.', nv],
    [
      'Apple returned $29 billion to shareholders.',
      'Apple returned over $29 billion to shareholders, including $3.7 billion in dividends.',
    ],
    [
      'Diluted EPS was $0.97, up 12%.',
      'Apple posted revenue of $94.9 billion, up 12 percent, and quarterly diluted earnings per share of $0.97.',
    ],
    ['The Fed raised its rate by 25 basis points.', 'The Fed lowered the target range by 25 basis points.'],
    ['Inflation was 2.1% in October 2025.', 'Core inflation was 2.4% in October 2025, after 2.1% in September 2025.'],
    [
      'Tesla produced 497,099 vehicles in Q3 2025.',
      'In the third quarter of 2025, Tesla produced over 447,000 vehicles and delivered 497,099 vehicles.',
    ],
    ['The dividend is $0.25 per month.', 'The board declared a dividend of $0.25 per share.'],
    ['The loss widened to $30 million.', 'The loss narrowed to $30 million.'],
    ['2024年腾讯收入为6603亿元，环比增长8%。', '腾讯控股2024年收入6,603亿元人民币，同比增长8%。'],
    ['トヨタの2024年度の営業利益は45兆円だった。', 'トヨタ自動車の2024年度の売上高は45兆円に達した。'],
    ['Le bénéfice net a atteint 5 millions d’euros en 2024.', 'La perte nette a atteint 5 millions d’euros en 2024.'],
    [
      'El beneficio neto fue de 5 millones de euros en 2024.',
      'En 2024, los ingresos ascendieron a 5 millones de euros.',
    ],
    [
      'The company sold 5 million units in the first half of 2024.',
      'The company sold 5 million units in the second half of 2024.',
    ],
    ['Annual recurring revenue was $5 billion.', 'Revenue was $5 billion.'],
    ['Revenue was $4.9 billion.', 'Revenue came in at $5 billion, ahead of expectations of $4.9 billion.'],
    ['The company has no longer term debt above $5 million.', 'The company has long-term debt above $5 million.'],
  ])('is not confirmed: %s', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['NVIDIA reported Q3 revenue of $35.1 billion, up 94% from a year ago.', nv],
    ['Revenue rose 94% year over year to $35.1 billion.', nv],
    ['Revenue rose 17% quarter over quarter.', nv],
    ['Data center revenue was a record $30.8 billion.', nv],
    ['Non-GAAP diluted EPS was $0.81.', nv],
    ['For the fourth quarter NVIDIA expects revenue of $37.5 billion.', nv],
    ['NVIDIA returned $11.2 billion to shareholders in the third quarter.', nv],
    ['Im dritten Quartal 2025 lag der Umsatz von SAP bei 9,08 Mrd. Euro.', sap],
    ['Der Cloud-Umsatz stieg um 22 % auf 5,29 Mrd. Euro.', sap],
    ['SAP erwartet für 2025 einen Free Cashflow zwischen 8,0 und 8,2 Mrd. Euro.', sap],
    ['Währungsbereinigt wuchs der Umsatz um 11 %.', sap],
    ["SAP's revenue rose 7% to €9.08 billion in the third quarter of 2025.", sap],
    ['Net interest income fell 4% to €1.2 billion.', bank],
    ['Fees increased 6% to €410 million.', bank],
    ['Impairments more than doubled to €95 million.', bank],
    ['The CET1 ratio was 14.8%.', bank],
    ['The shares closed 3.2% lower at 112.40 kronor.', bank],
    ['The shares fell as much as 5.1%.', bank],
    [
      'Apple paid $3.7 billion in dividends and bought back $25 billion of shares.',
      'Apple returned over $29 billion to shareholders, including $3.7 billion in dividends and $25 billion of share repurchases.',
    ],
    [
      'Revenue was $94.9 billion, up 6% year over year.',
      'Apple posted quarterly revenue of $94.9 billion, up 6 percent year over year, and quarterly diluted earnings per share of $0.97.',
    ],
    [
      'The Fed cut its rate by 25 basis points to between 4.25% and 4.50%.',
      'The Fed lowered the target range by 0.25 percentage points to 4.25% to 4.50%.',
    ],
    [
      'Tesla delivered 497,099 vehicles in Q3 2025.',
      'In the third quarter of 2025, Tesla produced over 447,000 vehicles and delivered 497,099 vehicles.',
    ],
    [
      'Free cash flow was $1.4 billion (2023: $1.1 billion).',
      'Free cash flow rose to $1.4 billion from $1.1 billion in 2023.',
    ],
    ['Its market share is roughly 20%.', 'Its market share is 20%.'],
    ['The dividend is $0.25 per share.', 'The board declared a quarterly dividend of $0.25 a share.'],
    ['The margin fell 120 basis points to 18.5%.', 'The operating margin contracted 120 basis points to 18.5%.'],
    [
      'Revenue missed estimates of $5.1 billion.',
      'Revenue of $5.0 billion fell short of the $5.1 billion analysts expected, and missed estimates of $5.1 billion.',
    ],
    [
      'Net profit attributable to shareholders was HK$3.2 billion.',
      'Profit attributable to shareholders was HK$3,200 million.',
    ],
    ['Debt fell to $3bn at the end of 2024.', 'At December 31, 2024, debt had fallen to $3.0 billion.'],
    ['2024年腾讯收入为6603亿元，同比增长8%。', '腾讯控股2024年收入6,603亿元人民币，同比增长8%。'],
    ['トヨタの2024年度の売上高は45兆円だった。', 'トヨタ自動車の2024年度の売上高は45兆円に達した。'],
    [
      'El beneficio neto fue de 5 millones de euros en 2024.',
      'En 2024, el beneficio neto ascendió a 5 millones de euros.',
    ],
    [
      'Volumes rose in the mid-single digits, and pricing added 2%.',
      'Pricing added 2% while volumes rose in the mid-single digits.',
    ],
    [
      'Revenue of $5 billion beat expectations of $4.9 billion.',
      'Revenue came in at $5 billion, ahead of expectations of $4.9 billion.',
    ],
    ['NVDA fell 12% in 2025.', 'NVDA lost 12% in 2025.'],
    ['Goodwill impairment was $45 million in 2024.', 'In 2024 we recorded a goodwill impairment of $45 million.'],
  ])('is confirmed: %s', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
