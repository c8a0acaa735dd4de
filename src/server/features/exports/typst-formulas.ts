/** Formulas in a PDF: converts TeX to Typst math. Typst is a programming language, so only pure math is allowed. */
import { tex2typst } from 'tex2typst';
import type { ExportDocument } from './document';
import { formulasOf, isDrawable } from './formulas';

/** Maps TeX to Typst. */
export type TypstFormulas = ReadonlyMap<string, string>;

/** Limit per document, in characters of TeX; further formulas are shown as code. */
const maxTex = 200_000;
/** Each step of the search for invalid formulas needs a layout. */
const maxTrials = 200;

export function typstFormulas(document: ExportDocument): TypstFormulas {
  const formulas = new Map<string, string>();
  let left = maxTex;
  for (const tex of formulasOf(document)) {
    left -= tex.length;
    if (left < 0) break;
    const math = typstFormula(tex);
    if (math !== null) formulas.set(tex, math);
  }
  return formulas;
}

function typstFormula(tex: string): string | null {
  if (!isDrawable(tex)) return null;
  try {
    const math = tex2typst(tex).trim();
    return math !== '' && isOnlyMath(math) ? math : null;
  } catch {
    return null;
  }
}

/** Code that the converter itself writes: only a thin space and literals. */
const harmlessCode = /#(?:h\(-math\.thin\.amount\)|(?:true|none|left|center|right|\d{1,2})(?![\w.([-]))/g;

/** `#` begins code and `$` ends the math, unless escaped by a backslash. */
const isOnlyMath = (math: string) => !/[#$]/.test(math.replace(/\\./gs, '').replace(harmlessCode, ''));

/** Formulas accepted by `canDraw`, found by bisection, because usually all of them or all but one are valid. */
export function drawnOf(formulas: TypstFormulas, canDraw: (math: string[]) => boolean): TypstFormulas {
  let trials = maxTrials;
  const search = (some: [string, string][]): [string, string][] => {
    if (some.length === 0 || trials-- <= 0) return [];
    if (canDraw(some.map(([, math]) => math))) return some;
    if (some.length === 1) return [];
    const half = Math.ceil(some.length / 2);
    return [...search(some.slice(0, half)), ...search(some.slice(half))];
  };
  return new Map(search([...formulas]));
}
