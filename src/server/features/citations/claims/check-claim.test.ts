import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const source = `Kestrel Foods annual report.

Revenue rose to $4.2 billion in 2024, up from $3.9 billion in 2023. The operating margin was 18.5 %. The board did not approve a dividend of $2.50 per share in Q3 2024.

In the third quarter of 2024, Norden Bank earned EUR 1,234.5 million and Delta Energy EUR 980 million. The plant in Rotterdam produced 1,200 tonnes on 3 March 2024.

Costs were $5m and $4m in 2024 and 2023, respectively. The company employs 12,400 people.`;

const check = (claim: string, text = source) => checkClaim(claim, text);

describe('a claim that restates figures', () => {
  it.each([
    'In 2024 sales reached $4.2bn.',
    'Sales came to 4,200 million dollars in 2024.',
    'Sales came to USD 4,200,000,000 in 2024.',
    'In 2023 it was $3.9 billion.',
    'Its margin was 18.5%.',
    'The margin amounted to 18.50 percent.',
    'Norden Bank made €1.2345 billion in Q3 2024.',
    'Delta Energy earned 980 million euros in the third quarter of 2024.',
    'Rotterdam produced 1,200 t on March 3, 2024.',
    'Rotterdam produced 1 200 tonnes in March 2024.',
    'There is no dividend of $2.50 for Q3 2024.',
    'The workforce is 12,400.',
    'Kestrel Foods has 12,400 people.',
    'Der Umsatz von Kestrel Foods lag bei 4,2 Mrd. $ im Jahr 2024 und stieg.',
  ])('finds %s', (claim) => {
    expect(check(claim)).toMatchObject({ verdict: 'figures' });
  });
});

describe('a claim in a script without spaces', () => {
  const text = '2024年净利润为45亿元。市场传闻公司将于明年关闭柏林工厂。\n\nกำไรสุทธิของบริษัทเพิ่มขึ้นเป็น45ล้านบาท';

  it.each(['2024年净利润为45亿元。', 'กำไรสุทธิของบริษัทเพิ่มขึ้นเป็น45ล้านบาท'])('is verified word for word: %s', (claim) => {
    expect(check(claim, text)).toMatchObject({ verdict: 'quote' });
  });

  it.each([
    '公司将于明年关闭柏林工厂。',
    '公司将于 明年关闭柏林工厂。',
    '2024年净利润为46亿元。',
    'กำไรสุทธิของบริษัทเพิ่มขึ้น',
  ])('is not verified if it is only part of a sentence, or differs: %s', (claim) => {
    expect(check(claim, text).verdict).not.toMatch(/quote|figures/);
  });
});

describe('a claim that says something else', () => {
  it.each([
    ['a digit', 'In 2024 sales reached $4.3bn.', '$4.3bn'],
    ['the scale', 'In 2024 sales reached $4.2 million.', '$4.2 million'],
    ['the currency', 'In 2024 sales reached €4.2bn.', '€4.2bn'],
    ['the year', 'In 2023 sales reached $4.2bn.', '$4.2bn'],
    ['a year of another sentence', 'In 2022 sales reached $4.2bn.', '2022'],
    ['the unit', 'The margin was 18.5 percentage points.', '18.5 percentage points'],
    ['the quarter', 'Norden Bank earned EUR 1,234.5 million in Q2 2024.', 'Q2 2024'],
    ['the day', 'Rotterdam produced 1,200 tonnes on 4 March 2024.', '4 March 2024'],
    ['a name', 'Hamburg produced 1,200 tonnes on 3 March 2024.', 'Hamburg'],
    ['the name of another figure', 'Delta Energy earned EUR 1,234.5 million in Q3 2024.', 'EUR 1,234.5 million'],
    ['a negation', 'The board approved a dividend of $2.50 per share in Q3 2024.', '$2.50'],
    ['the direction', 'Revenue fell to $4.2 billion in 2024.', 'fell'],
    ['swapped years', 'Costs were $4m in 2024.', '$4m'],
    ['separators', 'It employs 12.400 people.', '12.400 people'],
  ])('lacks %s', (_name, claim, missing) => {
    const { verdict, missing: found } = check(claim);
    expect(['partial', 'absent']).toContain(verdict);
    expect(found?.join(' ')).toContain(missing);
  });

  it('is absent if the page has none of it', () => {
    expect(check('Profits of $77 million were paid in 2011.')).toMatchObject({ verdict: 'absent' });
    expect(check('The lighthouse keeper retired.')).toMatchObject({ verdict: 'absent' });
  });
});

describe('a claim with the right words and figures in another sense', () => {
  it.each([
    ['another period', 'The fee is €5 per month.', 'The fee is €5 a year.', 'The fee is €5 each month.'],
    ['another measure', 'The limit is 5 mg.', 'The limit is 5 µg.', 'A limit of 5 milligrams holds.'],
    ['another area', 'The site has 12 ha.', 'The site has 12 km².', 'It covers 12 hectares.'],
    ['a rise for a cut', 'The rate went from 2% to 3%.', 'The rate went from 3% to 2%.', 'It moved from 2 % to 3 %.'],
    [
      'swapped names',
      'Kestrel Foods lent Norden Bank $12 million.',
      'Norden Bank lent Kestrel Foods $12 million.',
      'In the end Kestrel Foods lent Norden Bank $12 million.',
    ],
    [
      'a myth',
      'Revenue rose 5% in 2025.',
      'It is a myth that its revenue rose 5% in 2025.',
      'Its revenue rose 5% in 2025.',
    ],
    ['all but them', '3% of users left.', 'All but 3% of users left.', 'Of the users, 3% left.'],
  ])('is not confirmed: %s', (_what, claim, other, same) => {
    expect(['partial', 'absent']).toContain(check(claim, other).verdict);
    expect(['figures', 'quote']).toContain(check(claim, same).verdict);
  });
});

