import { describe, expect, it } from 'vitest';
import { givenTexts } from '~/server/testing/fakes/source-texts';
import { checkQuotations } from './check-quotations';

const report = givenTexts(
  {
    name: 'report.pdf',
    pages: [
      'Annual report of the Alpha Group.\nRevenue grew by 12 % to $4.2 billion in 2024, and the operating mar-\ngin rose to 18.5 %.',
      'The long-\nterm debt was not repaid. The board did not approve the merger with Beta Industries.\nCosts fell by 3.1 million euros; the "Horizon" programme con-',
      'tinued. Die Geschäfts­führung erwartet keine Veränderung. L’entreprise n’a pas versé de dividende. 公司的收入在二零二四年增长了百分之十二。 The o\ufb03ce moved to Rotterdam.',
    ],
  },
  { name: 'memo.docx', pages: 'We expect the merger to close in March. Headcount will not change.' },
);

const checkOf = async (text: string, userText = '') => {
  const [citation] = await checkQuotations({ text, userText, hasWebSources: false }, report, new Date(0));
  return citation?.check && { verdict: citation.check.verdict, missing: citation.check.missing, page: citation.page };
};
const verdictOf = async (text: string) => (await checkOf(text))?.verdict;

describe('a quotation that is in a file', () => {
  it.each([
    ['straight marks', 'It says "Revenue grew by 12 % to $4.2 billion in 2024" there.'],
    ['curly marks', 'It says “Revenue grew by 12% to $4.2 billion in 2024,” and more.'],
    ['German marks', 'Dort steht „Die Geschäftsführung erwartet keine Veränderung.“ – mehr nicht.'],
    ['French marks', "On lit « L'entreprise n'a pas versé de dividende » ici."],
    ['reversed marks', 'Dort: »Die Geschäftsführung erwartet keine Veränderung«.'],
    ['Japanese marks', '报告说「公司的收入在二零二四年增长了百分之十二」。'],
    ['single marks', "It says 'The board did not approve the merger with Beta Industries' there."],
    ['curly single marks', 'It says ‘The board did not approve the merger with Beta Industries’ there.'],
    ['a block quote', 'It says:\n\n> The board did not approve\n> the merger with Beta Industries.\n\nSo no.'],
    ['a block quote with its source', '> Revenue grew by 12 % to $4.2 billion in 2024\n>\n> — **report.pdf, page 1**'],
    ['bold and italics', '“Revenue **grew by 12 %** to _$4.2 billion_ in 2024” (report.pdf, page 1)'],
    ['ellipses at its ends', '“… grew by 12 % to $4.2 billion …”'],
    ['an ellipsis for unimportant words', '“The board did not … the merger with Beta Industries”'],
    ['hyphenation', '“the operating margin rose to 18.5 %” and'],
    ['a compound at the end of a line', '“The long-term debt was not repaid.”'],
    ['a page break', '“the "Horizon" programme continued.”'.replaceAll('"', '‘')],
    [
      'a page break between the named pages',
      '“Costs fell by 3.1 million euros; the ‘Horizon’ programme continued” (pages 2–3)',
    ],
    ['ligatures', '“The office moved to Rotterdam.”'],
    ['a letter in brackets whose case was changed', 'The “[r]evenue grew by 12 % to $4.2 billion in 2024”.'],
    ['such a letter and an ellipsis', 'Then “[t]he board did not … the merger with Beta Industries”.'],
  ])('is verified with %s', async (_name, text) => {
    expect(await verdictOf(text)).toBe('quote');
  });

  it('is cited with its file, page, offsets and original text', async () => {
    const text = 'So “the operating margin rose to 18.5%”.';
    const [citation] = await checkQuotations({ text, userText: '', hasWebSources: false }, report, new Date(0));
    expect(citation).toEqual({
      source: 'report.pdf',
      title: 'report.pdf, page 1',
      page: 1,
      quote: 'the operating mar-\ngin rose to 18.5 %',
      sourceStart: 84,
      sourceEnd: 121,
      start: 3,
      end: 39,
      check: {
        verdict: 'quote',
        passage: 'the operating mar-\ngin rose to 18.5 %',
        checkedAt: '1970-01-01T00:00:00.000Z',
      },
    });
  });
});

