/** Sentences that cite several pages: each page is compared with the figures before its mark. */
import { describe, expect, it } from 'vitest';
import { ClaimSource } from '~/server/features/citations/claims/check-claim';
import { citedStatements } from '~/server/features/figures/lock/cited-statements';
import type { Citation } from '~/shared/schemas/citations';
import { checkCited } from './check-cited';
import { CitedAnswer } from './cited-sentences';

const urlOf = (number: string) => `https://site-${number}.example/`;

/** A citation per mark: a bare number, a number with a link, or a link whose text belongs to the sentence. */
function citationsOf(answer: string): Citation[] {
  const marks = /\[\[(\d)\]\]\([^)]+\)|\[(\d)\]|\[[^[\]]+\]\(https:\/\/site-(\d)\.example\/\)/g;
  return [...answer.matchAll(marks)].map((match) => {
    const number = match[1] ?? match[2] ?? match[3] ?? '';
    return {
      source: `site-${number}.example`,
      url: urlOf(number),
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

/** The verdict of each mark, in text order. `pages`: the text of page 1, page 2, and so on. */
function verdictsOf(answer: string, pages: readonly string[]): string[] {
  const citations = citationsOf(answer);
  const cited = new CitedAnswer(answer, citations);
  return citations.map((citation) => {
    const number = Number(/\d/.exec(citation.source)?.[0]);
    const claims = { sentences: cited.at(citation), isPlaced: true };
    return checkCited(claims, new ClaimSource(pages[number - 1] ?? '')).verdict;
  });
}

const revenue = 'Kestrel results. Revenue was $5.1 billion in 2024, up from $4.8 billion in 2023.';
const profit = 'Kestrel filing. Net profit was $0.9 billion in 2024.';
const norden = 'Norden annual report. Revenue was $4.2 billion in 2024.';
const umsatz = 'Kestrel AG. Der Umsatz stieg 2024 auf 5,1 Mrd. Euro.';
const gewinn = 'Kestrel AG. Der Gewinn lag 2024 bei 0,9 Mrd. Euro.';
const shouru = '腾讯公司。2024年收入为6600亿元。';
const lirun = '腾讯公司。2024年净利润为1940亿元。';

describe('a sentence with a source for each of its figures', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'two figures',
      'Revenue was $5.1 billion [1] and profit $0.9 billion [2].',
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'links with numbers',
      `Revenue was $5.1 billion[[1]](${urlOf('1')}), and net profit was $0.9 billion.[[2]](${urlOf('2')}) Next.`,
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'links around the words',
      `[Revenue was $5.1 billion](${urlOf('1')}), and [net profit was $0.9 billion](${urlOf('2')}).`,
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'marks after commas',
      'Revenue was $5.1 billion,[1] net profit $0.9 billion.[2]',
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'a year for both',
      'In 2024, revenue was $5.1 billion [1] and profit $0.9 billion [2].',
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'a name for both',
      "Kestrel's revenue was $5.1 billion [1], while its net profit was $0.9 billion [2].",
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'two companies',
      "Kestrel's revenue was $5.1 billion [1] and Norden's $4.2 billion [2].",
      [revenue, norden],
      ['figures', 'figures'],
    ],
    [
      'a region of the company',
      "Kestrel's revenue was $5.1 billion [1], and Europe generated $2.0 billion [2].",
      [revenue, "Kestrel filing. Kestrel's revenue in Europe was $2.0 billion in 2024."],
      ['figures', 'figures'],
    ],
    [
      'two countries',
      "China's economy grew 5% [1], and Germany's grew 0.2% [2].",
      ["China's economy grew 5%.", "Germany's economy grew 0.2%."],
      ['figures', 'figures'],
    ],
    [
      'a company named after a country',
      "Kestrel's revenue was $5.1 billion [1] and China Mobile's $4.2 billion [2].",
      [revenue, norden.replace('Norden', 'China Mobile')],
      ['figures', 'figures'],
    ],
    [
      'two years of two pages',
      'Revenue was $5.1 billion in 2024 [1], and net profit was $0.9 billion in 2024 [2].',
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'a list',
      '- Revenue: $5.1 billion [1]; net profit: $0.9 billion [2]\n- Employees: 12',
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'text after the last mark',
      'Revenue was $5.1 billion [1] and net profit was $0.9 billion [2] in 2024.',
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'figures after the last mark',
      'In 2024 profit was $0.9 billion [2], and revenue was $5.1 billion [1], up from $4.8 billion in 2023.',
      [revenue, profit],
      ['figures', 'figures'],
    ],
    [
      'a quotation and a figure',
      'It says “Net profit was $0.9 billion in 2024” [2], and revenue was $5.1 billion [1].',
      [revenue, profit],
      ['quote', 'figures'],
    ],
    [
      'German',
      'Der Umsatz stieg 2024 auf 5,1 Mrd. Euro [1], der Gewinn lag bei 0,9 Mrd. Euro [2].',
      [umsatz, gewinn],
      ['figures', 'figures'],
    ],
    ['Chinese', '2024年腾讯收入为6600亿元[1]，净利润为1940亿元[2]。', [shouru, lirun], ['figures', 'figures']],
    [
      'cells of a table',
      '| Figure | 2024 | 2023 |\n| --- | --- | --- |\n| Revenue | $5.1 billion [1] | $4.8 billion [2] |',
      [revenue, 'Kestrel. Revenue was $4.8 billion in 2023.'],
      ['figures', 'figures'],
    ],
    [
      'columns of a table',
      '| Year | Revenue | Net profit |\n| --- | --- | --- |\n| 2024 | $5.1bn [1] | $0.9bn [2] |',
      [revenue, profit],
      ['figures', 'figures'],
    ],
  ])('is confirmed by all of them: %s', (_name, answer, pages, expected) => {
    expect(verdictsOf(answer, pages)).toEqual(expected);
  });
});

