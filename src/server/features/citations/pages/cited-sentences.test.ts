import { describe, expect, it } from 'vitest';
import { CitedAnswer } from './cited-sentences';

const url = 'https://ecb.europa.eu/rates_(2025)';
const source = 'ecb.europa.eu';

/** The sentences cited by the mark. */
function citedBy(answer: string, mark: string): string[] {
  const start = answer.indexOf(mark);
  const citation = { source, url, title: 'Key rates', start, end: start + mark.length };
  return new CitedAnswer(answer, [citation]).at(citation).map(({ text }) => text);
}

describe('the sentences covered by a citation', () => {
  it.each([
    ['a number behind the sentence', `First. Rates fell to 2 %.[[1]](${url}) Next.`, `[[1]](${url})`],
    ['a number within it', `First. Rates fell to 2 %[[1]](${url}). Next.`, `[[1]](${url})`],
    ['a bare number', 'First. Rates fell to 2 % [1]. Next.', '[1]'],
    ['one of several numbers', 'First. Rates fell to 2 %. [1][2] Next.', '[2]'],
    ['a link in brackets', `First. Rates fell to 2 %. ([Key rates](${url}))\nNext.`, `([Key rates](${url}))`],
    ['a citation mark of OpenAI', 'First. Rates fell to 2 %.【4:0†source】 Next.', '【4:0†source】'],
    ['the sentence itself', 'First. Rates fell to 2 %. Next.', 'Rates fell to 2 %.'],
    ['a line of its own', `First. Rates fell to 2 %.\n\n[[1]](${url})\n\nNext.`, `[[1]](${url})`],
  ])('are found by %s', (_name, answer, mark) => {
    expect(citedBy(answer, mark)).toEqual(['Rates fell to 2 %.']);
  });

  it('include the text of a link within them', () => {
    const mark = `[fell to 2 %](${url})`;
    expect(citedBy(`First. Rates ${mark} in June. Next.`, mark)).toEqual(['Rates fell to 2 % in June.']);
  });

  it.each([`[2 %](${url})`, `([−3 %](${url}))`, `[$150](${url})`])(
    'include a figure that is the text of a link: %s',
    (mark) => {
      const figure = /\[(.*?)\]/.exec(mark)?.[1] ?? '';
      expect(citedBy(`First. Rates moved by ${mark} in June. Next.`, mark)[0]).toContain(figure);
    },
  );

  it.each([
    ['पहला। दर 2% हुई।', 'अगला।', 'दर 2% हुई।'],
    ['پہلا۔ شرح 2% ہوئی۔', 'اگلا۔', 'شرح 2% ہوئی۔'],
    ['هل تغير؟ المعدل 2%.', 'التالي.', 'المعدل 2%.'],
  ])('end at the full stops of other scripts: %s', (before, after, sentence) => {
    const mark = `[[1]](${url})`;
    expect(citedBy(`${before}${mark} ${after}`, mark)).toEqual([sentence]);
  });

  it.each([
    ['2024年营收增长12%，净利润为 ', '45亿元', '。'],
    ['Чистая прибыль ', 'выросла на 45 млн', '.'],
    ['صافي الربح ', 'ارتفع إلى ٤٥ مليون', '.'],
    ['शुद्ध लाभ ', '४५ करोड़', ' था।'],
  ])('include the text of a link in any script: %s%s', (before, words, after) => {
    const mark = `[${words}](${url})`;
    expect(citedBy(`${before}${mark}${after}`, mark)).toEqual([`${before}${words}${after}`]);
  });

  it('include a figure of a link in full-width brackets', () => {
    const mark = `[45亿元](${url})`;
    expect(citedBy(`净利润（${mark}）增长。`, mark)[0]).toContain('45亿元');
  });

  it('have no mark in full-width brackets', () => {
    const mark = `（[路透社](${url})）`;
    expect(citedBy(`净利润为45亿元${mark}。下一句。`, mark)).toEqual(['净利润为45亿元。']);
  });

  it('include words in Chinese brackets, which are not marks', () => {
    expect(citedBy('公司【净利润为45亿元】，营收增长12%。[1]', '[1]')).toEqual([
      '公司【净利润为45亿元】，营收增长12%。',
    ]);
    expect(citedBy('营收增长12%【1】。', '【1】')).toEqual(['营收增长12%。']);
  });

  it('are the row of a table, which has its head', () => {
    const mark = `[[1]](${url})`;
    const table = `| Figure | Value | Source |\n| --- | --- | --- |\n| Deposit rate | 2.00% | ${mark} |\n| Other | 3% | |`;
    expect(citedBy(table, mark)).toEqual(['| Deposit rate | 2.00% | |']);
    const { sentences } = new CitedAnswer(`${table}\n\nRates fell.`, []);
    expect(sentences.filter(({ head }) => head === '| Figure | Value | Source |').map(({ text }) => text)).toEqual([
      expect.stringContaining('| Deposit rate |'),
      '| Other | 3% | |',
    ]);
  });

  it('are all those that a range covers', () => {
    expect(citedBy('First. Rates fell. They are at 2 %. Next.', 'Rates fell. They are at 2 %.')).toEqual([
      'Rates fell.',
      'They are at 2 %.',
    ]);
  });

  it('follow a mark at the start of a line', () => {
    expect(citedBy('[1] Rates fell to 2 %.', '[1]')).toEqual(['Rates fell to 2 %.']);
  });

  it('do not end within a quotation or after an abbreviation', () => {
    expect(citedBy('It said: “Rates fell. They stay at approx. 2 %.” [1]', '[1]')).toEqual([
      'It said: “Rates fell. They stay at approx. 2 %.”',
    ]);
  });

  it('are a whole block quote', () => {
    expect(citedBy('It said:\n\n> Rates fell this year.\n> They stay at 2 %.\n\n[1] Next.', '[1]')).toEqual([
      '> Rates fell this year.\n> They stay at 2 %.',
    ]);
  });

  it('are empty if the citation has no position', () => {
    const cited = new CitedAnswer('Rates fell.', []);
    expect(cited.at({ source })).toEqual([]);
    expect(cited.at({ source, start: 7, end: 3 })).toEqual([]);
    expect(new CitedAnswer('', []).at({ source, start: 0, end: 5 })).toEqual([]);
  });
});