describe('a quotation that differs from its source', () => {
  it.each([
    ['a digit', '“Revenue grew by 13 % to $4.2 billion in 2024”', ['13']],
    ['a year', '“Revenue grew by 12 % to $4.2 billion in 2023”', ['2023']],
    ['the scale', '“Revenue grew by 12 % to $4.2 million in 2024”', ['million']],
    ['the currency', '“Revenue grew by 12 % to €4.2 billion in 2024”', ['€']],
    ['a name', '“The board did not approve the merger with Gamma Industries”', ['Gamma']],
    ['a negation left out', '“The board did approve the merger with Beta Industries”', undefined],
    ['a negation added', '“Costs not fell by 3.1 million euros”', ['not']],
    ['the page', '“Revenue grew by 12 % to $4.2 billion in 2024” (report.pdf, page 2)', ['page 2']],
    ['the page before it', 'On page 3 it says “Revenue grew by 12 % to $4.2 billion in 2024”.', ['page 3']],
    ['the file', 'memo.docx says “Revenue grew by 12 % to $4.2 billion in 2024”.', ['memo.docx']],
    ['an unknown file', '“Revenue grew by 12 % to $4.2 billion in 2024” (plan.pdf)', ['plan.pdf']],
    ['a page of a file without pages', '“We expect the merger to close in March.” (memo.docx, page 2)', ['page 2']],
  ])('differs in %s', async (_name, text, missing) => {
    expect(await checkOf(text)).toMatchObject({ verdict: 'differs', ...(missing && { missing }) });
  });

  it.each([
    ['the number', '“Revenue grew by 12”'],
    ['the amount', '“grew by 12 % to $4.2”'],
    ['the currency', '“4.2 billion in 2024”'],
    ['a word', '“evenue grew by 12 % to $4.2 billion”'],
    ['a compound', '“term debt was not repaid”'],
  ])('is not verified if its end cuts %s', async (_name, text) => {
    expect(await verdictOf(text)).not.toBe('quote');
  });

  it.each([
    ['two halves of different sentences', '“Revenue grew by 12 % the merger with Beta Industries”'],
    ['halves joined by an ellipsis', '“Revenue grew by 12 % … the operating margin rose to 18.5 %”'],
    ['an ellipsis for a negation', '“The board did … approve the merger with Beta Industries”'],
    ['another letter in brackets', 'The “[s]evenue grew by 12 % to $4.2 billion in 2024”.'],
    ['a negation before its first word', 'The firm was “repaid. The board did not approve the merger”'],
  ])('is not verified with %s', async (_name, text) => {
    expect(await verdictOf(text)).not.toBe('quote');
  });

  it('is reported as not found', async () => {
    const text = 'He says “The lighthouse keeper retired early and happily” there.';
    expect(await checkOf(text)).toMatchObject({ verdict: 'absent' });
    expect(await checkOf(text, 'The lighthouse keeper retired early and happily, right?')).toBeUndefined();
  });
});

describe('a quotation that is not found, in an answer with web sources', () => {
  const verdictsOf = async (text: string) =>
    (await checkQuotations({ text, userText: '', hasWebSources: true }, report)).map(({ check }) => check?.verdict);

  it.each([
    ['a file', 'memo.docx says “The lighthouse keeper retired early and happily”.'],
    ['a page', '“The lighthouse keeper retired early and happily” (page 2)'],
  ])('is flagged if %s is named', async (_name, text) => {
    expect(await verdictsOf(text)).toEqual(['absent']);
  });

  it.each([
    ['nothing', 'He says “The lighthouse keeper retired early and happily” there.'],
    ['a file of the web', '“The lighthouse keeper retired early and happily” (lighthouse.pdf, page 2)'],
  ])('may be from the web if %s is named', async (_name, text) => {
    expect(await verdictsOf(text)).toEqual([]);
  });
});