const isConfirmed = (verdict: string | undefined) => verdict === 'quote' || verdict === 'figures';

describe('a wrong figure in such a sentence', () => {
  it.each<[string, string, string[], boolean[]]>([
    ['the second', 'Revenue was $5.1 billion [1] and profit $0.8 billion [2].', [revenue, profit], [true, false]],
    ['the first', 'Revenue was $5.7 billion [1] and profit $0.9 billion [2].', [revenue, profit], [false, true]],
    ['swapped sources', 'Revenue was $5.1 billion [2] and profit $0.9 billion [1].', [revenue, profit], [false, false]],
    [
      'swapped figures',
      'Revenue was $0.9 billion [2] and net profit $5.1 billion [1].',
      [revenue, profit],
      [false, false],
    ],
    ['after the only mark', 'Revenue was $5.1 billion [1], up 7%.', [revenue], [false]],
    [
      'after the last mark',
      'Revenue was $5.1 billion [1] and net profit was $0.9 billion [2], up 7%.',
      [revenue, profit],
      [true, false],
    ],
    [
      'after the last mark without a comma',
      'Revenue was $5.1 billion [1] and net profit was $0.9 billion [2] or 33% of it.',
      [revenue, profit],
      [true, false],
    ],
    [
      'without a mark between them',
      'Revenue was $5.1 billion, costs were $3.3 billion [1] and net profit was $0.9 billion [2].',
      [revenue, profit],
      [false, true],
    ],
    [
      'before marks side by side',
      'Revenue was $5.1 billion and net profit $0.9 billion [1][2].',
      [revenue, profit],
      [false, false],
    ],
    [
      'of marks joined by “and”',
      'Revenue was $5.1 billion and net profit $0.9 billion [1] and [2].',
      [revenue, profit],
      [false, false],
    ],
    [
      'a mark without a source',
      'Revenue was $5.1 billion [1] and net profit was $0.8 billion [^7].',
      [revenue],
      [false],
    ],
    [
      'an earlier year for both',
      'In 2023, revenue was $4.8 billion [1] and net profit $0.9 billion [2].',
      [revenue, profit],
      [true, false],
    ],
    [
      'a quarter for both',
      'In Q3 2024, revenue was $5.1 billion [1] and net profit in 2024 was $0.9 billion [2].',
      [revenue, profit],
      [false, false],
    ],
    [
      'a later year for both',
      'Revenue was $4.8 billion [1] and net profit $0.9 billion [2] in 2023.',
      [revenue, profit],
      [true, false],
    ],
    [
      'another name for both',
      "Norden's revenue was $5.1 billion [1] and its net profit in Germany was $0.9 billion [2].",
      [revenue, profit],
      [false, false],
    ],
    [
      'a name at the end for both',
      'Revenue was $5.1 billion [1] and net profit was $0.9 billion [2] at Norden.',
      [revenue, profit],
      [false, false],
    ],
    [
      'another company',
      "Kestrel's revenue was $5.1 billion [1] and Norden's $4.7 billion [2].",
      [revenue, norden],
      [true, false],
    ],
    [
      'a region of another company',
      "Kestrel's revenue was $5.1 billion [1], and Europe generated $2.0 billion [2].",
      [revenue, 'Norden filing. Revenue in Europe was $2.0 billion in 2024.'],
      [true, false],
    ],
    [
      'two words for a region of another company',
      "Kestrel's revenue was $5.1 billion [1], while North America's was $2.0 billion [2].",
      [revenue, 'Norden filing. Revenue in North America was $2.0 billion in 2024.'],
      [true, false],
    ],
    [
      'a segment of another company',
      "Kestrel's revenue was $5.1 billion [1], and Cloud generated $2.0 billion [2].",
      [revenue, 'Norden filing. The Cloud segment generated $2.0 billion in 2024.'],
      [true, false],
    ],
    [
      'names swapped',
      "Norden's revenue was $5.1 billion [1] and Kestrel's $4.2 billion [2].",
      [revenue, norden],
      [false, false],
    ],
    [
      'marks before their words',
      '[1] Revenue was $5.1 billion, [2] net profit was $0.8 billion.',
      [revenue, profit],
      [false, false],
    ],
    [
      'marks before their words, after a figure',
      'It has 3 units: [1] revenue was $9.9 billion, [2] net profit was $0.9 billion.',
      ['Kestrel has 3 units.', 'Revenue was $9.9 billion.'],
      [false, false],
    ],
    [
      'links before their words',
      `It has 3 units; [Reuters](${urlOf('1')}) reports revenue of $9.9 billion, [Bloomberg](${urlOf('2')}) a net profit of $0.9 billion.`,
      ['Kestrel has 3 units.', 'Revenue was $9.9 billion.'],
      [false, false],
    ],
    [
      'a source between words only',
      'Revenue was $5.1 billion [1], says the filing [2], and costs were $3.3 billion [1].',
      [revenue, profit],
      [false, false, false],
    ],
    [
      'an opposite direction',
      'Revenue fell to $5.1 billion [1] and net profit was $0.9 billion [2].',
      ['Revenue rose to $5.1 billion.', profit],
      [false, true],
    ],
    ['a direction before both', 'Sales fell 5% [1] and 9% [2].', ['Sales fell 5%.', 'Sales rose 9%.'], [true, false]],
    [
      'a condition of the source',
      'Profit may be $0.9 billion if approved [2], and revenue is $5.1 billion [1].',
      ['Revenue is $5.1 billion if approved.', 'Profit may be $0.9 billion if approved.'],
      [true, false],
    ],
    [
      'a denial before both',
      'It is not true that revenue was $5.1 billion [1] and net profit $0.9 billion [2].',
      [revenue, profit],
      [false, false],
    ],
    [
      'a mark within a quotation',
      'It says “Revenue was $5.1 billion [1] and profit $0.8 billion [2]” there.',
      [revenue, profit],
      [false, false],
    ],
    [
      'German',
      'Der Umsatz stieg 2024 auf 5,1 Mrd. Euro [1], der Gewinn lag bei 0,8 Mrd. Euro [2].',
      [umsatz, gewinn],
      [true, false],
    ],
    [
      'German, an earlier year',
      'Der Umsatz lag 2023 bei 5,1 Mrd. Euro [1], der Gewinn bei 0,9 Mrd. Euro [2].',
      [umsatz, gewinn],
      [false, false],
    ],
    ['Chinese', '2024年腾讯收入为6600亿元[1]，净利润为1980亿元[2]。', [shouru, lirun], [true, false]],
    [
      'Chinese, marks before their words',
      '腾讯有3个部门，[1]收入为9900亿元，[2]净利润为1940亿元。',
      ['腾讯有3个部门。', '收入为9900亿元。'],
      [false, false],
    ],
    [
      'a cell of a table',
      '| Figure | 2024 | 2023 |\n| --- | --- | --- |\n| Revenue | $5.1 billion [1] | $4.9 billion [2] |',
      [revenue, revenue],
      [true, false],
    ],
    [
      'the cell of another column',
      '| Figure | 2024 | 2023 |\n| --- | --- | --- |\n| Revenue | $4.8 billion [1] | $5.1 billion [2] |',
      [revenue, revenue],
      [false, false],
    ],
    [
      'a cell after the last mark',
      '| Figure | 2024 | 2023 | Change |\n| --- | --- | --- | --- |\n| Revenue | $5.1 billion [1] | $4.8 billion [2] | 9% |',
      [revenue, revenue],
      [true, false],
    ],
  ])('is not confirmed: %s', (_name, answer, pages, expected) => {
    expect(verdictsOf(answer, pages).map(isConfirmed)).toEqual(expected);
  });

  it('is not confirmed in a table row with more figures than are compared', () => {
    const cells = Array.from({ length: 60 }, (_, index) => `${index + 100} [${(index % 2) + 1}]`);
    const answer = `| Store | ${cells.join(' | ')} |`;
    expect(new Set(verdictsOf(answer, ['Store: 100.', 'Store: 101.']).map(isConfirmed))).toEqual(new Set([false]));
  });
});

