/** Equal figures of another measure, basis, period or direction, and the same ones in other words. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

describe('a figure of another kind', () => {
  it.each([
    ['The net profit was $4.2 million.', 'The net loss, as restated, was $4.2 million.'],
    ['The company made a profit of $4.2 million.', 'The net loss (compared with a profit in 2023) was $4.2 million.'],
    ['Revenue rose to $4.2 billion.', 'Revenue fell, for the third time, to $4.2 billion.'],
    [
      'The board approved a dividend of $5 million.',
      'The board did not, as expected, approve a dividend of $5 million.',
    ],
    ['Revenue surged 12% in 2024.', 'Revenue plunged 12% in 2024.'],
    ['Net inflows were $3 billion.', 'Net outflows were $3 billion in the quarter.'],
    ['The trade surplus was $3 billion.', 'The trade deficit, on a seasonally adjusted basis, was $3 billion.'],
    ['The company raised its guidance by 5%.', 'The company cut its guidance by 5%.'],
    ['GAAP operating margin was 21.5%.', 'Non-GAAP operating margin was 21.5%, while GAAP operating margin was 17.2%.'],
    [
      'Operating income was $210 million.',
      'Adjusted operating income was $210 million; operating income was $150 million.',
    ],
    ['Net income was $210 million.', 'Non-GAAP net income was $210 million.'],
    ['Revenue was $900 million.', 'On a pro forma basis, revenue was $900 million.'],
    ['Operating income was $5 million.', 'Net income was $5 million and operating income was $7 million.'],
    ['Profit was $5 million in 2024.', 'Revenue was $5 million in 2024.'],
    ['The gross margin was 42.5%.', 'The operating margin was 42.5%, the gross margin 61.0%.'],
    ['EBITDA reached $120 million.', 'Free cash flow reached $120 million, EBITDA $160 million.'],
    ['Diluted EPS was $2.31.', 'Basic earnings per share were $2.31 and diluted earnings per share were $2.26.'],
    ['Revenue rose 12% quarter over quarter.', 'Revenue rose 12% year over year and 3% sequentially.'],
    ['Revenue doubled in 2024.', 'Revenue more than doubled in 2024.'],
    ['Revenue doubled in 2024.', 'Revenue was flat in 2024.'],
    ['Revenue tripled in 2024.', 'Revenue doubled in 2024.'],
    ['The company expects revenue of $5 billion.', 'The company expects revenue of between $4 billion and $5 billion.'],
    ['It expects revenue of $5 billion.', 'It expects revenue of $4 to $5 billion.'],
    ['It expects growth of 8%.', 'It expects growth of 6–8%.'],
    ['It will buy back $10 billion of shares.', 'It will buy back up to $10 billion of shares.'],
    ['The company has 5 million users.', 'The company has at least 5 million users.'],
    ['It has more than 5 million users.', 'It has fewer than 5 million users.'],
    ['The company has more than 5 million users.', 'The company has almost 5 million users.'],
    ['Costs exceeded $5 million.', 'Costs did not exceed $5 million.'],
    ['The company employs 500 people.', 'The company no longer employs 500 people.'],
    ['Sales reached $5 million.', 'Sales failed to reach $5 million.'],
    ['Sales reached $5 million.', 'Sales fell short of $5 million.'],
    ['Revenue was $5 billion in 2025.', 'The company expects revenue of $5 billion in 2025.'],
    ['The company expects revenue of $5 billion in 2025.', 'Revenue was $5 billion in 2025.'],
    ['Revenue was $5 billion.', 'Analysts had forecast revenue of $5 billion.'],
    ['Nvidia had revenue of $5 billion.', "Nvidia's data center revenue was $5 billion."],
    ['Siemens reported orders of 5 billion euros.', 'Alstom reported orders of 5 billion euros, more than Siemens.'],
    ['Samsung shipped 60 million phones.', 'Apple shipped 60 million phones and Samsung 55 million.'],
    ['Total revenue was $5.1 billion.', 'Cloud revenue was $5.1 billion and total revenue was $9.3 billion.'],
    ['Revenue was $5 billion in 2024.', 'Revenue was $5 billion in the first half of 2024.'],
    ['Revenue was $5 billion in 2024.', 'Revenue was $5 billion in Q3 2024.'],
    [
      'Revenue was $5 billion in the third quarter of 2024.',
      'Revenue was $5 billion in the nine months ended September 30, 2024.',
    ],
    ['Revenue was $5 billion in calendar 2024.', 'Revenue was $5 billion in fiscal 2024.'],
    ['Revenue was $5 billion in FY23.', 'Revenue was $5 billion in fiscal 2024.'],
    ['The share price is below $5.', 'The share price is above $5.'],
    ['Net debt was $3 billion.', 'Net cash was $3 billion.'],
    ['Gross debt was $3 billion.', 'Net debt was $3 billion.'],
    ['Imports were $3 billion.', 'Exports were $3 billion.'],
    ['Profit before tax was $3 million.', 'Profit after tax was $3 million.'],
    ['It opened 12 stores in 2024.', 'It closed 12 stores in 2024.'],
    ['It hired 500 people in 2024.', 'It laid off 500 people in 2024.'],
    ['Organic growth was 5%.', 'Reported growth was 5%; organic growth was 3%.'],
    ['Revenue beat estimates by $20 million.', 'Revenue missed estimates by $20 million.'],
    ['The bank was the highest at 12%.', 'The bank was the lowest at 12%.'],
    ['Revenue rose to $4.8 billion.', 'Revenue was $5.1 billion, compared to $4.8 billion a year earlier.'],
    ['Revenue rose to $4.8 billion.', 'Revenue was $5.1 billion, compared with $4.8 billion a year earlier.'],
    ['Revenue rose to $4.8 billion.', 'Revenue was $5.1 billion, relative to $4.8 billion a year earlier.'],
  ])('does not confirm %j with %j', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['The net loss was $4.2 million.', 'The net loss, as restated, was $4.2 million.'],
    ['Revenue dropped 12% in 2024.', 'Revenue plunged 12% in 2024.'],
    ['Non-GAAP net income was $210 million.', 'Net income on a non-GAAP basis was $210 million.'],
    ['Operating income was $7 million.', 'Net income was $5 million and operating income was $7 million.'],
    ['Sales were $5 million in 2024.', 'Revenue was $5 million in 2024.'],
    ['Revenue rose 12% year over year.', 'Revenue rose 12% from a year earlier and 3% sequentially.'],
    ['Revenue rose 12%.', 'Revenue rose 12% year over year.'],
    ['It expects revenue of $4bn to $5bn.', 'It expects revenue of between $4 and $5 billion.'],
    ['The company has about 5 million users.', 'The company has 5 million users.'],
    ['The company has 5 million users.', 'The company has approximately 5 million users.'],
    ['It has over 5 million users.', 'It has more than 5 million users.'],
    ['The company forecasts revenue of $5 billion in 2025.', 'The company expects revenue of $5 billion in 2025.'],
    ['Revenue was $5 billion in fiscal 2024.', 'Revenue was $5 billion in FY2024.'],
    ['Revenue was $5 billion in FY24.', 'Revenue was $5 billion in fiscal 2024.'],
    ['Revenue rose 5% to $12 million.', 'Revenue increased 5% to $12 million, as costs fell.'],
    [
      'Revenue grew 8% to $4.2 billion in 2024, up from $3.9 billion in 2023.',
      'Revenue rose to $4.2 billion in 2024, an increase of 8%, up from $3.9 billion in 2023.',
    ],
    ['Net income fell to $5 million as revenue dropped 3%.', 'Revenue dropped 3%. Net income fell to $5 million.'],
    ['The operating margin was 20% (2023: 18%).', 'The operating margin was 20%, compared with 18% in 2023.'],
    ['Apple shares rose 3% after the report.', 'Apple shares rose 3% on Friday.'],
    ['Capital expenditures were $2 billion.', 'Capex was $2 billion.'],
    ['Revenue came in at $5.0 billion.', 'Revenue was $5 billion.'],
    ['Earnings per share were $2.10.', 'Diluted EPS was $2.10.'],
    ['Net profit came to $210 million.', 'Net income was $210 million.'],
    ['Operating profit was $210 million.', 'Operating income was $210 million.'],
    [
      'Revenue rose to $5.1 billion from $4.8 billion.',
      'Revenue was $5.1 billion, compared to $4.8 billion a year earlier.',
    ],
    [
      'Revenue rose to $5.1 billion from $4.8 billion.',
      'Revenue was $5.1 billion, relative to $4.8 billion a year earlier.',
    ],
    ['Revenue fell by $0.3 billion.', 'Revenue fell, with a decline equal to $0.3 billion.'],
    ['Profit rose by $0.3 billion.', 'Profit rose, due to $0.3 billion of savings.'],
  ])('confirms %j with %j', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

describe('a counted thing', () => {
  it.each([
    ['Der Konzern hat 5 Mio. Kunden.', 'Der Konzern hat 5 Mio. Aktien.'],
    ['Der Konzern hat 5 Mio. Aktien.', 'The company has 5 million customers.'],
    ['Le groupe a 5 millions de clients.', 'Le groupe a 5 millions d’actions.'],
    ['La empresa tiene 5 millones de clientes.', 'La empresa tiene 5 millones de acciones.'],
    ['Das Unternehmen hat 12.345 Filialen.', 'Das Unternehmen hat 12.345 Mitarbeiter.'],
    ['The company has 12,345 stores.', 'Le groupe a 12 345 salariés.'],
    ['The company has $5 million.', 'La empresa tiene 5 millones de acciones.'],
  ])('does not confirm %j with %j', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['The company has 12,345 employees.', 'Das Unternehmen hat 12.345 Mitarbeiter.'],
    ['The company has 12,345 employees.', 'Das Unternehmen hat 12.345 Beschäftigte.'],
    ['The company has 12,345 employees.', 'Das Unternehmen hat 12.345 Mitarbeiterinnen und Mitarbeiter.'],
    ['The company has 12,345 employees.', 'Le groupe a 12 345 salariés.'],
    ['The company has 12,345 employees.', 'La empresa del sector tiene 12.345 empleados en los Estados Unidos.'],
    ['The company has 12,345 employees.', 'La società del gruppo ha 12.345 dipendenti del settore.'],
    ['The company has 5 million customers.', 'Der Konzern hat 5 Mio. Kunden.'],
    ['The company has 5 million customers.', 'Le groupe a 5 millions de clients.'],
    ['The company has 5 million shares.', 'Der Konzern hat 5 Mio. Aktien.'],
    ['The company has 5 million shares.', 'Le groupe a 5 millions d’actions.'],
    ['The company has 5 million shares.', 'La empresa tiene 5 millones de acciones.'],
    ['The company has 500 stores.', 'Der Konzern hat 500 Filialen.'],
    ['The workforce is 12,345.', 'Das Unternehmen hat 12.345 Mitarbeiter.'],
    ['Der Konzern hat 12.345 Mitarbeiter.', 'Der Konzern beschäftigt 12.345 Menschen.'],
    ['Der Konzern hat 5 Mio. Aktien.', 'Die Zahl der Aktien im Konzern liegt bei 5 Mio.'],
    ['Der Konzern hat 12.345 Mitarbeiter.', '| | 2024 |\n| --- | --- |\n| Mitarbeiter | 12.345 |'],
  ])('confirms %j with %j', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

describe('a ratio or a list', () => {
  it.each([
    ['Der Konzern plant einen Split im Verhältnis 1:10.', 'Der Konzern plant einen Split im Verhältnis 10:1.'],
    ['The stock split is 10:1.', 'The stock split is 1:10.'],
    ['Sales were $5.', 'The company had sales of $5, $7 and $9 million.'],
    ['It sold 5 units.', 'It sold 5, 7 and 9 million units.'],
    ['La BCE a donc baissé ses taux de 25 points.', 'La BCE a baissé ses taux de 25 points de base.'],
    ['La BCE ha ridotto i tassi di 25 punti percentuali.', 'La BCE ha ridotto i tassi di 25 punti base.'],
    ['The spread is 25 to 50 percentage points.', 'In May the spread was 25 to 50 basis points.'],
  ])('of %j is not confirmed by %j', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['The stock split is 10:1.', 'In May, the stock split was 10:1.'],
    ['Sales were $5 million.', 'The company had sales of $5, $7 and $9 million.'],
    ['It sold 5 million, 7 million and 9 million units.', 'In May, it sold 5, 7 and 9 million units.'],
    ['It sold 300 tons, 7 ships and 9 million units.', 'In May, it sold 300 tons, 7 ships and 9 million units.'],
    ['The ECB cut rates by 0.25 percentage points.', 'In May the ECB cut rates by 25 punti base.'],
    ['The spread is 0.25 to 0.5 percentage points.', 'In May the spread was 25 to 50 basis points.'],
  ])('of %j is confirmed by %j', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

const gm = `(In millions)

| | 2024 | 2023 |
| --- | --- | --- |
| Revenue | $410 | $380 |
| Gross margin | $180 | $169 |
| Gross margin percentage | 43.9% | 44.5% |
`;

describe('a figure in other words, or of another segment or outlook,', () => {
  it.each<[claim: string, source: string, head?: string]>([
    ['Tesla produced 497,099 vehicles.', 'Tesla delivered 497,099 vehicles.'],
    ['Income tax was $58 million.', 'Income before provision for income taxes was $58 million.'],
    ['Net income was $58 million.', 'Income from continuing operations before income taxes was $58 million.'],
    ['Pretax income was $58 million.', 'Income tax was $58 million.'],
    ['Gross profit was 43.9% in 2024.', gm],
    ['Revenue was $4.9 billion.', 'Revenue came in at $5 billion and met expectations of $4.9 billion.'],
    ['Revenue was $4.9 billion.', 'Revenue came in at $5 billion and beat the consensus of $4.9 billion.'],
    ['Revenue was $4.9 billion.', 'The company projects revenue of $4.9 billion.'],
    ['Revenue was $4.9 billion.', 'The bank projects that revenue is $4.9 billion.'],
    ['Revenue was $4.9 billion.', 'The bank projects quarterly revenue of $4.9 billion.'],
    ['Revenue grew 5%.', 'The company projects 5% growth in revenue.'],
    ['Revenue was $4.9 billion.', 'The company projects $4.9 billion in revenue.'],
    [
      'Le chiffre d’affaires est de 5 millions d’euros.',
      'Le groupe attend un chiffre d’affaires de 5 millions d’euros.',
    ],
    ['Revenue of $5 billion beat expectations.', 'The company expects revenue of $5 billion.'],
    ['The company expects revenue of $5 billion.', 'Revenue of $5 billion beat expectations.'],
    ['Adjusted revenue was $5 billion.', 'Ad revenue was $5 billion.'],
    [
      'MicroStrategy bought Bitcoin for $5 billion in 2024.',
      'In the first quarter of 2024 MicroStrategy bought Bitcoin for $5 billion.',
    ],
    ['Growth was 6%.', 'It had growth of 6% to 8%.'],
    ['Revenue was $5 billion.', 'Ad revenue was $5 billion.'],
    ['Revenue was $5 billion.', 'U.S. revenue was $5 billion.'],
    ['Cloud revenue was $5 billion.', 'Automotive revenue was $5 billion.'],
    ['US sales were $5 billion.', 'Sales of the business were $5 billion, far below U.S. sales.'],
    ['La croissance était de 5 %.', 'La croissance organique était de 5 %.'],
    ['El crecimiento fue del 5 %.', 'El crecimiento orgánico fue del 5 %.'],
    ['收入增长5%。', '收入有机增长5%。'],
    ['净利润为5亿元。', '调整后净利润为5亿元。'],
    ['L’utile netto era di 5 milioni di euro.', 'L’utile netto rettificato era di 5 milioni di euro.'],
    ['Les ventes sont de 5 millions d’euros.', 'Le groupe prévoit, prévé, prevê, ventes de 5 millions d’euros.'],
    ['De omzet is 5 miljoen euro.', 'Het bedrijf verwacht een omzet van 5 miljoen euro.'],
    ['Las ventas son de 5 millones de euros.', 'La empresa prevé ventas de 5 millones de euros.'],
    ['売上高は30億円。', '売上高の見通しは30億円。'],
    ['收入为5亿元。', '收入展望为5亿元。'],
    ['Growth is 6%.', 'Growth is 6% to 8%.'],
    ['It expects revenue of $5 billion.', 'It expects revenue of $4 billion to 5 billion.'],
    ['Der Umsatz liegt bei 500 Mio. Euro.', 'Der Umsatz liegt über 500 Mio. Euro.'],
    ['Revenue was $5 billion in 2024.', 'In the first quarter of 2024 revenue was $5 billion.'],
    [
      'Revenue was $5 billion in 2024, when Alpha bought Beta.',
      'In the first quarter of 2024, when Alpha bought Beta, revenue was $5 billion.',
    ],
    ['Alpha raised revenue to $5 billion in 2024.', 'In the first quarter of 2024 Alpha raised revenue to $5 billion.'],
  ])('does not confirm %j with %j', (claim, source, of) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source, of).verdict);
  });

  it.each<[claim: string, source: string, head?: string]>([
    ['Revenue was $94.9 billion.', 'Apple delivered $94.9 billion in revenue.'],
    ['Apple delivered revenue of $94.9 billion.', 'Apple had revenue of $94.9 billion.'],
    ['Apple delivered $94.9 billion in revenue.', 'Apple had revenue of $94.9 billion.'],
    ['Revenue grew 8%.', 'The company delivered 8% growth in revenue.'],
    ['Free cash flow was $5 million.', 'It produced $5 million in free cash flow.'],
    ['Pretax income was $58 million.', 'Income before provision for income taxes was $58 million.'],
    ['Pretax income was $58 million.', 'Income from continuing operations before income taxes was $58 million.'],
    ['Gross profit was $180 million in 2024.', gm],
    ['Nvidia beats expectations with revenue of $35.1 billion.', 'Nvidia reported revenue of $35.1 billion.'],
    ['Revenue was $5.2 billion.', 'Revenue of $5.2 billion met expectations.'],
    ['Revenue was $5.2 billion.', 'Revenue of $5.2 billion beat consensus.'],
    ['It has projects of 12 GW.', 'Projects under construction total 12 GW.'],
    ['The event has 4,000 people.', 'The event: 4,000 people attend.'],
    ['US sales were $5 billion.', 'U.S. sales were $5 billion.'],
    ['U.S. sales were $5 billion.', 'US sales were $5 billion.'],
    ['Ad revenue was $5 billion.', 'Advertising revenue was $5 billion.'],
    ['Advertising revenue was $5 billion.', 'Ad revenue was $5 billion.'],
    ['Service revenue was $5 billion.', 'Services revenue was $5 billion.'],
    ['Auto revenue was $5 billion.', 'Automotive revenue was $5 billion.'],
    ['Automotive revenue was $5 billion.', 'Auto revenue was $5 billion.'],
    ['License revenue was $5 billion.', 'Licence revenue was $5 billion.'],
    ['The DAX lost 1.2%.', 'The DAX lost 1.2% to 18,400 points.'],
    ['The index advanced 3%.', 'The index advanced 3% to 5,120.'],
    ['The DAX fell 1.2%.', 'The DAX shed 1.2% to 18,400 points.'],
    ['The index rose 3%.', 'The index added 3% to 5%.'],
    ['Siemens begab eine Anleihe von 500 Mio. Euro.', 'Siemens begab eine Anleihe über 500 Mio. Euro.'],
    ['Siemens begab eine Anleihe über 500 Mio. Euro.', 'Siemens begab eine Anleihe von 500 Mio. Euro.'],
    ['Alpha bought Beta for $5 billion in 2024.', 'In the first quarter of 2024 Alpha bought Beta for $5 billion.'],
  ])('confirms %j with %j', (claim, source, of) => {
    expect(checkClaim(claim, source, of).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
