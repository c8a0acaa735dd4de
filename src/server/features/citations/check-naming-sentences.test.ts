import { describe, expect, it } from 'vitest';
import { givenTexts } from '~/server/testing/fakes/source-texts';
import { checkNamingSentences } from './check-naming-sentences';

const texts = givenTexts(
  {
    name: 'report.pdf',
    objectId: 'a',
    pages: [
      'Revenue of the Alpha Group\nrose to $4.2 billion in 2024. The margin was 18.5 %.',
      'The board did not approve the merger. Costs fell by 3.1 million euros in 2024.',
    ],
  },
  { name: 'memo.docx', objectId: 'b', pages: 'Headcount will stay at 12,400 people in 2025.' },
);

const check = async (answer: string) => (await checkNamingSentences(answer, texts, [], new Date(0)))[0];

describe('a sentence that names a page or file', () => {
  it('is cited with the passage of the page, unchanged, and never as a verified quotation', async () => {
    expect(await check('Sales came to $4.2bn in 2024 (report.pdf, page 1).')).toEqual({
      source: 'report.pdf',
      title: 'report.pdf, page 1',
      objectId: 'a',
      page: 1,
      quote: 'Revenue of the Alpha Group\nrose to $4.2 billion in 2024.',
      sourceStart: 0,
      sourceEnd: 56,
      start: 0,
      end: 50,
      check: {
        verdict: 'figures',
        passage: 'Revenue of the Alpha Group\nrose to $4.2 billion in 2024.',
        checkedAt: '1970-01-01T00:00:00.000Z',
      },
    });
    expect((await check('The margin was 18.5 % (page 1).'))?.check?.verdict).toBe('figures');
    expect((await check('Headcount stays at 12,400 in 2025, says memo.docx.'))?.check?.verdict).toBe('figures');
  });

  it('goes on after an abbreviation', async () => {
    const answer = 'According to report.pdf, revenue (e.g. of the Alpha Group) rose to $4.2bn in 2024.';
    expect(await check(answer)).toMatchObject({ start: 0, end: answer.length, check: { verdict: 'figures' } });
  });

  it.each([
    ['a figure of another page', 'Costs fell by 3.1 million euros (page 1).', ['3.1 million euros']],
    ['a changed figure', 'In 2024 sales came to $4.3bn, see page 1.', ['$4.3bn']],
    ['the year of another file', 'On page 2 costs fell by 3.1 million euros in 2025.', ['2025']],
  ])('lists %s as missing', async (_name, answer, missing) => {
    const citation = await check(answer);
    expect(['partial', 'absent']).toContain(citation?.check?.verdict);
    expect(citation?.check?.missing).toEqual(expect.arrayContaining(missing));
  });

  it('without figures has a passage and no verdict', async () => {
    const citation = await check('According to page 2 the board did not approve the planned merger.');
    expect(citation).toMatchObject({ page: 2, quote: 'The board did not approve the merger.' });
    expect(citation?.check).toBeUndefined();
  });

  it('is ignored without a page or file, if that does not exist, and in code', async () => {
    for (const answer of [
      'Sales came to $4.2bn in 2024.',
      'See page 77 for the $4.2bn of 2024.',
      '```\npage 1 has $4.2bn\n```',
    ])
      expect(await check(answer)).toBeUndefined();
  });
});

describe('a short sentence', () => {
  const chinese = givenTexts({ name: 'report.pdf', objectId: 'a', pages: ['概述。', '', '2024年净利润为45亿元。'] });
  const verdictOf = async (answer: string) =>
    (await checkNamingSentences(answer, chinese, [], new Date(0)))[0]?.check?.verdict;

  it('is compared if it says as much as a longer one in English', async () => {
    expect(await verdictOf('2024年净利润为45亿元（第3页）。')).toBe('figures');
    expect(await verdictOf('2024年净利润为46亿元（第3页）。')).toBe('absent');
  });

  it('is not replaced by the sentence before it', async () => {
    const answer = 'Revenue of the Alpha Group rose to $4.2 billion in 2024. It was 18% [[1]](/files/a). More follows.';
    const end = answer.indexOf(')') + 1;
    const marks = [{ start: answer.indexOf('[['), end, file: 'report.pdf' }];
    expect(await checkNamingSentences(answer, texts, [], new Date(0), marks)).toEqual([]);
  });
});

