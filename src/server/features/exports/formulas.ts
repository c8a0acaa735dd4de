/** Formulas in a document. Formulas that can't be rendered are shown as TeX code. */
import { renderToString } from 'katex';
import type { Block, ExportDocument, Run } from './document';

/** Longer and deeper than real formulas. The renderer is recursive, and formulas may come from third parties. */
const longest = 2000;
const maxDepth = 24;
/** Commands that could expand a short formula into a long one. */
const definitions = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** Throws, so that a formula that loads or links anything is shown as TeX code. */
const rejectUntrusted = (): never => {
  throw new Error('Not trusted');
};

/** A formula as MathML, which browsers render without a script or a font; null if it can't be rendered. */
export function mathMl(tex: string, displayMode: boolean): string | null {
  if (tex.trim() === '' || tex.length > longest || depthOf(tex) > maxDepth || definitions.test(tex)) return null;
  try {
    const html = renderToString(tex, {
      displayMode,
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      trust: rejectUntrusted,
      maxExpand: 500,
      maxSize: 20,
    });
    return /<math.*<\/math>/s.exec(html)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Whether all formats may try to render it. Display formulas allow more than inline formulas. */
export const isDrawable = (tex: string): boolean => mathMl(tex, true) !== null;

/** The maximum nesting depth of brackets of any kind. */
function depthOf(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [sign] of tex.matchAll(/\\(?:begin|end|left|right)(?![a-zA-Z])|[{}[\]()]/g)) {
    if (/^(?:\\begin|\\left|[{[(])$/.test(sign)) deepest = Math.max(deepest, ++depth);
    else if (/^(?:\\end|\\right|[}\])])$/.test(sign)) depth = Math.max(0, depth - 1);
  }
  return deepest;
}

/** The distinct formulas of a document, as TeX. */
export function formulasOf({ sections }: ExportDocument): string[] {
  return [...new Set(sections.flatMap(({ blocks }) => inBlocks(blocks)))];
}

function inBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'code':
        return block.isMath ? [block.text] : [];
      case 'quote':
        return inBlocks(block.blocks);
      case 'list':
        return block.items.flatMap(inBlocks);
      case 'table':
        return block.rows.flatMap((row) => row.flatMap(inRuns));
      default:
        return 'runs' in block ? inRuns(block.runs) : [];
    }
  });
}

const inRuns = (runs: readonly Run[]): string[] => runs.flatMap(({ isMath, text }) => (isMath ? [text] : []));