it('compares the negation of a clause that is only in a neighboring sentence', () => {
  const text =
    'Delta Energy earned $5 million in 2023, because prices rose. Delta Energy earned $7 million in 2023, as the port in Rotterdam was not closed.';
  expect(check('Delta Energy earned $5 million in 2023, as the port in Rotterdam was closed.', text)).toMatchObject({
    verdict: 'partial',
  });
});

it('confirms a sentence or quotation that the page contains word for word', () => {
  expect(check('The operating margin was 18.5%.')).toMatchObject({ verdict: 'quote' });
  expect(check('It says “Revenue rose to $4.2 billion in 2024”.')).toMatchObject({ verdict: 'quote' });
  expect(check('Costs of $99 million: “Revenue rose to $4.2 billion in 2024”.')).toMatchObject({
    verdict: 'partial',
    missing: ['$99 million'],
  });
});

it('confirms no sentence of which only the beginning was compared', () => {
  const claim = `The operating margin was 18.5 % ${'as the report says '.repeat(70)} and revenue was $99 million.`;
  expect(check(claim)).toMatchObject({ verdict: 'partial' });
});

it('reads numbers in the notation of the text', () => {
  const german = 'Der Umsatz stieg auf 1.234,5 Mio. € und die Zahl der Schiffe auf 1.250. Die Quote lag bei 12,5 %.';
  expect(check('Revenue was €1,234.5 million.', german)).toMatchObject({ verdict: 'figures' });
  expect(check('The ratio was 12.5%.', german)).toMatchObject({ verdict: 'figures' });
  expect(check('The number is 1,250.', german)).toMatchObject({ verdict: 'figures' });
  expect(check('Revenue was €1,234.5 billion.', german)).toMatchObject({ verdict: 'absent' });
});

describe('words that their source qualifies', () => {
  const claim = 'Helvetia Pharma raised its forecast for 2027.';
  it.each([
    'It is not true that Helvetia Pharma raised its forecast for 2027.',
    'Rumors say that Helvetia Pharma raised its forecast for 2027.',
    'Helvetia Pharma raised its forecast for 2027, if the drug is approved.',
    'Has it changed? Helvetia Pharma raised its forecast for 2027?',
    'Es ist falsch, dass Helvetia Pharma raised its forecast for 2027.',
    'It is\nnot true – whatever others write –\nthat Helvetia Pharma raised its\nforecast for 2027.',
  ])('are not verified: %s', (text) => {
    expect(check(claim, text)).toMatchObject({ verdict: 'partial', missing: [claim] });
    expect(check(`It says “${claim}”`, text).verdict).toBe('partial');
    expect(check('In 2027 the forecast of Helvetia Pharma was raised.', text).verdict).not.toBe('figures');
  });

  it.each([
    ['20% of users left.', 'At most 20% of users left.'],
    ['20% of users left.', 'Up to 20% of users left.'],
    ['The firm paid $5 million.', 'The firm paid $5 million too little.'],
    ['It “will pay $5 million” to users.', 'It will pay $5 million less to users.'],
    ['The firm paid 5 million.', 'The firm paid 5 million and 200 thousand.'],
    ['The limit is 5', 'The limit is 5 to 10.'],
    ['Revenue rose 5% in 2025.', 'An earlier version of this page said that revenue rose 5% in 2025.'],
  ])('are not verified without the qualifier of an amount: %s', (claim, page) => {
    expect(check(claim, page)).toMatchObject({ verdict: 'partial' });
  });

  it('are verified if the answer has the qualifier too, or it belongs to another amount', () => {
    expect(check('At most “20% of users” left.', 'At most 20% of users left.')).toMatchObject({ verdict: 'quote' });
    expect(check('Shares rose 20%.', 'Shares rose 20% to $15.20.')).toMatchObject({ verdict: 'quote' });
  });

  it('are not verified as a quotation if they only apply in part', () => {
    expect(check(claim, `Only in one country, ${claim}`)).toMatchObject({ verdict: 'partial' });
  });

  it('show the sentence that qualifies them', () => {
    const text = 'One. It is not true that Helvetia Pharma raised its forecast for 2027. Two.';
    expect(check(claim, text).passage).toBe('It is not true that Helvetia Pharma raised its forecast for 2027.');
  });

  it('are verified if the answer qualifies them too', () => {
    const text = 'It is not true that Helvetia Pharma raised its forecast for 2027.';
    expect(
      check('The report says it is false that “Helvetia Pharma raised its forecast for 2027”.', text).verdict,
    ).toBe('quote');
    expect(check(text, text).verdict).toBe('quote');
  });

  it('are verified if another place states them without qualification', () => {
    const text = `It is not true that nothing changed. ${claim} It was denied at first that costs fell.`;
    expect(check(claim, text).verdict).toBe('quote');
  });

  it('are not verified if the answer denies them and the source does not', () => {
    expect(check('It is not true that “Helvetia Pharma raised its forecast for 2027”.', claim).verdict).toBe('partial');
  });
});