describe('a quotation in a script without spaces', () => {
  const source = givenTexts({
    name: 'report.pdf',
    pages: [
      '公司的收入在增长，\n利润也在2024\n年增长到45\n亿元。净利润（按国际\n准则）：\n2024年为12 %。据传（未经证实）公司发布年度业绩报告。董事会提名新的监事人选。',
      'กำไรสุทธิของบริษัทเพิ่ม\nขึ้นในปีนี้และจะเพิ่มขึ้นต่อไป',
    ],
  });
  const verdictsOf = async (quote: string) =>
    (await checkQuotations({ text: `“${quote}”`, userText: '', hasWebSources: false }, source)).map(
      ({ check }) => check?.verdict,
    );

  it.each([
    ['after a comma', '公司的收入在增长，利润也在2024'],
    ['before a word', '利润也在2024年增长到45亿元。'],
    ['typed with spaces', '利润也在 2024 年增长到 45 亿元。'],
    ['between punctuation and a digit', '净利润（按国际准则）：2024年为12%。'],
    ['in Thai', 'กำไรสุทธิของบริษัทเพิ่มขึ้นในปีนี้'],
  ])('is verified across a line break %s', async (_name, quote) => {
    expect(await verdictsOf(quote)).toEqual(['quote']);
  });

  it.each([
    ['another figure', '利润也在2024年增长到46亿元。'],
    ['a cut amount', '利润也在2024年增长到45'],
    ['digits joined across a space', '净利润（按国际准则）：202 4年为12%。'],
    ['an ellipsis across sentences', '公司发布年度业绩…提名新的监事人选'],
  ])('is not verified with %s', async (_name, quote) => {
    expect(await verdictsOf(quote)).not.toContain('quote');
  });

  it('is flagged if it is nowhere, unless it is as short as a figure of speech', async () => {
    expect(await verdictsOf('公司将于明年关闭柏林工厂')).toEqual(['absent']);
    expect(await verdictsOf('不入虎穴焉得虎子')).toEqual([]);
  });
});

describe('a negation in the clause of a quotation', () => {
  const source = givenTexts({
    name: 'minutes.pdf',
    pages: [
      'The board did not formally approve the merger with Beta Industries. The auditors did not, however, confirm the inventory of the plant.',
      'The firm did not (as planned) sell the unit in Lyon. Customers did not cancel, revenue grew by 5 %. Der Rat genehmigte die Übernahme der Beta AG im Jahr 2024 ausdrücklich nicht.',
      "Le conseil n'a pas formellement approuvé la fusion avec Beta. See Note No. 12 Revenue of Alpha Group rose.\nNo material changes\n\nThe plant in Rotterdam opened in May. The plant did not close but revenue fell sharply.",
    ],
  });
  const verdictsOf = async (text: string) =>
    (await checkQuotations({ text, userText: '', hasWebSources: false }, source)).map(({ check }) => check?.verdict);

  it.each([
    'Thus “formally approve the merger with Beta Industries”.',
    'Thus “approve the merger with Beta Industries”.',
    'Thus “confirm the inventory of the plant”.',
    'Thus “sell the unit in Lyon”.',
    'So: „Der Rat genehmigte die Übernahme der Beta AG“.',
    'Ainsi « formellement approuvé la fusion avec Beta ».',
    'Ainsi « approuvé la fusion avec Beta ».',
  ])('must be quoted with it: %s', async (text) => {
    expect(await verdictsOf(text)).toEqual(['differs']);
  });

  it.each([
    'The board did not “formally approve the merger with Beta Industries”.',
    'It did not “approve the merger with Beta Industries”.',
    'It says “The auditors did not, however, confirm the inventory of the plant.”',
    'It says “revenue grew by 5 %”.',
    'So: „Der Rat genehmigte … im Jahr 2024 ausdrücklich nicht“.',
    'It says “Revenue of Alpha Group rose”.',
    'It says “The plant in Rotterdam opened in May.”',
    'It says “revenue fell sharply”.',
  ])('belongs to another clause or is included: %s', async (text) => {
    expect(await verdictsOf(text)).toEqual(['quote']);
  });
});

describe('a quotation from a table', () => {
  const source = givenTexts({
    name: '10-K.pdf',
    pages: [
      'Statements of Income\n\n| (In millions) | 2018 | 2017 |\n| --- | --- | --- |\n| Net revenue: | | |\n| Total net revenue | $12,345 | $11,234 |\n| Cost of sales | 8,345 | 7,234 |\n| Loss on sale | (16,135) | — |\n| Deferred charges | -345 | 12.5% |\n| Inventories | 5,020 | 4,911 |',
    ],
  });
  const verdictsOf = async (quote: string) =>
    (await checkQuotations({ text: `It says “${quote}”.`, userText: '', hasWebSources: false }, source)).map(
      ({ check }) => check?.verdict,
    );

  it.each([
    'Total net revenue $ 12,345 $ 11,234',
    'Total net revenue $12,345',
    'Total net revenue | $12,345 | $11,234',
    '| Cost of sales | 8,345 | 7,234 |',
    'Cost of sales 8,345',
    'Total net revenue',
    'Loss on sale (16,135) —',
    'Loss on sale ( 16,135 )',
    'Deferred charges -345 12.5 %',
    'Net revenue: Total net revenue $12,345',
    'Total net revenue $12,345 $11,234 Cost of sales 8,345 7,234',
    '(In millions) 2018 2017',
    '$12,345 $11,234',
  ])('is verified however its cells are separated: %s', async (quote) => {
    expect(await verdictsOf(quote)).toEqual(['quote']);
  });

  it.each([
    ['the figure of another column', 'Total net revenue $11,234'],
    ['the figure of another row', 'Total net revenue 8,345'],
    ['another figure', 'Total net revenue $12,346'],
    ['no currency', 'Total net revenue 12,345'],
    ['another currency', 'Total net revenue €12,345'],
    ['no sign', 'Deferred charges 345 12.5%'],
    ['no brackets', 'Loss on sale 16,135'],
    ['a part of a figure', 'Cost of sales 8,34'],
    ['the label of the next row', '7,234 Loss on sale'],
    ['rows that do not follow each other', 'Net revenue: Cost of sales 8,345'],
    ['figures of two rows', '11,234 Cost of sales 8,345'],
  ])('is not verified with %s', async (_name, quote) => {
    expect(await verdictsOf(quote)).not.toContain('quote');
  });
});

