import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { unzipped } from '~/server/testing/clients/unzipped';
import { exampleSource } from './document-example';
import { writeExport } from './export-writer';
import { isDrawable, mathMl } from './formulas';
import { htmlOf } from './html-writer';
import { drawnOf, typstFormulas } from './typst-formulas';

const signal = AbortSignal.timeout(120_000);

const drawn = [
  'E = mc^2',
  '\\frac{a+b}{2c}',
  '\\sqrt[3]{x_1^2 + 1}',
  '\\sum_{i=1}^{n} i^2',
  '\\int_0^1 f(x)\\,dx',
  '\\alpha + \\beta \\leq \\Gamma',
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
  '\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1',
  '\\begin{cases} 1 & \\text{if } x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}',
  '\\hat{\\beta} = (X^\\top X)^{-1} X^\\top y',
];
const broken = '\\frac{a}{';
const hostile = [
  '\\href{javascript:alert(1)}{x}',
  '\\includegraphics{https://i.example/a.png}',
  '\\def\\a{\\a\\a}\\a',
  `${'{'.repeat(900)}x${'}'.repeat(900)}`,
  `x${'+x'.repeat(2000)}`,
];
const all = [...drawn, broken, ...hostile];

/** Each formula as a display formula; the first also inline. */
async function write(format: 'docx' | 'pdf' | 'html', formulas: readonly string[]): Promise<Uint8Array> {
  const content = `Energy is $${formulas[0]}$ here.\n\n${formulas.map((tex) => `$$\n${tex}\n$$`).join('\n\n')}`;
  const [, answer] = exampleSource.messages;
  if (!answer) throw new Error('The example has an answer');
  return await writeExport(
    { format, source: { ...exampleSource, messages: [{ ...answer, content, metadata: {} }] } },
    signal,
  );
}
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const plain = (text: string) => text.replace(/\s+/g, '');

it('renders typical formulas, but none that is broken, too large or loads something', () => {
  expect(drawn.filter((tex) => !isDrawable(tex))).toEqual([]);
  expect([broken, ...hostile].filter(isDrawable)).toEqual([]);
  expect(mathMl('x^2', false)).toMatch(/^<math xmlns="[^"]+"><semantics>.*<msup>.*<\/math>$/);
});

describe('the HTML page', () => {
  it('has formulas as MathML, others as code, and loads no URL from any', async () => {
    const html = decode(await write('html', all));
    expect(html.match(/<math /g)).toHaveLength(drawn.length + 1);
    expect(html.match(/<math [^>]*display="block"/g)).toHaveLength(drawn.length);
    expect(html).toContain('<code>\\frac{a}{</code>');
    for (const tex of hostile) expect(html).toContain(tex);
    expect(html).not.toMatch(/<[^>]+(?:href|src)="(?:javascript|https:\/\/i\.example)/);
  });

  it('reads documents stored by earlier versions', () => {
    const blocks = [{ kind: 'code' as const, text: 'x^2' }];
    const section = { heading: 'Answer', blocks, files: [], remarks: [] };
    expect(htmlOf({ title: 'Old', cover: [], sections: [section] })).toContain('<code>x^2</code>');
  });

  it('shows further formulas as code if a page has too many', () => {
    const tex = `x${'+x'.repeat(900)}`;
    const blocks = Array.from({ length: 40 }, () => ({ kind: 'code' as const, text: tex, isMath: true }));
    const html = htmlOf({
      title: 'Long',
      cover: [],
      sections: [{ heading: 'Answer', blocks, files: [], remarks: [] }],
    });
    expect(html.match(/<math /g)).toHaveLength(22);
    expect(html.match(/<pre /g)).toHaveLength(18);
  });
});

describe('the Word document', () => {
  it('has formulas that Word can edit, and others as code', async () => {
    const entries = await unzipped(await write('docx', all));
    const xml = decode(entries.get('word/document.xml'));
    expect(xml.match(/<m:oMath>/g)).toHaveLength(drawn.length + 1);
    for (const part of ['<m:f>', '<m:rad>', '<m:nary>', '<m:sSup>', '<m:m>', '<m:acc>']) expect(xml).toContain(part);
    expect(xml).toContain('\\frac{a}{');
    expect(xml).not.toContain('\\frac{a+b}');
    expect(decode(entries.get('word/_rels/document.xml.rels'))).not.toContain('javascript:');
  });
});

describe('the PDF', () => {
  it('has rendered formulas, and others as code', async () => {
    const { text } = await extractText(await write('pdf', all), { mergePages: true });
    for (const tex of drawn.slice(1)) expect(plain(text)).not.toContain(plain(tex));
    for (const tex of [broken, ...hostile.slice(0, 3)]) expect(plain(text)).toContain(plain(tex));
    expect(text).toContain('∑');
    expect(text).toContain('otherwise');
  });

  it('never executes code in a formula', async () => {
    const attacks = ['x \\text{" #panic() "}', '\\text{a$#panic()$b}', '\\#panic()', 'x % #panic()'];
    const { text } = await extractText(await write('pdf', [...attacks, 'E = mc^2']), { mergePages: true });
    expect(text).toContain('Energy is');
    const section = { heading: '', files: [], remarks: [] };
    const blocks = attacks.map((tex) => ({ kind: 'code' as const, text: tex, isMath: true }));
    const math = [...typstFormulas({ title: '', cover: [], sections: [{ ...section, blocks }] }).values()];
    for (const formula of math) expect(formula.replace(/\\./gs, '')).not.toMatch(/[#$]/);
  });

  it('finds the invalid formulas with few attempts', () => {
    const formulas = new Map(Array.from({ length: 1000 }, (_, index) => [`tex ${index}`, `math ${index}`]));
    const bad = new Set(['math 3', 'math 700']);
    let trials = 0;
    const canDraw = (math: string[]) => {
      trials += 1;
      return !math.some((formula) => bad.has(formula));
    };
    const good = drawnOf(formulas, canDraw);
    expect([...formulas.keys()].filter((tex) => !good.has(tex))).toEqual(['tex 3', 'tex 700']);
    expect(trials).toBeLessThan(50);
    expect(drawnOf(formulas, () => false).size).toBe(0);
  });
});
