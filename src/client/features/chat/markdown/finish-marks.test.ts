import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkMath from 'remark-math';
import { expect, it } from 'vitest';
import { blockMarkdown } from '~/shared/answer-text/block-markdown';
import { dollarMath } from '~/shared/answer-text/dollar-math';
import { finishMarks, hideOpenReferences } from './finish-marks';
import { gfm } from './gfm';
import { splitMarkdown } from './markdown-blocks';

/** The text that a user sees. While the answer streams, its last block is completed. */
function visible(content: string, isRunning: boolean): string {
  const { blocks, definitions } = splitMarkdown(content);
  const html = blocks.map((block, index) => {
    const isLast = index === blocks.length - 1;
    const known = hideOpenReferences(block.raw, block.kind, (label) => definitions.has(label));
    const raw = isRunning ? (isLast ? finishMarks(known, block.kind) : known) : block.raw;
    const markdown = blockMarkdown({ ...block, raw }, [], definitions);
    return renderToStaticMarkup(
      createElement(Markdown, { remarkPlugins: [gfm, remarkMath] }, dollarMath(markdown) ?? markdown),
    );
  });
  const text = html.join(' ').replace(/<[^>]*>/g, ' ');
  return text.replace(/\s+/g, '').replace(/&(?:lt|gt|amp|quot|#x27);/g, '&');
}

const answers = {
  'bold and italic words': 'Growth was **four percent** in *May*, and ***both*** of __them__ or _one_ fell. The end.',
  'marks within marks': '**Bold with *italic* inside** and *italic with **bold** inside*, then ~~gone **for good**~~.',
  'marks over two lines': 'This is **bold over\ntwo lines** and `code` after it.\n\nNext *one\nas well*.',
  code: 'Call `sum(a, b)` or ``a ` b`` and **`both`**. A path: `C:\\dir\\`.',
  links: 'See [the **bank** report](https://example.com/a_(b)?x=*1*) and <https://example.com/x>. [It](/a) is *here*.',
  'numbers of sources': 'Rates rose [[1]](https://example.com/one), **twice** [[2]](https://example.com/two "Two").',
  images: 'Look! ![A chart](https://example.com/a.png) That was it. ![](b.png) End.',
  'formulas and prices':
    'It cost $5, then $10. So $x_1 = \\frac{10}{5}$ and \\(a + b\\), or:\n\n$$\ne = mc^2\n$$\n\nDone \\[ y < 3 \\] here.',
  headings: '# One **bold**\n\n## Two `code`\n\nText\n\n### Three\n\nText under it\n\n---\n\nAfter.',
  lists:
    '- one **bold**\n- two `code`\n  - three [link](/x)\n- [ ] to do\n- [x] done\n\n1. first *one*\n2. second\n   - inner **bold**\n\n* star\n* *star*\n\nEnd.',
  quotes: '> Quoted **bold**\n> and *more*\n\nAfter the quote.\n\n> > Twice `quoted`',
  tables: 'Before:\n\n| Name | **Change** |\n|:---|---:|\n| North | **-4.2%** |\n| `South` | [x](/y) |\n\nAfter.',
  'tables without outer pipes':
    'Before:\n\nName | **Change** | Of all\n:--- | ---: | ---\nNorth | **-4.2%** | 5\nSouth | [x](/y) | 6\n\nP(A | B) is small.\n\nAfter.',
  'formulas that begin with a figure': 'So $2x^2$ or $3a_1 + 4$ and $10\\%$ or $1.5\\cdot 2$, then $12xy + y^2$ is it.',
  'code with fences':
    'Before\n\n```ts\nconst a = `b`;\n// **not bold** [x](y)\n```\n\n- item\n  ```sh\n  ls *.ts\n  ```\n\n~~~\nraw\n~~~\n\nAfter.',
  'escaped marks': 'Not \\*bold\\*, \\_not\\_, \\`not\\` and 2\\*3. \\[no link\\] \\$5 &amp; more.',
  'plain signs': '2*3 is 6, snake_case_name, 5 * 3, ~5 about, a < b, x[0] and (see [1]) or AT&T, R&D!',
  footnotes: 'One[^a] and two[^b] here.\n\nMore **text**.\n\n[^a]: The *first* note.\n[^b]: Second.',
  'links by reference':
    'See [the report][r], and [the other][].\n\nMore text.\n\n[r]: https://example.com/r\n[the other]: /o',
  'other scripts': '这是**重点**文字，和*另一个*。\n\n**「引用」**后面。 هذا **مهم** جدا.',
  rules: 'Title\n=====\n\nOther\n-----\n\n***\n\nText - with a dash\n- item',
};

const isWithin = (short: string, long: string): boolean => {
  let at = 0;
  for (const sign of long) if (sign === short.charAt(at)) at += 1;
  return at >= short.length;
};

/** A definition's label may still become the text of a link, so only the marks of these answers are compared. */
const marksOf = (name: string, text: string) => (name === 'links by reference' ? text.replace(/[\w\s]/g, '') : text);

it.each(Object.entries(answers))('%s never show a mark that the complete answer does not show', (name, answer) => {
  const whole = marksOf(name, visible(answer, false));
  const wrong: [written: string, shown: string][] = [];
  for (let end = 1; end <= answer.length; end += 1) {
    const shown = visible(answer.slice(0, end), true);
    if (!isWithin(marksOf(name, shown), whole)) wrong.push([answer.slice(0, end).slice(-40), shown.slice(-40)]);
  }
  expect(wrong).toEqual([]);
});

it.each([
  ['It cost $5 ', 'It cost $5 '],
  ['It cost $1,000.50 in', 'It cost $1,000.50 in'],
  ['About $5bn.', 'About $5bn.'],
  ['At $3x leverage', 'At $3x leverage'],
  ['So $5x$ and', 'So $5x$ and'],
  ['About $5 (roughly 10^2$) and **so', 'About $5 (roughly 10^2$) and **so**'],
  [
    'The chance P(A | B) of a rise in the rates of next year',
    'The chance P(A | B) of a rise in the rates of next year',
  ],
  ['First line\nA | B', 'First line\nA | B'],
  ['Use `a | b` here', 'Use `a | b` here'],
])('does not hide %j', (written, shown) => {
  expect(finishMarks(written, 'paragraph')).toBe(shown);
});