it('assigns the page to the right quotation', async () => {
  const text =
    'Page 1 says “Revenue grew by 12 % to $4.2 billion in 2024” and page 2 says “The board did not approve the merger”.';
  const citations = await checkQuotations({ text, userText: '', hasWebSources: false }, report);
  expect(citations.map(({ page, check }) => [page, check?.verdict])).toEqual([
    [1, 'quote'],
    [2, 'quote'],
  ]);
});

it('ignores code, short phrases and apostrophes', async () => {
  const text =
    'The users\' "quick win" isn\'t `"not in any file at all, really"`:\n```\n"nor is this one in any file"\n```';
  expect(await checkQuotations({ text, userText: '', hasWebSources: false }, report)).toEqual([]);
});

describe('a quotation beside a range', () => {
  const guidance = givenTexts({
    name: 'guidance.txt',
    pages:
      'We expect between 10 and 20 percent of sales from exports. Capital spending will be $4 to $5 billion in total. ' +
      'The margin will be 6–8 percent of revenue. Wir erwarten zwischen 10 und 20 Prozent vom Umsatz. ' +
      'The share rose from 30 to 40 percent of orders. Sales were 12 units, and 14 units of spares. ' +
      'Revenue was $5.1 billion in 2023 – 12% more than a year earlier. The plan runs in 2024 to 2026 in Lyon. ' +
      'The group employs 2000 to 12,000 people.',
  });
  const verdictFor = async (words: string) => {
    const answer = { text: `It says “${words}” there.`, userText: '', hasWebSources: false };
    return (await checkQuotations(answer, guidance, new Date(0)))[0]?.check?.verdict;
  };

  it.each([
    '20 percent of sales from exports',
    'We expect between 10',
    '$5 billion in total',
    'Capital spending will be $4',
    '8 percent of revenue',
    '20 Prozent vom Umsatz',
    'The plan runs in 2024',
    'The group employs 2000',
  ])('is not verified if it cuts the range: %s', async (words) => {
    expect(await verdictFor(words)).not.toBe('quote');
  });

  it.each([
    'between 10 and 20 percent of sales',
    'Capital spending will be $4 to $5 billion',
    '6–8 percent of revenue',
    '40 percent of orders',
    '14 units of spares',
    'Revenue was $5.1 billion in 2023',
  ])('is verified otherwise: %s', async (words) => {
    expect(await verdictFor(words)).toBe('quote');
  });
});

describe('a quotation whose words occur many times before', () => {
  const repeated = 'The dividend is unchanged. '.repeat(25).trim();
  const texts = givenTexts(
    { name: 'first.pdf', pages: [repeated] },
    { name: 'second.pdf', pages: [repeated, 'The outlook. The dividend is unchanged. It is paid in May.'] },
    { name: 'third.pdf', pages: ['The dividend is unchanged. It is paid in June.'] },
  );
  it.each([
    ['on the named page', '“The dividend is unchanged” (second.pdf, page 2)', 'second.pdf, page 2'],
    ['on a page that is named without its file', '“The dividend is unchanged” (page 2)', 'second.pdf, page 2'],
    ['in the named file', '“The dividend is unchanged” (third.pdf)', 'third.pdf, page 1'],
    ['with an ellipsis', '“The dividend … unchanged” (second.pdf, page 2)', 'second.pdf, page 2'],
  ])('is verified %s', async (_name, text, title) => {
    const [citation] = await checkQuotations({ text, userText: '', hasWebSources: false }, texts);
    expect(citation).toMatchObject({ title, check: { verdict: 'quote' } });
  });
});