describe('the mark of a file', () => {
  const rise = 'Revenue of the Alpha Group rose to $4.2 billion in 2024.';
  const checkMarked = async (answer: string) => {
    const marks = [...answer.matchAll(/\[\[1\]\]\([^)]*\)/g)].map(({ 0: mark, index }) => ({
      start: index,
      end: index + mark.length,
      file: 'report.pdf',
    }));
    return (await checkNamingSentences(answer, texts, [], new Date(0), marks)).map(({ start, end, check }) => [
      answer.slice(start, end).trim(),
      check?.verdict,
    ]);
  };

  it.each([
    '(p. 1) [[1]](/files/a)',
    'Source: [[1]](/files/a)',
    '\n\nQuelle: [[1]](/files/a).',
    '[See [[1]](/files/a)]',
  ])('belongs to the sentence before a reference: %s', async (reference) => {
    expect(await checkMarked(`${rise} ${reference}`)).toEqual([[rise, expect.stringMatching(/quote|figures/)]]);
    const other = rise.replace('4.2', '4.3');
    expect(await checkMarked(`${other} ${reference}`)).toEqual([[other, expect.stringMatching(/partial|absent/)]]);
  });

  it.each(['It was 18% [[1]](/files/a)', '\n- Demand is weak [[1]](/files/a)', 'Costs fell. [[1]](/files/a)'])(
    'belongs to no sentence before a short statement: %s',
    async (statement) => {
      expect(await checkMarked(`${rise} ${statement}`)).toEqual([]);
    },
  );
});

describe('a sentence with a quotation', () => {
  const checkBeside = async (answer: string, quoted: string) => {
    const start = answer.indexOf(quoted);
    const taken = { source: 'report.pdf', quote: quoted, start, end: start + quoted.length };
    return (await checkNamingSentences(answer, texts, [taken], new Date(0))).map(({ start, end, check }) => [
      answer.slice(start, end).trim(),
      check?.verdict,
    ]);
  };

  it('is checked beside the quotation, which has a verdict of its own', async () => {
    const quoted = '“The board did not approve the merger”';
    expect(await checkBeside(`Costs fell by €3.1 million in 2024, ${quoted} (report.pdf, page 2).`, quoted)).toEqual([
      ['Costs fell by €3.1 million in 2024,', 'figures'],
    ]);
    expect(await checkBeside(`Costs fell by €3.2 million in 2024, ${quoted} (report.pdf, page 2).`, quoted)).toEqual([
      ['Costs fell by €3.2 million in 2024,', 'absent'],
    ]);
    expect(
      await checkBeside(`It says ${quoted} (report.pdf, page 2), and costs fell by €3.1 million.`, quoted),
    ).toEqual([['(report.pdf, page 2), and costs fell by €3.1 million.', 'figures']]);
  });

  it('is compared with the page that it names for its own figures', async () => {
    const quoted = '“The board did not approve the merger”';
    const answer = `The margin was 18.5 % (report.pdf, page 1), ${quoted} (report.pdf, page 2).`;
    expect(await checkBeside(answer, quoted)).toEqual([['The margin was 18.5 % (report.pdf, page 1),', 'figures']]);
  });

  it('has no verdict for the figures of a changed quotation', async () => {
    const quoted = '“Costs fell by 3.2 million euros. The margin fell.”';
    const answer = `Revenue was $4.2bn in 2024 (report.pdf, page 1), ${quoted}.`;
    expect(await checkBeside(answer, quoted)).toEqual([
      ['Revenue was $4.2bn in 2024 (report.pdf, page 1),', 'figures'],
    ]);
  });

  it('is not checked again without a figure of its own', async () => {
    const quoted = '“The board did not approve the merger”';
    expect(await checkBeside(`The text says ${quoted} (report.pdf, page 2).`, quoted)).toEqual([]);
  });
});

it('compares a row that names a file under the heads of its columns', async () => {
  const table = givenTexts({
    name: 'table.pdf',
    objectId: 'c',
    pages: ['| Company | 2023 | 2022 |\n| --- | --- | --- |\n| Kestrel | $5.2bn | $4.1bn |'],
  });
  const verdictOf = async (row: string) => {
    const answer = `| Company | Sales 2023 | Sales 2022 | Source |\n| --- | --- | --- | --- |\n${row}`;
    return (await checkNamingSentences(answer, table, [], new Date(0)))[0]?.check?.verdict;
  };
  expect(await verdictOf('| Kestrel | $5.2bn | $4.1bn | table.pdf, page 1 |')).toBe('figures');
  expect(await verdictOf('| Kestrel | $4.1bn | $5.2bn | table.pdf, page 1 |')).toBe('partial');
});