describe('the part of a mark', () => {
  it.each<[string, string[]]>([
    [
      'Revenue was $5.1 billion [1] and profit $0.9 billion [2].',
      ['Revenue was $5.1 billion', ' and profit $0.9 billion.'],
    ],
    [
      'Revenue was $5.1 billion [1][2], profit $0.9 billion [3]',
      ['Revenue was $5.1 billion', 'Revenue was $5.1 billion', ', profit $0.9 billion'],
    ],
    [
      'Revenue was $5.1 billion [1] and profit $0.9 billion [2], up 7%.',
      ['Revenue was $5.1 billion', ' and profit $0.9 billion, up 7%.'],
    ],
    ['**Revenue** rose 5% [1], profit 9% [2], driven by demand [3].', ['**Revenue** rose 5%', ', profit 9%', '']],
    ['Revenue was $5.1 billion [1], up 7%.', ['']],
    ['Demand rose [1] and prices fell [2].', ['', '']],
  ])('is read from %s', (answer, expected) => {
    const citations = citationsOf(answer);
    const cited = new CitedAnswer(answer, citations);
    const parts = citations.map((citation) => {
      const [sentence] = cited.at(citation);
      return sentence?.own ? sentence.text.slice(sentence.own.inText.start, sentence.own.inText.end) : '';
    });
    expect(parts).toEqual(expected);
  });

  it('is all that its source confirms in the lock of figures', () => {
    const text = 'Your NVDA shares rose 41% [1], and TSLA rose 5% [2], up from 3% before.';
    const check = { verdict: 'figures', checkedAt: new Date(0).toISOString() } as const;
    const supportOf = (confirmed: number[]) => {
      const citations = citationsOf(text).map((citation, index) => ({
        ...citation,
        check: confirmed.includes(index) ? check : ({ ...check, verdict: 'pending' } as const),
      }));
      const supportIn = citedStatements(text, citations)({ start: 0, text });
      return ['41%', '5%', '3%'].map((figure) => {
        const start = text.indexOf(figure);
        return supportIn({ start, end: start + figure.length });
      });
    };
    expect(supportOf([0])).toEqual(['confirmed', [1], [1]]);
    expect(supportOf([1])).toEqual([[0], 'confirmed', 'confirmed']);
  });
});
