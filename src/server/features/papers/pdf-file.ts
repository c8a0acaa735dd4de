/** A paper as a PDF: text that can be selected and searched, footnotes, tables over several pages, in many scripts. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import initialize, { type TypstCompiler, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { Paper } from './paper';
import { pdfTemplate } from './pdf-template';

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
];
const layout = '/paper.typ';
/** Of the compiler's answers: problems as full objects. */
const withProblems = 1;

let compiler: Promise<TypstCompiler> | undefined;

export async function pdfFile(paper: Paper): Promise<Uint8Array> {
  compiler ??= createCompiler();
  const typst = await compiler;
  const inputs = [['paper', JSON.stringify(paper)]];
  const { result, diagnostics }: { result?: Uint8Array; diagnostics?: unknown } = typst.compile(
    layout,
    inputs,
    'pdf',
    withProblems,
  );
  typst.reset();
  if (!result) throw new Error(`The layout failed: ${JSON.stringify(diagnostics)}`);
  return result;
}

/** A WebAssembly program without access to files or the network. */
async function createCompiler(): Promise<TypstCompiler> {
  await initialize({ module_or_path: await readFile(require.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(await readFile(path.join(fontFolder, `${font}.ttf`)));
  const typst = await builder.build();
  typst.add_source(layout, pdfTemplate);
  return typst;
}
