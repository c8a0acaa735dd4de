/** Currencies, scales, digits, spelled-out numbers and dates in several languages. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

describe('a figure in another notation', () => {
  it.each([
    ['The rate rose 25%.', 'The rate rose 25 basis points.'],
    ['The margin improved by 2%.', 'The margin improved by 2 percentage points.'],
    ['The deal is worth $5 million.', 'The deal is worth R$5 million.'],
    ['The deal is worth $5 million.', 'The deal is worth C$5 million.'],
    ['The deal is worth HK$5 million.', 'The deal is worth US$5 million.'],
    ['The deal is worth 5 million pesos.', 'The deal is worth $5 million.'],
    ['The profit was 5 billion yen.', 'The profit was 5 billion yuan.'],
    ['Sales were ₹5 crore.', 'Sales were ₹5 lakh.'],
    ['Sales were ₹5 lakh.', 'Sales were ₹5 lakh crore in 2024.'],
    ['Sales were ₹5 lakh', 'Sales were ₹5 lakh crore.'],
    ['Sales were ₹5 lakh crore.', 'Sales were ₹5 lakh in 2024.'],
    ['Sales were ₹5', 'Sales were ₹5 crore.'],
    ['The price was $1', 'The price was $1½.'],
    ['Sales were $5k.', 'Sales were $5m.'],
    ['It had １２４ stores in 2024.', 'It had 123 stores in 2024.'],
    ['It had ١٢٤ stores in 2024.', 'It had 123 stores in 2024.'],
    ['It had four million users in 2024.', 'It had 5 million users in 2024.'],
    ['The value is $1 billion.', 'Der Börsenwert erreichte eine Billion Dollar.'],
    ['The value is $1 billion.', 'Der Börsenwert stieg auf 1 Billion Dollar.'],
    ['The value is $1 billion.', 'Der Wert beträgt eine halbe Billion Dollar, fast 1 Billion Dollar.'],
    ['Der Börsenwert erreichte eine Billion Dollar.', 'The value is $1 billion.'],
    ['Revenue rose five percent in 2024.', 'Revenue rose 7 percent in 2024.'],
    ['It bought back $5 million of shares.', 'It bought back 5 million shares.'],
    ['The dividend was $2.50 per share.', 'The dividend was $2.50 million.'],
    ['The company ranked 2nd in 2024.', 'The company ranked 3rd in 2024.'],
    ['It was the second-largest bank in 2024.', 'It was the third-largest bank in 2024.'],
    ['2024年腾讯收入增长5%。', '2024年腾讯收入下降5%。'],
    ['2024年第三季度收入为5亿元。', '2024年第二季度收入为5亿元。'],
    ['收入为5亿美元。', '公司收入为5亿元。'],
    ['资产为5万元。', '资产为5万亿元。'],
    ['腾讯的收入为5亿元。', '阿里巴巴的收入为5亿元。'],
    ['公司净利润为3亿元。', '公司净亏损为3亿元。'],
    ['2024年の売上高は5%増加した。', '2024年の売上高は5%減少した。'],
    ['営業損失は30億円だった。', '営業利益は30億円だった。'],
    ['売上高は1億円だった。', '売上高は1億2345万円だった。'],
    ['トヨタの売上高は30億円だった。', 'ホンダの売上高は30億円だった。'],
    ['Der Umsatz stieg um 5 %.', 'Der Umsatz brach um 5 % ein.'],
    ['Der Gewinn lag bei 5 Mio. Euro.', 'Der Verlust, nach Steuern gerechnet, lag bei 5 Mio. Euro.'],
    [
      'Im dritten Quartal 2024 lag der Umsatz bei 5 Mio. Euro.',
      'Im zweiten Quartal 2024 lag der Umsatz bei 5 Mio. Euro.',
    ],
    ['Der Umsatz lag im 3. Quartal 2024 bei 5 Mio. Euro.', 'Der Umsatz lag im 2. Quartal 2024 bei 5 Mio. Euro.'],
    ['Las ventas subieron un 5 %.', 'Las ventas bajaron un 5 %.'],
    [
      'En el tercer trimestre de 2024 las ventas fueron de 5 millones de euros.',
      'En el segundo trimestre de 2024 las ventas fueron de 5 millones de euros.',
    ],
    ["Le chiffre d'affaires a grimpé de 5 %.", "Le chiffre d'affaires a chuté de 5 %."],
    [
      'Au premier semestre 2024, les ventes ont atteint 5 millions d’euros.',
      'Au second semestre 2024, les ventes ont atteint 5 millions d’euros.',
    ],
    ['The deal closed on 3 May 2024.', 'The deal closed on May 4, 2024.'],
    ['In 2023 BNP Paribas earned €10.2 billion.', 'In 2022 BNP Paribas earned €10.2 billion.'],
    ['In 2022 BNP Paribas earned €10.2 billion.', 'BNP Paribas earned €10.2 billion in 2021 and had 2022 branches.'],
    ['2023 万科收入为3400亿元。', '2024 万科收入为3400亿元。'],
    ['收入为 2023 万元。', '公司收入为 2024 万元。'],
    ['Los costes fueron de 2023 millones de euros.', 'Los costes fueron de 2022 millones de euros.'],
  ])('does not confirm %j with %j', (claim, source) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
  });

  it.each([
    ['The margin widened by 1.5 percentage points.', 'The margin widened by 150 basis points.'],
    ['The deal is worth C$5 million.', 'The deal is worth CAD 5 million.'],
    ['The deal is worth C$5 million.', 'The deal is worth 5 million Canadian dollars.'],
    ['The profit was 5 billion yen.', 'The profit was ¥5 billion.'],
    ['Sales were ₹50 million.', 'Sales were Rs. 5 crore.'],
    ['Sales were ₹5 trillion.', 'Sales were Rs. 5 lakh crore.'],
    ['The value is ₹123,456.', 'The value is ₹1,23,456.'],
    ['Sales were $5mn.', 'Sales were $5m.'],
    ['Market value reached $3 trillion.', 'Market value reached $3T.'],
    ['The value is $1 trillion.', 'Der Börsenwert stieg auf 1 Billion Dollar.'],
    ['The value is $1 trillion.', 'Der Börsenwert erreichte eine Billion Dollar.'],
    ['The fund pledged $1 billion.', 'The Fund Pledged $1 Billion in May.'],
    ['Cloud revenue passed $1 billion.', 'Cloud revenue grew so fast that it passed $1 Billion.'],
    ['Sales were $5,000.', 'Sales were $5k.'],
    ['Revenue was 1,234.56 million euros.', 'Der Umsatz lag bei 1.234,56 Mio. Euro und die Quote bei 3,5 %.'],
    ['Revenue was €1,234.56.', 'Le chiffre est de 1 234,56 € et le taux de 3,5 %.'],
    ['It has 123 stores.', 'It has １２３ stores.'],
    ['It had 4 million users in 2024.', 'It had four million users in 2024.'],
    ['Revenue rose 5% in 2024.', 'Revenue rose five percent in 2024.'],
    ['2024年腾讯收入增长了5%。', '2024年腾讯收入增长5%。'],
    ['收入为5亿元。', '公司收入为500百万元。'],
    ['売上高は1億2345万円。', '同社の売上高は123,450,000円だった。'],
    ['Revenue was $500 million.', '收入为5亿美元。'],
    ['Der Umsatz betrug 5 Mrd. Euro.', 'Im Jahr 2024 betrug der Umsatz 5.000 Millionen Euro.'],
    ['Les ventes ont atteint 5 milliards d’euros en 2024.', 'En 2024, les ventes ont atteint 5 000 millions d’euros.'],
    ['The deal closed on 4 May 2024.', 'The deal closed on May 4, 2024.'],
    ['In 2022 BNP Paribas earned €10.2 billion.', 'BNP Paribas earned €10.2 billion in 2022.'],
    ['2024 万科收入为3400亿元。', '万科2024年收入为3400亿元。'],
    ['收入为 2024 万元。', '公司收入为2024万元。'],
    ['Die Kosten lagen bei 2022 Millionen Euro.', 'Die Kosten betrugen 2.022 Mio. Euro.'],
  ])('confirms %j with %j', (claim, source) => {
    expect(checkClaim(claim, source).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

describe('a spelled-out number', () => {
  it.each([
    ['$50 million', 'Two Hundred Fifty Million Dollars'],
    ['50 million', 'one hundred and fifty million'],
    ['5 million', 'four point five million'],
    ['1 million', 'a million and a half'],
    ['1 million', 'one million two hundred thousand'],
    ['200 thousand', 'one million, two hundred thousand'],
    ['5 million', 'treinta y cinco millones'],
    ['50 million', 'doscientos cincuenta millones'],
    ['1 million', 'un millón y medio'],
    ['500 million', 'dos mil quinientos millones'],
    ['50 million', 'deux cent cinquante millions'],
    ['200 million', 'mille deux cents millions'],
    ['10 million', 'quatre vingt dix millions'],
    ['15 million', 'soixante-quinze millions'],
    ['2 million', 'zwei Komma fünf Millionen'],
    ['50 million', 'zwei hundert fünfzig Millionen'],
    ['50 million', 'several hundred fifty million'],
    ['10%', 'one hundred ten percent'],
    ['5%', 'four point five percent'],
    ['2 thousand', 'two thousand five hundred'],
    ['5 million', 'one five million'],
    ['5.5 million', 'five million half a year later'],
    ['102 million', 'diez por ciento y dos millones'],
    ['1002 million', 'ten cents and two million'],
  ])('is not read as %s if it is %s', (figure, words) => {
    const { verdict } = checkClaim(`The fund got ${figure} in 2024.`, `The fund got ${words} in 2024.`);
    expect(['partial', 'absent']).toContain(verdict);
  });

  it.each([
    ['$250 million', 'Two Hundred Fifty Million Dollars'],
    ['150 million', 'one hundred and fifty million'],
    ['4.5 million', 'four point five million'],
    ['4.35 million', 'four point three five million'],
    ['1.5 million', 'a million and a half'],
    ['1.5 million', 'one and a half million'],
    ['500 thousand', 'half a million'],
    ['1.2 million', 'one million two hundred thousand'],
    ['1.2 million', 'one million, two hundred thousand'],
    ['$2500', 'two thousand five hundred dollars'],
    ['5 billion', 'five thousand million'],
    ['24 million', 'twenty-four million'],
    ['35 million', 'treinta y cinco millones'],
    ['250 million', 'doscientos cincuenta millones'],
    ['1.5 million', 'un millón y medio'],
    ['100 million', 'cien millones'],
    ['250 million', 'deux cent cinquante millions'],
    ['21 million', 'vingt et un millions'],
    ['75 million', 'soixante-quinze millions'],
    ['97 million', 'quatre-vingt-dix-sept millions'],
    ['2.5 million', 'zwei Komma fünf Millionen'],
    ['110%', 'one hundred ten percent'],
    ['5 million', 'a five million'],
    ['5 million', 'five million half a year later'],
    ['0.5%', 'five million, half a percent'],
    ['2 million', 'diez por ciento y dos millones'],
    ['2 million', 'ten cents and two million'],
  ])('is read as %s if it is %s', (figure, words) => {
    expect(checkClaim(`The fund got ${figure} in 2024.`, `The fund got ${words} in 2024.`).verdict).toBe('figures');
  });

  it('is one of two joined by a word', () => {
    const source = 'The funds got four million and five million in 2024, and lost two million, five percent of them.';
    for (const figure of ['4 million', '5 million'])
      expect(checkClaim(`The funds got ${figure} in 2024.`, source).verdict).toBe('figures');
    expect(checkClaim('The funds lost 5%.', source).verdict).toBe('figures');
  });
});
