/** Writes a document as a PDF with selectable and searchable text, footnotes, tables across pages and many scripts. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import initialize, { type TypstCompiler, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { ExportDocument } from './document';
import { formulaTrial, pdfTemplate } from './pdf-template';
import { drawnOf, type TypstFormulas, typstFormulas } from './typst-formulas';

const require = createRequire(import.meta.url);
const fontFolder = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
/** Latin, Greek, Cyrillic, Arabic, Hebrew and symbols. */
const fonts = [
  'DejaVuSerifCondensed',
  'DejaVuSerifCondensed-Bold',
  'DejaVuSerifCondensed-Italic',
  'DejaVuSerifCondensed-BoldItalic',
  'DejaVuSans',
  'DejaVuSans-Bold',
  'DejaVuSansMono',
  'DejaVuMathTeXGyre',
];
const layout = '/document.typ';
const trial = '/formulas.typ';
/** Makes the compiler return problems as full objects. */
const withProblems = 1;

let compiler: Promise<TypstCompiler> | undefined;

export async function pdfFile(document: ExportDocument): Promise<Uint8Array> {
  compiler ??= createCompiler();
  const typst = await compiler;
  const write = (formulas: TypstFormulas) =>
    compile(typst, layout, { doc: document, formulas: Object.fromEntries(formulas) });
  const formulas = typstFormulas(document);
  let { result, problem } = write(formulas);
  if (!result && formulas.size > 0) {
    const canDraw = (math: string[]) => compile(typst, trial, { formulas: math }).result !== undefined;
    ({ result, problem } = write(drawnOf(formulas, canDraw)));
  }
  if (!result) throw new Error(`The layout failed: ${problem}`);
  return result;
}

interface Compiled {
  result?: Uint8Array;
  problem?: string;
}

function compile(typst: TypstCompiler, file: string, inputs: Record<string, unknown>): Compiled {
  const texts = Object.entries(inputs).map(([name, value]) => [name, JSON.stringify(value)]);
  const { result, diagnostics }: { result?: Uint8Array; diagnostics?: unknown } = typst.compile(
    file,
    texts,
    'pdf',
    withProblems,
  );
  typst.reset();
  return result ? { result } : { problem: JSON.stringify(diagnostics) };
}

/** A WebAssembly compiler without access to files or the network. */
async function createCompiler(): Promise<TypstCompiler> {
  await initialize({ module_or_path: await readFile(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(await readFile(path.join(fontFolder, `${font}.ttf`)));
  const typst = await builder.build();
  typst.add_source(layout, pdfTemplate);
  typst.add_source(trial, formulaTrial);
  return typst;
}
